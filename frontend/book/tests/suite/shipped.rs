//! The books that come with the program.

use std::collections::BTreeSet;

use engine::{Move, Symmetries};
use ninuki_book::{OPENINGS, SHIPPED, opening_moves, shipped};
use random::Dice;
use records::Format;

use super::{after, game};

#[test]
fn every_book_has_searched_positions_with_legal_moves() {
    for name in SHIPPED {
        let book = shipped(game(name)).expect("a book");
        assert!(book.positions().len() >= 100, "{name}");
        for position in book.positions() {
            assert!(position.nodes >= 900_000 || position.score().is_proven(), "{name}: {position:?}");
            assert!(!position.best.is_empty());
        }
    }
    assert!(shipped(game("ndengrod")).is_none());
}

#[test]
fn a_position_is_found_in_every_image_with_its_moves() {
    let game = game("pente");
    let book = shipped(game).expect("a book");
    let symmetries = Symmetries::of(game.grid());
    for position in book.positions().iter().step_by(17) {
        for symmetry in 0..symmetries.count() {
            let image = |mv: Move| match mv {
                Move::Place(point) => Move::Place(symmetries.image(symmetry, point)),
                mv => mv,
            };
            let mut record = game.record();
            position.moves.iter().for_each(|&mv| record.play(image(mv)).map(drop).expect("legal"));
            let found = book.get(record.as_ref()).expect("the image");
            assert_eq!((found.nodes, found.score()), (position.nodes, position.score()));
            // Where the position is symmetric itself, an image of the move is as good.
            for best in &found.best {
                record.play(best.mv).expect("legal");
                record.take_back();
            }
        }
    }
}

#[test]
fn the_order_of_moves_does_not_matter() {
    let game = game("renju");
    let book = shipped(game).expect("a book");
    let long = book.positions().iter().find(|position| position.moves.len() == 5).expect("five moves");
    let mut moves = long.moves.clone();
    moves.swap(0, 4);
    moves.swap(1, 3);
    let mut record = game.record();
    moves.iter().for_each(|&mv| record.play(mv).map(drop).expect("legal"));
    assert_eq!(book.get(record.as_ref()).map(|found| found.nodes), Some(long.nodes));
}

#[test]
fn candidates_have_the_first_name_of_their_images() {
    let game = game("pente");
    let book = shipped(game).expect("a book");
    let record = after(game, "K10");
    let candidates = book.candidates(record.as_ref());
    assert!(candidates.len() > 1);
    for candidate in candidates {
        assert_eq!(book.candidate(record.as_ref(), candidate.mv), Some(candidate));
        let Move::Place(point) = candidate.mv else { panic!("{candidate:?}") };
        let (x, y) = game.grid().xy(point);
        // Images of a point around the centre: the one of the least column and row has the first name.
        let image = game.grid().point(18 - x, 18 - y).expect("a point");
        let image = book.candidate(record.as_ref(), Move::Place(image)).expect("an image");
        assert_eq!((image.score, image.nodes), (candidate.score, candidate.nodes));
        assert!(x <= 9, "{candidate:?}");
    }
    assert_eq!(book.candidate(record.as_ref(), Move::Pass), None);
}

#[test]
fn all_openings_of_renju_are_there() {
    let game = game("renju");
    let book = shipped(game).expect("a book");
    let openings = opening_moves(game);
    assert_eq!(openings.len(), OPENINGS.len());
    for moves in openings {
        let mut record = game.record();
        moves.iter().for_each(|&mv| record.play(mv).map(drop).expect("legal"));
        assert!(book.get(record.as_ref()).is_some(), "{moves:?}");
    }
}

#[test]
fn chosen_moves_vary_and_lose_little() {
    let game = game("freestyle");
    let book = shipped(game).expect("a book");
    let record = after(game, "h8");
    let chosen: BTreeSet<_> =
        (0..20).filter_map(|seed| book.choose(record.as_ref(), 0.05, 0.02, &mut Dice::new(seed, 0, 0))).collect();
    assert!(chosen.len() > 1, "{chosen:?}");
}

#[test]
fn records_have_all_positions() {
    let book = shipped(game("renju")).expect("a book");
    let entry = book.entry();
    for name in ["sgf", "lib", "db"] {
        let format: Format = name.parse().expect("a format");
        format.check(&entry).expect("a tree");
        let bytes = format.write(std::slice::from_ref(&entry));
        let choice = records::Choice { rules: Some("renju".to_owned()), ..records::Choice::default() };
        let read = format.read(bytes, &choice).expect("a file").next().expect("a game").expect("readable");
        assert!(read.whole().len() >= book.positions().len(), "{name}");
        let lines = ninuki_book::lines(book.game(), &read, 3);
        assert!(lines.len() > OPENINGS.len(), "{name}");
    }
}

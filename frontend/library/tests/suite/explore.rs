//! The explorer against its slow twin.

use engine::{Color, Game, Move, Rules, Symmetries};
use ninuki_library::{Ending, Evaluation, Filter, Frequent, Library, Query};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use records::Choice;
use referee::real_games;

use crate::{Shelf, choice, choice_of, lines, slow};

/// A random game near the middle of the board, so that games meet often.
fn random_game(game: &'static Game, random: &mut SmallRng, plies: usize) -> Vec<Move> {
    let (mut record, mut moves) = (game.record(), Vec::new());
    let centre = |at: engine::Point| {
        let (x, y) = game.grid().xy(at);
        (2 * x).abs_diff(game.grid().width() - 1).max((2 * y).abs_diff(game.grid().height() - 1))
    };
    while moves.len() < plies && record.outcome().is_none() {
        let mut legal = record.legal();
        legal.sort_by_key(|&point| centre(point));
        let mv = match legal.len() {
            _ if record.swap_offered() && random.random_bool(0.3) => Move::Swap,
            0 => Move::Pass,
            count => Move::Place(legal[random.random_range(0..count.min(9))]),
        };
        record.play(mv).expect("a legal move");
        moves.push(mv);
    }
    moves
}

fn text(game: &Game, moves: &[Move]) -> String {
    game.display_moves(moves).to_string()
}

/// Checks a position; the games of the library are `games`.
fn compare(library: &mut Library, game: &'static Game, games: &[Vec<Move>], position: &[Move]) -> u64 {
    let entry = choice_of(game).entry(&text(game, position)).expect("a position");
    let explored = library.explore(&Query::of(entry)).expect("explored");
    let (count, classes) = slow::explore(game, games, position);
    let at = format!("{game}: {}", text(game, position));
    assert_eq!(explored.games, count, "{at}");
    assert_eq!(explored.moves.len(), classes.len(), "{at}");
    for (rank, explorable) in explored.moves.iter().enumerate() {
        let name = explorable.mv.display(game.grid()).to_string();
        let (class, counts) = classes.iter().find(|(class, _)| class.contains(&name)).expect("a move that was played");
        let found = explorable.counts;
        assert_eq!([found.games, found.x, found.o, found.draws], *counts, "{at}: {name}");
        assert_eq!(explorable.images, class.len(), "{at}: {name}");
        if let (Some(transpositions), 0) = (explorable.transpositions, rank * games.len() / 1000) {
            let after = [position, &[explorable.mv]].concat();
            let (all, _) = slow::explore(game, games, &after);
            assert!(all >= found.games, "{at}: {name}: {all} of {found:?}");
            assert_eq!(transpositions, all - found.games, "{at}: {name}");
        }
    }
    let order: Vec<u64> = explored.moves.iter().map(|explorable| explorable.counts.games).collect();
    assert!(order.is_sorted_by(|one, other| one >= other), "the most played first");
    count
}

#[test]
fn games_of_all_kinds_are_found_in_every_position() {
    let mut random = SmallRng::seed_from_u64(7);
    let own =
        variants::parse("name = \"mine\"\nbase = \"pente\"\nsizes = [9]\ndefault-size = 9\n[capture]\ntarget = 6");
    let shelf = Shelf::new();
    let mut library = shelf.library();
    for rules in Rules::ALL.into_iter().chain([own.expect("rules")]) {
        let size = rules.sizes.least();
        let game = Game::new(rules, Some(size), None).expect("a size of the game");
        let symmetries = Symmetries::of(game.grid());
        let mut games: Vec<Vec<Move>> = Vec::new();
        let mut lines_of_all = String::new();
        for _ in 0..90 {
            let moves = random_game(game, &mut random, 24);
            let symmetry = random.random_range(0..symmetries.count());
            let turned = |&mv: &Move| match mv {
                Move::Place(point) => Move::Place(symmetries.image(symmetry, point)),
                other => other,
            };
            let moves: Vec<Move> = moves.iter().map(turned).collect();
            lines_of_all += &format!("{}\n", text(game, &moves));
            let is_image = |other: &Vec<Move>| {
                (0..symmetries.count()).any(|symmetry| {
                    let image = |&mv: &Move| {
                        if let Move::Place(at) = mv { Move::Place(symmetries.image(symmetry, at)) } else { mv }
                    };
                    other.iter().map(image).eq(moves.iter().copied())
                })
            };
            if !games.iter().any(is_image) {
                games.push(moves);
            }
        }
        let counts = library.add(&game.to_string(), lines(&lines_of_all, &choice_of(game))).expect("added");
        assert_eq!((counts.games, counts.imported, counts.refused), (90, games.len() as u64, 0), "{game}");
        let mut seen = compare(&mut library, game, &games, &[]);
        for _ in 0..3 {
            let moves = &games[random.random_range(0..games.len())];
            for ply in [1, 2, 3, 5, 9, moves.len()] {
                if ply <= moves.len() {
                    seen += compare(&mut library, game, &games, &moves[..ply]);
                }
            }
        }
        assert!(seen > 100, "{game}: {seen}");
    }
}

#[test]
fn real_games_are_found_as_a_slow_program_finds_them() {
    let rows = match real_games::rows(real_games::PENTE) {
        Ok(rows) => rows,
        Err(reason) => return eprintln!("{reason}"),
    };
    let game = Game::new(Rules::PENTE, None, None).expect("a game");
    let shelf = Shelf::new();
    let mut library = shelf.library();
    let text: String = rows.iter().map(|row| format!("{}\n", row[8])).collect();
    let counts = library.add("pente", lines(&text, &choice(game.rules()))).expect("added");
    assert_eq!((counts.games, counts.imported, counts.duplicates, counts.refused), (9668, 9655, 6, 7));
    let refused = library.refused().expect("a list");
    assert!(refused.iter().all(|refused| refused.ply > 2), "a third move too near, moves after the end: {refused:?}");
    let mut games: Vec<Vec<Move>> = rows.iter().map(|row| game.parse_moves(&row[8]).expect("moves")).collect();
    games.retain(|moves| {
        let mut record = game.record();
        moves.iter().all(|&mv| record.play(mv).is_ok())
    });
    // The six that are images of others.
    let mut forms = std::collections::BTreeSet::new();
    let symmetries = Symmetries::of(game.grid());
    games.retain(|moves| {
        let image = |symmetry| -> Vec<Move> {
            let image =
                |mv: &Move| if let Move::Place(at) = *mv { Move::Place(symmetries.image(symmetry, at)) } else { *mv };
            moves.iter().map(image).collect()
        };
        forms.insert((0..symmetries.count()).map(image).min())
    });
    for position in ["", "K10", "K10 L9", "K10 L9 N10", "K10 K9 N10 M9", "K10 K9 N10 M9 H8 L9 J9 L11 L8 N9"] {
        let moves = game.parse_moves(position).expect("moves");
        assert!(compare(&mut library, game, &games, &moves) > 0, "{position}");
    }
}

#[test]
fn filters_take_games_by_their_headers() {
    let shelf = Shelf::new();
    let mut library = shelf.library();
    let game = |black: &str, white: &str, date: &str, ratings: [u16; 2], event: &str, moves: &str| {
        format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[Game \"Pente\"]\n[Player 1 Name \"{black}\"]\n[Player 2 Name \"{white}\"]\n\
             [Player 1 Rating \"{}\"]\n[Player 2 Rating \"{}\"]\n[Result \"1-0\"]\n\n{moves}\n\n",
            ratings[0], ratings[1]
        )
    };
    let text = [
        game("Ann", "Bob", "08/06/2006", [1700, 1500], "Open", "1. K10 L9 2. N10"),
        game("Bob", "Ann", "08/07/2007", [1500, 1710], "Open", "1. K10 L10 2. N10"),
        game("Cyd", "Bob", "01/01/2010", [1200, 1300], "Club", "1. K10 L9 2. K13"),
        game("Ann", "Cyd", "01/01/2011", [1720, 1210], "Club_1", "1. K10 L9 2. G10 L8"),
    ];
    let games = records::Format::PGN.read(text.concat().into_bytes(), &Choice::default()).expect("games");
    let counts = library.add("games.pgn", games).expect("added");
    assert_eq!((counts.imported, counts.refused), (4, 0));
    let mut count = |change: &dyn Fn(&mut Filter)| {
        let mut query = Query::of(choice(&Rules::PENTE).entry("K10").expect("a position"));
        change(&mut query.filter);
        library.explore(&query).expect("explored").games
    };
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(count(&|_| {}), 4);
    assert_eq!(count(&|filter| filter.player = named("ann")), 3);
    assert_eq!(count(&|filter| filter.player = named("Bob")), 3);
    assert_eq!(count(&|filter| filter.player = named("Dan")), 0);
    assert_eq!(count(&|filter| (filter.player, filter.color) = (named("ANN"), Some(Color::White))), 1);
    assert_eq!(count(&|filter| filter.player = named("B*")), 3);
    assert_eq!(count(&|filter| filter.rating = [Some(1601), None]), 1);
    assert_eq!(count(&|filter| filter.rating = [None, Some(1600)]), 3);
    assert_eq!(count(&|filter| filter.days = [Some(20_070_000), Some(20_080_000)]), 1);
    assert_eq!(count(&|filter| filter.event = named("club_1")), 1);
    assert_eq!(count(&|filter| filter.event = named("*l*b*")), 2);
    assert_eq!(count(&|filter| filter.ending = Some(Some(Ending::Won(Color::Black)))), 4);
    assert_eq!(count(&|filter| filter.ending = Some(None)), 0);
    assert_eq!(count(&|filter| filter.plies = [Some(4), None]), 1);
    let explored =
        library.explore(&Query::of(choice(&Rules::PENTE).entry("K10").expect("a position"))).expect("explored");
    assert_eq!(explored.recent[0].about.date, "2011-01-01");
    assert_eq!(explored.top[0].mean_rating(), Some(1605));
    assert_eq!(explored.moves[0].year, Some(2011));
}

#[test]
fn frequent_positions_are_evaluated() {
    let shelf = Shelf::new();
    let mut library = shelf.library();
    let pente = choice(&Rules::PENTE);
    let games = "K10 L9 N10\nK10 J11 K7\nK10 L9 O10 K4\nK10 L10 N10\n";
    library.add("games", lines(games, &pente)).expect("imported");
    let game = pente.game().expect("a game");
    let names = |library: &mut Library, most, least| -> Vec<(String, u64, Option<u64>)> {
        let found = library.frequent(game, most, least).expect("positions");
        let name = |frequent: &Frequent| {
            let moves: Vec<String> = frequent.entry.moves.iter().map(|mv| mv.text(game.grid()).to_string()).collect();
            (moves.join(" "), frequent.games, frequent.nodes)
        };
        found.iter().map(name).collect()
    };
    let all = names(&mut library, 10, 1);
    assert_eq!(all[..3], [(String::new(), 4, None), ("K10".to_owned(), 4, None), ("K10 J9".to_owned(), 3, None)]);
    assert_eq!((names(&mut library, 2, 1).len(), names(&mut library, 10, 3).len()), (2, 3));
    // An image of the position, by another name of the move.
    let position = pente.entry("K10 L11").expect("a game");
    let evaluation = |winrate, win, nodes| Evaluation { winrate, win, nodes };
    library.evaluate(&position, evaluation(0.25, None, 1000), None).expect("stored");
    library.evaluate(&position, evaluation(0.5, None, 500), None).expect("passed over");
    assert_eq!(names(&mut library, 3, 1)[2].2, Some(1000));
    let explored = library.explore(&Query::of(pente.entry("K10").expect("a game"))).expect("explored");
    assert_eq!(explored.moves[0].evaluation, Some(evaluation(0.25, None, 1000)));
    library.evaluate(&position, evaluation(1.0, Some(7), 10), None).expect("a proof stays");
    assert_eq!(names(&mut library, 3, 1)[2].2, Some(u64::MAX));
}

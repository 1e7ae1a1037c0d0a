use std::collections::HashMap;

use super::*;
use crate::{Move, Rules};

/// Keys by texts, with whether a swap was made, and texts by keys.
type Seen = (HashMap<(String, bool), PositionKey>, HashMap<PositionKey, String>);

/// A sequence of pseudorandom numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 += 1;
        (zobrist::wide(self.0) % end as u128) as usize
    }
}

/// The image of a position as text: the slow twin of a key.
fn image(game: &Game, symmetries: &Symmetries, symmetry: usize, record: &dyn AnyRecord) -> String {
    let passed = record.moves().last() == Some(&Move::Pass);
    let mut text = format!("{} {} {passed} ", record.to_move().symbol(), record.swap_offered());
    for color in Color::ALL {
        if game.rules().target().is_some() {
            text += &format!("{} ", record.captured(color));
        }
    }
    for point in game.grid().points() {
        let point = symmetries.preimage(symmetry, point);
        text.push(record.stone(point).map_or('.', Color::symbol));
    }
    text
}

/// The games of all rules on small boards and usual ones.
fn games() -> Vec<&'static Game> {
    let sides = |rules: &Rules| [rules.sizes.least().max(5), rules.default_size];
    let all = Rules::ALL.into_iter().flat_map(|rules| sides(&rules).map(|side| (rules.clone(), side)));
    all.filter_map(|(rules, side)| Game::new(rules, Some(side), None).ok()).collect()
}

/// A random game of at most `plies` moves.
fn random_game(game: &'static Game, plies: usize, dice: &mut Dice) -> Box<dyn AnyRecord> {
    let mut record = game.record();
    while record.moves().len() < plies && record.outcome().is_none() {
        let legal = record.legal();
        let mv = match legal.len() {
            0 => Move::Pass,
            _ if record.swap_offered() && dice.below(8) == 0 => Move::Swap,
            // Moves near each other capture.
            count => Move::Place(legal[(dice.below(count) + dice.below(count)) / 2]),
        };
        record.play(mv).expect("a legal move");
    }
    record
}

/// The game of other moves; `None` if one is refused.
fn played(game: &'static Game, moves: impl IntoIterator<Item = Move>) -> Option<Box<dyn AnyRecord>> {
    let mut record = game.record();
    moves.into_iter().try_for_each(|mv| record.play(mv).map(drop)).ok()?;
    Some(record)
}

#[test]
fn keys_are_those_of_all_versions() {
    let game = Game::new(Rules::FREESTYLE, None, None).expect("its board");
    let record = played(game, game.parse_moves("h8 i9 j8").expect("moves")).expect("legal moves");
    let keys = PositionKeys::of(game);
    // Programs store them: they never change.
    assert_eq!(keys.key(record.as_ref()).to_string(), "a6dd8a2f72f14613b3e5581a3f874bb4");
    assert_eq!(keys.symmetric_key(record.as_ref()).to_string(), "521a352f81092d7be967b2271e1061ed");
}

#[test]
fn keys_are_equal_for_equal_positions_alone() {
    let mut dice = Dice(0);
    for game in games() {
        let (keys, symmetries) = (PositionKeys::of(game), Symmetries::of(game.grid()));
        // Keys by texts and texts by keys: of positions, and of the least of their images. In the opening a swap that was
        // made may count.
        let mut seen = [(); 2].map(|()| Seen::default());
        let mut check = |record: &dyn AnyRecord| {
            let images: Vec<String> =
                (0..symmetries.count()).map(|symmetry| image(game, &symmetries, symmetry, record)).collect();
            let least = images.iter().min().expect("the identity").clone();
            let both = [(images[0].clone(), keys.key(record)), (least, keys.symmetric_key(record))];
            for ((text, key), (by_text, by_key)) in both.into_iter().zip(&mut seen) {
                let swapped = record.moves().contains(&Move::Swap);
                assert_eq!(by_text.entry((text.clone(), swapped)).or_insert(key), &key, "{game}: {text}");
                assert_eq!(by_key.entry(key).or_insert_with(|| text.clone()), &text, "{game}: {key}");
            }
        };
        for _ in 0..12 {
            let plies = 2 + dice.below(14);
            let record = random_game(game, plies, &mut dice);
            let moves = record.moves();
            check(record.as_ref());
            for symmetry in 0..symmetries.count() {
                let image = moves.iter().map(|&mv| match mv {
                    Move::Place(point) => Move::Place(symmetries.image(symmetry, point)),
                    mv => mv,
                });
                let image = played(game, image).expect("images of legal moves are legal");
                check(image.as_ref());
                assert_eq!(keys.symmetric_key(image.as_ref()), keys.symmetric_key(record.as_ref()), "{game}");
            }
            for _ in 0..4 {
                let mut order = moves.clone();
                for at in (2..order.len()).rev() {
                    order.swap(at, at % 2 + 2 * dice.below(at / 2 + 1));
                }
                if let Some(other) = played(game, order) {
                    check(other.as_ref());
                }
            }
        }
    }
}

//! Position texts and move lists, in every game.
//!
//! The first byte chooses the game, the second the size of the board. The rest is text: an optional position, then
//! moves.
//!
//! A refused move changes nothing, the text of a position is read as that position, counts and stones fit together, and
//! taking everything back leads to the start.

use engine::{AnyRecord, Color, Rules, notation, record};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::{fits, game, moves};

pub(super) fn run(data: &[u8]) {
    let [rules, size, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let game = game(*rules, *size);
    let mut tokens = text.split_whitespace().peekable();
    let position = tokens.peek().is_some_and(|token| token.contains('/'));
    let setup = match position.then(|| notation::parse_position(game, &mut tokens)).transpose() {
        Ok(setup) => setup,
        Err(error) => return fits(&error.to_string()),
    };
    let mut record = match record(game, setup.as_ref()) {
        Ok(record) => record,
        Err(error) => return fits(&error.to_string()),
    };
    let start = record.position_text();
    // A few moves are enough to meet every rule.
    for token in tokens.take(60) {
        play(record.as_mut(), token);
    }
    while record.take_back().is_some() {}
    assert_eq!(record.position_text(), start);
}

/// Plays a move, if it is one, and checks the position after it.
fn play(record: &mut dyn AnyRecord, token: &str) {
    let game = record.game();
    let mv = match notation::parse_move(game.grid(), token) {
        Ok(mv) => mv,
        Err(error) => return fits(&error.to_string()),
    };
    assert_eq!(notation::parse_move(game.grid(), &notation::move_text(game.grid(), mv)), Ok(mv));
    let before = record.position_text();
    let over = record.outcome().is_some();
    if record.play(mv).is_err() {
        return assert_eq!(record.position_text(), before);
    }
    assert!(!over, "a move after the end");
    check(record);
}

/// The position can be written and read, and its parts agree.
pub(super) fn check(record: &dyn AnyRecord) {
    let game = record.game();
    let text = record.position_text();
    let setup = notation::parse_position(game, &mut text.split(' ').peekable()).expect("its own text");
    assert_eq!(setup.to_move, record.to_move());
    assert_eq!(setup.captured, Color::ALL.map(|color| record.captured(color)));
    let again = engine::record(game, Some(&setup)).expect("a position that was reached");
    assert_eq!(again.position_text(), text);
    let legal = record.legal();
    assert!(record.outcome().is_none() || legal.is_empty());
    assert!(legal.iter().all(|&point| record.is_empty(point) && record.stone(point).is_none()));
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let dice = &mut StdRng::seed_from_u64(2);
    let mut seeds = Vec::new();
    for rules in 0..Rules::ALL.len() as u8 {
        let game = game(rules, 0);
        let played = moves(game, 24, dice);
        let mut record = record(game, None).expect("the empty board");
        played[..played.len() / 2].iter().for_each(|&mv| drop(record.play(mv)));
        let words = |moves: &[engine::Move]| {
            moves.iter().map(|&mv| notation::move_text(game.grid(), mv)).collect::<Vec<_>>().join(" ")
        };
        let rest = words(&played[played.len() / 2..]);
        for text in [words(&played), format!("{} {rest}", record.position_text())] {
            seeds.push([&[rules, 0][..], text.as_bytes()].concat());
        }
    }
    seeds
}

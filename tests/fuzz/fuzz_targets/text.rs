//! Position texts and move lists, in every game.
//!
//! The first byte chooses the game, the second the size of the board. The rest is text: an optional position, then
//! moves. Run it with `cargo +nightly fuzz run --fuzz-dir fuzz text` in the folder `tests`.
//!
//! Nothing may panic, a refused move changes nothing, the text of a position is read as that position, counts and
//! stones fit together, and taking everything back leads to the start.

#![no_main]

use engine::{AnyRecord, Color, Game, Rules, notation, record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [game, size, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let rules = Rules::ALL[usize::from(*game) % Rules::ALL.len()].clone();
    let size = rules.sizes[usize::from(*size) % rules.sizes.len()];
    let game = Game::new(rules, Some(size), None).expect("a size of the game");
    let mut tokens = text.split_whitespace().peekable();
    let position = tokens.peek().is_some_and(|token| token.contains('/'));
    let setup = match position.then(|| notation::parse_position(game, &mut tokens)).transpose() {
        Ok(setup) => setup,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let Ok(mut record) = record(game, setup.as_ref()) else { return };
    let start = record.position_text();
    // A few moves are enough to meet every rule.
    for token in tokens.take(60) {
        play(record.as_mut(), token);
    }
    while record.take_back().is_some() {}
    assert_eq!(record.position_text(), start);
});

/// Plays a move, if it is one, and checks the position after it.
fn play(record: &mut dyn AnyRecord, token: &str) {
    let game = record.game();
    let Ok(mv) = notation::parse_move(game.grid(), token) else { return };
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
fn check(record: &dyn AnyRecord) {
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

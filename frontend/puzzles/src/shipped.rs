//! Puzzles that come with the program.

use std::io::Read;

use engine::{Game, Rules};
use flate2::read::GzDecoder;

use crate::{Puzzle, read};

/// Files of puzzles by the name of their game: JSON lines, gzipped.
const SETS: [(&str, &[u8]); 0] = [];

/// Returns the puzzles that come with the program for `game`, in the order of their file; none for games without a set.
#[must_use]
pub fn shipped(game: &Game) -> Vec<Puzzle> {
    of(game.rules().name).into_iter().filter(|puzzle| puzzle.game == game).collect()
}

/// Returns all puzzles that come with the program, game by game.
#[must_use]
pub fn all_shipped() -> Vec<Puzzle> {
    Rules::ALL.iter().flat_map(|rules| of(rules.name)).collect()
}

/// # Panics
/// A file is damaged, which tests exclude.
fn of(name: &str) -> Vec<Puzzle> {
    let Some((_, bytes)) = SETS.iter().find(|(game, _)| *game == name) else { return Vec::new() };
    let mut text = String::new();
    GzDecoder::new(*bytes).read_to_string(&mut text).expect("a shipped file");
    read(&text).map(|puzzle| puzzle.expect("a shipped puzzle").1).collect()
}

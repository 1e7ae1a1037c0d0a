//! Puzzles that come with the program.

use std::io::Read;
use std::sync::OnceLock;

use engine::Game;
use flate2::read::GzDecoder;

use crate::{Puzzle, read};

/// The puzzles of all games: JSON lines, gzipped, those of a game together. `ninuki puzzles make --selfplay` wrote them.
pub const SHIPPED: &[u8] = include_bytes!("shipped/puzzles.jsonl.gz");

/// Returns the puzzles that come with the program for `game`, in the order of their file; none for other boards and rules than
/// the usual ones.
///
/// # Panics
/// The file is damaged, which tests exclude.
#[must_use]
pub fn shipped(game: &Game) -> Vec<Puzzle> {
    let name = format!("\"game\":\"{}\"", game.rules().name);
    let lines: Vec<&str> = text().lines().filter(|line| line.contains(&name)).collect();
    puzzles(&lines.join("\n")).filter(|puzzle| puzzle.game == game).collect()
}

/// Returns all puzzles that come with the program, game by game.
///
/// # Panics
/// The file is damaged, which tests exclude.
#[must_use]
pub fn all_shipped() -> Vec<Puzzle> {
    puzzles(text()).collect()
}

/// Returns the puzzle with this [`id`](Puzzle::id) that comes with the program.
///
/// # Panics
/// The file is damaged, which tests exclude.
#[must_use]
pub fn shipped_as(id: &str) -> Option<Puzzle> {
    let name = format!("\"id\":\"{id}\",");
    let line = text().lines().find(|line| line.get(..80).unwrap_or(line).contains(&name))?;
    puzzles(line).next()
}

/// The unpacked file, which is kept.
fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut text = String::new();
        GzDecoder::new(SHIPPED).read_to_string(&mut text).expect("a file of this crate");
        text
    })
}

fn puzzles(text: &str) -> impl Iterator<Item = Puzzle> {
    read(text).map(|puzzle| puzzle.expect("a puzzle of this crate").1)
}

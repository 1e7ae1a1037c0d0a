//! Puzzles in answers.

use std::collections::BTreeMap;

use puzzles::Puzzle;
use records::{Differences, Size};
use serde::Serialize;

/// A puzzle without its solution.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Puzzle"))]
pub(crate) struct PuzzleInfo {
    /// Eight hexadecimal digits that depend on game and position.
    #[serde(rename = "puzzle")]
    id: String,
    /// The name of the game.
    game: &'static str,
    /// The flags that differ from the defaults of the game.
    flags: BTreeMap<&'static str, String>,
    /// The side of the board, or width and height as `15x20`.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Size"))]
    size: Size,
    /// The length of winning lines.
    length: usize,
    /// The position as text.
    position: String,
    /// The side that is to find the solution.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Side"))]
    to_move: char,
    /// Whether one move wins, or one move does not lose.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::puzzle_kind"))]
    kind: &'static str,
    /// The most plies until the win.
    #[cfg_attr(test, schemars(range(min = 1)))]
    plies: u32,
    /// The names of the themes.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::themes"))]
    themes: Vec<&'static str>,
    /// The difficulty, from 0 to 100.
    #[cfg_attr(test, schemars(range(min = 0, max = 100)))]
    difficulty: u32,
    /// Where the position comes from.
    source: String,
}

impl From<&Puzzle> for PuzzleInfo {
    fn from(puzzle: &Puzzle) -> Self {
        let differences = Differences::of(puzzle.game);
        Self {
            id: puzzle.id(),
            game: puzzle.game.rules().name,
            flags: differences.flags,
            size: differences.size,
            length: differences.length,
            position: puzzle.position.clone(),
            to_move: puzzle.to_move().symbol(),
            kind: puzzle.kind.name(),
            plies: puzzle.plies,
            themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
            difficulty: puzzle.difficulty.value(),
            source: puzzle.source.clone(),
        }
    }
}

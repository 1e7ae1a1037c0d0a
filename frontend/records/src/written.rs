//! Moves as records write them.

use engine::notation::{move_text, shorten};
use engine::{Color, Grid, Move};

use crate::WordError;

/// A move as it is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The word that is no move, shortened; empty for a move.
    pub word: String,
    /// The move, or why the word is none.
    pub mv: Result<Move, WordError>,
    /// The colour that the record gives the stone to.
    pub by: Option<Color>,
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
    /// How long it took, in milliseconds.
    pub ms: Option<u64>,
}

impl Written {
    /// A move that a record has as `word` on this line; `mv` is its meaning, or why it is no move.
    #[must_use]
    pub fn new(word: &str, mv: Result<Move, WordError>, line: Option<usize>) -> Self {
        // Large files have millions of moves: they take no allocation.
        let word = if mv.is_err() { shorten(word) } else { String::new() };
        Self { word, mv, by: None, line, ms: None }
    }

    /// A move that is not written anywhere yet.
    #[must_use]
    pub const fn of(mv: Move) -> Self {
        Self { word: String::new(), mv: Ok(mv), by: None, line: None, ms: None }
    }

    /// The name of the move on `grid`, or the word in its place.
    #[must_use]
    pub fn text(&self, grid: &Grid) -> String {
        self.mv.as_ref().map_or_else(|_| self.word.clone(), |&mv| move_text(grid, mv))
    }
}

//! Moves as records write them.

use engine::notation::{move_text, shorten};
use engine::{Color, Grid, Move};

use crate::WordError;

/// A move as it is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The name of the move, or what stands in its place, shortened.
    pub text: String,
    /// The move, or why the text is none.
    pub mv: Result<Move, WordError>,
    /// The colour that the record gives the stone to.
    pub by: Option<Color>,
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
    /// How long it took, in milliseconds.
    pub ms: Option<u64>,
}

impl Written {
    /// A move that a record has as `word` on this line; `mv` is what that means, or why it is no move.
    #[must_use]
    pub fn new(grid: &Grid, word: &str, mv: Result<Move, WordError>, line: Option<usize>) -> Self {
        let text = mv.as_ref().map_or_else(|_| shorten(word), |&mv| move_text(grid, mv));
        Self { text, mv, by: None, line, ms: None }
    }

    /// A move that is not written anywhere yet.
    #[must_use]
    pub fn of(grid: &Grid, mv: Move) -> Self {
        Self::new(grid, "", Ok(mv), None)
    }
}

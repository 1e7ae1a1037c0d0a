//! Errors in the text of moves and positions.

use std::fmt;

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    pub(super) text: String,
    pub(super) range: String,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no point of this board ({}), swap or pass", self.text, self.range)
    }
}

impl std::error::Error for MoveError {}

/// An error in a position text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Nothing follows.
    NoRows,
    /// The board has another number of rows.
    Rows {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// A row has another number of points.
    RowLength {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Points in the text, up to the first one too many.
        found: usize,
        /// Points of the row.
        expected: usize,
    },
    /// A character that means nothing.
    Char {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The character.
        char: char,
    },
    /// The side to move is missing.
    NoSide,
    /// The side to move is not `x` or `o`.
    Side(String),
    /// Only one count of captured stones.
    OneCount(String),
    /// A count of captured stones that is too large.
    Count(String),
    /// Something follows the position.
    More(String),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRows => f.write_str("the position has no rows"),
            Self::Rows { found, expected } => write!(f, "the position has {found} rows, the board has {expected}"),
            Self::RowLength { row, found, expected } => {
                write!(f, "row {row} of the position has {found} points or more, the board has {expected}")
            }
            Self::Char { row, char } => {
                let char = char.escape_debug();
                write!(f, "row {row} of the position has '{char}', allowed are x, o and numbers")
            }
            Self::NoSide => f.write_str("the position lacks the side to move, x or o"),
            Self::Side(text) => write!(f, "the side to move is \"{text}\", allowed is x or o"),
            Self::OneCount(count) => {
                write!(
                    f,
                    "captured stones need two numbers, for x and for o, after the side to move; {count} stands alone"
                )
            }
            Self::Count(text) => write!(f, "{text} stones cannot have been captured"),
            Self::More(text) => write!(f, "\"{text}\" follows the position"),
        }
    }
}

impl std::error::Error for PositionError {}

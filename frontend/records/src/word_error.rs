//! Errors of words in the place of a move.

use std::fmt;

use engine::notation::MoveError;

/// An error of a word in the place of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WordError {
    /// The word is no move in the notation of the record.
    Move(Box<MoveError>),
    /// The result precedes the word.
    AfterResult,
    /// A result that follows another one.
    TwoResults,
    /// The line is no stone of Piskvork's or Gomotur's files.
    NoStone,
    /// The point is not on the board.
    Outside {
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
        /// The number of the first column and row: 0 or 1.
        base: usize,
    },
    /// The byte of RenLib's positions is no point.
    Byte {
        /// The number of the move, counted from 1.
        ply: usize,
        /// The byte.
        byte: u8,
    },
    /// The name is no point of a board with rows from the bottom.
    Name {
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
        /// The letter of the last column.
        last: char,
    },
    /// The stones that the property sets up cannot be read; with the reason.
    SetUp(String),
    /// The error and its column in the line, counted from 1 in characters.
    Column(usize, Box<Self>),
}

impl WordError {
    /// The error in a column of its line.
    pub(crate) fn in_column(self, column: usize) -> Self {
        Self::Column(column, Box::new(self))
    }
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::TwoResults => f.write_str("another result follows the first"),
            Self::AfterResult => f.write_str("a move follows the result"),
            Self::NoStone => f.write_str("the line is no stone, it is written x,y,ms"),
            Self::Outside { width, height, base } => {
                write!(f, "the board has {width}x{height} points, counted from {base}")
            }
            Self::Byte { ply, byte } => write!(f, "byte {ply}: {byte} is no point of 15x15 (0-224)"),
            Self::Name { width, height, last } => {
                write!(f, "this is no point of {width}x{height}, they are a1 to {last}{height}")
            }
            Self::SetUp(reason) => f.write_str(reason),
            Self::Column(column, error) => write!(f, "column {column}: {error}"),
        }
    }
}

impl std::error::Error for WordError {}

impl From<MoveError> for WordError {
    fn from(error: MoveError) -> Self {
        Self::Move(Box::new(error))
    }
}

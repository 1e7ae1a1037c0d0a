//! Errors of lists of moves.

use std::fmt;

use engine::SetUpError;
use engine::notation::PositionError;

use crate::{ChoiceError, Exceeded, WordError};

/// An error of a whole list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ListError {
    /// The options suit no game.
    Choice(ChoiceError),
    /// The side of the board in the list, and the width and height of the game.
    Board { side: usize, width: usize, height: usize },
    /// The line has a control character.
    Control { column: usize, char: char },
    /// The bytes from this column are not UTF-8.
    NotUtf8 { column: usize },
    /// The position before the moves cannot be read.
    Position(PositionError),
    /// Stones without an order follow a position.
    TwoSetUps,
    /// A stone without an order cannot be read.
    Word(WordError),
    /// Two stones stand on the point of this name.
    TwoStones(String),
    /// This word is no stone.
    NoStone(String),
    /// The stones are no position of the game.
    SetUp(SetUpError),
    /// A limit of the action is exceeded.
    Limit(Exceeded),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(error) => error.fmt(f),
            Self::Board { side, width, height } => {
                write!(f, "the list is of a board of {side}x{side} points, the game has {width}x{height}")
            }
            Self::Control { column, char } => {
                let char = char.escape_debug();
                write!(f, "column {column}: the line has the control character '{char}', it is no text")
            }
            Self::NotUtf8 { column } => write!(f, "column {column}: the line is not UTF-8 text"),
            Self::Position(error) => error.fmt(f),
            Self::TwoSetUps => f.write_str("stones without an order and a set-up position exclude each other"),
            Self::Word(error) => error.fmt(f),
            Self::TwoStones(name) => write!(f, "{name}: two stones stand on this point"),
            Self::NoStone(word) => write!(f, "\"{word}\" is no stone"),
            Self::SetUp(error) => error.fmt(f),
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for ListError {}

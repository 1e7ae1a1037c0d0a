//! Moves of records, played by the rules.

use std::fmt;

use engine::{AnyRecord, Color, IllegalMove, Move, Point};

/// Plays a move of a record that may give its stone to a colour, and returns the captured stones in the order of the rows.
///
/// # Errors
/// Why it is refused; the game is unchanged.
pub fn play(record: &mut dyn AnyRecord, mv: Move, by: Option<Color>) -> Result<Vec<Point>, PlayError> {
    if let (Move::Place(_), Some(by)) = (mv, by)
        && by != record.to_move()
        && record.outcome().is_none()
    {
        return Err(PlayError::Turn { by, to_move: record.to_move() });
    }
    record.play(mv).map_err(PlayError::Illegal)
}

/// Why a move of a record cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The record gives the stone to the other side.
    Turn {
        /// Who gets it.
        by: Color,
        /// Whose turn it is.
        to_move: Color,
    },
    /// The rules refuse it.
    Illegal(IllegalMove),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn { by, to_move } => write!(f, "the record gives this stone to {by}, {to_move} is to move"),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

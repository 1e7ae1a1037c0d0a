//! Errors of openings.

use std::fmt;

use super::write::{Format, FormatError};

/// An invalid line in a list of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListError {
    /// The line, from 1.
    pub line: usize,
    /// The error in the line, without its number.
    pub message: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for ListError {}

/// Settings that allow no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// The central area is larger than the board, or empty.
    Area {
        /// Side of the area.
        area: usize,
        /// Longer side of the board.
        longest: usize,
    },
    /// The number of plies does not fit in the central area.
    Plies {
        /// Number of plies.
        plies: usize,
        /// Side of the area.
        area: usize,
        /// Points of the area.
        points: usize,
    },
    /// A swap is pending after these plies.
    SwapDue {
        /// Number of plies.
        plies: usize,
        /// Name of the game.
        game: &'static str,
    },
    /// The rules allow no move in the central area.
    Stuck {
        /// Side of the area.
        area: usize,
        /// The move, counted from 1.
        ply: usize,
    },
    /// The format cannot represent the openings.
    Format(Format, FormatError),
}

/// Begins with the setting and its value: `area 30: …`.
impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area { area, longest } => {
                write!(f, "area {area}: the board has the side {longest}, allowed is 1 to {longest}")
            }
            Self::Plies { plies, area, points } => {
                write!(f, "plies {plies}: the central area of side {area} has {points} points")
            }
            Self::SwapDue { plies, game } => {
                write!(f, "plies {plies}: in {game} a swap is offered then, end before it or after it")
            }
            Self::Stuck { area, ply } => {
                write!(f, "area {area}: no legal move {ply} was found in the central area, it may be larger")
            }
            Self::Format(format, error) => {
                write!(f, "format {}: {error}, format {} holds it", format.name(), Format::Moves.name())
            }
        }
    }
}

impl std::error::Error for SettingsError {}

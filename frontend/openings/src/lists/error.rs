//! Errors of lists of openings.

use std::path::PathBuf;
use std::{fmt, io};

use records::ChoiceError;

use super::write::{Format, FormatError};

/// An error of a list of openings or of the search for one.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file that cannot be read.
    File(PathBuf, io::Error),
    /// A file with an invalid line.
    Line(PathBuf, ListError),
    /// A file without an opening.
    Empty(PathBuf),
    /// A game that cannot be chosen.
    Choice(ChoiceError),
    /// Settings that allow no openings.
    Settings(SettingsError),
    /// A search that found too few openings.
    TooFew {
        /// Number of openings found.
        found: u64,
        /// Number of openings wanted.
        wanted: usize,
        /// Reason, with settings that would help.
        reason: &'static str,
    },
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Line(path, error) => write!(f, "{}:{error}", path.display()),
            Self::Empty(path) => write!(f, "{}: no opening is in this file", path.display()),
            Self::Choice(error) => error.fmt(f),
            Self::Settings(error) => error.fmt(f),
            Self::TooFew { found, wanted, reason } => {
                write!(f, "{found} of {wanted} openings were found: {reason}")
            }
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

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

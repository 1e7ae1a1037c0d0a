//! Errors of files.

use std::fmt;
use std::io;
use std::path::Path;

use engine::notation::shorten;

use crate::ChoiceError;

/// Errors of whole files. Those of single games are [`Unreadable`](crate::Unreadable), [`Damage`](crate::Damage) and
/// [`Refused`](crate::Refused).
#[derive(Debug)]
pub enum Error {
    /// There is no such game or start.
    Choice(ChoiceError),
    /// The ending of the file names no format.
    Ending {
        /// The file.
        path: String,
        /// Its ending, without the dot.
        ending: String,
        /// The endings that are known, each with its dot.
        known: String,
    },
    /// The file is larger than this many bytes.
    TooLarge(String, u64),
    /// The file cannot be read.
    File(String, io::Error),
    /// The file cannot be written: the old one stays, or the new one is there but may not be on the disk yet.
    Write(String, io::Error),
}

impl Error {
    /// That something is wrong with the file at `path`.
    #[must_use]
    pub fn file(path: &Path, error: io::Error) -> Self {
        Self::File(path.display().to_string(), error)
    }

    /// That the file at `path` cannot be written.
    #[must_use]
    pub fn write(path: &Path, error: io::Error) -> Self {
        Self::Write(path.display().to_string(), error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(error) => error.fmt(f),
            Self::Ending { path, ending, known } => {
                write!(f, "{path}: \".{}\" is no ending known here, known are {known}", shorten(ending))
            }
            Self::TooLarge(name, most) => {
                write!(f, "{name}: the file is too large, at most {} MiB are read", most >> 20)
            }
            Self::File(name, error) => write!(f, "{name}: {error}"),
            Self::Write(name, error) => {
                let text = error.to_string();
                // Without the number of the system's error.
                let cause = text.split(" (os error").next().unwrap_or(&text).to_lowercase();
                write!(f, "{name}: the file cannot be written: {cause}")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Choice(error) => Some(error),
            Self::File(_, error) | Self::Write(_, error) => Some(error),
            Self::Ending { .. } | Self::TooLarge(..) => None,
        }
    }
}

impl From<ChoiceError> for Error {
    fn from(error: ChoiceError) -> Self {
        Self::Choice(error)
    }
}

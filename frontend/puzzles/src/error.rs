//! Errors of files of puzzles and of making puzzles.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::PuzzleError;

/// An error of a file of puzzles, or of making puzzles.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// Another process writes to the file.
    Busy(PathBuf),
    /// A file to continue has a line that is no puzzle.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// Why it cannot be read.
        reason: PuzzleError,
    },
    /// Records cannot be read.
    Records(records::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Busy(path) => write!(f, "{}: another process writes to this file", path.display()),
            Self::Damaged { path, line, reason } => write!(f, "{}:{line}: {reason}", path.display()),
            Self::Records(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<records::Error> for Error {
    fn from(error: records::Error) -> Self {
        Self::Records(error)
    }
}

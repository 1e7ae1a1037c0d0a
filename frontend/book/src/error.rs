//! Errors of books and their journals.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Errors of books and their journals.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// Another process writes to the journal.
    Busy(PathBuf),
    /// A line of a journal is invalid.
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        reason: LineError,
    },
    /// A file is no book of this version.
    Form(PathBuf, FormError),
}

/// The reason why a line of a journal is invalid.
#[derive(Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The line is no JSON object with the fields of a search.
    Json(serde_json::Error),
    /// The checksum does not match.
    Checksum(records::checksum::ChecksumError),
    /// The rules of the line and those of the book.
    Rules(String, &'static str),
    /// A move is illegal or cannot be read.
    Move(String),
    /// The position of the line is not the one after its moves.
    Position,
}

/// The reason why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormError {
    /// The first bytes are those of another kind of file.
    NoBook,
    /// A version that this program does not read.
    Version(u8),
    /// The game of the book is unknown.
    Game,
    /// The bytes are damaged: compression, checksum, or bytes after the end.
    Damaged,
    /// A number is out of its range, or a move is illegal.
    Invalid,
    /// The book has more positions than [`MOST`](crate::MOST).
    TooMany,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Busy(path) => write!(f, "{}: another process writes to this journal", path.display()),
            Self::Line { path, line, reason } => write!(f, "{}:{line}: {reason}", path.display()),
            Self::Form(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "this is no search of a position: {error}"),
            Self::Checksum(error) => error.fmt(f),
            Self::Rules(found, wanted) => write!(f, "the rules are {found}, expected {wanted}"),
            Self::Move(reason) => f.write_str(reason),
            Self::Position => f.write_str("position is not the one after the moves; is the board another one?"),
        }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBook => f.write_str("this is no opening book"),
            Self::Version(version) => write!(f, "a book of version {version}, this program reads version 1"),
            Self::Game => f.write_str("the game of this book is unknown"),
            Self::Damaged => f.write_str("the book is damaged"),
            Self::Invalid => f.write_str("the book has an illegal move or a number out of its range"),
            Self::TooMany => write!(f, "the book has more than {} positions", crate::MOST),
        }
    }
}

impl std::error::Error for Error {}
impl std::error::Error for LineError {}
impl std::error::Error for FormError {}

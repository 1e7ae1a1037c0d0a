//! Errors of stores and proofs.

use std::fmt;
use std::io;
use std::path::PathBuf;

use search::proof::{CheckError, PackedError, ReadError};
use search::prove::ProveError;

/// Errors of stores and proofs.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// A new file cannot be written.
    Output(records::Error),
    /// Another process writes to the store.
    Busy(PathBuf),
    /// A line of a store is invalid.
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The reason.
        reason: LineError,
    },
    /// A certificate cannot be read, or its win does not hold.
    Certificate {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: CertificateError,
    },
    /// A store or a certificate of another game, board or rules.
    Game(PathBuf),
    /// The position cannot be proved.
    Position(ProveError),
    /// The side to move is the defender, and no last move of the attacker is known.
    NoLastMove,
    /// The position has points out of play.
    Walls,
    /// The certificates of a position and of those below do not fit together.
    Unfit(String),
    /// The checker refuses the whole proof, or a limit ended the check.
    Check(CheckError),
}

/// The reason why a line of a store is invalid.
#[derive(Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The line is no JSON object with the fields of a store.
    Json(serde_json::Error),
    /// The checksum does not match.
    Checksum(records::checksum::ChecksumError),
    /// The line has no checksum.
    NoChecksum,
    /// The version of the store.
    Version(u32),
    /// A point is none of the board.
    Point(String),
    /// The certificate is no base64 text.
    Base64,
    /// The certificate cannot be read.
    Certificate(PackedError),
    /// The line is longer than allowed.
    Long,
}

/// The reason why a certificate is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertificateError {
    /// It cannot be read.
    Read(ReadError),
    /// The checker refuses it.
    Check(CheckError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Output(error) => error.fmt(f),
            Self::Busy(path) => write!(f, "{}: another process writes to this store", path.display()),
            Self::Line { path, line, reason } => write!(f, "{}:{line}: {reason}", path.display()),
            Self::Certificate { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::Game(path) => {
                write!(f, "{}: this is of another game, board or rules", path.display())
            }
            Self::Position(error) => error.fmt(f),
            Self::NoLastMove => {
                f.write_str("the side to move is the defender: the last move of the attacker is needed, by --moves")
            }
            Self::Walls => f.write_str("positions with points out of play are not stored"),
            Self::Unfit(position) => {
                write!(f, "the certificates of this position and of those below do not fit together: {position}")
            }
            Self::Check(error) => write!(f, "the proof made of the store does not hold: {error}"),
        }
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error @ ReadError::Packed(_)) => error.fmt(f),
            Self::Read(error) => write!(f, "this is neither a store nor a certificate: {error}"),
            Self::Check(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "this is no line of a store: {error}"),
            Self::Checksum(error) => error.fmt(f),
            Self::NoChecksum => f.write_str("the line has no checksum"),
            Self::Version(version) => write!(f, "a store of version {version}, this program reads version 1"),
            Self::Point(text) => write!(f, "{text} is no point of the board"),
            Self::Base64 => f.write_str("the certificate is no base64 text"),
            Self::Certificate(error) => error.fmt(f),
            Self::Long => f.write_str("a line has at most 256 MiB"),
        }
    }
}

impl std::error::Error for Error {}
impl std::error::Error for LineError {}

impl From<ProveError> for Error {
    fn from(error: ProveError) -> Self {
        Self::Position(error)
    }
}

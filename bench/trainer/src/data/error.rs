//! Why a file of games cannot be read.

use std::{fmt, io};

use engine::rules::RulesError;

use crate::data::version::{MAGIC, VERSION};

/// Why a file of games cannot be read.
#[derive(Debug)]
pub(crate) enum FormatError {
    /// The file itself cannot be read or written.
    Io(io::Error),
    /// It does not begin as files of games do.
    Foreign,
    /// It is of this version of the format.
    Version(u32),
    /// It ends within the chunk that begins at this byte.
    Cut(u64),
    /// The chunk that begins at this byte is not what was written.
    Damaged(u64),
    /// The checked content of the chunk that begins at this byte says this, which it may not.
    Malformed { at: u64, what: &'static str },
    /// It names a game that is not known.
    Rules(RulesError),
    /// The file is one of `found`, and one of `wanted` is asked for.
    OtherGame { found: String, wanted: String },
    /// This ply of this game cannot be played.
    Illegal { game: u64, ply: usize },
    /// The result of this game is not that of its moves.
    Result { game: u64 },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => write!(f, "no games, they begin with {}", MAGIC.escape_ascii()),
            Self::Version(found) => write!(f, "games of version {found}, version {VERSION} is understood"),
            Self::Cut(at) => {
                write!(
                    f,
                    "ends within the chunk at byte {at}: a run was interrupted, `generate` goes on and cuts it off"
                )
            }
            Self::Damaged(at) => write!(f, "damaged: the chunk at byte {at} has another checksum"),
            Self::Malformed { at, what } => write!(f, "damaged: the chunk at byte {at} has {what}"),
            Self::Rules(error) => error.fmt(f),
            Self::OtherGame { found, wanted } => write!(f, "games of {found}, those of {wanted} should be here"),
            Self::Illegal { game, ply } => write!(f, "ply {ply} of game {game} is not legal"),
            Self::Result { game } => write!(f, "the result of game {game} is not that of its moves"),
        }
    }
}

impl std::error::Error for FormatError {}

impl From<io::Error> for FormatError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<FormatError> for io::Error {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Io(error) => error,
            error => Self::other(error),
        }
    }
}

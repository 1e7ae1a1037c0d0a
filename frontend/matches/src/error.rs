//! Why a tournament or a set of openings cannot be made.

use std::{fmt, io};

/// Why something cannot be played or made.
#[derive(Debug)]
pub enum Error {
    /// It was asked for something that there is not; the message says what.
    Unfit(String),
    /// What was read is wrong, or the work stopped before its end; the message says where.
    Wrong(String),
    /// A file of openings, of games or a choice of a game cannot be used.
    Records(records::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(message) | Self::Wrong(message) => f.write_str(message),
            Self::Records(error) => error.fmt(f),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<records::Error> for Error {
    fn from(error: records::Error) -> Self {
        Self::Records(error)
    }
}

impl From<records::ChoiceError> for Error {
    fn from(error: records::ChoiceError) -> Self {
        Self::Records(error.into())
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// A text that is no setting of a tournament; it says what is wrong and what is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingError(pub(crate) String);

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

//! Why a tournament or a set of openings cannot be made.

use std::{fmt, io};

use crate::openings::SettingsError;

/// Why something cannot be played or made.
#[derive(Debug)]
pub enum Error {
    /// It was asked for something that there is not; the message says what.
    Unfit(String),
    /// A setting of a tournament cannot be so; why.
    Setting(Setting, String),
    /// No openings can be like that.
    Openings(SettingsError),
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
            Self::Setting(setting, why) => write!(f, "{setting}: {why}"),
            Self::Openings(error) => error.fmt(f),
            Self::Records(error) => error.fmt(f),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// What of a tournament is asked for in a way in which it cannot be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The time control of all engines.
    TimeControl,
    /// The settings of all engines that have no other.
    Each,
    /// An engine, by its settings, shortened.
    Engine(String),
    /// How many engines there are.
    Engines,
    /// How many engines meet the others in a gauntlet.
    Seeds,
    /// The sequential test.
    Test,
    /// The opening that both players make.
    Swap2,
    /// The games as PSQ files.
    Psq,
    /// Wins by proof.
    Prove,
    /// The engine whose rating is given.
    Anchor,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TimeControl => "the time control",
            Self::Each => "the settings of all engines",
            Self::Engine(text) => return write!(f, "engine \"{text}\""),
            Self::Engines => "the engines",
            Self::Seeds => "the seeds",
            Self::Test => "the sequential test",
            Self::Swap2 => "swap 2",
            Self::Psq => "games as PSQ files",
            Self::Prove => "wins by proof",
            Self::Anchor => "the anchor",
        })
    }
}

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

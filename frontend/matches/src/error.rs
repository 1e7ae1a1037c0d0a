//! Errors of the crate.

use std::{fmt, io};

#[cfg(not(target_family = "wasm"))]
pub use self::tournament::{Setting, TournamentError};
#[cfg(not(target_family = "wasm"))]
pub use crate::spec::error::SettingError;

/// An error of a tournament.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An error of a tournament.
    #[cfg(not(target_family = "wasm"))]
    Tournament(TournamentError),
    /// An error of a list of openings.
    Openings(openings::lists::Error),
    /// An error in a record or in the choice of a game.
    Records(records::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Self::Tournament(error) => error.fmt(f),
            Self::Openings(error) => error.fmt(f),
            Self::Records(error) => error.fmt(f),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<openings::lists::Error> for Error {
    fn from(error: openings::lists::Error) -> Self {
        Self::Openings(error)
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

/// Errors of tournaments.
#[cfg(not(target_family = "wasm"))]
mod tournament {
    use std::path::PathBuf;
    use std::{fmt, io};

    use engines::process::program::plain;

    use super::Error;
    use crate::journal::error::JournalError;
    use crate::play::error::{EngineError, PlayError};
    use crate::spec::error::{EngineFileError, HeadError, PositionError, SettingError};

    /// An error of a tournament.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum TournamentError {
        /// An invalid setting.
        Setting(Setting, SettingError),
        /// An invalid file of engines.
        EngineFile(EngineFileError),
        /// An engine that cannot play.
        Engine(EngineError),
        /// An opening, by its number from 1, whose position cannot be sent to engines.
        Opening(usize, PositionError),
        /// A journal that cannot be read or written.
        Journal(JournalError),
        /// A journal whose head describes no tournament.
        Head(PathBuf, HeadError),
        /// No journal is given.
        NoJournal,
        /// A folder cannot be created.
        Folder(PathBuf, io::Error),
        /// The process that ends engines does not start.
        Guard(io::Error),
        /// This system does not bind games to cores.
        Pinning,
        /// An error while games were played.
        Play(PlayError),
    }

    impl fmt::Display for TournamentError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Setting(setting, error) => write!(f, "{setting}: {error}"),
                Self::EngineFile(error) => error.fmt(f),
                Self::Engine(error) => error.fmt(f),
                Self::Opening(number, error) => write!(f, "opening {number}: {error}"),
                Self::Journal(error) => error.fmt(f),
                Self::Head(path, error) => write!(f, "{}:1: {error}", path.display()),
                Self::NoJournal => f.write_str("there is no journal"),
                Self::Folder(path, error) => write!(f, "{}: {}", path.display(), plain(error)),
                Self::Guard(error) => write!(f, "the guard does not start: {error}"),
                Self::Pinning => f.write_str("--pin: on this system games are not bound to cores"),
                Self::Play(error) => error.fmt(f),
            }
        }
    }

    impl std::error::Error for TournamentError {}

    impl From<TournamentError> for Error {
        fn from(error: TournamentError) -> Self {
            Self::Tournament(error)
        }
    }

    impl From<JournalError> for Error {
        fn from(error: JournalError) -> Self {
            Self::Tournament(TournamentError::Journal(error))
        }
    }

    impl From<PlayError> for Error {
        fn from(error: PlayError) -> Self {
            Self::Tournament(TournamentError::Play(error))
        }
    }

    /// A setting of a tournament.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Setting {
        /// Time control of all engines.
        TimeControl,
        /// Default settings of all engines.
        Each,
        /// Settings of an engine; their shortened text.
        Engine(String),
        /// Number of engines.
        Engines,
        /// Number of seeds of a gauntlet.
        Seeds,
        /// Sequential test.
        Test,
        /// Swap-2 opening.
        Swap2,
        /// Games as PSQ files.
        Psq,
        /// Wins by proof.
        Prove,
        /// Engine with a fixed rating.
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
}

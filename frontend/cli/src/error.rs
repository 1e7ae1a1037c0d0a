//! Exit status and failures of commands.

use std::fmt;
use std::io;

/// Result of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// Exit status 0: no error.
    Done,
    /// Exit status 1: wrong input, such as an illegal move.
    Wrong,
    /// Exit status 2: unusable input, such as an unreadable file.
    Usage,
    /// Exit status 3: the verdict of a match rests on faults.
    OnFaults,
}

impl Status {
    /// The exit status of the process.
    #[must_use]
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }
}

/// The reason why a command stopped before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong input.
    Wrong(String),
    /// Invalid options, or unusable input.
    Usage(String),
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A usage error with the message of `error`.
    pub(crate) fn usage(error: impl fmt::Display) -> Self {
        Self::Usage(error.to_string())
    }

    /// Returns the exit status. A closed pipe is no error: the reader needs no more output.
    #[must_use]
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Done,
            Self::Output(_) | Self::Wrong(_) => Status::Wrong,
            Self::Usage(_) => Status::Usage,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(message) | Self::Usage(message) => f.write_str(message),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<records::Error> for Failure {
    fn from(error: records::Error) -> Self {
        match error {
            records::Error::Choice(error) => error.into(),
            records::Error::Write(_, error) if error.kind() == io::ErrorKind::BrokenPipe => Self::Output(error),
            // The path is not writable.
            records::Error::Write(_, ref cause) if is_unfit(cause.kind()) => Self::usage(error),
            records::Error::Write(..) => Self::Wrong(error.to_string()),
            other => Self::usage(other),
        }
    }
}

impl From<records::ChoiceError> for Failure {
    fn from(error: records::ChoiceError) -> Self {
        Self::Usage(match error {
            records::ChoiceError::Game(why) => why,
            records::ChoiceError::Unnamed(_) => error.to_string(),
            records::ChoiceError::Flag(_) => format!("--flag: {error}"),
            records::ChoiceError::Position(why) => format!("--position: {why}"),
        })
    }
}

impl From<library::Error> for Failure {
    fn from(error: library::Error) -> Self {
        use library::Error;
        match error {
            Error::Source(error) => error.into(),
            Error::NoLibrary(_)
            | Error::Missing(_)
            | Error::Newer { .. }
            | Error::File { .. }
            | Error::Board { .. }
            | Error::Archive { .. } => Self::usage(error),
            other => Self::Wrong(other.to_string()),
        }
    }
}

impl From<puzzles::Error> for Failure {
    fn from(error: puzzles::Error) -> Self {
        match error {
            puzzles::Error::Records(error) => error.into(),
            puzzles::Error::Damaged { .. } => Self::Wrong(error.to_string()),
            other => Self::usage(other),
        }
    }
}

impl From<prover::Error> for Failure {
    fn from(error: prover::Error) -> Self {
        use prover::Error;
        match error {
            Error::Output(error) => error.into(),
            Error::Line { .. } | Error::Certificate { .. } | Error::Unfit(_) | Error::Check(_) => {
                Self::Wrong(error.to_string())
            }
            other => Self::usage(other),
        }
    }
}

impl From<service::EnginesError> for Failure {
    fn from(error: service::EnginesError) -> Self {
        Self::Usage(format!("--engine: {error}"))
    }
}

impl From<service::LibrariesError> for Failure {
    fn from(error: service::LibrariesError) -> Self {
        match error {
            service::LibrariesError::Library(error) => error.into(),
            other => Self::usage(other),
        }
    }
}

impl From<records::Finished> for Failure {
    fn from(finished: records::Finished) -> Self {
        Self::Wrong(finished.to_string())
    }
}

/// Whether an error of this kind lies in the path of a file.
const fn is_unfit(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{InvalidFilename, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem};
    matches!(kind, InvalidFilename | IsADirectory | NotADirectory | NotFound | PermissionDenied | ReadOnlyFilesystem)
}

/// The option of `ninuki tournament` for a setting.
fn option(setting: &matches::Setting) -> String {
    use matches::Setting;
    match setting {
        Setting::TimeControl => "--tc".to_owned(),
        Setting::Each => "--each".to_owned(),
        Setting::Engine(text) => format!("--engine \"{text}\""),
        Setting::Engines => "--engine".to_owned(),
        Setting::Seeds => "--seeds".to_owned(),
        Setting::Test => "--sprt".to_owned(),
        Setting::Swap2 => "--swap2".to_owned(),
        Setting::Psq => "--psq".to_owned(),
        Setting::Prove => "--prove".to_owned(),
        Setting::Anchor => "--anchor".to_owned(),
    }
}

impl From<matches::Error> for Failure {
    fn from(error: matches::Error) -> Self {
        use matches::Error;
        match error {
            Error::Tournament(error) => error.into(),
            Error::Output(error) => Self::Output(error),
            Error::Openings(error) => error.into(),
            Error::Records(error) => error.into(),
            other => Self::usage(other),
        }
    }
}

impl From<openings::lists::Error> for Failure {
    fn from(error: openings::lists::Error) -> Self {
        use openings::lists::Error;
        match error {
            Error::Output(error) => Self::Output(error),
            Error::Line(..) | Error::Empty(_) | Error::TooFew { .. } => Self::Wrong(error.to_string()),
            // Its messages begin with the setting, which is the name of the option.
            Error::Settings(error) => Self::Usage(format!("--{error}")),
            Error::Choice(error) => error.into(),
            other => Self::usage(other),
        }
    }
}

impl From<matches::TournamentError> for Failure {
    fn from(error: matches::TournamentError) -> Self {
        use matches::TournamentError;
        match error {
            TournamentError::Play(error) => Self::Wrong(error.to_string()),
            TournamentError::Setting(setting, error) => Self::Usage(format!("{}: {error}", option(&setting))),
            other => Self::usage(other),
        }
    }
}

impl From<engines::Error> for Failure {
    fn from(error: engines::Error) -> Self {
        match error {
            engines::Error::Output(error) => Self::Output(error),
            engines::Error::NoCase { number, last } => {
                Self::Usage(format!("--case {number}: there are the cases 1 to {last}"))
            }
            other => Self::usage(other),
        }
    }
}

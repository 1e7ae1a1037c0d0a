//! Errors of libraries.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Errors of a library file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file is no library.
    NoLibrary(PathBuf),
    /// There is no such file.
    Missing(PathBuf),
    /// The schema of the file is newer than that of this version.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version of the schema.
        found: i64,
        /// The newest version that is read here.
        known: i64,
    },
    /// Another program writes to the file.
    Busy(PathBuf),
    /// The disk is full. Nothing of the last transaction is in the file.
    Full(PathBuf),
    /// The file is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        what: String,
    },
    /// The file cannot be opened, read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        what: String,
    },
    /// This version has no such game.
    Board {
        /// The name of the game.
        rules: String,
        /// The reason.
        why: String,
    },
    /// A source of games cannot be read.
    Source(records::Error),
    /// An archive cannot be read.
    Archive {
        /// The archive.
        name: String,
        /// The cause.
        what: String,
    },
    /// There is no game with this number.
    NoGame(i64),
    /// A position or a move of a query.
    Query(String),
    /// The stop flag was set.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLibrary(path) => write!(f, "{}: this is no library of games", path.display()),
            Self::Missing(path) => {
                write!(f, "{}: there is no such library, `ninuki library import` makes one", path.display())
            }
            Self::Newer { path, found, known } => write!(
                f,
                "{}: the library has schema {found}, this version reads up to {known}; a newer version reads it",
                path.display()
            ),
            Self::Busy(path) => write!(f, "{}: another program is writing to the library", path.display()),
            Self::Full(path) => write!(
                f,
                "{}: the disk is full; all games up to the last saved one are kept, and the same command continues",
                path.display()
            ),
            Self::Damaged { path, what } => write!(f, "{}: the library is damaged: {what}", path.display()),
            Self::File { path, what } => write!(f, "{}: {what}", path.display()),
            Self::Board { rules, why } => write!(f, "the library has games of {}: {why}", rules.escape_debug()),
            Self::Source(error) => error.fmt(f),
            Self::Archive { name, what } => write!(f, "{name}: the archive cannot be read: {what}"),
            Self::NoGame(id) => write!(f, "there is no game {id} in the library"),
            Self::Query(why) => f.write_str(why),
            Self::Stopped => f.write_str("it was stopped"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Source(error) = self { Some(error) } else { None }
    }
}

impl From<records::Error> for Error {
    fn from(error: records::Error) -> Self {
        Self::Source(error)
    }
}

/// Without the path of the file, which `Error::at` adds.
impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Self::of(Path::new(""), &error)
    }
}

impl Error {
    /// The same with the path of the library, if it has none.
    pub(crate) fn at(self, file: &Path) -> Self {
        self.with_path(file, |path| path.as_os_str().is_empty())
    }

    /// The same with another name of the library: that of its path is for the operator alone.
    #[must_use]
    pub fn renamed(self, name: &Path) -> Self {
        self.with_path(name, |_| true)
    }

    /// The same with another path of the library, where the present one `is_meant`.
    fn with_path(mut self, file: &Path, is_meant: impl Fn(&Path) -> bool) -> Self {
        if let Self::NoLibrary(path)
        | Self::Missing(path)
        | Self::Busy(path)
        | Self::Full(path)
        | Self::Newer { path, .. }
        | Self::Damaged { path, .. }
        | Self::File { path, .. } = &mut self
            && is_meant(path)
        {
            *path = file.to_path_buf();
        }
        self
    }

    /// Damage of the file.
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { path: PathBuf::new(), what: what.into() }
    }

    /// The meaning of an error of SQLite for the file at `path`.
    pub(crate) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(ErrorCode::OperationInterrupted) => Self::Stopped,
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::NotADatabase) => Self::NoLibrary(path),
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, what: error.to_string() },
            Some(ErrorCode::SystemIoFailure) => Self::File { path, what: format!("the file cannot be used: {error}") },
            Some(ErrorCode::ReadOnly) => Self::File { path, what: "the library is read-only".to_owned() },
            Some(ErrorCode::CannotOpen) => Self::File { path, what: "the library cannot be opened".to_owned() },
            Some(_) => Self::File { path, what: error.to_string() },
            // A column or row that is not as the schema has it.
            None => Self::Damaged { path, what: error.to_string() },
        }
    }
}

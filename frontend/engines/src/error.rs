//! Errors of this crate.

use std::error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A program that cannot be found, or an engine that cannot be tested.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The command line is empty.
    Empty,
    /// The quote is not closed in the command line, which is shortened.
    OpenQuote(char, String),
    /// The path of the running program is unknown.
    OwnPath(io::Error),
    /// The file does not exist, or cannot be read.
    File(String, io::Error),
    /// The file is not executable.
    NotRunnable(String),
    /// No folder of `PATH` has such a program.
    NotInPath(String),
    /// The folder to run it in does not exist.
    Folder(String),
    /// No conformance case has this number; the last one has `last`.
    NoCase {
        /// The number asked for.
        number: u32,
        /// The number of the last case.
        last: u32,
    },
    /// The guard does not start.
    Guard(io::Error),
    /// The engine at this path does not start.
    Engine(PathBuf, io::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the command names no program"),
            Self::OpenQuote(quote, text) => write!(f, "a {quote} is not closed in {text}"),
            Self::OwnPath(error) => write!(f, "this program cannot be found: {error}"),
            Self::File(path, error) => write!(f, "{path}: {}", plain(error)),
            Self::NotRunnable(path) => write!(f, "{path}: this is no program that can be run"),
            Self::NotInPath(name) => {
                write!(f, "{name}: no such program in PATH; one in this folder is written ./{name}")
            }
            Self::Folder(path) => write!(f, "{path}: no such folder"),
            Self::NoCase { number, last } => write!(f, "there is no case {number}, there are 1 to {last}"),
            Self::Guard(error) => write!(f, "the guard does not start: {error}"),
            Self::Engine(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::OwnPath(error)
            | Self::File(_, error)
            | Self::Guard(error)
            | Self::Engine(_, error)
            | Self::Output(error) => Some(error),
            _ => None,
        }
    }
}

/// The message of a system error without its number.
///
/// # Examples
/// ```
/// use ninuki_engines::process::program::plain;
///
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert!(!plain(&error).contains("os error"));
/// ```
#[must_use]
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

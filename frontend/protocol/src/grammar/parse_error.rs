//! Errors of the parser.

use std::fmt;

/// A line that is no command.
///
/// # Examples
/// ```
/// use ninuki_protocol::Command;
///
/// let error = "TURN 7".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), "TURN needs a point as in 7,7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseError {
    /// No command begins with the first word of this line.
    Unknown(String),
    /// The parameters of the command are wrong.
    Wrong {
        /// The command.
        word: &'static str,
        /// The parameters that it needs.
        needs: &'static str,
    },
}

impl ParseError {
    pub(crate) const fn wrong(word: &'static str, needs: &'static str) -> Self {
        Self::Wrong { word, needs }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(line) => write!(f, "unknown command {line:?}"),
            Self::Wrong { word, needs } => write!(f, "{word} needs {needs}"),
        }
    }
}

impl std::error::Error for ParseError {}

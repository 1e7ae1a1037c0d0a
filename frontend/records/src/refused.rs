//! Moves and records that are refused.

use std::fmt;

/// An error in a record: a move that is refused, or a record that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The line of the file, counted from 1; `None` on the command line.
    pub line: Option<usize>,
    /// The number of the move, counted from 1; 0 if the whole record cannot be read.
    pub ply: usize,
    /// The move.
    pub mv: Option<String>,
    /// Why it is refused.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        if let Some(mv) = &self.mv {
            write!(f, "ply {}: {mv}: ", self.ply)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// The error with the name of the file or option in which it is.
    #[must_use]
    pub fn within(&self, source: &str) -> String {
        let gap = if self.line.is_some() { "" } else { " " };
        format!("{source}:{gap}{self}")
    }
}

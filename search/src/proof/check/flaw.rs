//! The result of a check: a verified claim, or the flaw of a certificate.

use std::fmt;

use crate::proof::StepId;

/// A claim that was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The most plies until the win, against every reply.
    pub plies: u32,
    /// The positions that were played. With several threads or zones, it may differ from one check to the next.
    pub positions: u64,
}

/// Where a certificate fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The step that fails; `None` if the position itself is impossible.
    pub step: Option<StepId>,
    /// The moves that lead there, as text.
    pub moves: String,
    /// The problem.
    pub reason: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(step) = self.step {
            write!(f, "step {step}")?;
            if !self.moves.is_empty() {
                write!(f, " after {}", self.moves)?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Flaw {}

//! Faults of engines.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A fault by which an engine loses a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// A late answer.
    Time,
    /// No answer until long after the time was over.
    Stall,
    /// The process exited or closed its output.
    Crash,
    /// A move that the rules forbid.
    IllegalMove,
    /// A line that is no move where a move is expected.
    Garbage,
    /// A line without a command, such as a second move.
    UnaskedLine,
    /// The answer `ERROR` or `UNKNOWN`.
    Refusal,
    /// More output than the limit.
    Flood,
    /// More memory than the limit.
    Memory,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 9] = [
        Self::Time,
        Self::Stall,
        Self::Crash,
        Self::IllegalMove,
        Self::Garbage,
        Self::UnaskedLine,
        Self::Refusal,
        Self::Flood,
        Self::Memory,
    ];

    /// Whether the engine still follows the protocol and can play the next game without a restart.
    pub(crate) const fn is_sane(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time",
            Self::Stall => "stall",
            Self::Crash => "crash",
            Self::IllegalMove => "illegal move",
            Self::Garbage => "garbage",
            Self::UnaskedLine => "unasked line",
            Self::Refusal => "refusal",
            Self::Flood => "flood",
            Self::Memory => "memory",
        })
    }
}

/// Cause of a fault outside the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A signal from outside ended or stopped the engine.
    Killed,
    /// The system killed the engine because memory ran out.
    OutOfMemory,
    /// The engine or the runner waited for a processor; without that wait the answer would have been in time.
    Starved,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Killed => "killed",
            Self::OutOfMemory => "out of memory",
            Self::Starved => "starved",
        })
    }
}

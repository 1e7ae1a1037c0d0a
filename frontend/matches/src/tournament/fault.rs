//! What an engine can do wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How an engine lost a game that the rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It answered, but too late.
    Time,
    /// It said nothing that matters until long after its time was over.
    Stall,
    /// It ended, or closed its output.
    Crash,
    /// It made a move that the rules refuse.
    IllegalMove,
    /// It said something else where a move is expected.
    Garbage,
    /// It said something that nobody had asked for, such as a second move.
    UnaskedLine,
    /// It answered with `ERROR` or `UNKNOWN`.
    Refusal,
    /// It said more than anybody can want to read.
    Flood,
    /// It used more memory than allowed.
    Memory,
}

impl Fault {
    /// All of them.
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

    /// Whether the engine still follows the protocol, so that it can play the next game as it is.
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

/// Why an engine does not play on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    /// It did something wrong, and this is what.
    Fault(Fault, String),
    /// Its rival, which was not asked, did something wrong, and this is what.
    Rival(Fault, String),
    /// The user stopped the tournament.
    Stopped,
    /// The runner itself, or the whole machine, slept, so that nobody can tell who is late.
    Overslept,
    /// It cannot be started any more, which is no result.
    Start(String),
}

impl Broken {
    pub(crate) fn fault(fault: Fault, detail: impl Into<String>) -> Self {
        Self::Fault(fault, detail.into())
    }

    /// What it is for the one whose turn it is.
    pub(super) fn of_rival(self) -> Self {
        match self {
            Self::Fault(fault, detail) => Self::Rival(fault, detail),
            broken => broken,
        }
    }
}

//! What an engine can do wrong.

use std::fmt;
use std::time::Duration;

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

/// Whose doing a fault is, if not the engine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A signal from outside ended or stopped the engine.
    Killed,
    /// The system ended the engine because memory ran out.
    OutOfMemory,
    /// The engine, or the runner, did not get the processor: without that it would have been in time.
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

/// What is known of a fault besides what happened.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Evidence {
    /// Whose doing it is, if not the engine's.
    pub(crate) cause: Option<Cause>,
    /// The last lines that were said.
    pub(crate) dialogue: Vec<String>,
    /// The last lines that the engine wrote to standard error.
    pub(crate) stderr: Vec<String>,
}

/// What becomes of a game that a fault ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnFault {
    /// The engine loses it.
    Lose,
    /// It is played again, as often as that is allowed; then the engine loses it.
    Replay,
    /// The tournament stops, and the game does not count.
    Stop,
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
    /// The runner itself, or the whole machine, slept for so long that nobody can tell who is late.
    Overslept(Duration),
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

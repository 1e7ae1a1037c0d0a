//! The limits of a check, and the reasons why it ends early.

use std::fmt;
use std::time::Duration;

use super::flaw::Flaw;

/// The limits of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheckLimits {
    /// The most time.
    pub time: Duration,
    /// The most positions.
    pub positions: u64,
    /// The most memory in bytes, the certificate not counted: half for positions met before, half for the open line.
    pub memory: usize,
    /// The threads, at least 1.
    pub threads: usize,
}

impl Default for CheckLimits {
    /// One thread, 512 MiB; any time, any number of positions.
    fn default() -> Self {
        Self { time: Duration::MAX, positions: u64::MAX, memory: 512 << 20, threads: 1 }
    }
}

impl CheckLimits {
    /// Sets the time limit.
    #[must_use]
    pub const fn time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Sets the limit of positions.
    #[must_use]
    pub const fn positions(self, positions: u64) -> Self {
        Self { positions, ..self }
    }

    /// Sets the memory limit, in bytes.
    #[must_use]
    pub const fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// Why a check ended before every reply was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The caller set the flag.
    Terminated,
    /// The limit of time.
    Time,
    /// The limit of positions.
    Positions,
    /// The limit of memory.
    Memory,
}

impl Stop {
    /// The reason in a word: `terminated`, `time`, `positions`, `memory`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terminated => "terminated",
            Self::Time => "time",
            Self::Positions => "positions",
            Self::Memory => "memory",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a certificate is not verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// It is wrong.
    Flaw(Flaw),
    /// The check ended early; the certificate may be right.
    Stopped {
        /// Why.
        by: Stop,
        /// The positions that were played until then.
        positions: u64,
    },
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (by, positions) = match self {
            Self::Flaw(flaw) => return flaw.fmt(f),
            Self::Stopped { by, positions } => (by, positions),
        };
        let by = match by {
            Stop::Terminated => "interrupted",
            Stop::Time => "the time is up",
            Stop::Positions => "the limit of positions is reached",
            Stop::Memory => "the memory is full",
        };
        write!(f, "not verified: {by} after {positions} positions, no flaw until then")
    }
}

impl std::error::Error for CheckError {}

impl From<Flaw> for CheckError {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

//! Events of a running engine.

use std::time::Duration;

use super::lines::Line;

/// The longest single wait, after which the caller can act.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// A delay of a wait that the engine cannot have caused: the machine or the runner was suspended.
pub(super) const OVERSLEPT: Duration = Duration::from_secs(1);

/// The time between the end of a process's output and its exit, or the other way round.
pub(super) const LAST_WORDS: Duration = Duration::from_secs(1);

/// The time in which a killed process disappears.
pub(super) const LAST_BREATH: Duration = Duration::from_secs(2);

/// The result of a wait for an engine.
#[derive(Debug)]
pub enum Event {
    /// A line of its output.
    Line(Line),
    /// The end of its output: it has exited, or closed the pipe.
    Gone,
    /// No output for one tick, or until the end of the wait.
    Quiet,
}

/// An end or stop of an engine that was caused from outside. Only Linux reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Ended by a signal of another process.
    Killed,
    /// Ended by the system for lack of memory.
    OutOfMemory,
    /// Stopped by a signal of another process, and not running.
    Stopped,
}

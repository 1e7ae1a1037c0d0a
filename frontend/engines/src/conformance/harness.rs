//! Conditions of all dialogues of a run.

use std::sync::Arc;
use std::time::Duration;

use crate::process::guard::Guard;
use crate::process::program::Program;

/// The engine, and the machine that it runs on.
#[derive(Clone)]
pub(super) struct Harness {
    pub(super) program: Program,
    pub(super) guard: Arc<Guard>,
    /// The latency of the machine, allowed on top of every limit.
    pub(super) noise: Duration,
}

/// The way in which lines are sent and replies are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether replies must be written exactly as managers compare them.
    pub(super) exact: bool,
    /// The end of the lines sent.
    pub(super) line_end: &'static str,
    /// The least time between a move and the next line sent: engines may come to rest, as while opponents think.
    pub(super) pause: Duration,
}

/// The pause after a move in cases of the protocol.
pub(super) const PAUSE: Duration = Duration::from_millis(60);

impl Default for Manner {
    /// The manner of the protocol, without a pause.
    fn default() -> Self {
        Self { exact: false, line_end: "\r\n", pause: Duration::ZERO }
    }
}

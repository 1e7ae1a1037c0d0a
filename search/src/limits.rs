//! How long to think.

use std::time::{Duration, Instant};

/// What bounds one search. Nothing set means: until stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// When the request for a move was read; all time is counted from here.
    pub started: Instant,
    /// The most time for this move; zero means as fast as possible.
    pub turn: Option<Duration>,
    /// The time left for the whole game.
    pub left: Option<Duration>,
    /// The time added to `left` after each move.
    pub increment: Duration,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The number of positions to visit.
    pub nodes: Option<u64>,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Whether the answer may be an exchange of colours, if the rules offer one to the side to move.
    pub swap: bool,
}

impl Limits {
    /// No bounds, one thread, starting now.
    #[must_use]
    pub fn none() -> Self {
        Self {
            started: Instant::now(),
            turn: None,
            left: None,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
            threads: 1,
            swap: false,
        }
    }
}

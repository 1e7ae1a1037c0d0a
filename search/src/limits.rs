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
    /// Whether the answer may be a swap, where one is offered to the side to move.
    pub swap: bool,
}

impl Limits {
    /// No bounds, one thread, no swap, starting now.
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

/// The part of the remaining game time that one move may take on average.
const MOVES_TO_GO: u32 = 22;

/// What "as fast as possible" may take.
const INSTANT: Duration = Duration::from_millis(30);

/// The time for one move, worked out from the limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    started: Instant,
    /// Beyond this no new iteration begins.
    soft: Option<Duration>,
    /// Beyond this the search ends wherever it is.
    hard: Option<Duration>,
}

impl Clock {
    pub(crate) fn new(limits: &Limits) -> Self {
        let turn = limits.turn.map(|turn| turn.max(INSTANT));
        let share = limits.left.map(|left| left / MOVES_TO_GO + limits.increment * 3 / 4);
        let most = limits.left.map(|left| (left / 6 + limits.increment).min(left).max(INSTANT.min(left)));
        let hard = least(turn, most);
        // An iteration takes several times as long as the one before it.
        let soft = least(turn.map(|turn| turn / 2), share.map(|share| share * 3 / 5));
        Self { started: limits.started, soft, hard }
    }

    /// Whether the search has to end now.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
    }

    /// Whether another iteration is worth beginning.
    pub(crate) fn has_time_for_more(&self) -> bool {
        self.soft.is_none_or(|soft| self.started.elapsed() < soft)
    }

    /// Whether time is limited at all.
    pub(crate) const fn is_running(&self) -> bool {
        self.hard.is_some()
    }
}

fn least(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    a.into_iter().chain(b).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_takes_more_than_is_left() {
        for left in [0, 5, 50, 1_000, 180_000] {
            let left = Duration::from_millis(left);
            let clock = Clock::new(&Limits { left: Some(left), ..Limits::none() });
            assert!(clock.hard.expect("a clock runs") <= left);
        }
    }

    #[test]
    fn the_match_clock_drives_the_allocation() {
        let seconds = Duration::from_secs;
        let clock = Clock::new(&Limits { turn: Some(seconds(30)), left: Some(seconds(180)), ..Limits::none() });
        assert!(clock.soft.expect("a clock runs") < seconds(10), "180 s are not spent in six moves");
    }
}

//! How long to think.

use std::time::Duration;

use engine::{Bitboard, Point, PointSet};

use crate::Instant;

/// The limits of one search. Without any, it runs until stopped.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use ninuki_search::Limits;
///
/// let blitz = Limits { left: Some(Duration::from_secs(60)), threads: 2, ..Limits::none() };
/// assert_eq!((blitz.turn, blitz.lines), (None, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The moment at which the request was read; all times are counted from here.
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
    /// The number of best lines, each with an exact value.
    pub lines: usize,
    /// If not empty: only these moves are searched.
    pub only: Bitboard,
    /// Moves that are not searched.
    pub except: Bitboard,
    /// Whether the answer may be a swap, where one is offered to the side to move.
    pub swap: bool,
    /// The number of random positions of the search tree to report as training data. With one thread the choice is
    /// reproducible.
    pub samples: usize,
    /// Whether reported lines are continued beyond their principal variation: to the end of proven wins and losses, else
    /// by moves of the transposition table and of the policy.
    pub whole_lines: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
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
            lines: 1,
            only: Bitboard::EMPTY,
            except: Bitboard::EMPTY,
            swap: false,
            samples: 0,
            whole_lines: false,
        }
    }

    /// Whether a node or depth limit makes the search reproducible.
    pub(crate) const fn are_repeatable(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some()
    }

    /// Whether `point` may be searched.
    #[must_use]
    pub fn allows(&self, point: Point) -> bool {
        (self.only.is_empty() || self.only.contains(point)) && !self.except.contains(point)
    }
}

/// The part of the remaining game time that one move may take on average.
const MOVES_TO_GO: u32 = 22;

/// The time limit of "as fast as possible".
const INSTANT: Duration = Duration::from_millis(30);

/// The time for one move, computed from the limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    started: Instant,
    /// The average time for this move (the soft limit before scaling), if time is saved for later moves.
    share: Option<Duration>,
    /// The hard limit: the search ends wherever it is.
    hard: Option<Duration>,
}

impl Clock {
    pub(crate) fn new(limits: &Limits) -> Self {
        let turn = limits.turn.map(|turn| turn.max(INSTANT));
        let share = limits.left.map(|left| left / MOVES_TO_GO + limits.increment * 3 / 4);
        let most = limits.left.map(|left| (left / 6 + limits.increment).min(left).max(INSTANT.min(left)));
        Self { started: limits.started, share, hard: turn.into_iter().chain(most).min() }
    }

    /// Whether the search has to end at `now`.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.hard.is_some_and(|hard| now.saturating_duration_since(self.started) >= hard)
    }

    /// Whether another iteration is worth starting: the more certain the best move, the earlier the search ends.
    /// Without a clock for the whole game no time can be saved.
    pub(crate) fn has_time_for_more(&self, stability: Stability) -> bool {
        self.share.is_none_or(|share| self.started.elapsed() < share * stability.percent() / 100)
    }

    /// Whether time is limited at all.
    pub(crate) const fn is_running(&self) -> bool {
        self.hard.is_some()
    }

    /// When the search has to end.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.hard.and_then(|hard| self.started.checked_add(hard))
    }

    /// The average time for this move.
    pub(crate) fn worth(&self) -> Option<Duration> {
        self.hard.into_iter().chain(self.share).min()
    }
}

/// Best move stability over the iterations so far.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Stability {
    /// The number of iterations with the same best move.
    pub(crate) calm: u32,
    /// The node share of the best move: its percentage of the nodes of the last iteration.
    pub(crate) node_share: u32,
    /// The score drop: by how much it fell from the iteration before to the last one, in hundredths of a point.
    pub(crate) drop: i32,
}

impl Stability {
    /// The scale of the soft limit, in percent.
    fn percent(self) -> u32 {
        let calm = 100 - 8 * self.calm.min(7);
        let nodes = 150 - self.node_share;
        let drop = 100 + self.drop.clamp(0, 80) as u32;
        calm * nodes / 100 * drop / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_moves_take_less_time() {
        let percent = |calm, node_share, drop| Stability { calm, node_share, drop }.percent();
        assert_eq!(percent(0, 50, 0), 100);
        assert!(percent(3, 50, 0) < percent(2, 50, 0), "the same move again");
        assert!(percent(3, 90, 0) < percent(3, 40, 0), "no other move took nodes");
        assert!(percent(3, 50, 40) > percent(3, 50, 0), "the score fell");
        assert_eq!(percent(3, 50, -40), percent(3, 50, 0));
        assert!(percent(9, 100, -500) > 0 && percent(0, 0, 5000) < 300);
    }

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
        assert!(clock.share.expect("a clock runs") < seconds(10), "180 s are not spent in six moves");
    }
}

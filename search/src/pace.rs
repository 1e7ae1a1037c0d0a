//! When to look at the clock.

use std::time::Duration;

use crate::Instant;
use crate::gate::pass_gate;

/// Counts the nodes from one look at the clock to the next: one at first, then as many as take a fraction of a
/// millisecond. So nodes that are slow, as where memory is touched for the first time, delay no look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Nodes from one look to the next.
    every: u64,
    /// Nodes until the next one.
    left: u64,
    /// When the last one was.
    looked: Option<Instant>,
}

/// The most nodes from one look to the next.
const MOST: u64 = 256;

/// The longest time between two clock checks.
const GAP: Duration = Duration::from_micros(400);

impl Pace {
    /// The first node is looked at.
    pub(crate) const START: Self = Self { every: 1, left: 1, looked: None };

    /// Counts a node; true if it is time to look at the clock.
    pub(crate) const fn count(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }

    /// Looks at the clock, and lets other work have its turn, until `deadline` at most.
    pub(crate) fn look(&mut self, deadline: Option<Instant>) -> Instant {
        let now = Instant::now();
        self.looked(now);
        if !pass_gate(deadline) {
            return now;
        }
        // The time of the others makes no node slow.
        let now = Instant::now();
        self.looked = Some(now);
        now
    }

    /// The clock has been looked at, at `now`.
    fn looked(&mut self, now: Instant) {
        let gap = self.looked.map(|before| now.saturating_duration_since(before));
        self.every = match gap {
            None => self.every,
            Some(gap) if gap > GAP => (self.every / 4).max(1),
            Some(gap) if gap > GAP / 2 => self.every,
            Some(_) => (2 * self.every).min(MOST),
        };
        (self.left, self.looked) = (self.every, Some(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times between `looks` successive clock checks, where `cost` gives the time of a number of nodes.
    fn gaps(looks: usize, cost: impl Fn(u64) -> Duration) -> Vec<Duration> {
        let (mut pace, mut now, mut nodes) = (Pace::START, Instant::now(), 0);
        let mut gaps = Vec::new();
        for _ in 0..looks {
            let before = now;
            loop {
                nodes += 1;
                now += cost(nodes);
                if pace.count() {
                    break;
                }
            }
            pace.looked(now);
            gaps.push(now - before);
        }
        gaps
    }

    #[test]
    fn slow_nodes_are_looked_at_one_by_one() {
        let slow = Duration::from_millis(3);
        assert!(gaps(50, |_| slow).iter().all(|&gap| gap == slow));
    }

    #[test]
    fn fast_nodes_are_not_disturbed() {
        let gaps = gaps(50, |_| Duration::from_micros(1));
        assert_eq!(gaps[49], Duration::from_micros(MOST));
        assert!(gaps.iter().all(|&gap| gap <= GAP));
    }

    #[test]
    fn nodes_that_become_slow_are_noticed() {
        // The first thousand are fast: at most one long gap, and then short ones.
        let slow = Duration::from_millis(1);
        let gaps = gaps(60, |nodes| if nodes < 1000 { Duration::from_nanos(1500) } else { slow });
        assert!(gaps[50..].iter().all(|&gap| gap == slow), "{gaps:?}");
        assert!(gaps.iter().filter(|&&gap| gap > 64 * slow).count() <= 1, "{gaps:?}");
    }
}

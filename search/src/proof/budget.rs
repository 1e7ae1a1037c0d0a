//! The nodes and the time that a search may still use.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::Instant;
use crate::pace::Pace;

/// Nodes and time that are left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget<'s> {
    stop: &'s AtomicBool,
    left: u64,
    spent: u64,
    deadline: Option<Instant>,
    pace: Pace,
    stopped: bool,
    /// Whether something was left out: a part of it was spent, or a series too long.
    cut: bool,
}

impl<'s> Budget<'s> {
    /// A budget of `nodes` nodes, until `deadline` or until `stop` is set; `pace` decides how often these are checked.
    pub(crate) const fn new(nodes: u64, deadline: Option<Instant>, stop: &'s AtomicBool, pace: Pace) -> Self {
        Self { stop, left: nodes, spent: 0, deadline, pace, stopped: false, cut: false }
    }

    /// A budget of `nodes` nodes without a time limit.
    pub(crate) const fn of_nodes(nodes: u64, stop: &'s AtomicBool) -> Self {
        Self::new(nodes, None, stop, Pace::START)
    }

    /// Nodes taken so far.
    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    /// When the clock is to be looked at next.
    pub(crate) const fn pace(&self) -> Pace {
        self.pace
    }

    /// Takes one node; `false` if none is left.
    pub(crate) fn spend(&mut self) -> bool {
        if self.is_spent() {
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        if self.pace.count() {
            self.look_at_the_clock();
        }
        true
    }

    /// Takes `nodes` nodes that were visited elsewhere.
    pub(crate) fn take(&mut self, nodes: u64) {
        self.left = self.left.saturating_sub(nodes);
        self.spent += nodes;
        self.look_at_the_clock();
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.left == 0 || self.stopped
    }

    /// Whether the deadline passed or the stop flag was set.
    pub(crate) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether something was left out.
    pub(crate) const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Something was left out for another reason than the budget.
    pub(crate) const fn leave_out(&mut self) {
        self.cut = true;
    }

    /// A part of this budget, of at most `nodes` nodes. The caller charges the nodes spent.
    pub(crate) fn part(&self, nodes: u64) -> Self {
        Self { left: self.left.min(nodes), spent: 0, ..*self }
    }

    pub(crate) fn charge(&mut self, part: &Self) {
        self.left -= part.spent;
        self.spent += part.spent;
        self.pace = part.pace;
        self.stopped |= part.stopped;
        self.cut |= part.cut || part.left == 0;
        self.look_at_the_clock();
    }

    fn look_at_the_clock(&mut self) {
        let now = self.pace.look(self.deadline);
        self.stopped |= self.deadline.is_some_and(|deadline| now >= deadline) || self.stop.load(Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_node_after_the_deadline_is_the_last() {
        let never = AtomicBool::new(false);
        let mut budget = Budget::new(1000, Some(Instant::now()), &never, Pace::START);
        assert!(budget.spend() && !budget.spend());
        assert!(budget.is_stopped() && budget.spent() == 1);
    }

    #[test]
    fn a_part_takes_no_more_than_is_left() {
        let never = AtomicBool::new(false);
        let mut budget = Budget::of_nodes(10, &never);
        for expected in [7, 3, 0] {
            let mut part = budget.part(7);
            while part.spend() {}
            assert_eq!(part.spent(), expected);
            budget.charge(&part);
        }
        assert!(budget.is_spent() && !budget.is_stopped() && budget.is_cut());
    }
}

//! Victory by continuous fours: every move of the attacker threatens to win at once.

use std::collections::HashMap;

use engine::{Point, PointSet, Position};

use super::solver::Budget;
use super::strategy::{Step, StepId, Strategy};

/// A search for wins by fours, with a memory of where there is none.
#[derive(Default)]
pub(crate) struct Fours {
    /// For each position, the number of fours within which there is no win.
    barren: HashMap<u64, u32>,
}

/// No series is longer, in fours.
const LONGEST: u32 = 30;

/// Positions to be remembered before the memory is cleared.
const MEMORY: usize = 1 << 20;

impl Fours {
    /// The shortest win of the side to move by fours that `budget` allows to find, at most `most` fours long; its steps
    /// are added to `strategy`.
    pub(crate) fn win<P: Position>(
        &mut self,
        position: &P,
        most: u32,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
    ) -> Option<StepId> {
        for fours in 0..=most.min(LONGEST) {
            let start = strategy.len();
            let mut cut = false;
            if let Some(step) = self.attack(position, fours, strategy, budget, &mut cut) {
                return Some(step);
            }
            strategy.truncate(start);
            // Nothing was left out for want of depth, so more depth finds nothing.
            if !cut || budget.is_spent() {
                return None;
            }
        }
        budget.leave_out();
        None
    }

    /// A win within `fours` fours and the move that completes it; `cut` tells that a longer series may do better.
    fn attack<P: Position>(
        &mut self,
        position: &P,
        fours: u32,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
        cut: &mut bool,
    ) -> Option<StepId> {
        if budget.is_spent() || position.outcome().is_some() {
            return None;
        }
        let wins = position.winning();
        if !wins.is_empty() {
            return Some(strategy.add(Step::Win(wins.iter().collect())));
        }
        if fours == 0 {
            *cut = true;
            return None;
        }
        let key = position.key();
        if let Some(&within) = self.barren.get(&key).filter(|&&within| within >= fours) {
            *cut |= within != u32::MAX;
            return None;
        }
        let mut moves = position.forcing() & position.legal();
        if let Some(defences) = position.defences() {
            moves &= defences;
        }
        let mut here = false;
        let start = strategy.len();
        for at in moves.iter() {
            if let Some(step) = self.four(position, at, fours, strategy, budget, &mut here) {
                return Some(step);
            }
            strategy.truncate(start);
        }
        *cut |= here;
        if !budget.is_spent() {
            if self.barren.len() >= MEMORY {
                self.barren.clear();
            }
            // Without a cut no series of any length wins from here.
            self.barren.insert(key, if here { fours } else { u32::MAX });
        }
        None
    }

    /// A win that begins with the four `at`.
    fn four<P: Position>(
        &mut self,
        position: &P,
        at: Point,
        fours: u32,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
        cut: &mut bool,
    ) -> Option<StepId> {
        if !budget.spend() {
            return None;
        }
        let next = position.make(at);
        if next.outcome().is_some() || !next.winning().is_empty() {
            return None;
        }
        let answers = next.answers()?;
        let mut replies = Vec::with_capacity(answers.len());
        for reply in answers.iter() {
            replies.push((reply, self.attack(&next.make(reply), fours - 1, strategy, budget, cut)?));
        }
        let otherwise = strategy.add(Step::Win(next.make_null().winning().iter().collect()));
        Some(strategy.add(Step::Attack { at, replies, otherwise }))
    }
}

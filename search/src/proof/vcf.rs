//! Victory by continuous fours (VCF): every move of the attacker threatens to win at once.
//!
//! A node of this search is a position after a placement of the attacker that was tried.

use std::sync::atomic::AtomicBool;

use engine::{Point, PointSet, Tactics, ThreatState};

use super::budget::Budget;
use super::strategy::{Step, StepId, Strategy};
use super::vcf_table::VcfTable;

/// A search for wins by VCF, with a memory of where there are some and where there are none.
///
/// Its table holds for every position of the same game, so one solver can answer many questions.
#[doc(alias = "VCF")]
#[derive(Clone, Debug)]
pub struct VcfSolver {
    memory: VcfTable,
    nodes: u64,
    /// Whether any win will do, the sooner it is found the better.
    hasty: bool,
}

/// Whether the side to move wins by VCF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins at once, or by VCF.
    Win {
        /// The first move.
        first: Point,
        /// The most fours that it takes, the winning move not counted: 0 for a win at once.
        fours: u32,
    },
    /// It does not win by VCF.
    NoWin,
    /// The limits were reached first.
    Unknown,
}

/// No series is longer, in fours.
const LONGEST: u32 = 30;

/// The default memory of a search, in bytes.
const MEMORY: usize = 1 << 24;

impl Default for VcfSolver {
    fn default() -> Self {
        Self::with_memory(MEMORY)
    }
}

impl VcfSolver {
    /// A search that remembers at most `bytes` bytes; it takes them as it needs them.
    #[must_use]
    pub fn with_memory(bytes: usize) -> Self {
        Self { memory: VcfTable::new(bytes), nodes: 0, hasty: false }
    }

    /// A hasty solver: it tries promising fours first and accepts any VCF, not only the shortest, and a [certain
    /// win](Position::static_win) at its end.
    #[must_use]
    pub(crate) fn hasty(bytes: usize) -> Self {
        Self { hasty: true, ..Self::with_memory(bytes) }
    }

    /// Whether the side to move wins `position` by at most `most` fours, as far as `nodes` nodes tell. No shorter series
    /// wins than the one that is found, unless this is a hasty search.
    #[must_use]
    pub fn search<P: Tactics>(&mut self, position: &P, most: u32, nodes: u64) -> Verdict {
        let never = AtomicBool::new(false);
        let mut budget = Budget::of_nodes(nodes, &never);
        let verdict = self.look(position, most, &mut budget);
        self.nodes += budget.spent();
        verdict
    }

    /// The VCF that the opponent of the side to move threatens in `position`, if `budget` suffices to find it: its
    /// number of fours, and its zone, outside of which no move helps.
    pub(crate) fn threat<P: Tactics>(&mut self, position: &P, budget: &mut Budget<'_>) -> Option<(P::Set, u32)> {
        let passed = position.make_null();
        let Verdict::Win { fours, .. } = self.look(&passed, LONGEST, budget) else { return None };
        let mut strategy = Strategy::default();
        let step = self.explain(&passed, fours, &mut strategy, budget)?;
        Some((strategy.zone(step, position), fours))
    }

    /// Prefetches the entry of the position with this key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.memory.prefetch(key);
    }

    /// The memory of wins by VCF, and of positions without.
    pub(crate) const fn memory(&mut self) -> &mut VcfTable {
        &mut self.memory
    }

    /// The nodes of all calls of [`search`](Self::search) together.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The shortest win of the side to move by VCF that `budget` allows to find, at most `most` fours long; its steps
    /// are added to `strategy`.
    pub(crate) fn win<P: Tactics>(
        &mut self,
        position: &P,
        most: u32,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
    ) -> Option<StepId> {
        match self.look(position, most, budget) {
            Verdict::Win { fours, .. } => self.explain(position, fours, strategy, budget),
            Verdict::NoWin => None,
            Verdict::Unknown => {
                budget.leave_out();
                None
            }
        }
    }

    /// Whether the side to move wins by at most `most` fours, as far as `budget` tells: one four more at a time, or all at once.
    pub(crate) fn look<P: Tactics>(&mut self, position: &P, most: u32, budget: &mut Budget<'_>) -> Verdict {
        if position.outcome().is_some() {
            return Verdict::NoWin;
        }
        if let Some(first) = position.winning().first() {
            return Verdict::Win { first, fours: 0 };
        }
        let most = most.min(LONGEST);
        for most in if self.hasty { most } else { 1 }..=most {
            let mut cut = false;
            if let Some((first, fours)) = self.attack(position, most, budget, &mut cut) {
                return Verdict::Win { first, fours };
            }
            if budget.is_spent() {
                return Verdict::Unknown;
            }
            // Nothing was left out for want of depth, so more depth finds nothing.
            if !cut {
                return Verdict::NoWin;
            }
        }
        Verdict::Unknown
    }

    /// The first move of a win within `most` fours and the move that completes it, and how many it takes. The attacker, who
    /// is to move, does not win at once. `cut` tells that a longer series may do better.
    fn attack<P: Tactics>(
        &mut self,
        position: &P,
        most: u32,
        budget: &mut Budget<'_>,
        cut: &mut bool,
    ) -> Option<(Point, u32)> {
        let known = self.memory.get(position.key());
        if known.wins_within(most) {
            return Some((known.first(), known.fours()));
        }
        if known.is_barren_within(most) {
            *cut |= !known.is_barren();
            return None;
        }
        let mut here = false;
        let forcing = position.forcing();
        let mut parts = [P::Set::EMPTY, P::Set::EMPTY, forcing];
        if self.hasty {
            let threats = position.threats();
            if let Some((at, plies)) = position.static_win(&threats).filter(|_| threats[1].five.is_empty()) {
                if plies / 2 <= most {
                    self.memory.put(position.key(), known.with_win(at, plies / 2));
                    return Some((at, plies / 2));
                }
                here = true;
            }
            // Fours that threaten more than one thing, or may come to.
            let [ours, _] = &threats;
            let strong = forcing & (ours.three | ours.double_four);
            let more = forcing & ours.two & !strong;
            parts = [strong, more, forcing & !(strong | more)];
        }
        for at in parts.into_iter().flat_map(PointSet::iter) {
            if !budget.spend() {
                return None;
            }
            if let Some(fours) = self.wins_by(position, at, most, budget, &mut here) {
                self.memory.put(position.key(), known.with_win(at, fours));
                return Some((at, fours));
            }
        }
        *cut |= here;
        if !budget.is_spent() {
            // Without a cut no series of any length wins from here.
            let known = if here { known.barren_within(most) } else { known.barren() };
            self.memory.put(position.key(), known);
        }
        None
    }

    /// If the placement `at` is a four and wins against every answer: within how many fours, at most `most`.
    fn wins_by<P: Tactics>(
        &mut self,
        position: &P,
        at: Point,
        most: u32,
        budget: &mut Budget<'_>,
        cut: &mut bool,
    ) -> Option<u32> {
        let next = position.make(at);
        if next.outcome().is_some() {
            return None;
        }
        if most == 1 {
            // Where there is an answer, a longer series may have another four.
            let answered = next.has_answer();
            *cut |= answered == ThreatState::Threatened(true);
            return (answered == ThreatState::Threatened(false)).then_some(1);
        }
        let mut longest = 0;
        let wins = next.every_answer_fails(|reply| {
            let after = next.make(reply);
            let win = after.outcome().is_none().then(|| self.attack(&after, most - 1, budget, cut)).flatten();
            longest = win.map_or(longest, |(_, fours)| fours.max(longest));
            win.is_some()
        });
        wins.then_some(longest + 1)
    }

    /// Adds the steps of a known win within `fours` fours. Entries that the table has lost are searched again.
    fn explain<P: Tactics>(
        &mut self,
        position: &P,
        fours: u32,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
    ) -> Option<StepId> {
        let wins = position.winning();
        if !wins.is_empty() {
            return Some(strategy.add(Step::Win(wins.iter().collect())));
        }
        let (at, _) = self.attack(position, fours, budget, &mut false)?;
        let next = position.make(at);
        let ThreatState::Threatened(answers) = next.threat_state() else { return None };
        let mut replies = Vec::with_capacity(answers.len());
        for reply in answers.iter() {
            replies.push((reply, self.explain(&next.make(reply), fours - 1, strategy, budget)?));
        }
        let otherwise = strategy.add(Step::Win(next.make_null().winning().iter().collect()));
        Some(strategy.add(Step::Attack { at, replies, otherwise }))
    }
}

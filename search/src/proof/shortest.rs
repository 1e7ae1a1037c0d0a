//! The shortest win by threats: more and more moves are allowed until there is one.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use engine::{Point, PointSet, Tactics, ThreatState};

use super::budget::Budget;
use super::strategy::{Step, StepId, Strategy};

/// The entry of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// There is no win within this number of moves.
    barren: u32,
    /// A win: its number of moves and its step.
    win: Option<(u32, StepId)>,
}

/// The search for one attacker.
pub(crate) struct Shortest<'s, 'b> {
    /// Entries by a hash of the whole position with random keys: a constructed problem cannot give two positions one
    /// key, which would hide a shorter win.
    known: HashMap<u64, Known>,
    hasher: RandomState,
    strategy: &'s mut Strategy,
    budget: &'s mut Budget<'b>,
    /// Whether replies outside of the zone of a threat are skipped.
    zone: bool,
}

impl<'s, 'b> Shortest<'s, 'b> {
    pub(crate) fn new(strategy: &'s mut Strategy, budget: &'s mut Budget<'b>, zone: bool) -> Self {
        Self { known: HashMap::new(), hasher: RandomState::new(), strategy, budget, zone }
    }

    /// The win of the side to move in the least number of own moves, below `most`.
    pub(crate) fn win<P: Tactics>(&mut self, position: &P, most: u32) -> Option<StepId> {
        (1..most).find_map(|moves| self.within(position, moves))
    }

    /// A win of the side to move with at most `moves` moves of his.
    fn within<P: Tactics>(&mut self, position: &P, moves: u32) -> Option<StepId> {
        if !self.budget.spend() || position.outcome().is_some() {
            return None;
        }
        let wins = position.winning();
        if !wins.is_empty() {
            return Some(self.strategy.add(Step::Win(wins.iter().collect())));
        }
        let hash = self.hasher.hash_one(position);
        let known = self.known.get(&hash).copied().unwrap_or_default();
        if let Some((_, step)) = known.win.filter(|&(within, _)| within <= moves) {
            return Some(step);
        }
        if moves <= 1.max(known.barren) {
            return None;
        }
        let step = self.attack(position, moves);
        if step.is_some() || !self.budget.is_spent() {
            let known = self.known.entry(hash).or_default();
            match step {
                Some(step) => known.win = Some((moves, step)),
                None => known.barren = known.barren.max(moves),
            }
        }
        step
    }

    /// Tries all threats: fours alone if no more than two moves are left.
    fn attack<P: Tactics>(&mut self, position: &P, moves: u32) -> Option<StepId> {
        let forcing = position.forcing();
        let mut tried = forcing;
        if moves > 2 {
            let [threats, _] = position.threats();
            tried |= (threats.four | threats.three | threats.two | threats.capture) & position.legal();
            if let Some(defences) = position.defences() {
                tried &= defences;
            }
        }
        let fours = tried & forcing;
        fours.iter().chain((tried & !fours).iter()).find_map(|at| self.threat(position, at, moves))
    }

    /// A win that begins with the threat `at`.
    fn threat<P: Tactics>(&mut self, position: &P, at: Point, moves: u32) -> Option<StepId> {
        let next = position.make(at);
        if next.outcome().is_some() {
            return None;
        }
        let (otherwise, relevant) = match next.threat_state() {
            ThreatState::Wins => return None,
            ThreatState::Threatened(answers) => {
                let wins = next.make_null().winning().iter().collect();
                (self.strategy.add(Step::Win(wins)), answers)
            }
            ThreatState::Quiet if moves <= 2 => return None,
            ThreatState::Quiet => {
                let threat = self.within(&next.make_null(), moves - 1)?;
                (threat, self.strategy.relevant(threat, &next, self.zone))
            }
        };
        let mut replies = Vec::with_capacity(relevant.len());
        for reply in relevant.iter() {
            replies.push((reply, self.within(&next.make(reply), moves - 1)?));
        }
        Some(self.strategy.add(Step::Attack { at, replies, otherwise }))
    }
}

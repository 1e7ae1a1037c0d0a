//! Wins of positions by the attacker's stones, for positions in which only stones of the defender lie elsewhere.

use std::collections::HashMap;

use engine::{PointSet, Position};

use crate::proof::StepId;

/// The most wins for the same stones of the attacker: the newest ones.
const STORED: usize = 4096;

/// The most wins to try in a position.
const TRIED: usize = 4;

/// A win with the attacker to move.
struct Win<S> {
    step: StepId,
    defender: S,
    /// Where more stones of the defender may refute it. It only selects wins, which are tested before use.
    zone: S,
}

/// Wins by the attacker's stones.
pub(super) struct Wins<S> {
    by_attacker: HashMap<S, Vec<Win<S>>>,
}

impl<S> Default for Wins<S> {
    fn default() -> Self {
        Self { by_attacker: HashMap::new() }
    }
}

impl<S: PointSet> Wins<S> {
    /// Stores the win of the side to move in `position`.
    pub(super) fn add<P: Position<Set = S>>(&mut self, position: &P, step: StepId, zone: S) {
        let us = position.to_move();
        let wins = self.by_attacker.entry(position.stones(us)).or_default();
        if wins.len() >= STORED {
            wins.remove(0);
        }
        wins.push(Win { step, defender: position.stones(!us), zone });
    }

    /// The wins that may hold in `position`, those of the most similar positions first: no further stone of the defender is in
    /// their zone.
    pub(super) fn fitting<P: Position<Set = S>>(&self, position: &P) -> Vec<StepId> {
        let us = position.to_move();
        let theirs = position.stones(!us);
        let wins = self.by_attacker.get(&position.stones(us)).into_iter().flatten();
        let more = |win: &Win<S>| theirs & !win.defender;
        let mut fitting: Vec<(usize, StepId)> =
            wins.filter(|win| (more(win) & win.zone).is_empty()).map(|win| (more(win).len(), win.step)).collect();
        fitting.sort_unstable();
        fitting.truncate(TRIED);
        fitting.into_iter().map(|(_, step)| step).collect()
    }
}

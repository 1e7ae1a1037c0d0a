//! Relevance zones of whole strategies, where lines alone decide (after Wu and Lin 2010).
//!
//! The claim W(s, A, D, k), with a zone Z: the attacker with the stones A is to move and wins by the step s against
//! the stones D, and against D and any X of at most k more stones outside of Z. It is shown by induction:
//!
//! * `win` at p holds if p completes a line of A. Z is p: stones elsewhere do not matter.
//! * `play` p holds if p is empty and, whatever the defender replies,
//!   1. no reply completes a line. A line without a stone of A that lacks n stones needs n-1 of X and the reply: for n = 1
//!      the step fails, for n ≤ k+1 two of its points are in Z, so that X and the reply never fill it;
//!   2. W(`*`, A+p, D, k+1) holds with a zone Z': replies outside of Z' are one more stone of X;
//!   3. after a listed reply r, W(its step, A+p, D+r, k) holds;
//!   4. after every other reply r inside of Z', W(`*`, A+p, D+r, k) holds.
//!
//!   Z is p and all zones of 1 to 4. The next point of the attacker is in Z', so the board is not full before.
//!
//! W(s, A, D, 0) is the claim that the checker plays out; here it takes a reply or two a turn instead of all.
//!
//! A claim also holds if stones of D are missing, provided that no step lists their points, because a reply there is followed by
//! `*`, as in 2, and that none of them makes a line too long. So both kinds of stones are in Z. Then W(s, A, D, k) proves
//! W(s, A, E, j) with the same Z if D and E are equal in Z, and E has at most k-j stones that D lacks.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use engine::{Point, PointSet, Position};

use super::strategy::{Step, StepId};
use super::windows::Windows;

/// Whether to stop, asked now and then with the number of claims since.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Claims between two questions whether to stop.
const PACE: u64 = 256;

/// The most claims that hold for one step and the same stones of the attacker.
const ALIKE: usize = 64;

/// The most results that are kept.
const MOST: usize = 1 << 17;

/// A step and the stones of the attacker.
type Place<S> = (StepId, S);

/// A claim that holds.
struct Claim<S> {
    defender: S,
    extra: u16,
    zone: S,
}

impl<S: PointSet> Claim<S> {
    /// Whether it proves the claim about the same step and stones of the attacker in `state`.
    fn proves(&self, state: State<S>) -> bool {
        let more = state.defender & !self.defender;
        ((state.defender ^ self.defender) & self.zone).is_empty()
            && more.len() + state.extra as usize <= self.extra as usize
    }
}

/// Why there is no zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// A step does not hold.
    Wrong(StepId),
    /// The limit of claims was reached, or the caller stopped.
    Stopped,
}

/// The claims about steps on one board.
pub(crate) struct Relevance<S> {
    windows: Windows<S>,
    proved: HashMap<Place<S>, Vec<Claim<S>>>,
    /// Claims that do not hold: also the stones of the defender and the number of extra stones.
    refuted: HashSet<(Place<S>, S, u16)>,
    /// The number of stored claims.
    stored: usize,
    /// All points that are empty at the beginning.
    points: S,
    /// The claims looked at, and the most of them.
    pub(crate) claims: u64,
    pub(crate) most: u64,
}

/// The stones of both sides, the attacker to move, and the number of extra stones.
#[derive(Clone, Copy)]
struct State<S> {
    attacker: S,
    defender: S,
    extra: u16,
}

impl<S: PointSet> Relevance<S> {
    /// The claims about continuations of `position`, if lines alone decide its game.
    pub(crate) fn new<P: Position<Set = S>>(position: &P) -> Option<Self> {
        let windows = Windows::of(position.game())?;
        let points = S::of_all(position.game().grid().points());
        let points = points & !walls(position);
        let (proved, refuted) = (HashMap::new(), HashSet::new());
        Some(Self { windows, proved, refuted, stored: 0, points, claims: 0, most: u64::MAX })
    }

    /// Removes all stored results.
    pub(crate) fn forget(&mut self) {
        self.proved.clear();
        self.refuted.clear();
        self.stored = 0;
    }

    /// The zone of the claim that the attacker, to move, wins by the step `id`, with `extra` stones of the defender anywhere outside.
    ///
    /// # Errors
    /// The step does not hold, or `stop` returns true.
    pub(crate) fn zone<P: Position<Set = S>>(
        &mut self,
        steps: &[Step],
        id: StepId,
        position: &P,
        extra: u16,
        stop: Stop<'_>,
    ) -> Result<S, Failure> {
        let us = position.to_move();
        let state = State { attacker: position.stones(us), defender: position.stones(!us), extra };
        self.step(steps, id, state, stop)
    }

    /// The replies of the side to move in `position` after which the step `id`, which wins after a pass, does not win.
    ///
    /// Returns `None` if the step does not win after a pass, or `stop` returns true.
    pub(crate) fn replies<P: Position<Set = S>>(
        &mut self,
        steps: &[Step],
        id: StepId,
        position: &P,
        stop: Stop<'_>,
    ) -> Option<S> {
        let (us, them) = (position.to_move(), !position.to_move());
        let (attacker, defender) = (position.stones(them), position.stones(us));
        let state = |defender, extra| State { attacker, defender, extra };
        let mut relevant = self.step(steps, id, state(defender, 1), stop).ok()? & position.legal();
        for reply in relevant.iter() {
            match self.step(steps, id, state(defender | S::of(reply), 0), stop) {
                Ok(_) => relevant.remove(reply),
                Err(Failure::Wrong(_)) => {}
                Err(Failure::Stopped) => return None,
            }
        }
        Some(relevant)
    }

    fn step(&mut self, steps: &[Step], id: StepId, state: State<S>, stop: Stop<'_>) -> Result<S, Failure> {
        self.claims += 1;
        if self.claims > self.most || self.claims.is_multiple_of(PACE) && stop(PACE) {
            return Err(Failure::Stopped);
        }
        match &steps[id as usize] {
            Step::Win(points) => self.win(points, state).ok_or(Failure::Wrong(id)),
            Step::Attack { at, replies, otherwise } => {
                let place = (id, state.attacker);
                if let Some(zone) = self.stored_zone(place, state) {
                    return zone;
                }
                let zone = self.attack(steps, (id, *at, replies, *otherwise), state, stop);
                self.store(place, state, zone);
                zone
            }
        }
    }

    /// The zone of a claim if a stored claim proves or refutes it.
    fn stored_zone(&self, place: Place<S>, state: State<S>) -> Option<Result<S, Failure>> {
        let proof = self.proved.get(&place).and_then(|claims| claims.iter().find(|claim| claim.proves(state)));
        if let Some(claim) = proof {
            return Some(Ok(claim.zone));
        }
        let is_refuted = self.refuted.contains(&(place, state.defender, state.extra));
        is_refuted.then_some(Err(Failure::Wrong(place.0)))
    }

    fn store(&mut self, place: Place<S>, State { defender, extra, .. }: State<S>, zone: Result<S, Failure>) {
        if self.stored >= MOST {
            self.forget();
        }
        match zone {
            Ok(zone) => {
                let claims = self.proved.entry(place).or_default();
                if claims.len() >= ALIKE {
                    claims.remove(0);
                    self.stored -= 1;
                }
                claims.push(Claim { defender, extra, zone });
            }
            Err(Failure::Wrong(_)) => drop(self.refuted.insert((place, defender, extra))),
            Err(Failure::Stopped) => return,
        }
        self.stored += 1;
    }

    /// A point at which the attacker wins: one of `points` or, if none of them does, any.
    fn win(&self, points: &[Point], state: State<S>) -> Option<S> {
        let empty = self.points & !(state.attacker | state.defender);
        let wins = |&point: &Point| empty.contains(point) && self.windows.wins(state.attacker | S::of(point), point);
        points.iter().copied().find(wins).or_else(|| empty.iter().find(wins)).map(S::of)
    }

    fn attack(
        &mut self,
        steps: &[Step],
        (id, at, replies, otherwise): (StepId, Point, &[(Point, StepId)], StepId),
        state: State<S>,
        stop: Stop<'_>,
    ) -> Result<S, Failure> {
        let empty = self.points & !(state.attacker | state.defender);
        if !empty.contains(at) {
            return Err(Failure::Wrong(id));
        }
        let next = State { attacker: state.attacker | S::of(at), ..state };
        let mut zone = S::of(at);
        if self.windows.wins(next.attacker, at) {
            return Ok(zone);
        }
        // Cheap refutations come first.
        if self.windows.open(state.defender, next.attacker).any(|window| (window.points & !state.defender).len() == 1) {
            return Err(Failure::Wrong(id));
        }
        let mut others = self.step(steps, otherwise, State { extra: state.extra.saturating_add(1), ..next }, stop)?;
        zone |= others;
        let after = |reply: Point| State { defender: state.defender | S::of(reply), ..next };
        for &(reply, step) in replies {
            others.remove(reply);
            if empty.contains(reply) && reply != at {
                zone |= self.step(steps, step, after(reply), stop)?;
            } else if state.defender.contains(reply) {
                zone.insert(reply);
            }
        }
        others &= empty & !S::of(at);
        for reply in others.iter() {
            zone |= self.step(steps, otherwise, after(reply), stop)?;
        }
        Ok(self.shut(zone, next))
    }

    /// The zone and, of every line that the defender may complete by extra stones and a reply, two points or a stone next to it
    /// that makes it too long.
    fn shut(&self, mut zone: S, state: State<S>) -> S {
        let few = self.windows.length.saturating_sub(state.extra as usize + 1);
        for window in self.windows.without(state.attacker) {
            if (window.points & state.defender).len() < few {
                continue;
            }
            if let Some(stone) = self.windows.beside(window, state.defender).first() {
                zone.insert(stone);
                continue;
            }
            let empty = window.points & !state.defender;
            let missing = 2usize.saturating_sub((empty & zone).len());
            (empty & !zone).iter().take(missing).for_each(|point| zone.insert(point));
        }
        zone
    }
}

/// The points that are neither empty nor stones.
fn walls<P: Position>(position: &P) -> P::Set {
    let used = engine::Color::ALL.into_iter().fold(position.empty(), |used, color| used | position.stones(color));
    !used
}

//! Lines of a certificate: the defender's reply that holds out longest.

use engine::{AnyRecord, Color, Move, Point, record};
use search::proof::{Certificate, Step, StepId, Strategy};

/// A certificate being played out.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) record: Box<dyn AnyRecord>,
    strategy: Strategy,
    /// The most plies of each step.
    plies: Vec<u32>,
    /// The step of the attacker, who is to move.
    step: StepId,
}

impl Clone for Line {
    fn clone(&self) -> Self {
        Self { record: self.record.copy(), strategy: self.strategy.clone(), plies: self.plies.clone(), step: self.step }
    }
}

impl Line {
    /// The line of a certificate before its first move; `None` if its position is impossible.
    pub(crate) fn new(certificate: &Certificate) -> Option<Self> {
        let record = record(certificate.game, Some(&certificate.setup)).ok()?;
        let strategy = certificate.strategy.clone();
        let plies = plies(&strategy);
        let step = (strategy.steps().len() as StepId).checked_sub(1)?;
        Some(Self { record, strategy, plies, step })
    }

    /// The attacker's move; `None` if the game is over or the certificate is wrong here.
    pub(crate) fn attack(&self) -> Option<Point> {
        if self.record.outcome().is_some() {
            return None;
        }
        match self.strategy.step(self.step)? {
            Step::Attack { at, .. } => Some(*at),
            Step::Win(points) => {
                let others = self.record.legal();
                points.iter().copied().chain(others).find(|&point| wins(self.record.as_ref(), point))
            }
        }
    }

    /// The most plies until the win, the attacker's next move included.
    pub(crate) fn plies(&self) -> u32 {
        self.plies[self.step as usize]
    }

    /// Whether the attacker's move threatens to win at once.
    pub(crate) fn is_four(&self) -> bool {
        match self.strategy.step(self.step) {
            Some(Step::Attack { otherwise, .. }) => {
                matches!(self.strategy.step(*otherwise), Some(Step::Win(_)))
            }
            _ => true,
        }
    }

    /// Plays the attacker's move, and returns the captured stones; `None` if it is illegal.
    pub(crate) fn play(&mut self, at: Point) -> Option<Vec<Point>> {
        self.record.play(Move::Place(at)).ok()
    }

    /// The reply that holds out longest after the attacker's move; `None` if the game is over.
    pub(crate) fn defence(&self) -> Option<Move> {
        if self.record.outcome().is_some() {
            return None;
        }
        let Some(Step::Attack { replies, otherwise, .. }) = self.strategy.step(self.step) else { return None };
        let legal = |point: &Point| self.record.check(*point).is_ok();
        let named = replies.iter().filter(|(point, _)| legal(point));
        let best = named.max_by_key(|&&(point, next)| (self.plies[next as usize], std::cmp::Reverse(point)));
        if let Some(&(point, next)) = best
            && self.plies[next as usize] >= self.plies[*otherwise as usize]
        {
            return Some(Move::Place(point));
        }
        let unnamed = |point: &Point| legal(point) && replies.iter().all(|(named, _)| named != point);
        let threatened = match self.strategy.step(*otherwise) {
            Some(Step::Win(points)) => points.iter().copied().find(unnamed),
            Some(Step::Attack { at, .. }) => Some(*at).filter(unnamed),
            None => None,
        };
        let any = threatened.or_else(|| self.record.legal().into_iter().find(unnamed));
        any.or(best.map(|&(point, _)| point)).map(Move::Place).or(Some(Move::Pass))
    }

    /// Plays a reply of the defender.
    pub(crate) fn reply(&mut self, mv: Move) -> Option<Vec<Point>> {
        let Some(Step::Attack { replies, otherwise, .. }) = self.strategy.step(self.step) else { return None };
        let named = replies.iter().find(|(point, _)| mv == Move::Place(*point));
        let next = named.map_or(*otherwise, |&(_, next)| next);
        let captured = self.record.play(mv).ok()?;
        self.step = next;
        Some(captured)
    }
}

/// Whether the side to move wins at once by a stone on `point`.
pub(crate) fn wins(record: &dyn AnyRecord, point: Point) -> bool {
    let us: Color = record.to_move();
    if record.check(point).is_err() {
        return false;
    }
    let mut next = record.copy();
    next.play(Move::Place(point)).is_ok() && next.outcome().is_some_and(|outcome| outcome.winner == Some(us))
}

/// The most plies of each step.
fn plies(strategy: &Strategy) -> Vec<u32> {
    let mut plies: Vec<u32> = Vec::with_capacity(strategy.steps().len());
    for step in strategy.steps() {
        plies.push(match step {
            Step::Win(_) => 1,
            Step::Attack { replies, otherwise, .. } => {
                let all = replies.iter().map(|&(_, next)| next).chain([*otherwise]);
                2 + all.filter_map(|next| plies.get(next as usize).copied()).max().unwrap_or(0)
            }
        });
    }
    plies
}

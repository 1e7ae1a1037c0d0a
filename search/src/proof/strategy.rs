//! Strategies: the moves of the attacker against all replies.

use engine::{Point, PointSet, Tactics, ThreatState};

/// The number of a step of a [`Strategy`].
pub type StepId = u32;

/// A step of a strategy: the turn of the attacker.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A placement wins at once: at one of these points or, should none of them do, somewhere else.
    Win(Vec<Point>),
    /// A placement, and the step that follows each reply.
    Attack {
        /// Where the attacker plays.
        at: Point,
        /// The replies with a separate step, ascending, and those steps.
        replies: Vec<(Point, StepId)>,
        /// The step that follows every other reply, and a pass where there is none.
        otherwise: StepId,
    },
}

impl Step {
    /// The same step with other numbers of the steps that it refers to.
    fn renumbered(&self, new: impl Fn(StepId) -> StepId) -> Self {
        match self {
            Self::Win(points) => Self::Win(points.clone()),
            Self::Attack { at, replies, otherwise } => Self::Attack {
                at: *at,
                replies: replies.iter().map(|&(reply, next)| (reply, new(next))).collect(),
                otherwise: new(*otherwise),
            },
        }
    }
}

/// A winning strategy: steps that refer only to earlier ones, so that every line comes to an end. The last is the first
/// to be played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Strategy {
    steps: Vec<Step>,
}

impl Strategy {
    /// The step with this number.
    #[must_use]
    pub fn step(&self, id: StepId) -> Option<&Step> {
        self.steps.get(id as usize)
    }

    /// All steps, in the order of their numbers.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds a step and returns its number.
    pub fn add(&mut self, step: Step) -> StepId {
        let id = self.steps.len() as StepId;
        debug_assert!(match &step {
            Step::Win(_) => true,
            Step::Attack { replies, otherwise, .. } => *otherwise < id && replies.iter().all(|&(_, next)| next < id),
        });
        self.steps.push(step);
        id
    }

    /// The strategy of these steps, unchecked.
    #[cfg(test)]
    pub(crate) const fn unchecked(steps: Vec<Step>) -> Self {
        Self { steps }
    }

    /// Forgets the steps from `length` on: an attempt that failed.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.steps.truncate(length);
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Adds the steps of `part` by `add`, which returns the number of an equal step if there is one. Returns the number of
    /// its last step.
    pub(crate) fn import(part: &Self, mut add: impl FnMut(Step) -> StepId) -> StepId {
        let mut numbers: Vec<StepId> = Vec::with_capacity(part.len());
        for step in &part.steps {
            let number = add(step.renumbered(|id| numbers[id as usize]));
            numbers.push(number);
        }
        numbers.last().copied().unwrap_or_default()
    }

    /// The part of this strategy that begins with the step `root`, each step right after those that it alone refers to: the
    /// order in which it takes the fewest bytes.
    ///
    /// # Panics
    /// There is no step `root`.
    #[must_use]
    pub fn part(&self, root: StepId) -> Self {
        let mut numbers: Vec<Option<StepId>> = vec![None; root as usize + 1];
        let (mut part, mut open) = (Self::default(), vec![(root, false)]);
        while let Some((id, ready)) = open.pop() {
            if numbers[id as usize].is_some() {
                continue;
            }
            let step = &self.steps[id as usize];
            if ready {
                let step = step.renumbered(|next| numbers[next as usize].unwrap_or_default());
                numbers[id as usize] = Some(part.add(step));
                continue;
            }
            open.push((id, true));
            if let Step::Attack { replies, otherwise, .. } = step {
                open.extend(replies.iter().rev().map(|&(_, next)| (next, false)));
                open.push((*otherwise, false));
            }
        }
        part
    }

    /// The part of this strategy that begins with `root`, numbered anew.
    pub(crate) fn below(&self, root: StepId) -> Self {
        let mut needed = vec![false; root as usize + 1];
        needed[root as usize] = true;
        for id in (0..=root as usize).rev() {
            if let (true, Step::Attack { replies, otherwise, .. }) = (needed[id], &self.steps[id]) {
                needed[*otherwise as usize] = true;
                replies.iter().for_each(|&(_, next)| needed[next as usize] = true);
            }
        }
        let mut numbers = vec![0; needed.len()];
        let mut part = Self::default();
        for (id, step) in self.steps[..=root as usize].iter().enumerate().filter(|&(id, _)| needed[id]) {
            numbers[id] = part.add(step.renumbered(|id| numbers[id as usize]));
        }
        part
    }

    /// The replies of the side to move in `position` after which the step `id`, which wins if he does nothing, does not
    /// win any more. With `zone`, only replies in the zone of that step are tried out.
    pub(crate) fn relevant<P: Tactics>(&self, id: StepId, position: &P, zone: bool) -> P::Set {
        let mut relevant = position.legal();
        if zone {
            relevant &= self.zone(id, position);
        }
        for reply in relevant.iter() {
            if self.holds(id, &position.make(reply)) {
                relevant.remove(reply);
            }
        }
        relevant
    }

    /// Whether the attacker, who is to move in `position`, wins by the step `id` and those that follow it.
    ///
    /// This is the quick answer that the search needs; it trusts the exact wins and answers of the engine.
    pub(crate) fn holds<P: Tactics>(&self, id: StepId, position: &P) -> bool {
        let attacker = position.to_move();
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(attacker);
        }
        let Step::Attack { at, replies, otherwise } = &self.steps[id as usize] else {
            return !position.winning().is_empty();
        };
        if position.check(*at).is_err() {
            return false;
        }
        let next = position.make(*at);
        if let Some(outcome) = next.outcome() {
            return outcome.winner == Some(attacker);
        }
        // A reply that does not answer a four loses at once.
        let relevant = match next.threat_state() {
            ThreatState::Wins => return false,
            ThreatState::Threatened(answers) if matches!(self.steps[*otherwise as usize], Step::Win(_)) => {
                let listed = replies.iter().map(|&(reply, _)| reply).filter(|&reply| next.check(reply).is_ok());
                listed.fold(answers, |all, reply| all | P::Set::of(reply))
            }
            ThreatState::Threatened(_) | ThreatState::Quiet => {
                let legal = next.legal();
                if legal.is_empty() {
                    return self.holds(*otherwise, &next.make_pass());
                }
                legal
            }
        };
        let after = |reply: Point| match replies.binary_search_by_key(&reply, |&(point, _)| point) {
            Ok(index) => replies[index].1,
            Err(_) => *otherwise,
        };
        relevant.iter().all(|reply| self.holds(after(reply), &next.make(reply)))
    }
}

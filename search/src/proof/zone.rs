//! The relevance zone of a threat (after Wu and Lin 2010, for stones that can be captured): outside of it no reply matters.

use engine::{Point, PointSet, Tactics, Turn};

use super::strategy::{Step, StepId, Strategy};

impl Strategy {
    /// The zone of the step `id`, by which the opponent of the side to move in `position` wins if that does nothing: he
    /// wins by the same steps after every reply outside of it.
    ///
    /// This is proved of the series as it is played out: the zone holds, for every turn, the points at which one more
    /// stone might matter then. It relies on the exact wins and replies of the engine.
    pub fn zone<P: Tactics>(&self, id: StepId, position: &P) -> P::Set {
        let mut zone = Zone { strategy: self, points: position.zone(Turn::First), all: position.empty() };
        zone.attack(id, &position.make_null());
        zone.points & zone.all
    }
}

struct Zone<'s, S> {
    strategy: &'s Strategy,
    points: S,
    /// The largest possible zone: the points that are empty at the beginning.
    all: S,
}

impl<S: PointSet> Zone<'_, S> {
    /// The attacker's turn, who wins by the step `id`.
    fn attack<P: Tactics<Set = S>>(&mut self, id: StepId, position: &P) {
        if (self.all & !self.points).is_empty() {
            return;
        }
        let steps = self.strategy.steps();
        match &steps[id as usize] {
            Step::Win(points) => self.win(position, points),
            Step::Attack { at, replies, otherwise } => {
                let next = position.make(*at);
                self.points |= S::of(*at) | position.zone(Turn::Attack(*at));
                match next.outcome() {
                    Some(_) => self.points |= position.zone(Turn::Win(*at)),
                    None => self.defend(&next, replies, *otherwise),
                }
            }
        }
    }

    /// The attacker wins at one of `points` or, if he does not, somewhere else.
    fn win<P: Tactics<Set = S>>(&mut self, position: &P, points: &[Point]) {
        let given = points.iter().copied().find(|&point| position.wins_at(point));
        match given.or_else(|| position.winning().first()) {
            Some(point) => self.points |= position.zone(Turn::Win(point)),
            None => self.points = self.all,
        }
    }

    /// The defender's turn: each reply is followed by its step, or by `otherwise`.
    fn defend<P: Tactics<Set = S>>(&mut self, position: &P, replies: &[(Point, StepId)], otherwise: StepId) {
        self.points |= position.zone(Turn::Reply);
        let mut others = self.others(position, otherwise);
        for &(reply, next) in replies {
            others.remove(reply);
            self.points.insert(reply);
            self.reply(position, reply, next);
        }
        for reply in others.iter() {
            self.reply(position, reply, otherwise);
        }
    }

    /// The replies to look at one by one; all others lose at once in the same way.
    fn others<P: Tactics<Set = S>>(&mut self, position: &P, otherwise: StepId) -> S {
        if matches!(self.strategy.step(otherwise), Some(Step::Attack { .. })) {
            return position.empty();
        }
        if position.pending_five() {
            return position.defences().unwrap_or(position.empty());
        }
        let passed = position.make_null();
        let Some(witness) = passed.winning().first() else { return position.empty() };
        self.points |= passed.zone(Turn::Win(witness));
        position.replies_to(witness)
    }

    /// A reply, legal or not, and the step that follows it.
    fn reply<P: Tactics<Set = S>>(&mut self, position: &P, reply: Point, step: StepId) {
        let legal = position.check(reply).is_ok();
        let refused = if legal { S::EMPTY } else { position.zone(Turn::Refused(reply)) };
        if !legal && refused.is_empty() {
            return;
        }
        let next = position.make(reply);
        match next.outcome() {
            Some(outcome) if outcome.winner == Some(!position.to_move()) => {}
            None if legal || self.strategy.holds(step, &next) => self.attack(step, &next),
            // The strategy does not even win as it stands.
            _ if legal => self.points = self.all,
            _ => self.points |= refused,
        }
    }
}

//! Threats by shape on every board: the trait that evaluation and search are written against.

use crate::{Point, PointSet, Position, Threats};

/// A position with the threats of its stones.
///
/// The rules do not use it: claims about a position are checked through [`Position`] alone.
pub trait Tactics: Position {
    /// This position with the other side to move (a null move). No rule allows it; it shows the threats.
    #[must_use]
    fn make_null(&self) -> Self;

    /// The points at which the side to move wins at once: exactly those.
    fn winning(&self) -> Self::Set;

    /// If the opponent would win at once should the side to move do nothing: a set of points that holds
    /// every legal reply which does not lose at once (and perhaps some that do, or are not legal).
    fn defences(&self) -> Option<Self::Set>;

    /// Who would win by the next stone, and the replies to it; the game must not be over.
    fn threat_state(&self) -> ThreatState<Self::Set> {
        if !self.winning().is_empty() {
            return ThreatState::Wins;
        }
        let Some(defences) = self.defences() else { return ThreatState::Quiet };
        let mut answers = defences & self.legal();
        let mut witness = None;
        for reply in answers.iter() {
            let next = self.make(reply);
            let lost = match next.outcome() {
                Some(outcome) => outcome.winner == Some(!self.to_move()),
                // The refutation of the previous reply often refutes this one.
                None if witness.is_some_and(|point| next.wins_at(point)) => true,
                None => {
                    witness = next.winning().first().or(witness);
                    witness.is_some_and(|point| next.wins_at(point))
                }
            };
            if lost {
                answers.remove(reply);
            }
        }
        ThreatState::Threatened(answers)
    }

    /// As [`threat_state`](Self::threat_state), but only whether there is an answer.
    fn has_answer(&self) -> ThreatState<bool> {
        match self.threat_state() {
            ThreatState::Wins => ThreatState::Wins,
            ThreatState::Threatened(answers) => ThreatState::Threatened(!answers.is_empty()),
            ThreatState::Quiet => ThreatState::Quiet,
        }
    }

    /// Whether the opponent would win at once should the side to move do nothing, that side does not win itself, and
    /// `fails` holds for each of its answers. Nothing more is asked about once one does not fail.
    fn every_answer_fails(&self, fails: impl FnMut(Point) -> bool) -> bool {
        matches!(self.threat_state(), ThreatState::Threatened(answers) if answers.iter().all(fails))
    }

    /// Whether the side to move wins at once by a stone on `point`.
    fn wins_at(&self, point: Point) -> bool {
        let won = |next: Self| next.outcome().is_some_and(|outcome| outcome.winner == Some(self.to_move()));
        self.check(point).is_ok() && won(self.make(point))
    }

    /// The legal points at which a stone of the side to move may threaten to win by the next one; where the opponent
    /// would win at once, only those that may prevent it.
    fn forcing(&self) -> Self::Set;

    /// The empty points at which one more stone of the defender may matter at this turn of a threat sequence: all of
    /// those, and perhaps some more. The stone is thought to lie there since the beginning of the series.
    fn zone(&self, turn: Turn) -> Self::Set;

    /// The replies of the side to move that may prevent or forestall the win of its opponent at `witness`; with every
    /// other reply he wins there, also when one more stone lies outside of the [`zone`](Self::zone) of that win.
    fn replies_to(&self, witness: Point) -> Self::Set;

    /// The threats of the side to move, then those of the other side.
    fn threats(&self) -> [Threats<Self::Set>; 2];

    /// The points at which a stone may end that the position is [quiet](ThreatState::Quiet): after a stone of the side to move on any
    /// other point it still is. `threats` are those of this position, which is quiet.
    fn may_threaten(&self, threats: &[Threats<Self::Set>; 2]) -> Self::Set {
        let _ = threats;
        !Self::Set::EMPTY
    }

    /// A point at which the side to move wins against every reply, and within how many plies, as far as shapes alone tell:
    /// where nothing is captured, some do. `threats` are those of this position; the opponent must not threaten to win at
    /// once.
    fn static_win(&self, threats: &[Threats<Self::Set>; 2]) -> Option<(Point, u32)> {
        let _ = threats;
        None
    }

    /// The points where the opponent, who has these threats, could make a straight or double four next. Points where that
    /// loses by a foul are excluded; other bans are not checked.
    fn open_fours(&self, theirs: &Threats<Self::Set>) -> Self::Set {
        theirs.straight_four | theirs.double_four
    }

    /// The empty points that may help against the straight or double four that the opponent threatens, as far as shapes alone
    /// tell; `None` if he threatens none, or if more than shapes is to be looked at. `threats` are those of this position.
    fn open_four_defences(&self, threats: &[Threats<Self::Set>; 2]) -> Option<Self::Set> {
        let _ = threats;
        None
    }

    /// Whether no line of either side can be filled any more, so that the game is a draw however both play. Computed only where
    /// nothing is captured and half of the board is full; elsewhere false.
    fn is_dead(&self) -> bool {
        false
    }

    /// The empty points to search first when nothing is forced, legal or not.
    fn candidates(&self) -> Self::Set;
}

/// A turn of a threat sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The defender's first, at which he places the stone in question.
    First,
    /// One of the defender's, at which he may reply anything.
    Reply,
    /// A turn of the defender with an illegal reply that would otherwise hold.
    Refused(Point),
    /// A move of the attacker that does not end the game.
    Attack(Point),
    /// A move with which the attacker wins.
    Win(Point),
}

/// Who would win by the next stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreatState<S> {
    /// The side to move.
    Wins,
    /// Its opponent, should it do nothing. These replies do not lose at once: exactly those.
    Threatened(S),
    /// Neither side.
    Quiet,
}

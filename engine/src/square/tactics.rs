//! Threats by shape on square boards.

use super::point_sets::{self, Reach};
use super::threat_kernel::ThreatKernel;
use super::{SquarePosition, forbidden};
use crate::outcome::Reason;
use crate::tactics::Turn;
use crate::{Bitboard, Color, Outcome, Point, PointSet, Position, Tactics, ThreatState, Threats, simd};

impl Tactics for SquarePosition {
    fn make_null(&self) -> Self {
        let mut next = *self;
        next.pass_turn(false);
        next.ply = self.ply.saturating_add(1);
        next
    }

    fn winning(&self) -> Bitboard {
        if self.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let us = self.us();
        let fives = self.five_points(us);
        let mut wins = fives;
        if self.game().rules().target().is_some() {
            let (capture, capturable) = self.captures(us);
            wins |= self.target_points(&Reach { five: fives, capture, capturable });
        }
        if self.may_leave_only_fouls() {
            wins |= self.empty_points();
        }
        if wins.is_empty() {
            return wins;
        }
        let certain = if self.fives_are_wins(us) { fives } else { Bitboard::EMPTY };
        certain | Bitboard::from_iter((wins & !certain).iter().filter(|&point| self.wins_at(point)))
    }

    fn threat_state(&self) -> ThreatState<Bitboard> {
        let mut answers = Bitboard::EMPTY;
        let tried = self.try_answers(false, |answer| {
            answers.insert(answer);
            true
        });
        match tried {
            ThreatState::Wins => ThreatState::Wins,
            ThreatState::Threatened(_) => ThreatState::Threatened(answers),
            ThreatState::Quiet => ThreatState::Quiet,
        }
    }

    fn has_answer(&self) -> ThreatState<bool> {
        match self.try_answers(true, |_| false) {
            ThreatState::Threatened(all_fail) => ThreatState::Threatened(!all_fail),
            other => other,
        }
    }

    fn every_answer_fails(&self, fails: impl FnMut(Point) -> bool) -> bool {
        self.try_answers(false, fails) == ThreatState::Threatened(true)
    }

    fn defences(&self) -> Option<Bitboard> {
        if self.outcome().is_some() {
            return None;
        }
        let [ours, theirs] = self.reaches();
        self.replies(&ours, &theirs)
    }

    fn wins_at(&self, point: Point) -> bool {
        if !self.open().contains(point) || self.outcome.is_some() {
            return false;
        }
        // A five is never refused.
        match self.make(point).outcome {
            Some(Outcome { winner, reason }) if winner == Some(self.to_move) => {
                reason == Reason::Five || self.refused(Bitboard::of(point)).is_empty()
            }
            _ => false,
        }
    }

    /// Fours, fives that can be broken, captures and, if captures may win soon, points that threaten them.
    fn forcing(&self) -> Bitboard {
        let (us, enemy) = (self.us(), self.stones(!self.us()));
        let (fours, [ours, theirs]) = self.attack();
        let mut points = (fours | ours.capture) & self.open();
        if self.can_reach_target(us, (3 * self.longest()).saturating_sub(1)) {
            points |=
                point_sets::capture_threats(&enemy, &self.empty_points(), self.steps(), self.longest()) & self.open();
        }
        if let Some(replies) = self.replies(&ours, &theirs) {
            points &= replies;
        }
        points & !self.refused(points)
    }

    fn zone(&self, turn: Turn) -> Bitboard {
        if !self.layout.captures.spare_after_quiet_moves() || self.every_move_matters() {
            return self.empty_points();
        }
        let zone = match turn {
            Turn::First => self.captures(self.us()).0 | self.lines_within(1),
            Turn::Reply => self.meets_replies(),
            Turn::Refused(reply) => self.may_allow(reply),
            Turn::Attack(at) => self.baits(at) | self.may_refuse(at),
            Turn::Win(at) => self.may_spoil(at),
        };
        zone & self.empty_points()
    }

    fn replies_to(&self, witness: Point) -> Bitboard {
        let passed = self.with_turn(!self.us());
        if self.every_move_matters() {
            return self.empty_points();
        }
        let [ours, theirs] = self.reaches();
        self.replies_against(witness, &ours, &theirs, &passed)
    }

    // Not inlined: choosing the kernel inside the search makes it 3 % slower.
    #[inline(never)]
    fn threats(&self) -> [Threats<Bitboard>; 2] {
        let sides = [self.us(), !self.us()];
        let steps = self.steps();
        let kernel = ThreatKernel {
            stones: sides.map(|color| self.stones_of(color)),
            empty: self.empty_points_ref(),
            steps,
            lines: sides.map(|color| self.line(color)),
            longest: self.longest(),
        };
        simd::run_sides(kernel, steps.words)
    }

    /// Fours, and captures; any point where captures may soon be enough to win, a five stands already, a stone may take own ones away,
    /// or Black may be about to have nothing left but fouls.
    fn may_threaten(&self, [ours, theirs]: &[Threats<Bitboard>; 2]) -> Bitboard {
        // A stone opens at most one row more to a capture that it makes possible.
        let near_target = [(self.us(), ours), (!self.us(), theirs)]
            .into_iter()
            .any(|(color, threats)| self.can_reach_target(color, threats.capturable.len() + self.longest()));
        let fives =
            !(ours.five | theirs.five).is_empty() || Color::ALL.into_iter().any(|color| self.five_stands(color));
        let loses_own = !self.layout.captures.spare_after_quiet_moves();
        if near_target || fives || loses_own || self.fouls_may_soon_fill_the_board() {
            return self.empty_points();
        }
        ours.four | ours.capture
    }

    /// Stones stay: a line with stones of both sides is never filled. Fouls need such a line as well.
    fn is_dead(&self) -> bool {
        let has_room = |color: Color| {
            point_sets::has_five(&(*self.stones_of(color) | *self.empty_points_ref()), self.steps(), false)
        };
        self.longest() == 0
            && 2 * self.empty_points().len() <= self.game().grid().area()
            && !Color::ALL.into_iter().any(has_room)
    }

    /// A straight or double four leaves two points that complete it, and one stone does not stop both. Of two threes one stone
    /// stops at most one, for their lines have no other point in common; the other becomes a straight four, unless the
    /// opponent has a four to make in between. A four forces one reply, and the rest is a straight four unless the reply makes
    /// a four. Captures, bans, and ends that shut a line could all change that.
    fn static_win(&self, [ours, theirs]: &[Threats<Bitboard>; 2]) -> Option<(Point, u32)> {
        let (fours, fours_and_threes) = (ours.straight_four | ours.double_four, ours.four & ours.three);
        // As it is most often: nothing of the kind.
        if (fours | fours_and_threes | ours.double_three).is_empty() || !self.shapes_tell(self.us()) {
            return None;
        }
        let win = |points: Bitboard, plies| {
            let legal = points.iter().find(|&point| self.check(point).is_ok());
            legal.map(|point| (point, plies))
        };
        win(fours, 3).or_else(|| {
            // A double three that is no foul is none: a four of one of its threes would be a foul.
            let threes = if theirs.four.is_empty() { ours.double_three } else { Bitboard::EMPTY };
            let both = fours_and_threes.iter().filter(|&point| self.wins_by_four_and_three(point, theirs));
            if self.has_fouls() { None } else { win(threes | Bitboard::from_iter(both), 5) }
        })
    }

    /// A foul threatens nothing: in Renju all double fours of Black are fouls.
    fn open_fours(&self, theirs: &Threats<Bitboard>) -> Bitboard {
        let points = theirs.straight_four | theirs.double_four;
        if !self.game().rules().fouls || self.us() == Color::Black {
            return points;
        }
        let own = self.stones(Color::Black);
        Bitboard::from_iter(
            points.iter().filter(|&point| forbidden::foul(own, self.empty, point, self.steps()).is_none()),
        )
    }

    /// The points where the opponent would make a four are in the lines of the one that he threatens; own fours gain time.
    fn open_four_defences(&self, threats: &[Threats<Bitboard>; 2]) -> Option<Bitboard> {
        let [ours, theirs] = threats;
        let tells = self.shapes_tell(!self.us()) && !self.open_fours(theirs).is_empty();
        tells.then_some(theirs.four | ours.four)
    }

    fn candidates(&self) -> Bitboard {
        let occupied = self.points() & !self.empty_points();
        if occupied.is_empty() {
            let grid = self.game().grid();
            return grid.point(grid.width() / 2, grid.height() / 2).map_or(Bitboard::EMPTY, Bitboard::of);
        }
        point_sets::dilate(&occupied, self.steps(), &self.points()) & self.empty_points()
    }
}

impl SquarePosition {
    /// Whether the four at `point` leaves a straight four to make, whatever its three is worth.
    fn wins_by_four_and_three(&self, point: Point, theirs: &Threats<Bitboard>) -> bool {
        let four = self.with_stone(point);
        let block = four.five_points(self.us()).first();
        block.filter(|&block| !theirs.four.contains(block)).is_some_and(|block| {
            let [ours, _] = four.with_stone(block).threats();
            !ours.straight_four.is_empty()
        })
    }

    /// Whether the shapes of `color` alone tell what its lines come to.
    fn shapes_tell(&self, color: Color) -> bool {
        self.longest() == 0 && self.game().rules().ban.is_none() && !self.line(color).open
    }
}

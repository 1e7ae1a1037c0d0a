//! Who would win by the next stone on a square board, and the replies to it.
//!
//! Both are exact. Most of it is decided by sets: where nothing captures, a stone changes only the lines through its point.
//! Whatever sets leave open is tried out.

use super::captures::{baits, prepared};
use super::point_sets::{self, Reach};
use super::{REACH, SquarePosition, line};
use crate::rules::Line;
use crate::{Bitboard, Color, Point, PointSet, Position, Tactics, ThreatState};

impl SquarePosition {
    /// Whether every five that `color` makes wins: fives cannot be broken and captures cannot leave enemy fives.
    pub(super) fn fives_are_wins(&self, color: Color) -> bool {
        let certain = !self.game().rules().breakable && !self.line(!color).exact && !self.five_stands(!color);
        let certain = certain && self.layout.captures.spare_own_fives();
        self.longest() == 0 || certain
    }

    /// The points at which the side to move, with this reach, takes enough to win.
    pub(super) fn target_points(&self, reach: &Reach) -> Bitboard {
        if !self.may_reach_target(reach) {
            return Bitboard::EMPTY;
        }
        let points = if self.has_reached_target(self.us()) { self.empty_points() } else { reach.capture };
        Bitboard::from_iter(points.iter().filter(|&point| self.reaches_target(&self.placed(point))))
    }

    /// The points at which the side to move wins at once; `ours` is its reach, `theirs` that of its opponent.
    fn wins(&self, ours: &Reach, theirs: &Reach) -> impl Iterator<Item = Point> {
        let certain = self.fives_are_wins(self.us());
        let fives = ours.five.iter().filter(move |&point| certain || self.five_wins(point, ours, theirs));
        let others = || {
            let stuck = if self.may_leave_only_fouls() { self.empty_points() } else { Bitboard::EMPTY };
            ((self.target_points(ours) | stuck) & !ours.five).iter().filter(|&point| self.wins_at(point))
        };
        fives.chain(std::iter::once_with(others).flatten())
    }

    /// Whether the side to move may win by leaving Black nothing to play but fouls.
    pub(super) fn may_leave_only_fouls(&self) -> bool {
        self.us() == Color::White && self.fouls_may_fill_the_board()
    }

    /// Whether all empty points but one have black stones enough around them for a foul. A stone of White makes none of the others
    /// such a point.
    fn fouls_may_fill_the_board(&self) -> bool {
        let rules = self.game().rules();
        rules.fouls && self.empty_points().iter().filter(|&point| !self.may_be_foul(point)).nth(1).is_none()
    }

    /// Whether fouls may fill the board now or after one more stone.
    pub(super) fn fouls_may_soon_fill_the_board(&self) -> bool {
        let black = self.stones(Color::Black);
        let far = |point: &Point| (self.layout.foul_reach[point.index()] & black).len() < 3;
        self.game().rules().fouls && self.empty_points().iter().filter(far).nth(2).is_none()
    }

    /// Whether there are black stones enough around `point` for a foul: four, which make two threes with it, or two fours in a line.
    pub(super) fn may_be_foul(&self, point: Point) -> bool {
        (self.layout.foul_reach[point.index()] & self.stones(Color::Black)).len() >= 4
    }

    /// Whether the side to move wins by the five that it makes at `point`.
    fn five_wins(&self, point: Point, ours: &Reach, theirs: &Reach) -> bool {
        if ours.capture.contains(point) || !self.only_breaks_answer(self.us()) {
            return self.wins_at(point);
        }
        !self.with_stone(point).five_can_be_broken(point, &theirs.capturable)
    }

    /// Whether every five of `color` that captures nothing wins unless it can be broken.
    fn only_breaks_answer(&self, color: Color) -> bool {
        !self.game().rules().captures_answer_fives()
            && !self.five_stands(!color)
            && self.layout.captures.spare_own_fives()
    }

    /// Who wins by the next stone and, if that is the opponent, whether `fails` holds for every answer. No more are asked
    /// about once one does not fail: those that capture come first, or, with `any`, the one that is found soonest.
    pub(super) fn try_answers(&self, any: bool, mut fails: impl FnMut(Point) -> bool) -> ThreatState<bool> {
        let them = !self.us();
        let [ours, theirs] = self.reaches();
        if self.may_win(&ours) && self.wins(&ours, &theirs).next().is_some() {
            return ThreatState::Wins;
        }
        let mut all_fail = |replies: Bitboard| {
            (replies & self.open()).iter().all(|reply| {
                self.loses_by(reply, &ours, &theirs) || !self.refused(Bitboard::of(reply)).is_empty() || fails(reply)
            })
        };
        let all_matter = self.every_move_matters();
        if self.longest() > 0 && self.five_stands(them) {
            return ThreatState::Threatened(all_fail(if all_matter { self.empty_points() } else { ours.capture }));
        }
        let passed = self.with_turn(them);
        let witness = if passed.may_win(&theirs) { passed.wins(&theirs, &ours).next() } else { None };
        let Some(witness) = witness else { return ThreatState::Quiet };
        let block = Bitboard::of(witness);
        let only_block = self.longest() == 0 && !self.line(them).open && !all_matter;
        if only_block || (any && !all_fail(block)) {
            return ThreatState::Threatened(only_block && all_fail(block));
        }
        let replies =
            if all_matter { self.empty_points() } else { self.replies_against(witness, &ours, &theirs, &passed) };
        let captures = replies & ours.capture;
        ThreatState::Threatened(
            all_fail(captures & !block) && (any || all_fail(block)) && all_fail(replies & !(captures | block)),
        )
    }

    /// Whether every reply can matter. Reasons: a set-up position has enough captured stones already; Black has only fouls
    /// left; or an own move can lose rows, so that a standing five may go and forbidden points may change.
    pub(super) fn every_move_matters(&self) -> bool {
        let rules = self.game().rules();
        let stands = || Color::ALL.into_iter().any(|color| self.five_stands(color));
        !self.layout.captures.spare_own_fives() && (rules.breakable || rules.ban.is_some() || stands())
            || self.fouls_may_fill_the_board()
            || Color::ALL.into_iter().any(|color| self.has_reached_target(color))
    }

    /// Whether the side to move, with this reach, may win at once.
    fn may_win(&self, reach: &Reach) -> bool {
        !reach.five.is_empty() || self.may_reach_target(reach) || self.may_leave_only_fouls()
    }

    /// Whether the side to move, with this reach, may take enough to win.
    fn may_reach_target(&self, reach: &Reach) -> bool {
        let taken = if reach.capture.is_empty() { 0 } else { reach.capturable.len() };
        self.can_reach_target(self.us(), taken)
    }

    /// If the opponent would win at once: the replies that can matter against the first few of his wins, a superset of the
    /// answers.
    pub(super) fn replies(&self, ours: &Reach, theirs: &Reach) -> Option<Bitboard> {
        let them = !self.us();
        let replies = if self.longest() > 0 && self.five_stands(them) {
            ours.capture
        } else {
            let passed = self.with_turn(them);
            if !passed.may_win(theirs) {
                return None;
            }
            let against = |witness| self.replies_against(witness, ours, theirs, &passed);
            passed.wins(theirs, ours).take(3).map(against).reduce(|all, replies| all & replies)?
        };
        Some(if self.every_move_matters() { self.empty_points() } else { replies })
    }

    /// Whether the opponent wins at once after `reply`.
    fn loses_by(&self, reply: Point, ours: &Reach, theirs: &Reach) -> bool {
        let them = !self.us();
        // A stone that neither captures nor makes a five changes nothing for the other fives, unless lines can be shut.
        let quiet = !(ours.five | ours.capture).contains(reply) && !self.five_stands(them) && !self.line(them).open;
        let may_be_stuck = || self.us() == Color::Black && self.with_stone(reply).fouls_may_fill_the_board();
        let quiet = quiet && self.layout.captures.spare_after_quiet_moves() && !may_be_stuck();
        let fives = if quiet { self.wins_by_fives_after(reply, ours, theirs) } else { self.keeps_five(reply, theirs) };
        match fives {
            Some(true) => return true,
            Some(false) if quiet && !self.may_fall_to_captures(reply, theirs) => return false,
            _ => {}
        }
        let next = self.make(reply);
        if let Some(outcome) = next.outcome() {
            return outcome.winner == Some(them);
        }
        let [theirs, ours] = next.reaches();
        next.wins(&theirs, &ours).next().is_some()
    }

    /// Whether the opponent still makes one of his fives after `reply`, where that is enough to win.
    fn keeps_five(&self, reply: Point, theirs: &Reach) -> Option<bool> {
        let them = !self.us();
        if !self.fives_are_wins(them) || self.line(them).open {
            return None;
        }
        let (after, line) = (self.placed(reply), self.line(them));
        let stands = |point: Point| {
            let own = after.enemy | Bitboard::of(point);
            point != reply && self.steps().iter().any(|&step| line::is_five(&own, &after.own, point, step, line))
        };
        theirs.five.iter().any(stands).then_some(true)
    }

    /// Whether the opponent may take enough to win after the quiet `reply`, which may lay rows through it open.
    fn may_fall_to_captures(&self, reply: Point, theirs: &Reach) -> bool {
        let (them, longest) = (!self.us(), self.longest());
        let may = |rows: usize| self.can_reach_target(them, theirs.capturable.len() + rows * longest);
        may(4) && {
            let (own, enemy) = (self.own() | Bitboard::of(reply), self.stones(them));
            let open =
                |&&step: &&u32| line::capturing_end(&own, &enemy, &self.empty_points(), reply, step, longest).is_some();
            may(self.steps().iter().filter(open).count())
        }
    }

    /// Whether the opponent wins by one of his fives after the quiet `reply`; `None` if that takes a closer look.
    fn wins_by_fives_after(&self, reply: Point, ours: &Reach, theirs: &Reach) -> Option<bool> {
        let them = !self.us();
        let mut fives = theirs.five;
        fives.remove(reply);
        if fives.is_empty() || self.fives_are_wins(them) {
            return Some(!fives.is_empty());
        }
        if !self.only_breaks_answer(them) {
            return None;
        }
        let (steps, longest) = (self.steps(), self.longest());
        let next = self.with_stone(reply);
        let (own, enemy) = (next.own(), next.stones(self.us()));
        let capturable = ours.capturable | prepared(&own, &next.empty_points(), reply, steps, longest);
        let mut unclear = false;
        for five in fives.iter() {
            if !self.layout.captures.taken(&own, &enemy, five, steps).is_empty() {
                unclear = true;
            } else if !next.with_stone(five).five_can_be_broken(five, &capturable) {
                return Some(true);
            }
        }
        (!unclear).then_some(false)
    }

    /// The replies that can matter against the win of the opponent at `witness`, one of his winning points: the superset
    /// of the exact defences that Thomsen's order-1 threats need, with the killers of that witness. They are its point,
    /// captures, own lines, and points that shut its line, open a row of the opponent to capture, or bait the winning
    /// stone into a further capture. `passed` is this position with the opponent to move.
    pub(super) fn replies_against(&self, witness: Point, ours: &Reach, theirs: &Reach, passed: &Self) -> Bitboard {
        let rules = self.game().rules();
        let us = self.us();
        let (own, enemy) = (self.stones(us), self.stones(!us));
        if !self.layout.captures.spare_after_quiet_moves() {
            return self.replies_near(witness, ours);
        }
        let mut replies = ours.five | Bitboard::of(witness);
        if self.line(!us).open {
            let line = enemy | Bitboard::of(witness);
            let ends = self.steps().iter().flat_map(|&step| line::shutting_ends(&line, &own, witness, step));
            ends.flatten().for_each(|end| replies.insert(end));
        }
        if self.longest() == 0 {
            return replies & self.empty_points();
        }
        if self.line(us).exact && theirs.capture.contains(witness) {
            // Captures of the winning stone may shorten a longer line to a five.
            let line = Line { exact: false, ..self.line(us) };
            replies |= point_sets::five_points(&own, &enemy, &self.empty_points(), self.steps(), line);
        }
        if !theirs.five.contains(witness) {
            replies |= passed.may_refuse(witness);
        }
        replies |= ours.capture;
        // Further captures of the winning stone may make the five breakable, or shorten an overline to a five.
        if rules.breakable || self.line(us).exact {
            replies |= baits(&own, &enemy, witness, self.steps(), self.longest());
        }
        if rules.breakable && theirs.five.contains(witness) {
            let after = passed.placed(witness);
            replies |= match rules.captures_answer_fives() {
                false => point_sets::breaking_ends(&after.own, &after.empty, self.steps(), self.longest()),
                // The winning pair answers the five wherever it is taken, unless the ban refuses it, and every move may
                // change that.
                true if rules.ban.is_some_and(|ban| !ban.captures) => self.empty_points(),
                true => point_sets::capture_threats(&after.own, &after.empty, self.steps(), self.longest()),
            };
        }
        replies & self.empty_points()
    }

    /// The replies that can matter where an own move can lose rows: points near the win on its lines, own fives,
    /// captures and losses. A stone elsewhere does not change the lines, captures and losses of the winning stone.
    // Not inlined: the code of all games passes here.
    #[cold]
    #[inline(never)]
    fn replies_near(&self, witness: Point, ours: &Reach) -> Bitboard {
        let (own, enemy) = (self.stones(self.us()), self.stones(!self.us()));
        let loses = |&point: &Point| {
            let own = own | Bitboard::of(point);
            self.layout.captures.lost(&own, &enemy, point, self.steps()).is_some()
        };
        let near = line::star(witness, self.steps(), REACH) | Bitboard::of(witness) | ours.five | ours.capture;
        let empty = self.empty_points();
        near & empty | Bitboard::from_iter((empty & !near).iter().filter(loses))
    }
}

//! The effects of a placement on a square board: captures, and the result in the order of docs/src/rules-captures.md, A2.

use super::{Placed, SquarePosition, forbidden, line, point_sets};
use crate::outcome::Reason;
use crate::rules::Fifth;
use crate::{Bitboard, Color, Outcome, Point, PointSet, Position, zobrist};

impl SquarePosition {
    /// Puts the placed stone on the board and gives the turn to the other side; the outcome is left open.
    #[inline]
    pub(super) fn advance(&self, point: Point, placed: &Placed) -> Self {
        let (us, them) = (self.to_move, !self.to_move);
        let stones = match us {
            Color::Black => [placed.own, placed.enemy],
            Color::White => [placed.enemy, placed.own],
        };
        let mut next = Self { stones, empty: placed.empty, ..*self };
        next.key ^= zobrist::stone(us, point);
        if !placed.taken.is_empty() {
            for captured in placed.taken.iter() {
                next.key ^= zobrist::stone(them, captured);
            }
            let count = &mut next.captured[us.index()];
            let before = *count;
            *count += placed.taken.len() as u16;
            if self.layout.game.rules().target().is_some() {
                next.key ^= zobrist::captured(us, before) ^ zobrist::captured(us, *count);
            }
        }
        if self.layout.captures.cost_own_stones() {
            next.count_own_losses(&(self.own() | Bitboard::of(point)), placed);
        }
        next.ply = self.ply.saturating_add(1);
        next.pass_turn(false);
        next
    }

    /// Counts the own stones that the placement removed; there were `own` before it.
    // Not inlined: the code of all games passes here.
    #[cold]
    #[inline(never)]
    fn count_own_losses(&mut self, own: &Bitboard, placed: &Placed) {
        let (us, them) = (self.to_move, !self.to_move);
        let gone = *own & !placed.own;
        for stone in gone.iter() {
            self.key ^= zobrist::stone(us, stone);
        }
        let count = &mut self.captured[them.index()];
        let before = *count;
        *count = before.saturating_add(gone.len() as u16);
        if *count != before && self.layout.game.rules().target().is_some() {
            self.key ^= zobrist::captured(them, before) ^ zobrist::captured(them, *count);
        }
    }

    pub(super) fn pass_turn(&mut self, passed: bool) {
        self.to_move = !self.to_move;
        self.key ^= zobrist::WHITE_TO_MOVE;
        if self.passed != passed {
            self.key ^= zobrist::PASSED;
        }
        self.passed = passed;
    }

    /// The result of the placement that led from `before` to this position, in the order of the rules (docs/src/rules-captures.md, A2).
    #[inline]
    pub(super) fn judge(&mut self, before: &Self, point: Point, taken: &Bitboard) {
        let rules = self.layout.game.rules();
        let (us, them) = (before.to_move, self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let line = rules.line[us.index()];
        let stands = !self.layout.captures.cost_own_stones() || own.contains(point);
        let mine = stands && self.steps().iter().any(|&step| line::is_five(own, enemy, point, step, line));
        if self.layout.captures.longest == 0 {
            self.outcome = mine.then_some(Outcome::win(us, Reason::Five));
        } else {
            let got = self.wins_by_captures(us);
            let (old, new) = self.enemy_fives(before, them, taken);
            self.standing[them.index()] = old || new;
            self.standing[us.index()] = mine || (before.standing[us.index()] && self.has_five(*own));
            self.outcome = match (got, old, new) {
                (true, true, _) => Some(match rules.fifth {
                    Fifth::Five => Outcome::win(them, Reason::UnbrokenFive),
                    Fifth::Captures => Outcome::win(us, Reason::Captures),
                    Fifth::Draw => Outcome::draw(Reason::FifthCaptureLeavesFive),
                }),
                (true, false, true) => Some(Outcome::draw(Reason::FifthCaptureLeavesFive)),
                (true, false, false) => Some(Outcome::win(us, Reason::Captures)),
                (false, true, _) => Some(Outcome::win(them, Reason::UnbrokenFive)),
                (false, false, false) if self.layout.captures.cost_own_stones() && self.wins_by_captures(them) => {
                    Some(Outcome::win(them, Reason::Captures))
                }
                (false, false, true) if mine => Some(Outcome::draw(Reason::FiveForBoth)),
                (false, false, true) => Some(Outcome::win(them, Reason::FiveLeftByCapture)),
                (false, false, false) if mine && !self.five_can_be_answered(point) => {
                    Some(Outcome::win(us, Reason::Five))
                }
                (false, false, false) => None,
            };
        }
        self.end_without_moves();
    }

    /// Ends the game on a full board, and where only fouls are left to Black, who would lose by any of them.
    pub(super) fn end_without_moves(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        if self.empty.is_empty() {
            self.outcome = Some(Outcome::draw(Reason::FullBoard));
        } else if self.layout.game.rules().fouls && self.to_move == Color::Black && self.only_fouls_are_left() {
            self.outcome = Some(Outcome::win(Color::White, Reason::NoLegalMove));
        }
    }

    fn only_fouls_are_left(&self) -> bool {
        let is_foul =
            |point| self.may_be_foul(point) && forbidden::foul(self.own(), self.empty, point, self.steps()).is_some();
        self.open().iter().all(is_foul)
    }

    /// Whether fives of `them` stand that stood before the other side's move, and fives that did not.
    #[inline]
    fn enemy_fives(&self, before: &Self, them: Color, taken: &Bitboard) -> (bool, bool) {
        let exact = self.line(them).exact;
        let stood = before.standing[them.index()];
        // Without an older five, only an overline that a capture shortened can have become one.
        let enemy = &before.stones[them.index()];
        let in_overline = |stone: Point| self.steps().iter().any(|&step| line::is_overline(enemy, stone, step));
        if !(stood || exact && taken.iter().any(in_overline)) {
            return (false, false);
        }
        let fives = |position: &Self| point_sets::fives(&position.stones[them.index()], self.steps(), exact);
        let (now, then) = (fives(self), fives(before));
        let any = |keep: fn(Bitboard, Bitboard) -> Bitboard| (0..4).any(|i| !keep(now[i], then[i]).is_empty());
        if exact { (any(|now, then| now & then), any(|now, then| now & !then)) } else { (any(|now, _| now), false) }
    }

    /// Whether the side to move has a reply to the five that the opponent's stone on `point` has made: a capture that
    /// leaves none or, if captures come before fives, a legal one that wins. (If a reply that leaves none is refused, then
    /// for another one.)
    fn five_can_be_answered(&self, point: Point) -> bool {
        let rules = self.layout.game.rules();
        let wins = || rules.captures_answer_fives() && self.can_take_enough();
        rules.breakable && (self.five_can_be_broken(point, &self.points()) || wins())
    }

    /// Whether the side to move has a legal placement that takes enough to win.
    fn can_take_enough(&self) -> bool {
        let points = if self.has_reached_target(self.to_move) { self.empty } else { self.captures(self.to_move).0 };
        let enough = |&point: &Point| {
            let placed = self.placed(point);
            match self.layout.captures.cost_own_stones() {
                true => self.advance(point, &placed).wins_by_captures(self.to_move),
                false => self.reaches_target(&placed),
            }
        };
        points.iter().filter(enough).any(|point| self.refused(Bitboard::of(point)).is_empty())
    }

    /// Whether a capture of the side to move leaves no five, of those that the opponent's stone on `point` makes and all
    /// others. Of the stones of those fives, it can take only some in `capturable` and rows through `point`.
    pub(super) fn five_can_be_broken(&self, point: Point, capturable: &Bitboard) -> bool {
        let (own, enemy) = (&self.stones[self.to_move.index()], &self.stones[(!self.to_move).index()]);
        let (steps, longest) = (self.steps(), self.layout.captures.longest);
        let exact = self.line(!self.to_move).exact;
        let stones = line::five_stones(enemy, point, steps, exact) & (*capturable | Bitboard::of(point));
        stones.iter().any(|stone| {
            let end = |&step: &u32| line::capturing_end(enemy, own, &self.empty, stone, step, longest);
            steps.iter().filter_map(end).any(|end| {
                let taken = self.layout.captures.taken(own, enemy, end, steps);
                !point_sets::has_five(&(*enemy & !taken), steps, exact)
            })
        })
    }
}

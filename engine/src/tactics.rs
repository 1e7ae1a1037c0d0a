//! What is to be looked at on a square board: legal points, wins at once, replies that may prevent one, candidates.

use crate::line::{self, star};
use crate::rules::{Fifth, Line};
use crate::square::{Placed, SquarePosition, collect};
use crate::threats::{self, Threats};
use crate::{Bitboard, Color, Point, PointSet, Position, capture};

impl SquarePosition {
    pub(crate) fn find_legal(&self) -> Bitboard {
        if self.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let open = self.open();
        open & !self.refused(open)
    }

    pub(crate) fn find_winning(&self) -> Bitboard {
        if self.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let us = self.us();
        let fives = self.five_points(us);
        if self.longest() == 0 {
            return fives;
        }
        let mut wins = fives;
        if let Some(target) = self.game().rules().target() {
            let (_, capturable) = self.captures(us);
            if usize::from(self.captured(us)) + capturable.len() >= usize::from(target) {
                let reaching = |&point: &Point| self.reaches_target(&self.placed(point));
                wins |= collect(self.counted_points(us).iter().filter(reaching));
            }
        }
        if wins.is_empty() {
            return wins;
        }
        // Where fives cannot be broken and captures cannot leave any, a five is a win.
        let rules = self.game().rules();
        let certain =
            if rules.breakable || self.line(!us).exact || self.five_stands(!us) { Bitboard::EMPTY } else { fives };
        certain | collect((wins & !certain).iter().filter(|&point| self.wins_at(point)))
    }

    /// The superset of the exact defences that Thomsen's order-1 threats need, with the killers of one witness:
    /// its point, captures, own lines, points that open a row of the opponent or bait his winning stone into a
    /// further capture.
    pub(crate) fn find_defences(&self) -> Option<Bitboard> {
        let us = self.us();
        // A set-up position may hold enough captured stones already; then every move may matter.
        let captured = self.has_reached_target(us) || self.has_reached_target(!us);
        if self.longest() > 0 && self.five_stands(!us) {
            return Some(if captured { self.empty_points() } else { self.captures(us).0 });
        }
        let passed = self.with_turn(!us);
        let wins = passed.find_winning();
        if wins.is_empty() {
            return None;
        }
        if captured {
            return Some(self.empty_points());
        }
        let fives = self.five_points(!us);
        let replies = wins.iter().take(3).map(|witness| self.replies_to(witness, fives, &passed));
        Some(replies.fold(self.empty_points(), |all, replies| all & replies))
    }

    /// The replies that can matter against the win of the opponent at `witness`, one of his winning points
    /// (`fives`: those that make a line). `passed` is this position with the opponent to move.
    pub(crate) fn replies_to(&self, witness: Point, fives: Bitboard, passed: &Self) -> Bitboard {
        let rules = self.game().rules();
        let us = self.us();
        let line = Line { exact: false, open: false, ..self.line(us) };
        let (own, enemy) = (self.stones(us), self.stones(!us));
        let mut replies =
            Bitboard::of(witness) | threats::five_points(&own, &enemy, &self.empty_points(), self.steps(), line);
        if self.line(!us).open {
            replies |= star(witness, self.steps(), 5);
        }
        if self.longest() == 0 {
            return replies & self.empty_points();
        }
        if !fives.contains(witness) {
            replies |= passed.may_refuse(witness);
        }
        replies |= self.captures(us).0;
        // What else the winning stone is made to capture may make the five breakable, or shorten an overline to a five.
        if rules.breakable || self.line(us).exact {
            replies |= capture::baits(&own, &enemy, witness, self.steps(), self.longest());
        }
        if rules.breakable && fives.contains(witness) {
            let after = passed.placed(witness);
            replies |= match rules.fifth {
                Fifth::Five => self.breaking_ends(&after),
                // The winning pair answers the five wherever it is taken, unless the ban refuses it, and every move may
                // change that.
                _ if rules.ban.is_some_and(|ban| !ban.captures) => self.empty_points(),
                _ => threats::capture_threats(&after.own, &after.empty, self.steps(), self.longest()),
            };
        }
        replies & self.empty_points()
    }

    /// The ends of all rows that can be captured once one end is taken and that hold a stone of a line of five or more:
    /// what is left of a longer line may be a five that has to be broken, too.
    fn breaking_ends(&self, after: &Placed) -> Bitboard {
        let mut stones = Bitboard::EMPTY;
        for (windows, &step) in threats::fives(&after.own, self.steps(), false).into_iter().zip(self.steps()) {
            let points = windows.iter().flat_map(|first| (0..5).map(move |k| first.index() + k * step as usize));
            points.for_each(|index| stones.insert(Point::new(index)));
        }
        let ends = stones.iter().flat_map(|stone| {
            let rows = self.steps().iter().map(move |&step| (stone, step));
            rows.filter_map(|(stone, step)| line::open_ends(&after.own, &after.empty, stone, step, self.longest()))
        });
        collect(ends.flatten())
    }

    /// Fours, fives that can be broken, captures and, if captures may win soon, points that threaten them.
    pub(crate) fn find_forcing(&self) -> Bitboard {
        let us = self.us();
        let (own, enemy) = (self.stones(us), self.stones(!us));
        let mut points = threats::four_points(&own, &enemy, &self.empty_points(), self.steps(), self.line(us));
        if self.longest() > 0 {
            points |= self.captures(us).0;
        }
        if let Some(target) = self.game().rules().target()
            && self.captured(us) + 3 * self.longest() as u16 > target
        {
            points |= threats::capture_threats(&enemy, &self.empty_points(), self.steps(), self.longest());
        }
        points
    }

    pub(crate) fn find_threats(&self, color: Color) -> Threats<Bitboard> {
        let (own, enemy) = (self.stones(color), self.stones(!color));
        threats::threats(&own, &enemy, &self.empty_points(), self.steps(), self.line(color), self.longest())
    }

    pub(crate) fn find_candidates(&self) -> Bitboard {
        let occupied = self.points() & !self.empty_points();
        if occupied.is_empty() {
            let grid = self.game().grid();
            return grid.point(grid.width() / 2, grid.height() / 2).map_or(Bitboard::EMPTY, Bitboard::of);
        }
        let captures = self.captures(Color::Black).0 | self.captures(Color::White).0;
        (threats::dilate(&occupied, self.steps(), &self.points()) | captures) & self.empty_points()
    }
}

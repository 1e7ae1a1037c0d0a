//! What is to be looked at on a square board: legal points, fours, zones of threats, candidates.

use crate::all_threats::{AllThreats, Threats};
use crate::square::{SquarePosition, collect};
use crate::{Bitboard, Color, Point, PointSet, Position, simd, threats};

impl SquarePosition {
    pub(crate) fn find_legal(&self) -> Bitboard {
        if self.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let open = self.open();
        open & !self.refused(open)
    }

    /// Fours, fives that can be broken, captures and, if captures may win soon, points that threaten them.
    pub(crate) fn find_forcing(&self) -> Bitboard {
        let (us, enemy) = (self.us(), self.stones(!self.us()));
        let (fours, [ours, theirs]) = self.attack();
        let mut points = (fours | ours.capture) & self.open();
        if self.can_reach_target(us, (3 * self.longest()).saturating_sub(1)) {
            points |=
                threats::capture_threats(&enemy, &self.empty_points(), self.steps(), self.longest()) & self.open();
        }
        if let Some(replies) = self.replies(&ours, &theirs) {
            points &= replies;
        }
        points & !self.refused(points)
    }

    // Not inlined into the search, which would choose among the kernels in the midst of its own code: 3 % slower.
    #[inline(never)]
    pub(crate) fn find_threats(&self) -> [Threats<Bitboard>; 2] {
        let sides = [self.us(), !self.us()];
        let kernel = AllThreats {
            stones: sides.map(|color| self.stones_of(color)),
            empty: self.empty_points_ref(),
            steps: self.steps(),
            lines: sides.map(|color| self.line(color)),
            longest: self.longest(),
        };
        simd::run_sides(kernel, self.words())
    }

    /// A straight or double four leaves two points that complete it, and one stone does not stop both. Of two threes one stone
    /// stops at most one, for their lines have no other point in common; the other becomes a straight four, unless the
    /// opponent has a four to make in between. A four makes him take one point, and what is left is a straight four, unless he
    /// makes a four there. Captures, bans, and ends that shut a line could all change that.
    pub(crate) fn find_static_win(&self, [ours, theirs]: &[Threats<Bitboard>; 2]) -> Option<(Point, u32)> {
        if !self.shapes_tell(self.us()) {
            return None;
        }
        let win = |points: Bitboard, plies| {
            let legal = points.iter().find(|&point| self.check(point).is_ok());
            legal.map(|point| (point, plies))
        };
        win(ours.straight_four | ours.double_four, 3).or_else(|| {
            // A double three that is no foul is none: a four of one of its threes would be a foul.
            let threes = if theirs.four.is_empty() { ours.double_three } else { Bitboard::EMPTY };
            let both = (ours.four & ours.three).iter().filter(|&point| self.wins_by_four_and_three(point, theirs));
            if self.has_fouls() { None } else { win(threes | collect(both), 5) }
        })
    }

    /// Whether the four at `point` leaves a straight four to make, whatever its three is worth.
    fn wins_by_four_and_three(&self, point: Point, theirs: &Threats<Bitboard>) -> bool {
        let four = self.with_stone(point);
        let block = four.five_points(self.us()).first();
        block.filter(|&block| !theirs.four.contains(block)).is_some_and(|block| {
            let [ours, _] = four.with_stone(block).find_threats();
            !ours.straight_four.is_empty()
        })
    }

    /// The points where the opponent would make a four are in the lines of the one that he threatens; own fours gain time.
    pub(crate) fn find_open_four_defences(&self, [ours, theirs]: &[Threats<Bitboard>; 2]) -> Option<Bitboard> {
        let threatened = !(theirs.straight_four | theirs.double_four).is_empty();
        (threatened && self.shapes_tell(!self.us())).then_some(theirs.four | ours.four)
    }

    /// Whether the shapes of `color` alone tell what its lines come to.
    fn shapes_tell(&self, color: Color) -> bool {
        self.longest() == 0 && self.game().rules().ban.is_none() && !self.line(color).open
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

//! What is to be looked at on a square board: legal points, fours, zones of threats, candidates.

use crate::all_threats::{AllThreats, Threats};
use crate::square::SquarePosition;
use crate::{Bitboard, Color, PointSet, Position, simd, threats};

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

//! Positions on square boards: every game but those on hexagons.

mod ends;
mod forbidden;
mod layout;
mod position;
mod tactics;
mod threat_state;
mod zone;

use std::fmt;

use self::layout::Layout;
use crate::line::Steps;
use crate::rules::Line;
use crate::threats::{self, Reach};
use crate::{Bitboard, Color, Outcome, Point, PointSet, Position, capture};

fn collect(points: impl Iterator<Item = Point>) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    points.for_each(|point| set.insert(point));
    set
}

/// The value of `ply` once no rule for the first moves holds any more, and in set-up positions.
const SETTLED: u8 = u8::MAX;

/// A position on a square board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquarePosition {
    stones: [Bitboard; 2],
    /// Points that are neither stones nor empty are walls.
    empty: Bitboard,
    layout: &'static Layout,
    key: u64,
    captured: [u16; 2],
    to_move: Color,
    /// Whether a five of each colour stands on the board.
    standing: [bool; 2],
    outcome: Option<Outcome>,
    /// The number of stones placed since the empty board, or [`SETTLED`].
    ply: u8,
    passed: bool,
    /// Whether the colours were exchanged while rules for the first moves still hold.
    swapped: bool,
}

/// The board after a placement, captured stones removed.
struct Placed {
    own: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    taken: Bitboard,
}

impl SquarePosition {
    #[inline]
    const fn us(&self) -> Color {
        self.to_move
    }

    #[inline]
    const fn own(&self) -> Bitboard {
        self.stones[self.to_move.index()]
    }

    /// The stones of `color` in place: a copy just made would not have reached memory when vectors are loaded from it.
    #[inline]
    const fn stones_of(&self, color: Color) -> &Bitboard {
        &self.stones[color.index()]
    }

    /// The empty points in place.
    #[inline]
    const fn empty_points_ref(&self) -> &Bitboard {
        &self.empty
    }

    #[inline]
    const fn empty_points(&self) -> Bitboard {
        self.empty
    }

    #[inline]
    const fn steps(&self) -> &'static Steps {
        &self.layout.steps
    }

    #[inline]
    fn line(&self, color: Color) -> Line {
        self.layout.game.rules().line[color.index()]
    }

    /// All points of the board.
    #[inline]
    const fn points(&self) -> Bitboard {
        self.layout.points
    }

    /// The longest row that is captured; 0 without captures.
    #[inline]
    const fn longest(&self) -> usize {
        self.layout.longest
    }

    /// The points where the side to move and its opponent complete a winning line.
    #[inline]
    fn reaches(&self) -> [Reach; 2] {
        let (us, them) = (self.to_move, !self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let lines = [self.line(us), self.line(them)];
        threats::reaches(own, enemy, &self.empty, self.steps(), lines, self.layout.longest)
    }

    /// The points at which the side to move completes a winning line or makes a four, and what both sides would win by.
    #[inline]
    fn attack(&self) -> (Bitboard, [Reach; 2]) {
        let (us, them) = (self.to_move, !self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let lines = [self.line(us), self.line(them)];
        threats::attack(own, enemy, &self.empty, self.steps(), lines, self.layout.longest)
    }

    /// Whether rules for the first moves may still hold.
    #[inline]
    const fn in_opening(&self) -> bool {
        self.ply < self.layout.opening_plies
    }

    /// This position as if it were the turn of `color`; its key does not follow.
    #[inline]
    const fn with_turn(&self, color: Color) -> Self {
        Self { to_move: color, ..*self }
    }

    /// This position with a further stone of the side to move on an empty point, and the turn of the other side. Nothing
    /// is captured, and what hangs on stones and turns does not follow.
    #[inline]
    fn with_stone(&self, point: Point) -> Self {
        let mut next = self.with_turn(!self.to_move);
        next.stones[self.to_move.index()].insert(point);
        next.empty.remove(point);
        next
    }

    /// Whether a five of `color` stands.
    #[inline]
    const fn five_stands(&self, color: Color) -> bool {
        self.standing[color.index()]
    }

    /// The points at which `color` would make a winning line.
    #[inline]
    fn five_points(&self, color: Color) -> Bitboard {
        self.five_points_in(color, self.stones[color.index()], self.stones[(!color).index()], self.empty)
    }

    #[inline]
    fn five_points_in(&self, color: Color, own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
        threats::five_points(&own, &enemy, &empty, self.steps(), self.line(color))
    }

    /// The points at which `color` would capture, and the stones that could be captured.
    #[inline]
    fn captures(&self, color: Color) -> (Bitboard, Bitboard) {
        if self.layout.longest == 0 {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let (own, enemy) = (self.stones[color.index()], self.stones[(!color).index()]);
        threats::captures(&own, &enemy, &self.empty, self.steps(), self.layout.longest)
    }

    /// Whether a five stands among `stones`, in a game with captures.
    fn has_five(&self, stones: Bitboard) -> bool {
        threats::has_five(&stones, self.steps(), self.line(self.to_move).exact)
    }

    /// The board after a stone of the side to move on `point`.
    #[inline]
    fn placed(&self, point: Point) -> Placed {
        self.placed_on(self.own(), self.stones[(!self.to_move).index()], self.empty, point)
    }

    /// The board after a further stone of the same side.
    fn placed_after(&self, before: &Placed, point: Point) -> Placed {
        self.placed_on(before.own, before.enemy, before.empty, point)
    }

    #[inline]
    fn placed_on(&self, own: Bitboard, enemy: Bitboard, empty: Bitboard, point: Point) -> Placed {
        let stone = Bitboard::of(point);
        let own = own | stone;
        let taken = match self.layout.longest {
            0 => Bitboard::EMPTY,
            longest => capture::taken(&own, &enemy, point, self.steps(), longest),
        };
        if self.layout.poof {
            let poofed = capture::poofed(&own, &enemy, point, self.steps(), self.layout.longest);
            return Placed { own: own & !poofed, enemy: enemy & !taken, empty: empty & !stone | taken | poofed, taken };
        }
        Placed { own, enemy: enemy & !taken, empty: empty & !stone | taken, taken }
    }

    /// Whether the side to move has captured enough to win after this placement.
    fn reaches_target(&self, placed: &Placed) -> bool {
        self.can_reach_target(self.to_move, placed.taken.len())
    }

    /// Whether `color` wins by captures: it has enough and, where both can gain by one move, more than the other.
    #[inline]
    fn wins_by_captures(&self, color: Color) -> bool {
        let [ours, theirs] = [color, !color].map(|color| self.captured[color.index()]);
        let enough = self.layout.game.rules().target().is_some_and(|target| ours >= target);
        enough && (!self.layout.poof || ours > theirs)
    }

    /// Whether `color` has captured enough to win with `more` stones.
    fn can_reach_target(&self, color: Color, more: usize) -> bool {
        let captured = usize::from(self.captured[color.index()]) + more;
        self.layout.game.rules().target().is_some_and(|target| captured >= usize::from(target))
    }

    /// Whether `color` has captured enough to win already, as only a set-up position can have it.
    fn has_reached_target(&self, color: Color) -> bool {
        self.can_reach_target(color, 0)
    }
}

impl fmt::Display for SquarePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::position_text(self))
    }
}

impl fmt::Debug for SquarePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.game())
    }
}

//! Positions on square boards: every game but those on hexagons.

pub(crate) mod captures;
mod ends;
mod forbidden;
mod layout;
mod line;
mod point_sets;
mod position;
mod tactics;
mod threat_kernel;
mod threat_state;
mod windows;
mod zone;

use std::fmt;

use self::layout::Layout;
use self::line::Steps;
use self::point_sets::Reach;
use crate::rules::Line;
use crate::{Bitboard, Color, Outcome, Point, PointSet, Position};

/// How far along its lines a stone can change what another one makes, takes or loses: a five, and what shuts it.
const REACH: usize = 5;

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
        self.layout.captures.longest
    }

    /// The points where the side to move and its opponent complete a winning line.
    #[inline]
    fn reaches(&self) -> [Reach; 2] {
        let (us, them) = (self.to_move, !self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let lines = [self.line(us), self.line(them)];
        point_sets::reaches(own, enemy, &self.empty, self.steps(), lines, self.layout.captures.longest)
    }

    /// The points at which the side to move completes a winning line or makes a four, and what both sides would win by.
    #[inline]
    fn attack(&self) -> (Bitboard, [Reach; 2]) {
        let (us, them) = (self.to_move, !self.to_move);
        let (own, enemy) = (&self.stones[us.index()], &self.stones[them.index()]);
        let lines = [self.line(us), self.line(them)];
        point_sets::attack(own, enemy, &self.empty, self.steps(), lines, self.layout.captures.longest)
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
        point_sets::five_points(&own, &enemy, &empty, self.steps(), self.line(color))
    }

    /// The points at which `color` would capture, and the stones that could be captured.
    #[inline]
    fn captures(&self, color: Color) -> (Bitboard, Bitboard) {
        if self.layout.captures.longest == 0 {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let (own, enemy) = (self.stones[color.index()], self.stones[(!color).index()]);
        point_sets::captures(&own, &enemy, &self.empty, self.steps(), self.layout.captures.longest)
    }

    /// Whether a five stands among `stones`, in a game with captures.
    fn has_five(&self, stones: Bitboard) -> bool {
        point_sets::has_five(&stones, self.steps(), self.line(self.to_move).exact)
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
        let captures = &self.layout.captures;
        let taken = match captures.longest {
            0 => Bitboard::EMPTY,
            _ => captures.taken(&own, &enemy, point, self.steps()),
        };
        if captures.cost_own_stones()
            && let Some(lost) = captures.lost(&own, &enemy, point, self.steps())
        {
            return Placed { own: own & !lost, enemy: enemy & !taken, empty: empty & !stone | taken | lost, taken };
        }
        Placed { own, enemy: enemy & !taken, empty: empty & !stone | taken, taken }
    }

    /// Whether the side to move has captured enough to win after this placement.
    fn reaches_target(&self, placed: &Placed) -> bool {
        self.can_reach_target(self.to_move, placed.taken.len())
    }

    /// Whether `color` has captured enough to win with `more` stones.
    fn can_reach_target(&self, color: Color, more: usize) -> bool {
        self.layout.captures.suffice(usize::from(self.captured[color.index()]) + more)
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

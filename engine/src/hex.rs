//! Positions on hexagons: lines, groups that are captured when they are surrounded.

mod layout;
mod lines;
mod position;
mod tactics;
mod threats;
mod zone;

use std::fmt;

use self::layout::Layout;
use crate::outcome::Reason;
use crate::{Color, Outcome, Point, PointSet, Position};

/// The value of `ply` once no swap can be offered any more, and in set-up positions.
const SETTLED: u8 = u8::MAX;

/// A position on a hexagon. Points are numbered without gaps, row by row; `W` is a word wide enough for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexPosition<W: PointSet> {
    stones: [W; 2],
    layout: &'static Layout<W>,
    key: u64,
    captured: [u16; 2],
    to_move: Color,
    outcome: Option<Outcome>,
    /// The number of stones placed since the empty board, or [`SETTLED`].
    ply: u8,
}

impl<W: PointSet> HexPosition<W> {
    /// Whether a stone on the empty `point` would be suicide: it captures nothing and its group has no liberty.
    #[inline]
    fn is_suicide(&self, point: Point) -> bool {
        let empty = self.empty();
        if !(self.layout.neighbours[point.index()] & empty).is_empty() {
            return false;
        }
        let mut empty = empty;
        empty.remove(point);
        let own = self.stones[self.to_move.index()] | W::of(point);
        self.layout.surrounded(point, own, empty).is_some()
            && self.taken(point, self.stones[(!self.to_move).index()], empty).is_empty()
    }

    /// The stones of `enemy` without liberties once `point` is filled; `empty` are the points still empty then.
    #[inline]
    fn taken(&self, point: Point, enemy: W, empty: W) -> W {
        let mut taken = W::EMPTY;
        for neighbour in (self.layout.neighbours[point.index()] & enemy).iter() {
            if !taken.contains(neighbour)
                && let Some(group) = self.layout.surrounded(neighbour, enemy, empty)
            {
                taken |= group;
            }
        }
        taken
    }

    fn has_legal(&self) -> bool {
        let may = |point| self.layout.suicide || !self.is_suicide(point);
        self.empty().iter().any(may)
    }

    /// Ends the game if the side to move has no legal placement and does not pass.
    #[inline]
    fn end_if_stuck(&mut self) {
        if self.outcome.is_none() && !self.layout.passes && !self.has_legal() {
            self.outcome = Some(Outcome::draw(Reason::NoLegalMove));
        }
    }
}

impl<W: PointSet> fmt::Display for HexPosition<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::position_text(self))
    }
}

impl<W: PointSet> fmt::Debug for HexPosition<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.game())
    }
}

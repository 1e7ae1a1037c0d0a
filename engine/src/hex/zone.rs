//! Where one more stone of the defender could change how a threat sequence is played (see [`Turn`](crate::Turn)), on hexagons: where
//! groups come to be captured that were not, or lines are completed.

use super::HexPosition;
use crate::{Point, PointSet, Position};

impl<W: PointSet> HexPosition<W> {
    /// The empty points of lines without enemy stones that the side to move completes with at most `stones` stones.
    fn lines_within(&self, stones: usize) -> W {
        let (own, empty) = (self.stones[self.to_move.index()], self.empty());
        let lines = self.layout.lines.iter().filter(|&&line| line & (own | empty) == line);
        let near = lines.map(|&line| line & empty).filter(|missing| missing.len() <= stones);
        near.fold(W::EMPTY, |all, missing| all | missing)
    }

    /// The stone captures, completes a line, or takes its own group away.
    pub(super) fn first_zone(&self) -> W {
        let enemy = self.stones[(!self.to_move).index()];
        let mut zone = self.layout.ataris(enemy, self.empty()) | self.lines_within(1);
        if self.layout.suicide {
            zone |= W::of_all(self.empty().iter().filter(|&point| self.is_suicide(point)));
        }
        zone
    }

    /// A reply captures what has one liberty left besides the stone, or completes a line with it. Where hardly two empty
    /// points lie side by side, a stone may take the last legal reply.
    pub(super) fn reply_zone(&self) -> W {
        let (enemy, empty) = (self.stones[(!self.to_move).index()], self.empty());
        let wide = empty.iter().filter(|&point| !(self.layout.neighbours[point.index()] & empty).is_empty());
        // A stone narrows its own point and six others.
        if wide.take(8).count() < 8 {
            return empty;
        }
        self.layout.few_liberties(enemy, enemy, empty, 2) | self.lines_within(2)
    }

    /// The stone may be captured by the move, alone or with a group that it joins; and where groups may be left without
    /// liberty, it may leave one so.
    pub(super) fn attack_zone(&self, at: Point) -> W {
        let (enemy, empty) = (self.stones[(!self.to_move).index()], self.empty());
        let around = self.layout.neighbours[at.index()];
        let mut zone = around & empty | self.layout.few_liberties(around & enemy, enemy, empty, 2);
        if self.layout.suicide {
            zone |= self.layout.ataris(enemy, empty);
        }
        zone
    }

    /// The stone may take the last liberty of the line.
    pub(super) fn win_zone(&self, at: Point) -> W {
        let after = self.make(at);
        let own = after.stones[self.to_move.index()];
        W::of(at) | self.layout.few_liberties(W::of(at), own, after.empty(), 1)
    }
}

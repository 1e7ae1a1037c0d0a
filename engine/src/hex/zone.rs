//! Where one more stone of the defender could change how a threat sequence is played (see [`Turn`]), on hexagons: where
//! groups come to be captured that were not, or lines are completed.

use super::{HexPosition, collect};
use crate::position::Turn;
use crate::{Point, PointSet, Position};

impl<W: PointSet> HexPosition<W> {
    pub(super) fn find_zone(&self, turn: Turn) -> W {
        match turn {
            Turn::First => self.first_zone(),
            Turn::Reply => self.reply_zone(),
            // The suicide stays one: a stone that could free its group lies next to it, and there no point was empty.
            Turn::Refused(_) => W::EMPTY,
            Turn::Attack(at) => self.attack_zone(at),
            Turn::Win(at) => self.win_zone(at),
        }
    }

    /// The empty points of lines without enemy stones to which the side to move lacks at most so many stones.
    fn lines_within(&self, stones: usize) -> W {
        let (own, empty) = (self.stones[self.to_move.index()], self.empty());
        let lines = self.tables.lines.iter().filter(|&&line| line & (own | empty) == line);
        let near = lines.map(|&line| line & empty).filter(|missing| missing.len() <= stones);
        near.fold(W::EMPTY, |all, missing| all | missing)
    }

    /// The stone captures, completes a line, or takes its own group away.
    fn first_zone(&self) -> W {
        let enemy = self.stones[(!self.to_move).index()];
        let mut zone = self.tables.ataris(enemy, self.empty()) | self.lines_within(1);
        if self.tables.suicide {
            zone |= collect(self.empty().iter().filter(|&point| self.is_suicide(point)));
        }
        zone
    }

    /// A reply captures what has one liberty left besides the stone, or completes a line with it. Where hardly two empty
    /// points lie side by side, a stone may take the last legal reply.
    fn reply_zone(&self) -> W {
        let (enemy, empty) = (self.stones[(!self.to_move).index()], self.empty());
        let wide = empty.iter().filter(|&point| !(self.tables.neighbours[point.index()] & empty).is_empty());
        // A stone narrows its own point and six others.
        if wide.take(8).count() < 8 {
            return empty;
        }
        self.tables.few_liberties(enemy, enemy, empty, 2) | self.lines_within(2)
    }

    /// The stone may be captured by the move, alone or with a group that it joins; and where groups may be left without
    /// liberty, it may leave one so.
    fn attack_zone(&self, at: Point) -> W {
        let (enemy, empty) = (self.stones[(!self.to_move).index()], self.empty());
        let around = self.tables.neighbours[at.index()];
        let mut zone = around & empty | self.tables.few_liberties(around & enemy, enemy, empty, 2);
        if self.tables.suicide {
            zone |= self.tables.ataris(enemy, empty);
        }
        zone
    }

    /// The stone may take the last liberty of the line.
    fn win_zone(&self, at: Point) -> W {
        let after = self.make(at);
        let own = after.stones[self.to_move.index()];
        W::of(at) | self.tables.few_liberties(W::of(at), own, after.empty(), 1)
    }
}

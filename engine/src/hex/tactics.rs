//! Threats by shape on hexagons.

use super::HexPosition;
use crate::tactics::Turn;
use crate::{Point, PointSet, Position, Tactics, Threats, zobrist};

impl<W: PointSet> Tactics for HexPosition<W> {
    fn make_null(&self) -> Self {
        let ply = self.ply.saturating_add(1);
        Self { to_move: !self.to_move, key: self.key ^ zobrist::WHITE_TO_MOVE, ply, ..*self }
    }

    fn winning(&self) -> W {
        if self.outcome.is_some() {
            return W::EMPTY;
        }
        let own = self.stones[self.to_move.index()];
        let empty = self.empty();
        let mut points = W::EMPTY;
        for &line in self.layout.lines {
            let missing = line & !own;
            if missing.len() == 1 {
                points |= missing & empty;
            }
        }
        let legal = |point: &Point| !self.is_suicide(*point);
        W::of_all(points.iter().filter(legal))
    }

    /// A line is stopped by taking its last point, by capturing, by making it suicide, or by winning first.
    fn defences(&self) -> Option<W> {
        let passed = Self { to_move: !self.to_move, ..*self };
        let wins = passed.winning();
        if wins.is_empty() {
            return None;
        }
        let empty = self.empty();
        let always = self.always_replies();
        let replies = wins.iter().take(3).map(|witness| self.replies_to_line(witness, &passed));
        Some(replies.fold(empty, |all, replies| all & (replies | always)))
    }

    /// Lines that lack two stones, and captures, which may free a line.
    fn forcing(&self) -> W {
        let (us, empty) = (self.to_move, self.empty());
        let (own, enemy) = (self.stones[us.index()], self.stones[(!us).index()]);
        let mut points = self.layout.ataris(enemy, empty);
        for &line in self.layout.lines.iter().filter(|&&line| (line & !own).len() == 2) {
            points |= line & empty;
        }
        if let Some(defences) = self.defences() {
            points &= defences;
        }
        points & self.legal()
    }

    fn zone(&self, turn: Turn) -> W {
        match turn {
            Turn::First => self.first_zone(),
            Turn::Reply => self.reply_zone(),
            // The suicide stays one: a stone that could free its group lies next to it, and there no point was empty.
            Turn::Refused(_) => W::EMPTY,
            Turn::Attack(at) => self.attack_zone(at),
            Turn::Win(at) => self.win_zone(at),
        }
    }

    fn replies_to(&self, witness: Point) -> W {
        let passed = Self { to_move: !self.to_move, ..*self };
        self.always_replies() | self.replies_to_line(witness, &passed)
    }

    fn threats(&self) -> [Threats<W>; 2] {
        [self.to_move, !self.to_move].map(|color| self.threats_of(color))
    }

    fn candidates(&self) -> W {
        let empty = self.empty();
        // Who may be made to swap looks for a fair first move, and that is not the centre.
        if empty == self.layout.points {
            return empty;
        }
        let occupied = self.layout.points & !empty;
        self.layout.dilate(self.layout.dilate(occupied)) & empty
    }
}

impl<W: PointSet> HexPosition<W> {
    /// The replies that can matter against any line: captures, and own lines.
    fn always_replies(&self) -> W {
        self.layout.ataris(self.stones[(!self.to_move).index()], self.empty()) | self.winning()
    }

    /// The replies that can matter against the line that the opponent completes at `witness`; `passed` is this
    /// position with the opponent to move.
    fn replies_to_line(&self, witness: Point, passed: &Self) -> W {
        let mut empty = self.empty();
        empty.remove(witness);
        let enemy = passed.stones[passed.to_move.index()] | W::of(witness);
        let (_, around) = self.layout.group(witness, enemy);
        let liberties = around & empty;
        if liberties.is_empty() {
            // Legal only because it captures: every move that frees a group of ours may refute it.
            return self.empty();
        }
        // Filling the last liberty makes the witness suicide.
        W::of(witness) | liberties
    }
}

//! The rules on hexagons.

use super::layout::Layout;
use super::{HexPosition, SETTLED};
use crate::outcome::Reason;
use crate::rules::Swap;
use crate::{Color, Game, IllegalMove, Outcome, Point, PointSet, Position, SetUp, SetUpError, Tactics, zobrist};

impl<W: PointSet> Position for HexPosition<W> {
    type Set = W;

    fn start(game: &'static Game) -> Self {
        Self {
            stones: [W::EMPTY; 2],
            layout: game.tables(Layout::new),
            key: 0,
            captured: [0; 2],
            to_move: Color::Black,
            outcome: None,
            ply: 0,
        }
    }

    fn set_up(game: &'static Game, setup: &SetUp) -> Result<Self, SetUpError> {
        let mut position = Self { ply: SETTLED, to_move: setup.to_move, captured: setup.captured, ..Self::start(game) };
        for &(point, color) in &setup.stones {
            if !position.empty().contains(point) {
                return Err(SetUpError::Twice(game.grid().name(point)));
            }
            position.stones[color.index()].insert(point);
            position.key ^= zobrist::stone(color, point);
        }
        if position.to_move == Color::White {
            position.key ^= zobrist::WHITE_TO_MOVE;
        }
        for &(point, color) in &setup.stones {
            if position.layout.surrounded(point, position.stones[color.index()], position.empty()).is_some() {
                return Err(SetUpError::NoLiberty(game.grid().name(point)));
            }
        }
        position.end_if_stuck();
        Ok(position)
    }

    #[inline]
    fn game(&self) -> &'static Game {
        self.layout.game
    }

    #[inline]
    fn to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn stones(&self, color: Color) -> W {
        self.stones[color.index()]
    }

    #[inline]
    fn empty(&self) -> W {
        self.layout.points & !(self.stones[0] | self.stones[1])
    }

    #[inline]
    fn captured(&self, color: Color) -> u16 {
        self.captured[color.index()]
    }

    fn pending_five(&self) -> bool {
        false
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn key(&self) -> u64 {
        let offer = self.layout.game.rules().swap.map_or(0, |swap| swap.after + 1);
        if self.ply < offer { self.key ^ zobrist::opening(self.ply, false) } else { self.key }
    }

    fn legal(&self) -> W {
        if self.outcome.is_some() {
            return W::EMPTY;
        }
        let mut legal = self.empty();
        if !self.layout.suicide {
            for point in self.empty().iter().filter(|&point| self.is_suicide(point)) {
                legal.remove(point);
            }
        }
        legal
    }

    fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.empty().contains(point) {
            let known = self.layout.points.contains(point);
            return Err(if known { IllegalMove::Occupied } else { IllegalMove::OutsideBoard });
        }
        if !self.layout.suicide && self.is_suicide(point) {
            return Err(IllegalMove::Suicide);
        }
        Ok(())
    }

    #[inline]
    fn make(&self, point: Point) -> Self {
        debug_assert!(self.outcome.is_none() && self.empty().contains(point));
        let layout = self.layout;
        let (us, them) = (self.to_move, !self.to_move);
        let mut next = *self;
        next.stones[us.index()].insert(point);
        next.key ^= zobrist::stone(us, point) ^ zobrist::WHITE_TO_MOVE;
        next.to_move = them;
        next.ply = self.ply.saturating_add(1);

        let taken = self.taken(point, self.stones[them.index()], next.empty());
        if !taken.is_empty() {
            next.stones[them.index()] &= !taken;
            next.captured[us.index()] = self.captured[us.index()].saturating_add(taken.len() as u16);
            taken.iter().for_each(|stone| next.key ^= zobrist::stone(them, stone));
        } else if layout.suicide
            && let Some(group) = layout.surrounded(point, next.stones[us.index()], next.empty())
        {
            next.stones[us.index()] &= !group;
            group.iter().for_each(|stone| next.key ^= zobrist::stone(us, stone));
        }

        if layout.has_line(next.stones[us.index()], point) {
            next.outcome = Some(Outcome::win(us, Reason::Line));
        }
        next.end_if_stuck();
        next
    }

    #[inline]
    fn swap_offered(&self) -> bool {
        let offered = |swap: Swap| swap.after == self.ply;
        self.outcome.is_none() && self.layout.game.rules().swap.is_some_and(offered)
    }

    fn make_swap(&self) -> Self {
        debug_assert!(self.swap_offered());
        Self { ply: SETTLED, ..*self }
    }

    /// The opponent never has to pass as well, so that a pass need not be remembered: where no empty point is next to another,
    /// take a group next to one. If it has a second liberty, its owner may place a stone there; if not, the other side takes it.
    fn make_pass(&self) -> Self {
        debug_assert!(self.layout.passes && self.outcome.is_none() && !self.has_legal());
        self.make_null()
    }
}

//! A game replayed move by move, with the keys of its positions.

use std::collections::BTreeMap;

use engine::{AnyRecord, Color, IllegalMove, Move, Point, SetUp, SetUpError};

use crate::board::Board;
use crate::zobrist::{self, Piece};

/// The most symmetries of a board.
const MOST: usize = 12;

/// A game in progress on a board.
pub(crate) struct Walk<'b> {
    board: &'b Board,
    pub(crate) record: Box<dyn AnyRecord>,
    lanes: [u128; MOST],
    /// The colours of the stones, by the numbers of their points.
    stones: Vec<Option<Color>>,
    /// The stones on the board and the captured ones.
    placed: usize,
    /// Whether colours may still be exchanged: neither were they, nor was a position set up.
    may_swap: bool,
}

impl Clone for Walk<'_> {
    fn clone(&self) -> Self {
        let Self { board, lanes, placed, may_swap, .. } = *self;
        Self { board, record: self.record.copy(), lanes, stones: self.stones.clone(), placed, may_swap }
    }
}

/// The keys of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    /// All that the position is: equal keys mean equal positions but for symmetry.
    pub(crate) position: u128,
    /// Stones and captures alone.
    pub(crate) stones: u128,
}

impl<'b> Walk<'b> {
    /// Begins with a position; `None` is the empty board.
    pub(crate) fn new(board: &'b Board, setup: Option<&SetUp>) -> Result<Self, SetUpError> {
        let record = engine::record(board.game, setup)?;
        let mut walk = Self {
            board,
            record,
            lanes: [0; MOST],
            stones: vec![None; board.area()],
            placed: 0,
            may_swap: setup.is_none(),
        };
        for &(point, color) in setup.iter().flat_map(|setup| &setup.stones) {
            let number = board.number(point);
            walk.stones[usize::from(number)] = Some(color);
            walk.toggle(number, Piece::Stone(color));
            walk.placed += 1;
        }
        for &point in setup.iter().flat_map(|setup| &setup.walls) {
            walk.toggle(board.number(point), Piece::Wall);
        }
        walk.placed += setup.map_or(0, |setup| setup.captured.iter().map(|&count| usize::from(count)).sum());
        Ok(walk)
    }

    fn toggle(&mut self, number: u16, piece: Piece) {
        let count = self.board.lanes.count();
        self.board.lanes.toggle(&mut self.lanes[..count], number, piece);
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let color = self.record.to_move();
        let gone = self.record.play(mv)?;
        if let Move::Place(point) = mv {
            let number = self.board.number(point);
            self.stones[usize::from(number)] = Some(color);
            self.toggle(number, Piece::Stone(color));
            self.placed += 1;
        }
        self.may_swap &= mv != Move::Swap;
        for point in gone {
            let number = self.board.number(point);
            if let Some(color) = self.stones[usize::from(number)].take() {
                self.toggle(number, Piece::Stone(color));
            }
        }
        Ok(())
    }

    /// The number of stones placed so far: those on the board, and those captured.
    pub(crate) const fn placed(&self) -> usize {
        self.placed
    }

    /// The stone on a point.
    pub(crate) fn stone(&self, point: Point) -> Option<Color> {
        self.stones[usize::from(self.board.number(point))]
    }

    fn lanes(&self) -> &[u128] {
        &self.lanes[..self.board.lanes.count()]
    }

    fn least(&self) -> u128 {
        self.lanes().iter().copied().min().unwrap_or_default()
    }

    /// The keys of the position.
    pub(crate) fn keys(&self) -> Keys {
        let record = &self.record;
        let stones = self.least() ^ zobrist::captured(Color::ALL.map(|color| record.captured(color)));
        let offers = self.board.game.rules().swap.is_some_and(|swap| self.placed <= swap.last().into());
        let state = zobrist::state(record.to_move(), record.pending_five(), self.may_swap && offers);
        Keys { position: stones ^ state, stones }
    }

    /// The number of a move that all images of the move in all images of the position share.
    pub(crate) fn canonical(&self, mv: Move) -> u16 {
        let (least, code) = (self.least(), self.board.code(mv));
        let images = (0..).zip(self.lanes()).filter(|(_, lane)| **lane == least);
        images.map(|(symmetry, _)| self.board.image(symmetry, code)).min().unwrap_or(code)
    }

    /// All moves by their [canonical](Self::canonical) numbers, those of one number in the order of their names.
    pub(crate) fn classes(&self) -> BTreeMap<u16, Vec<Move>> {
        let least = self.least();
        let symmetries: Vec<usize> =
            (0..).zip(self.lanes()).filter(|(_, lane)| **lane == least).map(|(at, _)| at).collect();
        let mut classes: BTreeMap<u16, Vec<Move>> = BTreeMap::new();
        for mv in self.board.grid().points_by_name().map(Move::Place).chain([Move::Swap, Move::Pass]) {
            let code = self.board.code(mv);
            let canonical = symmetries.iter().map(|&symmetry| self.board.image(symmetry, code)).min().unwrap_or(code);
            classes.entry(canonical).or_default().push(mv);
        }
        classes
    }
}

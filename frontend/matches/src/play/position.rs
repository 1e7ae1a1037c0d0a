//! Positions in the commands of the protocol.

use engine::notation::shorten;
use engine::{Color, Move, Point};
use protocol::{Cell, Command, Stone, stones};

use super::failure::Failure;
use super::referee::{Failed, Referee};
use crate::journal::fault::Fault;

impl Referee<'_, '_> {
    /// Returns the command that sends the position to `seat` and requests a move.
    pub(super) fn command(&self, seat: usize) -> Command {
        let moves = self.record.moves();
        match (self.sent[seat], &moves[..]) {
            (Some(0), []) => Command::Begin,
            (Some(sent), [.., Move::Place(point)]) if sent + 1 == moves.len() => Command::Turn(Some(self.cell(*point))),
            (Some(sent), [.., Move::Pass]) if sent + 1 == moves.len() => Command::Turn(None),
            _ => Command::Board(self.stones(seat)),
        }
    }

    /// Returns all stones in the order of play from the view of `seat`. Those of an initial position come first, in turns.
    fn stones(&self, seat: usize) -> Vec<Stone> {
        let us = Color::ALL.into_iter().find(|color| self.seats[color.index()] == seat).unwrap_or(Color::Black);
        let placed = self.record.moves().into_iter().zip(&self.colors).filter_map(|(mv, &color)| match mv {
            Move::Place(point) => Some((point, color)),
            Move::Swap | Move::Pass => None,
        });
        stones(self.rules.game, self.rules.setup(), placed, us)
    }

    /// Returns the points of all moves.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let placed = self.record.moves().into_iter().filter_map(|mv| match mv {
            Move::Place(point) => Some(self.cell(point)),
            Move::Swap | Move::Pass => None,
        });
        placed.collect()
    }

    /// Returns the point of a cell in an answer of `seat`.
    ///
    /// # Errors
    /// The cell is not on the board.
    pub(super) fn point(&self, seat: usize, cell: Cell) -> Result<Point, Failed> {
        let point = self.rules.game.grid().point(cell.x, cell.y);
        let outside =
            || Failure::fault(Fault::IllegalMove, format!("{} is not on the board", shorten(&cell.to_string())));
        point.ok_or_else(|| (seat, outside()))
    }

    fn cell(&self, point: Point) -> Cell {
        let (x, y) = self.rules.game.grid().xy(point);
        Cell { x, y }
    }
}

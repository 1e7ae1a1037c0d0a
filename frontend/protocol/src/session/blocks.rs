//! Blocked points: `YXBLOCK` and `YXBLOCKPATH`.

use engine::{Bitboard, Move, PointSet};

use crate::game_state::GameState;
use crate::grammar::Cell;
use crate::refusal::Refusal;

/// Points that the engine never plays.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// In every position.
    everywhere: Vec<Cell>,
    /// The last point of each path, in the position after the moves before it.
    paths: Vec<Vec<Cell>>,
}

impl Blocks {
    pub(crate) fn block(&mut self, cells: Vec<Cell>) {
        self.everywhere.extend(cells);
    }

    pub(crate) fn unblock(&mut self, cells: &[Cell]) {
        self.everywhere.retain(|cell| !cells.contains(cell));
    }

    pub(crate) fn unblock_all(&mut self) {
        self.everywhere.clear();
    }

    pub(crate) fn block_path(&mut self, path: Vec<Cell>) {
        self.paths.push(path);
    }

    pub(crate) fn unblock_path(&mut self, path: &[Cell]) {
        self.paths.retain(|known| known != path);
    }

    pub(crate) fn unblock_all_paths(&mut self) {
        self.paths.clear();
    }

    /// The blocked points of the position. Points outside the board have no effect.
    pub(crate) fn now(&self, state: &mut GameState) -> Result<Bitboard, Refusal> {
        let mut blocked = Bitboard::EMPTY;
        if self.everywhere.is_empty() && self.paths.is_empty() {
            return Ok(blocked);
        }
        let record = state.record()?;
        let game = record.game();
        let placed: Vec<Cell> = record
            .moves()
            .into_iter()
            .filter_map(|mv| match mv {
                Move::Place(point) => Some(Cell::of(game, point)),
                Move::Swap | Move::Pass => None,
            })
            .collect();
        let next = self.paths.iter().filter_map(|path| path.split_last().filter(|(_, line)| *line == placed));
        for cell in self.everywhere.iter().chain(next.map(|(last, _)| last)) {
            if let Some(point) = game.grid().point(cell.x, cell.y) {
                blocked.insert(point);
            }
        }
        Ok(blocked)
    }
}

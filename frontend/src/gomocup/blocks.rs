//! Points that the manager does not want to be answered: `YXBLOCK` and `YXBLOCKPATH`.

use engine::{Bitboard, Move, PointSet};

use super::arrange::cell;
use super::cell::Cell;
use super::current::Current;
use super::refusal::Refusal;

/// Points that are not to be answered.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// In every position.
    everywhere: Vec<Cell>,
    /// The last point of each path, in the position after the moves before it.
    paths: Vec<Vec<Cell>>,
}

impl Blocks {
    pub(super) fn block(&mut self, cells: Vec<Cell>) {
        self.everywhere.extend(cells);
    }

    pub(super) fn unblock(&mut self, cells: &[Cell]) {
        self.everywhere.retain(|cell| !cells.contains(cell));
    }

    pub(super) fn unblock_all(&mut self) {
        self.everywhere.clear();
    }

    pub(super) fn block_path(&mut self, path: Vec<Cell>) {
        self.paths.push(path);
    }

    pub(super) fn unblock_path(&mut self, path: &[Cell]) {
        self.paths.retain(|known| known != path);
    }

    pub(super) fn unblock_all_paths(&mut self) {
        self.paths.clear();
    }

    /// The points that are not to be answered now. Points that this board does not have mean nothing.
    pub(super) fn now(&self, current: &mut Current) -> Result<Bitboard, Refusal> {
        let mut blocked = Bitboard::EMPTY;
        if self.everywhere.is_empty() && self.paths.is_empty() {
            return Ok(blocked);
        }
        let record = current.record()?;
        let game = record.game();
        let placed: Vec<Cell> = record
            .moves()
            .into_iter()
            .filter_map(|mv| match mv {
                Move::Place(point) => Some(cell(game, point)),
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

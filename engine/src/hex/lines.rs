//! The lines of a hexagonal board, which all games with lines of this length on it share.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::{Grid, Point, PointSet};

/// The lines of a board.
pub(super) struct Lines<W> {
    /// The points next to each point.
    pub(super) neighbours: Vec<W>,
    /// All lines of the winning length.
    pub(super) lines: Vec<W>,
    /// The lines through each point, one point after another.
    pub(super) lines_through: Vec<W>,
    /// Where each point's lines begin, and where the last ones end.
    pub(super) first_line: Vec<usize>,
}

/// Along a letter, along a number, and both stepping together.
const STEPS: [(isize, isize); 3] = [(1, 0), (0, 1), (1, 1)];

impl<W: PointSet> Lines<W> {
    /// The lines of `length` on the board of `grid`, computed on first use and kept for ever: there are 63 such pairs.
    pub(super) fn on(grid: &Grid, length: usize) -> &'static Self {
        static BOARDS: Mutex<BTreeMap<(usize, usize), &'static (dyn Any + Send + Sync)>> = Mutex::new(BTreeMap::new());
        let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        let board = boards.entry((grid.size(), length)).or_insert_with(|| Box::leak(Box::new(Self::new(grid, length))));
        let board: &'static dyn Any = *board;
        board.downcast_ref().expect("a board is played with one type of set")
    }

    fn new(grid: &Grid, length: usize) -> Self {
        let step = |point: Point, (dx, dy): (isize, isize), times: isize| {
            let (x, y) = grid.xy(point);
            grid.point(x.checked_add_signed(dx * times)?, y.checked_add_signed(dy * times)?)
        };
        let points: Vec<Point> = grid.points().collect();
        let neighbours = points.iter().map(|&point| {
            let around = STEPS.iter().flat_map(|&by| [step(point, by, 1), step(point, by, -1)]);
            W::of_all(around.flatten())
        });
        let from = |&point: &Point| {
            let along = move |by| (0..length as isize).map(|k| step(point, by, k)).collect::<Option<Vec<_>>>();
            STEPS.iter().filter_map(move |&by| Some(W::of_all(along(by)?)))
        };
        let lines: Vec<W> = points.iter().flat_map(from).collect();
        let mut lines_through: Vec<W> = Vec::new();
        let mut first_line = vec![0];
        for &point in &points {
            lines_through.extend(lines.iter().filter(|line| line.contains(point)));
            first_line.push(lines_through.len());
        }
        lines_through.shrink_to_fit();
        Self { neighbours: neighbours.collect(), lines, lines_through, first_line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitboard;

    #[test]
    fn all_boards_together_are_small_and_each_is_kept_once() {
        let mut bytes = 0;
        for (side, length) in (3..=9).flat_map(|side| (3..2 * side).map(move |length| (side, length))) {
            let board = Lines::<Bitboard>::new(&Grid::hexagon(side), length);
            let sets = board.neighbours.len() + board.lines.capacity() + board.lines_through.capacity();
            bytes += sets * size_of::<Bitboard>() + board.first_line.capacity() * size_of::<usize>();
        }
        assert!(bytes < 8 << 20, "{bytes}");
        let board = || Lines::<Bitboard>::on(&Grid::hexagon(8), 5);
        assert!(std::ptr::eq(board(), board()));
    }
}

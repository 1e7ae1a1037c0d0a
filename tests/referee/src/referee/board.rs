//! A grid of cells and the position on it; used by the square boards and by the hexagon alike.

use std::ops::Range;

use super::Stone;

/// A point (x, y), 0-based from the top left.
pub(super) type Point = (usize, usize);

/// Content of a point of the grid; `Off` lies outside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Off,
    Empty,
    Full(Stone),
}

/// Cells row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    cells: Vec<Cell>,
    width: usize,
    height: usize,
}

impl Board {
    /// An empty board of `size` × `size` points.
    pub(super) fn square(size: usize) -> Board {
        Board { cells: vec![Cell::Empty; size * size], width: size, height: size }
    }

    /// A board of the given rows, which are of one length.
    pub(super) fn of_rows(rows: &[Vec<Cell>]) -> Board {
        Board { cells: rows.concat(), width: rows[0].len(), height: rows.len() }
    }

    /// The cell at `p`, `Off` outside the grid.
    pub(super) fn at(&self, p: Point) -> Cell {
        if p.0 < self.width && p.1 < self.height { self.cells[self.index(p)] } else { Cell::Off }
    }

    /// The cell `k` steps of `d` away from `p`, `Off` outside the grid.
    pub(super) fn along(&self, p: Point, d: (i32, i32), k: i32) -> Cell {
        match self.point_along(p, d, k) {
            Some(at) => self.cells[self.index(at)],
            None => Cell::Off,
        }
    }

    /// The point `k` steps of `d` away from `p`, `None` outside the grid.
    pub(super) fn point_along(&self, p: Point, d: (i32, i32), k: i32) -> Option<Point> {
        let x = p.0 as i64 + i64::from(d.0) * i64::from(k);
        let y = p.1 as i64 + i64::from(d.1) * i64::from(k);
        if x < 0 || y < 0 || y >= self.height as i64 || x >= self.width as i64 {
            return None;
        }
        Some((x as usize, y as usize))
    }

    /// Where the cell of a point of the grid stands.
    fn index(&self, (x, y): Point) -> usize {
        y * self.width + x
    }

    /// Writes a cell of the grid.
    pub(super) fn put(&mut self, p: Point, cell: Cell) {
        let index = self.index(p);
        self.cells[index] = cell;
    }

    /// A copy with a stone of `colour` on `p` and nothing else changed.
    pub(super) fn with(&self, p: Point, colour: Stone) -> Board {
        let mut board = self.clone();
        board.put(p, Cell::Full(colour));
        board
    }

    /// All points of the board, row by row.
    pub(super) fn points(&self) -> Vec<Point> {
        self.points_with(|cell| cell != Cell::Off)
    }

    /// All empty points, row by row.
    pub(super) fn empty_points(&self) -> Vec<Point> {
        self.points_with(|cell| cell == Cell::Empty)
    }

    fn points_with(&self, wanted: impl Fn(Cell) -> bool) -> Vec<Point> {
        let cells = self.cells.iter().enumerate().filter(|&(_, &cell)| wanted(cell));
        cells.map(|(index, _)| (index % self.width, index / self.width)).collect()
    }

    /// Whether no point is empty.
    pub(super) fn is_full(&self) -> bool {
        !self.cells.contains(&Cell::Empty)
    }

    /// The maximal run of `colour` through `p` along ±`d`, in order; empty when no such stone is on `p`.
    pub(super) fn run_through(&self, p: Point, d: (i32, i32), colour: Stone) -> Vec<Point> {
        self.steps_of_run(p, d, colour).filter_map(|k| self.point_along(p, d, k)).collect()
    }

    /// The number of stones in that run.
    pub(super) fn run_length(&self, p: Point, d: (i32, i32), colour: Stone) -> usize {
        self.steps_of_run(p, d, colour).count()
    }

    /// The run in steps of `d` from `p`.
    fn steps_of_run(&self, p: Point, d: (i32, i32), colour: Stone) -> Range<i32> {
        let own = Cell::Full(colour);
        if self.at(p) != own {
            return 0..0;
        }
        let mut first = 0;
        while self.along(p, d, first - 1) == own {
            first -= 1;
        }
        let mut end = 1;
        while self.along(p, d, end) == own {
            end += 1;
        }
        first..end
    }
}

/// Stones, the side to move and the stones taken by x and by o.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) to_move: Stone,
    pub(super) captured: [u32; 2],
}

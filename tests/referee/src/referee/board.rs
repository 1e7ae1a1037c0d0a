//! A grid of cells and the position on it; used by the square boards and by the hexagon alike.

use super::Stone;

/// A point (x, y), 0-based from the top left.
pub(super) type Point = (usize, usize);

/// What a point of the grid holds; `Off` is no point of the board at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Off,
    Empty,
    Full(Stone),
}

/// Rows of cells from the top: `rows[y][x]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    rows: Vec<Vec<Cell>>,
}

impl Board {
    /// An empty board of `size` × `size` points.
    pub(super) fn square(size: usize) -> Board {
        Board { rows: vec![vec![Cell::Empty; size]; size] }
    }

    /// A board of the given rows.
    pub(super) fn of_rows(rows: Vec<Vec<Cell>>) -> Board {
        Board { rows }
    }

    /// The cell at `p`, `Off` outside the grid.
    pub(super) fn at(&self, p: Point) -> Cell {
        self.along(p, (0, 0), 0)
    }

    /// The cell `k` steps of `d` away from `p`, `Off` outside the grid.
    pub(super) fn along(&self, p: Point, d: (i32, i32), k: i32) -> Cell {
        match self.point_along(p, d, k) {
            Some((x, y)) => self.rows[y][x],
            None => Cell::Off,
        }
    }

    /// The point `k` steps of `d` away from `p`, `None` outside the grid.
    pub(super) fn point_along(&self, p: Point, d: (i32, i32), k: i32) -> Option<Point> {
        let x = p.0 as i64 + i64::from(d.0) * i64::from(k);
        let y = p.1 as i64 + i64::from(d.1) * i64::from(k);
        if x < 0 || y < 0 || y >= self.rows.len() as i64 || x >= self.rows[y as usize].len() as i64 {
            return None;
        }
        Some((x as usize, y as usize))
    }

    /// Writes a cell of the grid.
    pub(super) fn put(&mut self, p: Point, cell: Cell) {
        self.rows[p.1][p.0] = cell;
    }

    /// A copy with a stone of `colour` on `p` and nothing else changed.
    pub(super) fn with(&self, p: Point, colour: Stone) -> Board {
        let mut board = self.clone();
        board.put(p, Cell::Full(colour));
        board
    }

    /// All points of the board, row by row.
    pub(super) fn points(&self) -> Vec<Point> {
        let mut list = Vec::new();
        for y in 0..self.rows.len() {
            for x in 0..self.rows[y].len() {
                if self.rows[y][x] != Cell::Off {
                    list.push((x, y));
                }
            }
        }
        list
    }

    /// All empty points, row by row.
    pub(super) fn empty_points(&self) -> Vec<Point> {
        let mut list = self.points();
        list.retain(|&p| self.at(p) == Cell::Empty);
        list
    }

    /// Whether no point is empty.
    pub(super) fn is_full(&self) -> bool {
        self.empty_points().is_empty()
    }

    /// The maximal run of `colour` through `p` along ±`d`, in order; empty when no such stone is on `p`.
    pub(super) fn run_through(&self, p: Point, d: (i32, i32), colour: Stone) -> Vec<Point> {
        let own = Cell::Full(colour);
        if self.at(p) != own {
            return Vec::new();
        }
        let mut first = 0;
        while self.along(p, d, first - 1) == own {
            first -= 1;
        }
        let mut last = 0;
        while self.along(p, d, last + 1) == own {
            last += 1;
        }
        (first..=last).filter_map(|k| self.point_along(p, d, k)).collect()
    }
}

/// Stones, the side to move and the stones taken by x and by o.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) to_move: Stone,
    pub(super) captured: [u32; 2],
}

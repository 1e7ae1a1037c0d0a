//! Features of a position for each side: open lines, threats, useful points.

use engine::{AnyRecord, Color, PointSet};

/// The stones of a winning line.
const FIVE: usize = 5;

/// The features of one side.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Side {
    pub(crate) stones: usize,
    /// Windows of five points without an enemy stone, with an empty point; with two own stones or more; with three or more.
    pub(crate) open: [usize; 3],
    /// Points that make a three, and a four.
    pub(crate) threes: usize,
    pub(crate) fours: usize,
    /// Points that make two threats at once: two threes, a four and a three, two fours.
    pub(crate) doubles: usize,
    /// Empty points in open windows with two own stones or more of two directions or more.
    pub(crate) crossings: usize,
}

/// The features of a position.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Board {
    pub(crate) empty: usize,
    /// Empty points in no open window of either side.
    pub(crate) useless: usize,
    /// The share of windows of five that are blocked for both sides.
    pub(crate) dead: f64,
    /// Black, White.
    pub(crate) sides: [Side; 2],
}

/// The features of a position of a game without captures.
pub(crate) fn features(record: &dyn AnyRecord) -> Board {
    let grid = record.game().grid();
    let mut board = Board { empty: grid.points().filter(|&point| record.is_empty(point)).count(), ..Board::default() };
    let mut useful = vec![false; grid.points().map(|point| point.index() + 1).max().unwrap_or_default()];
    let mut crossed = [0, 1].map(|_| vec![0_u8; useful.len()]);
    let [mut windows, mut dead] = [0; 2];
    for (direction, (right, down)) in [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().enumerate() {
        for first in grid.points() {
            let (x, y) = grid.xy(first);
            let at = |n: isize| grid.point(x.checked_add_signed(n * right)?, y.checked_add_signed(n * down)?);
            let Some(window) = (0..FIVE as isize).map(at).collect::<Option<Vec<_>>>() else { continue };
            let count = |color| window.iter().filter(|&&point| record.stone(point) == Some(color)).count();
            let stones = Color::ALL.map(count);
            windows += 1;
            dead += usize::from(stones.iter().all(|&count| count > 0));
            for (side, own, enemy) in [(0, stones[0], stones[1]), (1, stones[1], stones[0])] {
                if enemy > 0 || own == FIVE {
                    continue;
                }
                for (number, least) in [0, 2, 3].into_iter().enumerate() {
                    board.sides[side].open[number] += usize::from(own >= least);
                }
                for point in window.iter().filter(|&&point| record.is_empty(point)) {
                    useful[point.index()] = true;
                    crossed[side][point.index()] |= u8::from(own >= 2) << direction;
                }
            }
        }
    }
    board.dead = f64::from(dead as u32) / f64::from(windows.max(1) as u32);
    board.useless = grid.points().filter(|&point| record.is_empty(point) && !useful[point.index()]).count();
    for (side, color) in board.sides.iter_mut().zip(Color::ALL) {
        let threats = record.threats(color);
        let doubles = threats.double_three | threats.double_four | threats.four & threats.three;
        side.stones = grid.points().filter(|&point| record.stone(point) == Some(color)).count();
        (side.threes, side.doubles) = (threats.three.len(), doubles.len());
        side.fours = (threats.four | threats.double_four | threats.straight_four).len();
        side.crossings = crossed[color.index()].iter().filter(|directions| directions.count_ones() > 1).count();
    }
    board
}

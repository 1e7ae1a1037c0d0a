//! B, `renju`: Black's forbidden points by the RIF definition, with recursion.

use super::Stone;
use super::board::{Board, Cell, Point};
use super::square::{LINES, fours_in_line, has_five_through};

const BLACK: Stone = Stone::X;

/// Whether Black's stone on the empty point `p` is a foul: no five, but an overline, a double four or a double three.
pub(super) fn is_foul(board: &Board, p: Point) -> bool {
    let board = board.with(p, BLACK);
    // Five (exactly five) first: it has priority over every foul.
    if has_five_through(&board, p, BLACK, true) {
        return false;
    }
    // Overline: six or more in a row.
    if LINES.iter().any(|&d| board.run_length(p, d, BLACK) >= 6) {
        return true;
    }
    // Double four: two fours in one line count two, a straight four counts one.
    let fours: usize = LINES.iter().map(|&d| fours_in_line(&board, p, d, BLACK, true)).sum();
    if fours >= 2 {
        return true;
    }
    // Double three.
    LINES.iter().filter(|&&d| is_three(&board, p, d)).count() >= 2
}

/// A three through the black stone on `p` along ±`d`: one more stone makes a straight four that contains `p`,
/// without making a five at the same time, at a point that is itself not forbidden.
fn is_three(board: &Board, p: Point, d: (i32, i32)) -> bool {
    // The added stone stands in the same four as p, so at most 3 steps away.
    (-3..=3).any(|k| {
        let Some(e) = board.point_along(p, d, k) else {
            return false;
        };
        board.at(e) == Cell::Empty
            && makes_straight_four(&board.with(e, BLACK), p, e, d)
            && !has_five_through(&board.with(e, BLACK), e, BLACK, true)
            && !is_foul(board, e)
    })
}

/// Whether the stones on `p` and `e` stand in one run of four, `.xxxx.`, that either end turns into exactly five.
fn makes_straight_four(board: &Board, p: Point, e: Point, d: (i32, i32)) -> bool {
    let run = board.run_through(e, d, BLACK);
    if run.len() != 4 || !run.contains(&p) {
        return false;
    }
    [(run[0], -1), (run[3], 1)].into_iter().all(|(end, step)| {
        let Some(next) = board.point_along(end, d, step) else {
            return false;
        };
        board.at(next) == Cell::Empty && board.with(next, BLACK).run_length(next, d, BLACK) == 5
    })
}

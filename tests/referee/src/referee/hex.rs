//! C: Ndengrod. Here x = column number − 1 and y = row letter (a = 0).

use super::board::{Board, Cell, Point, Position};
use super::law::Law;
use super::{Outcome, Stone};

/// C1: the 6 neighbours of (r, q): (r, q±1), (r±1, q), (r+1, q+1), (r−1, q−1), here as steps of (x, y).
const NEIGHBOURS: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

/// C1: lines run along the same letter, the same number, and letter and number stepping together.
const LINES: [(i32, i32); 3] = [(1, 0), (0, 1), (1, 1)];

/// C1: the hexagon of side `n`: cell (row r, column q from 1) exists iff |(q−1)−r| ≤ n−1.
pub(super) fn empty_board(n: usize) -> Board {
    let mut rows = Vec::new();
    for r in 0..2 * n - 1 {
        let mut row = Vec::new();
        for q in 1..=2 * n - 1 {
            if (q - 1).abs_diff(r) < n {
                row.push(Cell::Empty);
            } else {
                row.push(Cell::Off);
            }
        }
        rows.push(row);
    }
    Board::of_rows(&rows)
}

/// C4: the maximal connected set of one colour that contains the stone on `p`.
fn group_of(board: &Board, p: Point) -> Vec<Point> {
    let colour = board.at(p);
    let mut group = vec![p];
    let mut seen = 0;
    while seen < group.len() {
        let stone = group[seen];
        seen += 1;
        for d in NEIGHBOURS {
            if let Some(next) = board.point_along(stone, d, 1)
                && board.at(next) == colour
                && !group.contains(&next)
            {
                group.push(next);
            }
        }
    }
    group
}

/// C4: whether a cell adjacent to the group is empty; the edge gives no liberty.
fn has_liberty(board: &Board, group: &[Point]) -> bool {
    group.iter().any(|&stone| NEIGHBOURS.iter().any(|&d| board.along(stone, d, 1) == Cell::Empty))
}

/// C4: the side to move places a stone on the empty cell `p`; the new position and the enemy stones taken.
/// A new group left without liberties is removed (flag suicide); without the flag `refused` has refused it before.
pub(super) fn place(before: &Position, p: Point) -> (Position, Vec<Point>) {
    let mover = before.to_move;
    let mut after = before.clone();
    after.board.put(p, Cell::Full(mover));
    // C4 (1): every enemy group without liberties is removed; all are found first.
    let mut taken = Vec::new();
    for q in after.board.points() {
        if after.board.at(q) == Cell::Full(mover.other())
            && !taken.contains(&q)
            && !has_liberty(&after.board, &[q])
            && !has_liberty(&after.board, &group_of(&after.board, q))
        {
            taken.push(q);
        }
    }
    for &q in &taken {
        after.board.put(q, Cell::Empty);
    }
    after.captured[mover.index()] += taken.len() as u32;
    // C4 (2): the new stone's group still has no liberty. Flag suicide: it is removed, and counts as no capture.
    let group = group_of(&after.board, p);
    if !has_liberty(&after.board, &group) {
        for q in group {
            after.board.put(q, Cell::Empty);
        }
    }
    after.to_move = mover.other();
    (after, taken)
}

/// C4 (2): why the placement on the empty cell `p` is refused, or `None`.
pub(super) fn refused(law: &Law, before: &Position, p: Point) -> Option<&'static str> {
    let (after, _) = place(before, p);
    let removed_itself = after.board.at(p) == Cell::Empty;
    if removed_itself && !law.suicide {
        return Some("suicide");
    }
    None
}

/// C5: a line of `length` or more own stones through the new stone on `p` wins.
pub(super) fn judge(law: &Law, mover: Stone, board: &Board, p: Point) -> Option<Outcome> {
    for d in LINES {
        // After a suicide no own stone is on p and the run is empty.
        if board.run_length(p, d, mover) >= law.length {
            return Some((Some(mover), "line"));
        }
    }
    None
}

//! A1: placement and capture on the square boards; runs of five.

use super::Stone;
use super::board::{Board, Cell, Point, Position};
use super::law::Law;

/// The 8 directions of A1.2.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// One direction for each of the 4 lines through a point.
pub(super) const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A1: the side to move places a stone on the empty point `p`; the new position (other side to move) and what was taken.
pub(super) fn place(law: &Law, before: &Position, p: Point) -> (Position, Vec<Point>) {
    let mover = before.to_move;
    let mut after = before.clone();
    // A1.1: one own stone on an empty point.
    after.board.put(p, Cell::Full(mover));
    // A1.2: all captures are found first and removed together. (No captures in section B.)
    let taken = if law.longest.is_some() { captures(law, &after.board, p, mover) } else { Vec::new() };
    let lost = if law.poof { poofed(law, &after.board, p, mover) } else { Vec::new() };
    for &q in taken.iter().chain(&lost) {
        // A1.5: vacated points are ordinary empty points at once.
        after.board.put(q, Cell::Empty);
    }
    // A1.6: the counter rises.
    after.captured[mover.index()] += taken.len() as u32;
    after.captured[mover.other().index()] += lost.len() as u32;
    after.to_move = mover.other();
    (after, [taken, lost].concat())
}

/// Poof: the own stones lost by the stone on `p`: each row of two, in games with threes also of three, that it stands in
/// and that has an enemy stone before and behind it.
fn poofed(law: &Law, board: &Board, p: Point, mover: Stone) -> Vec<Point> {
    let (own, enemy) = (Cell::Full(mover), Cell::Full(mover.other()));
    let mut lost = Vec::new();
    let lengths: &[i32] = if law.longest == Some(3) { &[2, 3] } else { &[2] };
    for d in LINES {
        for &length in lengths {
            // The row may begin at p or before it.
            for first in 1 - length..=0 {
                let row = first..first + length;
                let closed = board.along(p, d, first - 1) == enemy && board.along(p, d, first + length) == enemy;
                if closed && row.clone().all(|k| board.along(p, d, k) == own) {
                    lost.extend(row.filter_map(|k| board.point_along(p, d, k)));
                }
            }
        }
    }
    lost.sort();
    lost.dedup();
    lost
}

/// A1.2: the enemy stones captured through the own stone on `p`, in all 8 directions.
fn captures(law: &Law, board: &Board, p: Point, mover: Stone) -> Vec<Point> {
    let own = Cell::Full(mover);
    let enemy = Cell::Full(mover.other());
    let mut taken = Vec::new();
    for d in DIRECTIONS {
        // p+d and p+2d are enemy stones and p+3d is an own stone: xoox. A1.4: the edge is not a flank.
        let pair = board.along(p, d, 1) == enemy && board.along(p, d, 2) == enemy && board.along(p, d, 3) == own;
        if pair {
            taken.extend(board.point_along(p, d, 1));
            taken.extend(board.point_along(p, d, 2));
        }
        // keryo: three in a row are taken as well: xooox.
        let three = law.longest == Some(3)
            && board.along(p, d, 1) == enemy
            && board.along(p, d, 2) == enemy
            && board.along(p, d, 3) == enemy
            && board.along(p, d, 4) == own;
        if three {
            taken.extend(board.point_along(p, d, 1));
            taken.extend(board.point_along(p, d, 2));
            taken.extend(board.point_along(p, d, 3));
        }
    }
    taken
}

/// A2, "five": whether a maximal run of `length` stones is one.
fn is_five(length: usize, exact: bool) -> bool {
    if exact { length == 5 } else { length >= 5 }
}

/// A2: all fives of `colour` on the board, each as the points of its maximal run in order.
pub(super) fn fives(board: &Board, colour: Stone, exact: bool) -> Vec<Vec<Point>> {
    let own = Cell::Full(colour);
    let mut list = Vec::new();
    for p in board.points().into_iter().filter(|&p| board.at(p) == own) {
        for d in LINES {
            // Each maximal run is looked at once, from its first stone.
            if board.along(p, d, -1) != own {
                let run = board.run_through(p, d, colour);
                if is_five(run.len(), exact) {
                    list.push(run);
                }
            }
        }
    }
    list
}

/// Whether the stone of `colour` on `p` stands in a five.
pub(super) fn has_five_through(board: &Board, p: Point, colour: Stone, exact: bool) -> bool {
    LINES.iter().any(|&d| is_five(board.run_length(p, d, colour), exact))
}

/// Whether a placement of `colour` somewhere makes a five through itself. (Captures never remove own stones.)
pub(super) fn can_make_five(board: &Board, colour: Stone, exact: bool) -> bool {
    let mut trial = board.clone();
    for p in board.empty_points() {
        trial.put(p, Cell::Full(colour));
        if has_five_through(&trial, p, colour, exact) {
            return true;
        }
        trial.put(p, Cell::Empty);
    }
    false
}

/// A2, "got": `colour` has captured enough to win.
pub(super) fn has_captured_enough(law: &Law, position: &Position, colour: Stone) -> bool {
    let captured = |colour: Stone| position.captured[colour.index()];
    match law.stones_to_win {
        // Poof: if both sides gain by one move, the one with more has won; equal counts decide nothing.
        Some(stones) if law.poof => captured(colour) >= stones && captured(colour) > captured(colour.other()),
        Some(stones) => captured(colour) >= stones,
        None => false,
    }
}

/// The number of fours (0–2) on the line ±`d` through the stone of `colour` on `p`: positions where one more own stone
/// makes a five through `p`; a straight four is one four, two separate fours in one line are two.
pub(super) fn fours_in_line(board: &Board, p: Point, d: (i32, i32), colour: Stone, exact: bool) -> usize {
    let mut completing = Vec::new();
    // A five through p and the filled point cannot reach further than 4 steps from p.
    for k in -4..=4 {
        let Some(e) = board.point_along(p, d, k) else {
            continue;
        };
        if board.at(e) != Cell::Empty {
            continue;
        }
        let run = board.with(e, colour).run_through(e, d, colour);
        if run.contains(&p) && is_five(run.len(), exact) {
            completing.push(e);
        }
    }
    // A straight four .xxxx. is one four; otherwise each completing point is a separate four.
    let straight = completing.len() == 2 && board.run_length(p, d, colour) == 4;
    if straight { 1 } else { completing.len() }
}

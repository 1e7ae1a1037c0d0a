//! A3: the double-three ban and its exceptions (and, under the flag `double-four=false`, the double-four ban).

use super::Stone;
use super::board::{Board, Cell, Point, Position};
use super::law::{Excepted, Law};
use super::square::{LINES, can_make_five, fives, fours_in_line, has_captured_enough, has_five_through, place};

/// A3.1: the points of line `d` that make a straight four of the three through the own stone on `p`; empty: no three.
fn straight_four_points(law: &Law, board: &Board, p: Point, d: (i32, i32), mover: Stone) -> Vec<Point> {
    let own = Cell::Full(mover);
    let mut points = Vec::new();
    // Every window of 4 consecutive points s, s+1, s+2, s+3 that contains p (step 0).
    for s in -3..=0 {
        let window = [s, s + 1, s + 2, s + 3];
        // On the board, with exactly 3 own stones and 1 empty point.
        let stones = window.iter().filter(|&&k| board.along(p, d, k) == own).count();
        let empty: Vec<i32> = window.into_iter().filter(|&k| board.along(p, d, k) == Cell::Empty).collect();
        if stones != 3 || empty.len() != 1 {
            continue;
        }
        // Both points next to the window are on the board and empty.
        if board.along(p, d, s - 1) != Cell::Empty || board.along(p, d, s + 4) != Cell::Empty {
            continue;
        }
        // Neither of the points beyond those is an own stone; in ninuki-42 this falls away.
        let beyond_is_own = board.along(p, d, s - 2) == own || board.along(p, d, s + 5) == own;
        if beyond_is_own && law.five_is_exact() {
            continue;
        }
        points.extend(board.point_along(p, d, empty[0]));
    }
    points
}

/// A3.1, A3.2: whether line `d` through the own stone on `p` is a three that counts.
fn is_three(law: &Law, after: &Position, p: Point, d: (i32, i32), mover: Stone) -> bool {
    let points = straight_four_points(law, &after.board, p, d, mover);
    if !law.recursion {
        // A3.2: no recursion, the straight-four point may itself be anything.
        return !points.is_empty();
    }
    // Flag recursion: some straight-four point is not itself a double three; exceptions are not considered.
    points.into_iter().any(|e| {
        let mut again = after.clone();
        again.to_move = mover;
        let (next, _) = place(law, &again, e);
        !is_double_three(law, &next, e, mover)
    })
}

/// A3.2: at least 2 of the 4 lines through `p` are threes; `after` is the position after the captures of the move.
fn is_double_three(law: &Law, after: &Position, p: Point, mover: Stone) -> bool {
    LINES.iter().filter(|&&d| is_three(law, after, p, d, mover)).count() >= 2
}

/// Flag double-four=false: the stone on `p` makes at least two fours.
fn is_double_four(law: &Law, after: &Position, p: Point, mover: Stone) -> bool {
    let fours: usize = LINES.iter().map(|&d| fours_in_line(&after.board, p, d, mover, law.five_is_exact())).sum();
    fours >= 2
}

/// The shape that is refused but for the exceptions: `Some` with its name.
fn banned_shape(law: &Law, after: &Position, p: Point, mover: Stone) -> Option<&'static str> {
    if is_double_three(law, after, p, mover) {
        return Some("double three");
    }
    if !law.double_four && is_double_four(law, after, p, mover) {
        return Some("double four");
    }
    None
}

/// A3: why the placement on the empty point `p` is refused, or `None`.
pub(super) fn refused(law: &Law, before: &Position, p: Point) -> Option<&'static str> {
    let ban = law.ban?;
    let mover = before.to_move;
    let opponent = mover.other();
    let exact = law.five_is_exact();
    // A3.4 "binds": both, in ninuki-hannover Black only.
    if !ban.binds_white && mover == Stone::O {
        return None;
    }
    let (after, taken) = place(law, before, p);
    let shape = banned_shape(law, &after, p, mover)?;
    // A3.4 row a: the move makes a five, perfect or not: allowed in all four games.
    if has_five_through(&after.board, p, mover, exact) {
        return None;
    }
    // Flag fifth-33: a 3-3 that takes the winning pair is allowed.
    if law.fifth_33 && has_captured_enough(law, &after, mover) {
        return None;
    }
    if !fives(&before.board, opponent, exact).is_empty() {
        // A3.4 row b: an unperfect five of the opponent stands, and the move leaves none.
        if leaves_no_five(law, &after, opponent) {
            let allowed = match ban.breaks_five {
                Excepted::Always => true,
                Excepted::LastResort => {
                    !another_allowed_placement(law, before, p, |next, _| leaves_no_five(law, next, opponent))
                }
                Excepted::Never => false,
            };
            if allowed {
                return None;
            }
        }
    } else if can_make_five(&before.board, opponent, exact) {
        // A3.4 row c: otherwise the opponent could make a five next move, and after the move he cannot.
        // (Own five and fifth pair count as a defence for the other placement only: a 3-3 that makes a five never gets here,
        // and taking the fifth pair is "not an exception".)
        if !can_make_five(&after.board, opponent, exact) {
            let allowed = match ban.stops_four {
                Excepted::Always => true,
                Excepted::LastResort => {
                    !another_allowed_placement(law, before, p, |next, q| is_defence(law, next, q, mover))
                }
                Excepted::Never => false,
            };
            if allowed {
                return None;
            }
        }
    }
    // A3.4 row d: the move captures anything: ninuki-42 only.
    if ban.captures && !taken.is_empty() {
        return None;
    }
    Some(shape)
}

/// A3.4 row b: no five of `opponent` stands in `after`.
fn leaves_no_five(law: &Law, after: &Position, opponent: Stone) -> bool {
    fives(&after.board, opponent, law.five_is_exact()).is_empty()
}

/// A3.4 row c, the other placement: after the stone on `p` the opponent cannot make a five next move;
/// an own five (perfect or not) or the fifth pair counts as a defence.
fn is_defence(law: &Law, after: &Position, p: Point, mover: Stone) -> bool {
    let exact = law.five_is_exact();
    has_five_through(&after.board, p, mover, exact)
        || has_captured_enough(law, after, mover)
        || !can_make_five(&after.board, mover.other(), exact)
}

/// A3.4: whether a placement other than `p` that is 3-3-free or makes a five (flag fifth-33: or takes the winning pair)
/// does what `does` asks of the position after it.
fn another_allowed_placement(law: &Law, before: &Position, p: Point, does: impl Fn(&Position, Point) -> bool) -> bool {
    let mover = before.to_move;
    before.board.empty_points().into_iter().any(|q| {
        if q == p {
            return false;
        }
        let (after, taken) = place(law, before, q);
        let allowed = banned_shape(law, &after, q, mover).is_none()
            || has_five_through(&after.board, q, mover, law.five_is_exact())
            || (law.fifth_33 && has_captured_enough(law, &after, mover))
            || law.ban.is_some_and(|ban| ban.captures && !taken.is_empty());
        allowed && does(&after, q)
    })
}

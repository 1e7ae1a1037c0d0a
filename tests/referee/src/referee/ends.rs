//! A2: the end of a game of section A, move by move.

use super::board::{Board, Cell, Point, Position};
use super::law::{Fifth, Law};
use super::square::{fives, has_captured_enough, has_five_through, place};
use super::{Outcome, Stone, ban};

/// A2: A has just moved at `p` (`before` → `after`, captures removed); B is to move. `None`: the game is not over.
/// Line 5 (full board, no legal move) is judged by the caller.
pub(super) fn judge(law: &Law, before: &Position, after: &Position, p: Point) -> Option<Outcome> {
    let a = before.to_move;
    let b = a.other();
    let exact = law.five_is_exact();

    let got = has_captured_enough(law, after, a);
    let (old, new) = fives_of_b(&before.board, &after.board, b, exact);
    // Poof: the stone may be gone.
    let mine = after.board.at(p) == Cell::Full(a) && has_five_through(&after.board, p, a, exact);

    // 1 got: old → B wins (flag fifth; ninuki-42: A wins); else new → draw (only where five is exact); else A wins by captures.
    if got {
        if old {
            return match law.fifth {
                Fifth::Five => Some((Some(b), "unbroken five")),
                Fifth::Captures => Some((Some(a), "captures")),
                Fifth::Draw => Some((None, "fifth capture leaves a five")),
            };
        }
        if new {
            return Some((None, "fifth capture leaves a five"));
        }
        return Some((Some(a), "captures"));
    }
    // 2 old: B wins.
    if old {
        return Some((Some(b), "unbroken five"));
    }
    // Poof: A's own stones were lost.
    if law.poof && has_captured_enough(law, after, b) {
        return Some((Some(b), "captures"));
    }
    // 3 new: mine → draw, else B wins.
    if new {
        if mine {
            return Some((None, "five for both"));
        }
        return Some((Some(b), "five left by capture"));
    }
    // 4 mine: A wins unless B has a reply after which no five of A stands.
    if mine {
        if law.breakable && has_answer(law, after, a) {
            return None;
        }
        return Some((Some(a), "five"));
    }
    None
}

/// A2: whether B has (old, new) fives: such as stood before A's move and still stand, and such as did not.
fn fives_of_b(before: &Board, after: &Board, b: Stone, exact: bool) -> (bool, bool) {
    let stood = fives(before, b, exact);
    let mut old = false;
    let mut new = false;
    for five in fives(after, b, exact) {
        // Exactly five: the same run stood before. Five or more: the rest of a longer five counts as old.
        let same =
            stood.iter().any(|was| if exact { *was == five } else { five.iter().all(|point| was.contains(point)) });
        if same {
            old = true;
        } else {
            new = true;
        }
    }
    (old, new)
}

/// A2 line 4: B, to move, has a legal reply after which no five of A stands
/// (`ninuki-42` and the flags fifth=captures, fifth=draw: or one that takes the winning pair, unless fifth-answers=false).
fn has_answer(law: &Law, position: &Position, a: Stone) -> bool {
    let b = position.to_move;
    position.board.empty_points().into_iter().any(|q| {
        let (next, _) = place(law, position, q);
        let breaks = fives(&next.board, a, law.five_is_exact()).is_empty();
        let takes_winning_pair = law.fifth != Fifth::Five && law.fifth_answers && has_captured_enough(law, &next, b);
        (breaks || takes_winning_pair) && ban::refused(law, position, q).is_none()
    })
}

//! B: the square boards without captures; only lines through the new stone count.

use super::board::{Board, Cell, Point};
use super::law::Law;
use super::square::LINES;
use super::{Outcome, Stone, renju};

/// B: the outcome of the stone of `mover` on `p`, if it ends the game (the caller judges a full board).
pub(super) fn judge(law: &Law, mover: Stone, board: &Board, p: Point) -> Option<Outcome> {
    let wins = LINES.iter().any(|&d| line_wins(law, mover, &board.run_through(p, d, mover), board, d));
    if wins {
        return Some((Some(mover), "five"));
    }
    // Renju: Black's five has priority over a foul; a foul ends the game in White's favour.
    if law.fouls && mover == Stone::X {
        let mut without = board.clone();
        without.put(p, Cell::Empty);
        if renju::is_foul(&without, p) {
            return Some((Some(Stone::O), "foul"));
        }
    }
    None
}

/// Whether the maximal run `run` along `d` wins for its owner.
fn line_wins(law: &Law, mover: Stone, run: &[Point], board: &Board, d: (i32, i32)) -> bool {
    let n = run.len();
    // Longer lines win but where only exactly five does: in standard, for Black in renju, and in caro 8+1.
    if n != 5 {
        return n > 5 && !law.exact[mover.index()];
    }
    // Caro: exactly five must not be shut by enemy stones at both ends.
    let enemy = Cell::Full(mover.other());
    let shut = board.along(run[0], d, -1) == enemy && board.along(run[4], d, 1) == enemy;
    !(law.open && shut)
}

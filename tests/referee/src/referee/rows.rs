//! B: the square boards without captures; only lines through the new stone count.

use super::board::{Board, Cell, Point};
use super::law::{Game, Law};
use super::square::LINES;
use super::{Outcome, Stone, renju};

/// B: what the stone of `mover` on `p` ended, if anything (a full board is judged by the caller).
pub(super) fn judge(law: &Law, mover: Stone, board: &Board, p: Point) -> Option<Outcome> {
    let wins = LINES.iter().any(|&d| line_wins(law, mover, &board.run_through(p, d, mover), board, d));
    if wins {
        return Some((Some(mover), "five"));
    }
    // Renju: Black's five has priority over a foul; a foul ends the game in White's favour.
    if law.game == Game::Renju && mover == Stone::X {
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
    match law.game {
        // Five or more wins.
        Game::Freestyle => n >= 5,
        // Exactly five wins, six or more is neutral.
        Game::Standard => n == 5,
        // Black wins with exactly five, White with five or more.
        Game::Renju => {
            if mover == Stone::X {
                n == 5
            } else {
                n >= 5
            }
        }
        // Five or more wins unless exactly five are shut by enemy stones at both ends; 8+1: the same with exactly five.
        Game::Caro => {
            if n < 5 {
                return false;
            }
            if n > 5 {
                return !law.caro_exact;
            }
            let enemy = Cell::Full(mover.other());
            let shut = board.along(run[0], d, -1) == enemy && board.along(run[4], d, 1) == enemy;
            !shut
        }
        _ => false,
    }
}

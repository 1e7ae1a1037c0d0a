//! Games in PSQ, the format of Piskvork and Gomocup.

use std::io::{self, Write};

use engine::Move;
use engine::notation::parse_move;

use super::super::fault::Fault;
use super::super::played::Played;
use super::Report;

/// Writes a game: the header, `x,y,ms` counted from 1 for each stone, the players, and how it ended (0 by the rules,
/// 15 by time, -2 otherwise).
pub(super) fn write(report: &Report<'_>, played: &Played, out: &mut impl Write) -> io::Result<()> {
    let grid = report.contest.terms.game.grid();
    writeln!(out, "Piskvorky {}x{}, 11:11, 0", grid.width(), grid.height())?;
    for (text, ms) in played.moves.iter().zip(&played.ms) {
        if let Ok(Move::Place(point)) = parse_move(grid, text) {
            let (x, y) = grid.xy(point);
            writeln!(out, "{},{},{}", x + 1, y + 1, ms.round())?;
        }
    }
    let code = match played.fault {
        None => 0,
        Some((_, Fault::Time | Fault::Stall)) => 15,
        Some(_) => -2,
    };
    let [black, white] = played.colors();
    writeln!(out, "{black}\n{white}\n{code}")?;
    out.flush()
}

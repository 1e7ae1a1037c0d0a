//! Results in PGN, for rating programs such as Ordo and BayesElo.
//!
//! The tags `White` and `Black` are the colours of the stones at the end of the game, and `1-0` is White's win. Black
//! moves first in all our games, which `FirstMove` says. The moves are a comment: programs that know chess cannot
//! read them.

use std::io::{self, Write};

use super::super::played::Played;
use super::Report;
use super::date::date;

/// Writes a game.
pub(super) fn write(report: &Report<'_>, played: &Played, out: &mut impl Write) -> io::Result<()> {
    let [black, white] = played.colors();
    let result = match played.winning_color() {
        Some(0) => "0-1",
        Some(_) => "1-0",
        None => "1/2-1/2",
    };
    let (pair, game) = (played.game / 2 + 1, played.game % 2 + 1);
    let tags = [
        ("Event", report.game()),
        ("Site", "?".to_owned()),
        ("Date", date(played.ended).replace('-', ".")),
        ("Round", format!("{pair}.{game}")),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
        ("Result", result.to_owned()),
        ("FirstMove", "Black".to_owned()),
        ("PlyCount", played.moves.len().to_string()),
        ("Termination", played.reason.clone()),
    ];
    for (key, value) in tags {
        writeln!(out, "[{key} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
    }
    writeln!(out)?;
    let mut width = 1;
    write!(out, "{{")?;
    for (index, mv) in played.moves.iter().enumerate() {
        if width + mv.len() > 78 {
            writeln!(out)?;
            width = 0;
        } else if index > 0 {
            write!(out, " ")?;
            width += 1;
        }
        write!(out, "{mv}")?;
        width += mv.len();
    }
    writeln!(out, "}}\n{result}\n")
}

//! Games in SGF, FF\[4\].

use std::io::{self, Write};

use engine::notation::parse_move;
use engine::{Color, Move, SetUp, Shape, record};

use super::super::fault::Fault;
use super::super::played::Played;
use super::Report;
use super::date::date;

/// Writes a game. Points are `aa` from the top left; on hexagons, which SGF does not know, they have their names.
pub(super) fn write(report: &Report<'_>, played: &Played, out: &mut impl Write) -> io::Result<()> {
    let game = report.contest.terms.game;
    let grid = game.grid();
    let [black, white] = played.colors();
    let size = match (grid.shape(), grid.width() == grid.height()) {
        (Shape::Rectangle, false) => format!("{}:{}", grid.width(), grid.height()),
        _ => grid.size().to_string(),
    };
    write!(out, "(;FF[4]GM[4]CA[UTF-8]AP[Ninuki:{}]SZ[{size}]RU[{}]", env!("CARGO_PKG_VERSION"), game.rules().name)?;
    let round = format!("{}.{}", played.game / 2 + 1, played.game % 2 + 1);
    for (key, value) in
        [("PB", black), ("PW", white), ("DT", &date(played.ended)), ("RO", &round), ("RE", &result(played))]
    {
        write!(out, "{key}[{}]", escaped(value))?;
    }
    let why = played.detail.as_deref().map(|detail| format!(": {detail}")).unwrap_or_default();
    writeln!(out, "C[{}]", escaped(&format!("{}{why}", played.reason)))?;
    let setup = report.contest.openings.as_ref().and_then(|openings| openings.get(played.opening)?.setup.as_ref());
    if let Some(setup) = setup {
        stones(report, setup, out)?;
    }
    let Ok(mut record) = record(game, setup) else { return Ok(()) };
    for (index, text) in played.moves.iter().enumerate() {
        let Ok(mv) = parse_move(grid, text) else { break };
        let color = if record.to_move() == Color::Black { "B" } else { "W" };
        write!(out, ";{color}[{}]", point(report, mv))?;
        if let Some(&ms) = played.ms.get(index).filter(|_| index >= played.book) {
            write!(out, "C[{ms} ms")?;
            let info = played.info.get(index).copied().flatten().unwrap_or_default();
            for (key, value) in [
                ("depth", info.depth.map(|depth| depth.to_string())),
                ("nodes", info.nodes.map(|nodes| nodes.to_string())),
                ("score", info.score.map(|score| score.to_string())),
            ] {
                if let Some(value) = value {
                    write!(out, ", {key} {value}")?;
                }
            }
            write!(out, "]")?;
        }
        if index % 8 == 7 {
            writeln!(out)?;
        }
        if record.play(mv).is_err() {
            break;
        }
    }
    writeln!(out, ")")
}

fn stones(report: &Report<'_>, setup: &SetUp, out: &mut impl Write) -> io::Result<()> {
    for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let mut points = setup.stones.iter().filter(|&&(_, found)| found == color).peekable();
        if points.peek().is_some() {
            write!(out, "{key}")?;
        }
        points.try_for_each(|&(at, _)| write!(out, "[{}]", point(report, Move::Place(at))))?;
    }
    writeln!(out, "PL[{}]", if setup.to_move == Color::Black { "B" } else { "W" })
}

fn point(report: &Report<'_>, mv: Move) -> String {
    let grid = report.contest.terms.game.grid();
    match mv {
        Move::Place(point) if grid.shape() == Shape::Rectangle => {
            let (x, y) = grid.xy(point);
            [x, y].map(|index| char::from(b'a' + index as u8)).iter().collect()
        }
        mv => engine::notation::move_text(grid, mv),
    }
}

/// `B+5`, `W+Captures`, `B+T`, `W+F`, `Draw`.
fn result(played: &Played) -> String {
    let Some(color) = played.winning_color() else { return "Draw".to_owned() };
    let how = match played.fault {
        Some((_, Fault::Time | Fault::Stall)) => "T",
        Some(_) => "F",
        None if played.reason.contains("captures") => "Captures",
        None if played.reason.contains("five") => "5",
        None => "",
    };
    format!("{}+{how}", ["B", "W"][color])
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

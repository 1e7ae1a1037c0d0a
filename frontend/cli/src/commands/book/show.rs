//! `ninuki book show`: a position of a book, or the numbers of the book.

use std::collections::BTreeMap;
use std::io::Write;

use analysis::json::{Value, names, percent, value};
use book::json::{Known, KnownMove};
use book::{Book, Candidate};
use engine::notation::move_text;
use records::Size;
use serde::Serialize;

use super::FileArgs;
use crate::args::StartArgs;
use crate::commands::analyze::line_of;
use crate::error::{Failure, Status};

/// Shows a position of a book, or how large the book is.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A position is found in all symmetries of its board and by all orders of moves. Moves that are images of each other are one. \
wins and value are those of the side to move; the move with nodes leads to another position of the book, and its value is \
that of the search there. Without --moves and --position, the numbers of the whole book are shown.

Exit status: 1 if the position is not in the book.

Examples:
  ninuki book show --rules renju
  ninuki book show --rules renju --moves \"h8 h9 i9\"
  ninuki book show --rules pente --moves K10 --json")]
pub(super) struct Args {
    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    book: FileArgs,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// A position as an object of JSON.
#[derive(Serialize)]
struct Shown {
    game: &'static str,
    moves: Vec<String>,
    side: char,
    opening: Option<&'static str>,
    score: Option<Value>,
    winrate: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    candidates: Vec<KnownMove>,
}

/// The numbers of a book as an object of JSON.
#[derive(Serialize)]
struct Numbers {
    game: &'static str,
    size: Size,
    positions: usize,
    proved: usize,
    least_nodes: u64,
    /// Positions by the number of moves before them.
    plies: BTreeMap<usize, usize>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let replayed = args.start.replayed()?;
    let record = replayed.record.as_ref();
    let book = args.book.book(record.game())?;
    if args.start.moves.is_none() && args.start.position.is_none() {
        return numbers(&book, args.json, out);
    }
    let position = book.get(record);
    let candidates = book.candidates(record);
    let grid = record.game().grid();
    let found = position.is_some() || !candidates.is_empty();
    if args.json {
        let Known { opening, score, winrate, nodes, depth, moves: candidates, .. } = Known::of(Some(&book), record);
        let (game, side) = (record.game().rules().name, record.to_move().symbol());
        let moves = names(record.game(), &record.moves());
        line_of(&Shown { game, moves, side, opening, score, winrate, nodes, depth, candidates }, out)?;
    } else if found {
        if let Some(opening) = book::opening(record) {
            writeln!(out, "opening {}", opening.name)?;
        }
        let side = record.to_move();
        match position {
            Some(position) => writeln!(
                out,
                "{side} to move: {} ({}), {} nodes, depth {}",
                percent(position.score().win_rate()),
                value(position.score()),
                position.nodes,
                position.depth
            )?,
            None => writeln!(out, "{side} to move: not searched")?,
        }
        writeln!(out, "\nmove     wins        value     nodes")?;
        for Candidate { mv, score, nodes } in candidates {
            let nodes = nodes.map_or_else(|| "-".to_owned(), |nodes| nodes.to_string());
            let (mv, wins, value) = (move_text(grid, mv), percent(score.win_rate()), value(score));
            writeln!(out, "{mv:<5} {wins:>7} {value:>12} {nodes:>9}")?;
        }
    } else {
        writeln!(out, "the position is not in the book")?;
    }
    Ok(if found { Status::Done } else { Status::Wrong })
}

fn numbers(book: &Book, json: bool, out: &mut impl Write) -> Result<Status, Failure> {
    let positions = book.positions();
    let mut plies = BTreeMap::new();
    positions.iter().for_each(|position| *plies.entry(position.moves.len()).or_insert(0) += 1);
    let numbers = Numbers {
        game: book.game().rules().name,
        size: Size::of(book.game().grid()),
        positions: positions.len(),
        proved: positions.iter().filter(|position| position.score().is_proven()).count(),
        least_nodes: positions.iter().map(|position| position.nodes).min().unwrap_or(0),
        plies,
    };
    if json {
        line_of(&numbers, out)?;
        return Ok(Status::Done);
    }
    let Numbers { game, size, positions, proved, least_nodes, plies } = numbers;
    writeln!(out, "{game}, board {size}: {positions} positions, {proved} of them proved")?;
    writeln!(out, "at least {least_nodes} nodes for a position\n\nmoves  positions")?;
    plies.iter().try_for_each(|(plies, count)| writeln!(out, "{plies:>5} {count:>10}"))?;
    Ok(Status::Done)
}

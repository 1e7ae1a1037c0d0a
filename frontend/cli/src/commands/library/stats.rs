//! `ninuki library stats`: statistics of a library.

use std::io::Write;

use library::{Library, TableRow, Tables};

use super::{FileArgs, percent};
use crate::args::GameArgs;
use crate::error::{Failure, Status};

/// Shows statistics: score of the first player, reasons of wins, lengths.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
score is that of Black in percent, with a draw as half a win, among games with a known result.

Example: ninuki library stats --library games.db --rules pente")]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    game: GameArgs,

    /// Prints one JSON object per game
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let choice = args.game.choice();
    choice.check()?;
    let game = choice.names_rules().then(|| choice.game()).transpose()?;
    for (number, tables) in Library::read(&args.file.library)?.tables(game)?.iter().enumerate() {
        if args.json {
            serde_json::to_writer(&mut *out, &tables.json())?;
            writeln!(out)?;
        } else {
            if number > 0 {
                writeln!(out)?;
            }
            print(tables, out)?;
        }
    }
    Ok(Status::Done)
}

fn print(tables: &Tables, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}: {} games, {:.1} moves each", tables.game, tables.counts.games, tables.plies)?;
    writeln!(out, "\n{:<30} {:>8} {:>6} {:>8} {:>8} {:>6}", "", "games", "score", "x", "o", "draws")?;
    row("all", &tables.counts, out)?;
    let groups = [
        ("by reason", &tables.reasons),
        ("by length", &tables.lengths),
        ("by year", &tables.years),
        ("by opening", &tables.openings),
        ("by event", &tables.events),
    ];
    for (title, rows) in groups.into_iter().filter(|(_, rows)| tells(rows)) {
        writeln!(out, "{title}")?;
        rows.iter().try_for_each(|TableRow { name, counts, .. }| row(&format!("  {name}"), counts, out))?;
    }
    Ok(())
}

/// Whether rows say more than that nothing is known.
fn tells(rows: &[TableRow]) -> bool {
    rows.iter().any(|row| row.name != "?")
}

fn row(name: &str, counts: &library::Counts, out: &mut impl Write) -> Result<(), Failure> {
    let known = counts.x + counts.o + counts.draws;
    let score = percent(counts.x as f64 + counts.draws as f64 / 2.0, known);
    let name: String = name.chars().take(30).collect();
    writeln!(out, "{name:<30} {:>8} {score:>6} {:>8} {:>8} {:>6}", counts.games, counts.x, counts.o, counts.draws)?;
    Ok(())
}

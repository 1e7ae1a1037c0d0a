//! `ninuki library stats`: statistics of a library.

mod plot;

use std::io::Write;
use std::path::PathBuf;

use library::{Library, TableRow, Tables};
use records::files;

use super::{FileArgs, percent};
use crate::args::GameArgs;
use crate::error::{Failure, Status};

/// Shows statistics: score of the first player, reasons of wins, lengths.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
score is that of Black in percent, with a draw as half a win, among games with a known result.

Examples:
  ninuki library stats --library games.db --rules pente
  ninuki library stats --library games.db --rules pente --svg stats.svg")]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    game: GameArgs,

    /// Prints one JSON object per game
    #[arg(long)]
    json: bool,

    /// Draws the statistics of one game into this file instead; without --rules that with most games
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let choice = args.game.choice();
    choice.check()?;
    let game = choice.names_rules().then(|| choice.game()).transpose()?;
    let all = Library::read(&args.file.library)?.tables(game)?;
    if let Some(path) = &args.svg {
        let tables = all.first().ok_or_else(|| Failure::Wrong("the library has no such games".to_owned()))?;
        files::write(path, plot::svg(tables, &groups(tables)).as_bytes())?;
        return Ok(Status::Done);
    }
    for (number, tables) in all.iter().enumerate() {
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
    for (title, rows) in groups(tables) {
        writeln!(out, "{title}")?;
        rows.iter().try_for_each(|TableRow { name, counts, .. }| row(&format!("  {name}"), counts, out))?;
    }
    Ok(())
}

/// The tables that say something, with their titles.
fn groups(tables: &Tables) -> Vec<(&'static str, &[TableRow])> {
    let groups = [
        ("by reason", &tables.reasons),
        ("by length", &tables.lengths),
        ("by year", &tables.years),
        ("by opening", &tables.openings),
        ("by event", &tables.events),
    ];
    groups.into_iter().map(|(title, rows)| (title, &rows[..])).filter(|(_, rows)| tells(rows)).collect()
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

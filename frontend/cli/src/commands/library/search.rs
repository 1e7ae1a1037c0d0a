//! `ninuki library search`: games by position, pattern and headers.

use std::io::Write;

use library::{Library, Pattern, Search};
use records::Replayed;

use super::FileArgs;
use super::explore::line;
use super::filter::FilterArgs;
use crate::args::StartArgs;
use crate::error::{Failure, Status};
use crate::values::whole;

/// Position, pattern and headers of a search.
#[derive(clap::Args, Debug)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    start: StartArgs,

    /// A part of the board: rows from the top, / between them, with x, o, . (empty) and ? (any)
    #[arg(long, value_name = "ROWS")]
    pattern: Option<Pattern>,

    /// Finds the pattern with exchanged colours as well
    #[arg(long, requires = "pattern")]
    exchanged: bool,

    #[command(flatten)]
    filter: FilterArgs,
}

impl SearchArgs {
    /// Returns the search of these options. Without moves and position, the rules choose the game.
    pub(super) fn search(&self) -> Result<Search, Failure> {
        let mut search = Search::default();
        let choice = self.start.choice();
        choice.check()?;
        if self.start.moves.is_some() || self.start.position.is_some() {
            let entry = self.start.entry()?;
            if let Some(error) = Replayed::of(&entry).error {
                return Err(Failure::Wrong(format!("--moves: {error}")));
            }
            search.position = Some(entry);
        } else if choice.names_rules() {
            search.game = Some(choice.game()?);
        }
        search.pattern.clone_from(&self.pattern);
        search.exchanged = self.exchanged;
        search.filter = self.filter.filter();
        Ok(search)
    }
}

/// Finds games by position, pattern and headers.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A pattern is found everywhere on the board, turned and mirrored; ply is the number of moves before it.

Examples:
  ninuki library search --library games.db --rules pente --moves \"K10 L9 N10\"
  ninuki library search --library games.db --pattern \".xxx.\" --limit 10
  ninuki library search --library games.db --contradicted --json")]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// The most games
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    limit: Option<usize>,

    /// Prints one JSON object per game
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let search = args.search.search()?;
    let (mut written, mut left) = (Ok(()), args.limit.unwrap_or(usize::MAX));
    if left > 0 {
        Library::read(&args.file.library)?.search(&search, |found| {
            written = print(args.json, &found, out);
            left -= 1;
            written.is_ok() && left > 0
        })?;
    }
    written.map(|()| Status::Done)
}

fn print(json: bool, found: &library::FoundGame, out: &mut impl Write) -> Result<(), Failure> {
    if !json {
        return line(&found.game, out);
    }
    let mut object = serde_json::to_value(found.game.json())?;
    if let Some(ply) = found.ply {
        object["ply"] = ply.into();
    }
    serde_json::to_writer(&mut *out, &object)?;
    Ok(writeln!(out)?)
}

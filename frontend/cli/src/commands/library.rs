//! `ninuki library`: games in one SQLite file.

mod analyze;
mod check;
mod explore;
mod export;
mod filter;
mod import;
mod search;
mod show;
mod stats;

use std::io::Write;
use std::path::PathBuf;

use crate::error::{Failure, Status};

/// Keeps games in one file, and finds them by position.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A library is one SQLite file, made by the first import; the book describes its tables. A game is kept once, however it is \
turned or mirrored. `ninuki library COMMAND --help` has the options of each command.

Examples:
  ninuki library import --library games.db --rules pente games.txt
  ninuki library explore --library games.db --rules pente --moves \"K10 L9\"
  ninuki library search --library games.db --player Ann --result x --json
  ninuki library export --library games.db wins.sgf --event \"World*\"")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Import(Box<import::Args>),
    Merge(import::MergeArgs),
    Explore(Box<explore::Args>),
    Search(Box<search::Args>),
    Show(show::Args),
    Export(Box<export::Args>),
    Stats(Box<stats::Args>),
    Analyze(Box<analyze::Args>),
    Check(check::Args),
}

/// The file.
#[derive(clap::Args, Debug)]
struct FileArgs {
    /// The library
    #[arg(long, value_name = "FILE")]
    library: PathBuf,
}

/// Runs a command of the library. Results go to `out`, warnings to `log`.
///
/// # Errors
/// The library or another file cannot be used, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    match &args.command {
        Command::Import(args) => import::run(args, out, log),
        Command::Merge(args) => import::merge(args, out, log),
        Command::Explore(args) => explore::run(args, out),
        Command::Search(args) => search::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Export(args) => export::run(args, out, log),
        Command::Stats(args) => stats::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Check(args) => check::run(args, out, log),
    }
}

/// A share as percent: `54.3`, or `-` of nothing.
fn percent(part: f64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1}", 100.0 * part / whole as f64) }
}

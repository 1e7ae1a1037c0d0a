//! `ninuki puzzles`: puzzles with proofs, made from games, checked and played.

mod check;
mod filter;
mod make;
mod play;
mod profile;

use std::io::Write;

use crate::error::{Failure, Status};

/// Puzzles with proofs: plays, checks and makes them.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
In a puzzle one first move wins, proved by a certificate, or one move does not lose. The program has some for every game; \
`ninuki puzzles COMMAND --help` has the options of each command.

Examples:
  ninuki puzzles play --rules pente
  ninuki puzzles make --rules pente --out mine.jsonl games.txt
  ninuki puzzles check mine.jsonl")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Play(play::Args),
    Check(check::Args),
    Make(Box<make::Args>),
}

/// Runs a command of the puzzles. Results go to `out`, warnings to `log`.
///
/// # Errors
/// A file cannot be used, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    match &args.command {
        Command::Play(args) => play::run(args, out, log),
        Command::Check(args) => check::run(args, out, log),
        Command::Make(args) => make::run(args, out, log),
    }
}

//! The command line: one file a command in `commands`. Other programs use the libraries instead.

mod args;
mod commands;
mod error;
mod formats;
mod help;
mod interrupt;
mod picture;
mod progress;
mod terminal;
mod values;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};

use commands::{
    analysis, analyze, bench, board, book, check, completions, convert, gomocup, gtp, library, man, openings, perft,
    play, prove, puzzles, replay, rules, solve, sweep, tournament, verify, web,
};
use error::{Failure, Status};

/// Five in a row with captures, and its relatives: Ninuki-Renju, Pente, Gomoku, Renju, Ndengrod.
#[derive(Parser)]
#[command(
    name = "ninuki",
    version,
    max_term_width = 80,
    after_help = "\
Points are written K10 (games with captures), h8 (games without), d3 (hexagons), or x,y from the top left.

Exit status: 0 done, 1 the input is wrong (as an illegal move is), 2 the command cannot be used so.

Example: ninuki board --rules pente --moves \"K10 L9 G10\""
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Rules(rules::Args),
    Replay(replay::Args),
    Perft(perft::Args),
    Board(board::Args),
    Convert(convert::Args),
    Library(library::Args),
    Puzzles(puzzles::Args),
    Book(book::Args),
    Analyze(analyze::Args),
    Analysis(analysis::Args),
    #[command(visible_alias = "review")]
    Sweep(sweep::Args),
    Bench(bench::Args),
    Solve(solve::Args),
    Prove(prove::Args),
    Verify(verify::Args),
    Openings(openings::Args),
    Tournament(Box<tournament::Args>),
    #[command(visible_alias = "compliance", alias = "conformance")]
    Check(check::Args),
    Gomocup(gomocup::Args),
    Gtp(gtp::Args),
    Web(web::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command that the arguments of this process name.
#[must_use]
pub fn run() -> ExitCode {
    if let Some(done) = engines::process::helper(std::env::args_os()) {
        return ExitCode::from(u8::from(!done));
    }
    let matches = help::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = obey(&cli.command, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    let status = ended.unwrap_or_else(|failure| {
        if failure.status() != Status::Done {
            // Results before the failure come first. Their own failure has no other place to be reported.
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "error: {failure}");
        }
        failure.status()
    });
    ExitCode::from(status.code())
}

fn obey(command: &Command, out: &mut impl Write) -> Result<Status, Failure> {
    let log = &mut io::stderr();
    match command {
        Command::Play(args) => play::run(args, out, log),
        Command::Rules(args) => rules::run(args, out),
        Command::Replay(args) => replay::run(args, out, log),
        Command::Perft(args) => perft::run(args, out),
        Command::Board(args) => board::run(args, out, log),
        Command::Convert(args) => convert::run(args, out, log),
        Command::Library(args) => library::run(args, out, log),
        Command::Puzzles(args) => puzzles::run(args, out, log),
        Command::Book(args) => book::run(args, out, log),
        Command::Analysis(args) => analysis::run(args, out),
        Command::Analyze(args) => analyze::run(args, out, log),
        Command::Sweep(args) => sweep::run(args, out, log),
        Command::Bench(args) => bench::run(args, out, log),
        Command::Solve(args) => solve::run(args, out),
        Command::Prove(args) => prove::run(args, out, log),
        Command::Verify(args) => verify::run(args, out),
        Command::Openings(args) => openings::run(args, out, log),
        Command::Tournament(args) => tournament::run(args, out, log),
        Command::Check(args) => check::run(args, out),
        Command::Gomocup(args) => gomocup::run(args),
        Command::Gtp(args) => gtp::run(args, out),
        Command::Web(args) => web::run(args, out),
        Command::Completions(args) => completions::run(args, &mut help::command(), out),
        Command::Man(args) => man::run(args, help::command(), out),
    }
}

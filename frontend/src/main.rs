//! The command line.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use frontend::args::GameArgs;
use frontend::error::{Failure, Status};
use frontend::gomocup::Info;
use frontend::{
    analyze, bench, board, completions, convert, gomocup, man, openings, perft, play, replay, rules, solve, sweep,
    verify,
};
#[cfg(target_os = "linux")]
use frontend::{check, tournament};

/// Five in a row with captures, and its relatives: Ninuki-Renju, Pente, Gomoku, Renju, Ndengrod.
#[derive(Parser)]
#[command(
    name = "ninuki",
    version,
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
    Analyze(analyze::Args),
    Sweep(sweep::Args),
    Bench(bench::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Openings(openings::Args),
    #[cfg(target_os = "linux")]
    Tournament(Box<tournament::Args>),
    #[cfg(target_os = "linux")]
    Check(check::Args),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Guard(tournament::GuardArgs),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Keep(tournament::KeepArgs),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Launch(tournament::LaunchArgs),
    Gomocup(GomocupArgs),
    Completions(completions::Args),
    Man(man::Args),
}

/// Speaks the protocol of Gomocup on standard input and output, as `pbrain-ninuki` does.
#[derive(clap::Args)]
#[command(after_help = "Example: printf 'START 15\\nBEGIN\\nEND\\n' | ninuki gomocup --rules renju")]
struct GomocupArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The number of threads, until the manager sets one
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// The memory for the transposition table, in MiB, until the manager sets it
    #[arg(long, value_name = "MIB")]
    hash: Option<u64>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = run(&cli.command, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    let status = ended.unwrap_or_else(|failure| {
        if failure.status() != Status::Done {
            // What was found before the failure comes first. Nothing is left to be done if that fails, too.
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "error: {failure}");
        }
        failure.status()
    });
    ExitCode::from(status.code())
}

fn run(command: &Command, out: &mut impl Write) -> Result<Status, Failure> {
    let log = &mut io::stderr();
    match command {
        Command::Play(args) => play::run(args, out),
        Command::Rules(args) => rules::run(args, out),
        Command::Replay(args) => replay::run(args, out, log),
        Command::Perft(args) => perft::run(args, out),
        Command::Board(args) => board::run(args, out, log),
        Command::Convert(args) => convert::run(args, out, log),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Sweep(args) => sweep::run(args, out, log),
        Command::Bench(args) => bench::run(args, out),
        Command::Solve(args) => solve::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Openings(args) => openings::run(args, out, log),
        #[cfg(target_os = "linux")]
        Command::Tournament(args) => tournament::run(args, out, log),
        #[cfg(target_os = "linux")]
        Command::Check(args) => check::run(args, out),
        #[cfg(target_os = "linux")]
        Command::Guard(args) => tournament::guard(args),
        #[cfg(target_os = "linux")]
        Command::Keep(args) => tournament::keep(args),
        #[cfg(target_os = "linux")]
        Command::Launch(args) => tournament::launch(args),
        Command::Gomocup(args) => serve(args),
        Command::Completions(args) => completions::run(args, &mut Cli::command(), out),
        Command::Man(args) => man::run(args, Cli::command(), out),
    }
}

/// Serves the protocol until the manager has enough: the usual game of managers unless the options say otherwise.
fn serve(args: &GomocupArgs) -> Result<Status, Failure> {
    let usual = gomocup::Options::default();
    let game = args.game.game_of(Some(usual.rules.clone()), None).map_err(Failure::Usage)?;
    let line_length = args.game.length;
    let threads = args.threads.map(Info::ThreadNum);
    let hash = args.hash.map(|mebibytes| Info::HashSize(mebibytes.saturating_mul(1024)));
    let settings = threads.into_iter().chain(hash).collect();
    gomocup::run(&gomocup::Options { rules: game.rules().clone(), line_length, settings, ..usual })
}

//! `ninuki gomocup`: the protocol on standard input and output.

use std::io::{self, BufReader};
use std::process;

use protocol::{Info, Options, serve_until};

use crate::args::GameArgs;
use crate::error::{Failure, Status};
use crate::values::{mebibytes, threads};

/// Speaks the Gomocup protocol on standard input and output.
#[derive(clap::Args)]
#[command(mut_arg("rules", |arg| arg.help("The game, one of `ninuki rules` [default: freestyle]")))]
#[command(after_help = "Example: printf 'START 15\\nBEGIN\\nEND\\n' | ninuki gomocup --rules renju")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Lets the manager name a file of rules: `INFO rules_file PATH`. Its text on one line may always be given
    #[arg(long)]
    rules_paths: bool,

    /// The number of threads, until the manager sets one
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,

    /// The memory for the transposition table, in MiB, until the manager sets it
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    hash: Option<usize>,

    /// Plays from the opening book of the program, until the manager sends `INFO book 0`
    #[arg(long)]
    book: bool,
}

/// Serves the protocol until the manager leaves, by default with the usual game of managers.
///
/// # Errors
/// No game fits the options.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let usual = Options::default();
    let game = args.game.choice().game_of(Some(usual.rules.clone()), None)?;
    let line_length = args.game.length;
    let threads = args.threads.map(Info::ThreadNum);
    let hash = args.hash.map(|bytes| Info::HashSize(bytes as u64 >> 10));
    let book = args.book.then_some(Info::Book(true));
    let settings = threads.into_iter().chain(hash).chain(book).collect();
    let rules_paths = args.rules_paths;
    let (rules, book) = (game.rules().clone(), Some(book::best_moves as protocol::Book));
    serve(&Options { rules, rules_paths, line_length, settings, book, program: PROGRAM, ..usual })
}

/// The memory of the code of all commands beside that of `pbrain-ninuki`, in bytes: some more than the 15 MiB of a build without
/// optimization.
const PROGRAM: u64 = 18 << 20;

/// Serves the manager on standard input and output, and exits. Standard error stays empty.
pub(crate) fn serve(options: &Options) -> ! {
    std::panic::set_hook(Box::new(|_| {}));
    // The process exits before the player is dropped: freeing a large table takes longer than a manager waits.
    let leave = |failed: bool| process::exit(i32::from(failed));
    let served = serve_until(BufReader::new(io::stdin()), io::stdout(), options, leave);
    process::exit(i32::from(served.is_err()));
}

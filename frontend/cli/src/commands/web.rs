//! `ninuki web`: a board in the browser.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use service::{Engines, Libraries, Turns, Watched};
use web::{Options, Server};

use crate::commands::analysis::limits;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::values::{machine_mebibytes, mebibytes, threads, whole};

/// Serves a board in the browser: play, analysis, review, proofs.
///
/// Open the address that it prints. It names this machine, and has a random token. Ctrl-C ends it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A reverse proxy opens it to others: --token fixes the address, --origin names the proxy, and \
--boards, --longest, --memory, --output and --games limit all visitors and each of them. See the book.

Examples:
  ninuki web
  ninuki web --port 0 --threads 4
  ninuki web --token board --origin https://board.example --longest 10000")]
pub(crate) struct Args {
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value = "8000")]
    port: u16,

    /// The threads of each search
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The memory of the transposition table of each board, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,

    /// The most threads that a page may choose [default: all processors, with --origin those of --threads]
    #[arg(long, value_name = "N", value_parser = threads())]
    most_threads: Option<usize>,

    /// The most memory of the table that a page may choose, in MiB [default: 1024, with --origin that of --hash]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    most_hash: Option<usize>,

    /// The most boards that are open at a time
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole::<usize>)]
    boards: usize,

    /// The most threads that work at a time, on all boards together [default: all processors]
    #[arg(long, value_name = "N", value_parser = threads())]
    working: Option<usize>,

    /// The longest action, in milliseconds
    #[arg(long, value_name = "MS", value_parser = whole::<u64>)]
    longest: Option<u64>,

    /// The memory of an action besides the table, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes)]
    memory: usize,

    /// The largest answer, in MiB
    #[arg(long, value_name = "MIB", default_value = "32", value_parser = mebibytes)]
    output: usize,

    /// The most games with changed rules for each board
    #[arg(long, value_name = "N", default_value = "64", value_parser = whole::<usize>)]
    games: usize,

    /// A library of games that the page explores; its name is that of the file without its ending
    #[arg(long, value_name = "FILE")]
    library: Vec<PathBuf>,

    /// An engine of the Gomocup protocol that the page may play: its name and its command; `self` is this program
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,

    /// A journal of `ninuki tournament` that the page watches, also while it grows; its name is that of the file
    #[arg(long, value_name = "JOURNAL")]
    watch: Vec<PathBuf>,

    /// The token in the address [default: a random one]
    #[arg(long, value_name = "WORD")]
    token: Option<String>,

    /// An origin through which the page is reached, besides this machine
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,
}

impl Args {
    /// The default of a limit: `most` for people at this machine; for others only the value that is set, which is smaller.
    fn for_this_machine(&self, most: usize) -> usize {
        if self.origin.is_empty() { most } else { 1 }
    }
}

/// The number of processors.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The most memory of a table by default, in bytes: 1 GiB, a quarter of the memory of a smaller machine.
fn most_hash() -> usize {
    let quarter = machine_mebibytes().map_or(1024, |there| there / 4).clamp(1, 1024);
    (quarter as usize) << 20
}

/// Memory of a board with two searches besides its table, in MiB.
const SEARCHES: usize = 24;

/// Boards for which a machine of `there` MiB has no room when all of them search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NoRoom {
    boards: usize,
    hash: usize,
    there: usize,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { boards, hash, there } = *self;
        let (fewer, smaller) = (there / (hash + SEARCHES), (there / boards).saturating_sub(SEARCHES));
        write!(
            f,
            "{boards} boards with tables of {hash} MiB need more memory than the {there} MiB of this machine: \
             --boards {fewer}"
        )?;
        if smaller > 0 {
            write!(f, " or --hash {smaller}")?;
        }
        f.write_str(" fits")
    }
}

/// Checks that boards with tables of `hash` MiB have room in a machine of `there` MiB.
///
/// # Errors
/// All of them together need more.
fn check_room(boards: usize, hash: usize, there: u64) -> Result<(), NoRoom> {
    let there = usize::try_from(there).unwrap_or(usize::MAX);
    if boards.saturating_mul(hash + SEARCHES) <= there { Ok(()) } else { Err(NoRoom { boards, hash, there }) }
}

/// Serves until it is interrupted.
///
/// # Errors
/// The port is taken, or the token or an origin is invalid.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let usual = Options::default();
    if let Some(there) = machine_mebibytes().filter(|_| args.boards > usual.boards) {
        check_room(args.boards, args.hash >> 20, there).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    let engine = service::Options {
        search_threads: args.threads,
        most_threads: args.most_threads.unwrap_or_else(|| args.for_this_machine(processors())),
        turns: args.working.map(Turns::new).or(usual.engine.turns),
        hash: args.hash,
        most_hash: args.most_hash.unwrap_or_else(|| args.for_this_machine(most_hash())),
        limits: limits(args.longest, args.memory, args.output),
        most_games: args.games,
        engines: Engines::find(&args.engine)?,
        libraries: Libraries::open(&args.library)?,
        watched: Watched::open(&args.watch).map_err(Failure::usage)?,
        ..usual.engine
    };
    let (token, origins) = (args.token.clone(), args.origin.clone());
    let boards = args.boards;
    let server = Server::bind(Options { port: args.port, token, origins, boards, engine, patience: usual.patience });
    let server = server.map_err(|error| Failure::Usage(format!("port {}: {error}", args.port)))?;
    writeln!(out, "{}", server.address())?;
    out.flush()?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    server.run(&stop)?;
    Ok(Status::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_room_for_their_tables() {
        assert_eq!(check_room(8, 64, 704), Ok(()));
        assert_eq!(
            check_room(300, 64, 24_152).expect_err("too many").to_string(),
            "300 boards with tables of 64 MiB need more memory than the 24152 MiB of this machine: --boards 274 or --hash 56 fits"
        );
        let refused = check_room(usize::MAX, 64, 1000).expect_err("too many").to_string();
        assert!(refused.ends_with(": --boards 11 fits"), "{refused}");
    }
}

//! `ninuki prove`: proofs of wins with quiet moves.

mod store;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::Move;
use engine::notation::move_text;
use records::files;
use search::proof::Effort;
use search::prove::{Headway, ProveError, prove_game};

use super::solve::Found;
use crate::args::StartArgs;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{counting, whole};

/// Interval of progress reports.
const SHOW: Duration = Duration::from_millis(200);

/// Proves that the side to move wins, by quiet moves too.
///
/// For games in which stones alone decide: freestyle and standard. A proof is checked against every legal reply before it is
/// claimed. That no win is found does not mean that there is none.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
With --store each result is in the file as soon as it is there: a command that was stopped continues where it was. \
The position is divided into moves of the attacker and replies; each open position is tried with budgets that double. \
Replies that are images of each other under a symmetry share one proof. A shard has a separate store, a.3-of-8.store for \
a.store, and reads those of the other shards when it starts.

Exit status: 0 with a proof, 1 without, 2 if there is no such position.

Examples:
  ninuki prove --rules freestyle --moves \"e6 k5 f8 j8 e8 h8\" \\
    --proof win.ncert
  ninuki verify win.ncert
  ninuki prove --rules freestyle --moves h8 --winner x --store h8.store \\
    --threads 4 --html h8.html
  ninuki prove --rules freestyle --moves h8 --winner x --store h8.store --status
  ninuki prove merge h8.*.store --into h8.store")]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<store::Command>,

    #[command(flatten)]
    start: StartArgs,

    /// The most time, in milliseconds [default: 60000; none with --store]
    #[arg(long, value_name = "MS", value_parser = whole::<u64>)]
    time: Option<u64>,

    /// The most positions
    #[arg(long, value_name = "N", value_parser = counting)]
    nodes: Option<u64>,

    /// Writes the certificate of the win, compressed if the name ends in .ncert
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    #[command(flatten)]
    store: store::StoreArgs,

    /// Prints JSON objects: the result, then the best move
    #[arg(long)]
    json: bool,
}

/// The time limit without a store.
const TIME: Duration = Duration::from_secs(60);

/// Looks for a win and prints it.
///
/// # Errors
/// The options are invalid, the position is decided, the game has no proofs of this kind, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    if let Some(command) = &args.command {
        return command.run(out);
    }
    files::check(args.proof.as_deref())?;
    files::check(args.store.html.as_deref())?;
    if let Some(path) = &args.store.path {
        return store::run(args, path, out, log);
    }
    let game = args.start.replayed()?;
    game.check_open()?;
    let game_played = game.record.game();
    let setup = args.start.setup(game_played)?;
    let moves: Vec<Move> = game.moves.iter().map(|&(mv, _)| mv).collect();
    let time = args.time.map_or(TIME, Duration::from_millis);
    let effort = Effort { nodes: args.nodes.unwrap_or(u64::MAX), time, shortest: false };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let started = Instant::now();
    let line = Progress::text().begin(&["looking for a proof"]);
    let mut shown = started;
    let solution = prove_game(game_played, setup.as_ref(), &moves, effort, &stop, &mut |headway| {
        if shown.elapsed() > SHOW {
            shown = Instant::now();
            line.show(0, 0, parts(headway));
        }
    });
    drop(line);
    let solution = solution.map_err(|error| match error {
        ProveError::Game(_) => Failure::Usage(error.to_string()),
        ProveError::Start(_) => Failure::Wrong(error.to_string()),
    })?;
    let found = Found { solution, time: started.elapsed(), name: &|mv| move_text(game_played.grid(), mv) };
    if args.json {
        found.print_json(out)?;
    } else {
        found.print(out)?;
    }
    found.write_proof(args.proof.as_deref())?;
    Ok(found.status())
}

/// The parts of a progress line.
fn parts(headway: &Headway) -> Vec<String> {
    let Headway { level, proved, nodes, proof, disproof, .. } = headway;
    vec![
        format!("level {level}"),
        format!("{proved} positions proved"),
        format!("{nodes} nodes"),
        format!("proof number {proof}, disproof number {disproof}"),
    ]
}

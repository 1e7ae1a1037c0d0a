//! `ninuki prove --store` and `merge`: proofs of days.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::notation::move_text;
use engine::{Color, Game, Move, Point, SetUp};
use prover::{Budgets, Claim, Limits, Proof, Prover, Reply, State, Store};
use records::{Replayed, Shard, files};
use search::proof::Step;
use serde::Serialize;

use crate::args::StartArgs;
use crate::commands::analyze::line_of;
use crate::commands::solve::write_certificate;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{one_of, threads};

/// The sides, by their symbols.
const SIDES: [(Color, &str, &str); 2] =
    [(Color::Black, "x", "The first player"), (Color::White, "o", "The second player")];

/// Interval at which the page of a running proof is written.
const PAGE: Duration = Duration::from_secs(10);

/// A store and its options.
#[derive(clap::Args, Debug)]
pub(super) struct StoreArgs {
    /// The store of the proof, created if there is none; the same command continues it
    #[arg(long = "store", value_name = "FILE")]
    pub(super) path: Option<PathBuf>,

    /// The side that wins; if the other side is to move, the proof begins with the last move [default: the side to move]
    #[arg(long, value_name = "SIDE", requires = "path", value_parser = one_of(&SIDES))]
    winner: Option<Color>,

    /// The number of positions that are tried at once
    #[arg(long, value_name = "N", default_value = "1", requires = "path", value_parser = threads())]
    threads: usize,

    /// Tries part I of N of the replies, for several processes
    #[arg(long, value_name = "I/N", requires = "path")]
    shard: Option<Shard>,

    /// Prints the state of the proof, also while it is worked at
    #[arg(long, requires = "path", conflicts_with_all = ["shard", "threads", "proof"])]
    status: bool,

    /// Writes the state of the proof as a page: a board with each reply
    #[arg(long, value_name = "FILE", requires = "path")]
    pub(super) html: Option<PathBuf>,
}

/// Commands for stores.
#[derive(clap::Subcommand, Debug)]
pub(super) enum Command {
    /// Merges stores of one game, and the wins of certificates, into a new store
    #[command(after_help = "\
Examples:
  ninuki prove merge h8.*.store --into h8.store
  ninuki prove merge a1.ncert a2.ncert --into h8.store")]
    Merge {
        /// Stores, and certificates of either form, which are checked
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// The new store
        #[arg(long, value_name = "FILE")]
        into: PathBuf,
    },
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// A file is damaged or of another game, a win does not hold, or the output cannot be written.
    pub(super) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let Self::Merge { files, into } = self;
        let lines = prover::merge(files, into)?;
        writeln!(out, "{}: {lines} results of {} files", into.display(), files.len())?;
        Ok(Status::Done)
    }
}

/// Works on the proof of a store, or prints its state.
///
/// # Errors
/// The options are invalid, the store is damaged or in use, or the output cannot be written.
pub(super) fn run(
    args: &super::Args,
    path: &Path,
    out: &mut impl Write,
    log: &mut impl Write,
) -> Result<Status, Failure> {
    let game = args.start.replayed()?;
    game.check_open()?;
    let claim = claim(&game, args.store.winner.unwrap_or_else(|| game.record.to_move()));
    let played = game.record.game();
    claim.check(played)?;
    let store = if args.store.status {
        Store::read(played, &[path.to_owned()])?
    } else {
        opened(played, path, args.store.shard)?
    };
    for torn in store.torn() {
        writeln!(log, "warning: {}: the last line was cut off and is dropped", torn.display())?;
    }
    let mut prover = Prover::new(store, claim, Budgets::default())?;
    let (mut proof, started) = (None, Instant::now());
    if !args.store.status {
        (prover, proof) = work(args, prover)?;
    }
    if let Some(file) = &args.store.html {
        write_page(&args.start, &prover, file)?;
    }
    if let (Some(proof), Some(file)) = (&proof, &args.proof) {
        write_certificate(file, &proof.certificate)?;
    }
    if args.json {
        print_json(&prover, proof.as_ref(), started, out)?;
    } else {
        print(&prover, proof.as_ref(), args.store.status, out)?;
    }
    let is_done = proof.is_some() || args.store.status && prover.state() == State::Proved;
    Ok(if is_done { Status::Done } else { Status::Wrong })
}

/// The claim that `attacker` wins the position of `game`.
fn claim(game: &Replayed, attacker: Color) -> Claim {
    let record = game.record.as_ref();
    let grid = record.game().grid();
    let stones = grid.points().filter_map(|point| Some((point, record.stone(point)?))).collect();
    let walls = grid.points().filter(|&point| record.stone(point).is_none() && !record.is_empty(point)).collect();
    let captured = Color::ALL.map(|color| record.captured(color));
    let last = match record.moves().last() {
        Some(&Move::Place(point)) => Some(point),
        _ => None,
    };
    Claim { setup: SetUp { stones, walls, to_move: record.to_move(), captured }, attacker, last }
}

/// Opens the store of a shard, and reads those of the others.
fn opened(game: &'static Game, path: &Path, shard: Option<Shard>) -> Result<Store, Failure> {
    let Some(shard) = shard else { return Ok(Store::open(game, path)?) };
    let mut store = Store::open(game, &shard.path(path))?;
    for other in shard.others().map(|other| other.path(path)).chain([path.to_owned()]) {
        if other.exists() {
            store.also(&other)?;
        }
    }
    Ok(store)
}

/// Works until the proof is done, a limit is reached, or an interrupt.
fn work(args: &super::Args, prover: Prover) -> Result<(Prover, Option<Proof>), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let line = Progress::text().begin(&["looking for a proof"]);
    let limits = Limits {
        threads: args.store.threads,
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: args.time.map_or(Duration::MAX, Duration::from_millis),
        shard: args.store.shard.unwrap_or(Shard::ALL),
    };
    let written = Mutex::new(Instant::now());
    let on_result = |prover: &Prover, nodes: u64| {
        line.show(0, 0, parts(prover, nodes));
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = args.store.html.as_ref().filter(|_| written.elapsed() > PAGE) {
            *written = Instant::now();
            // The page at the end reports errors.
            let _ = write_page(&args.start, prover, file);
        }
    };
    Ok(prover.run(limits, &stop, &on_result)?)
}

/// The parts of a progress line.
fn parts(prover: &Prover, nodes: u64) -> Vec<String> {
    let status = prover.status();
    vec![
        format!("{} of {} replies proved", status.proved(), status.replies.len()),
        format!("{nodes} nodes"),
        format!("{} certificates", status.proofs),
        format!("{} positions", status.positions),
    ]
}

fn write_page(start: &StartArgs, prover: &Prover, file: &Path) -> Result<(), Failure> {
    let page = prover::page(&mut start.replayed()?, &prover.status());
    Ok(files::write(file, page.as_bytes())?)
}

/// The name of a point.
fn name(game: &Game, point: Point) -> String {
    move_text(game.grid(), Move::Place(point))
}

/// The first move of a proof.
fn first(proof: &Proof) -> Option<String> {
    let certificate = &proof.certificate;
    let point = match certificate.strategy.steps().last()? {
        Step::Attack { at, .. } => *at,
        Step::Win(points) => *points.first()?,
    };
    Some(name(certificate.game, point))
}

/// Prints the proof or the state.
fn print(prover: &Prover, proof: Option<&Proof>, all: bool, out: &mut impl Write) -> Result<(), Failure> {
    let status = prover.status();
    if let Some(proof) = proof {
        writeln!(out, "{}", first(proof).unwrap_or_default())?;
        writeln!(out, "wins in {} plies (at most), checked against every reply", proof.verified.plies)?;
        let steps = proof.certificate.strategy.steps().len();
        writeln!(out, "{steps} steps, {} positions played", proof.verified.positions)?;
    } else if status.state == State::Lost {
        writeln!(out, "not won: a reply wins at once")?;
    } else {
        let done = if status.state == State::Proved { "proved" } else { "no proof yet" };
        writeln!(out, "{done}: {} of {} replies proved", status.proved(), status.replies.len())?;
    }
    let hours = status.ms as f64 / 3_600_000.0;
    let (positions, proofs) = (status.positions, status.proofs);
    writeln!(
        out,
        "{positions} positions, {proofs} certificates, {} nodes, {hours:.2} hours, {} bytes",
        status.nodes, status.bytes
    )?;
    if all {
        let game = prover.store().game();
        if let Some(after) = status.after {
            writeln!(out, "after {}:", name(game, after))?;
        }
        for reply in &status.replies {
            let points: Vec<String> = reply.points.iter().map(|&point| name(game, point)).collect();
            writeln!(out, "{:6} {}, {} nodes", reply.state.name(), points.join(" "), reply.nodes)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Json {
    bestmove: Option<String>,
    proved: bool,
    plies: Option<u32>,
    steps: Option<usize>,
    nodes: u64,
    time_ms: u64,
    positions: usize,
    certificates: usize,
    bytes: u64,
    replies: Vec<JsonReply>,
}

#[derive(Serialize)]
struct JsonReply {
    points: Vec<String>,
    state: &'static str,
    nodes: u64,
}

fn print_json(prover: &Prover, proof: Option<&Proof>, started: Instant, out: &mut impl Write) -> Result<(), Failure> {
    let (status, game) = (prover.status(), prover.store().game());
    let reply = |reply: &Reply| JsonReply {
        points: reply.points.iter().map(|&point| name(game, point)).collect(),
        state: reply.state.name(),
        nodes: reply.nodes,
    };
    let json = Json {
        bestmove: proof.and_then(first),
        proved: status.state == State::Proved,
        plies: proof.map(|proof| proof.verified.plies),
        steps: proof.map(|proof| proof.certificate.strategy.steps().len()),
        nodes: status.nodes,
        time_ms: started.elapsed().as_millis() as u64,
        positions: status.positions,
        certificates: status.proofs,
        bytes: status.bytes,
        replies: status.replies.iter().map(reply).collect(),
    };
    Ok(line_of(&json, out)?)
}

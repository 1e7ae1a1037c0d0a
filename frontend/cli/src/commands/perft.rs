//! `ninuki perft`: counts of legal move sequences.

use std::io::Write;
use std::time::Instant;

use engine::{AnyRecord, Move, Point};
use serde::{Serialize, Serializer};

use crate::args::StartArgs;
use crate::error::{Failure, Status};
use crate::progress::Progress;
use crate::values::whole;

/// Counts the legal sequences of exactly N placements.
///
/// A finished game has no continuation; swap and pass are not
/// counted.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ninuki perft --rules pente --depth 3
  ninuki perft --rules ndengrod --size 3 --depth 2 --divide")]
pub(crate) struct Args {
    /// The number of placements
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    depth: usize,

    /// Counts below each first move as well
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    start: StartArgs,

    /// Prints one JSON object, with the time
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
///
/// # Errors
/// The options describe no position, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let game = args.start.replayed()?;
    let mut record = game.record;
    let start = Instant::now();
    let counted = divide(record.as_mut(), args.depth);
    let nodes = match args.depth {
        0 => record.perft(0),
        _ => counted.0.iter().map(|(_, count)| count).sum(),
    };
    let divide = args.divide.then_some(counted);
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let time_ms = (seconds * 1000.0).round() as u64;
        let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
        serde_json::to_writer(&mut *out, &Json { depth: args.depth, nodes, time_ms, nps, divide })?;
        writeln!(out)?;
        return Ok(Status::Done);
    }
    match divide {
        None => writeln!(out, "{nodes}")?,
        Some(Divide(counts)) => {
            for (name, count) in counts {
                writeln!(out, "{name} {count}")?;
            }
            writeln!(out, "total {nodes}")?;
        }
    }
    Ok(Status::Done)
}

/// The count below each legal placement, in the order of their names; none at depth 0.
fn divide(record: &mut dyn AnyRecord, depth: usize) -> Divide {
    let first = if depth == 0 { Vec::new() } else { record.legal() };
    let bar = Progress::bar().begin(&[]);
    let (all, mut nodes) = (first.len(), 0);
    let mut below = |(done, point): (usize, Point)| {
        record.play(Move::Place(point)).expect("a legal placement");
        let count = record.perft(depth - 1);
        record.take_back();
        nodes += count;
        let parts = vec![format!("{} of {all} first moves", done + 1), format!("{nodes} sequences")];
        bar.show(done as u64 + 1, all as u64, parts);
        (record.game().grid().name(point), count)
    };
    Divide(first.into_iter().enumerate().map(&mut below).collect())
}

/// Counts by first move, written as one object in this order.
struct Divide(Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (name, count)))
    }
}

#[derive(Serialize)]
struct Json {
    depth: usize,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Divide>,
}

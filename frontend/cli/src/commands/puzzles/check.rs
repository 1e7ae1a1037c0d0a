//! `ninuki puzzles check`: every puzzle by the rules and by the checker of proofs.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use puzzles::{CheckError, Checked, Checks, Puzzle};
use random::Dice;

use super::filter::FilterArgs;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{counting, threads, whole};

/// Checks puzzles: positions, certificates, themes.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The certificates are checked as `ninuki verify` does it, against every legal reply; of an only move, after every other \
move. That the other moves of a win do not win as well is a claim of a search; --effort tries it again.

Exit status: 0 if all are right, 1 if one is wrong or cannot be read, 2 if there is no such file.

Examples:
  ninuki puzzles check
  ninuki puzzles check mine.jsonl --sample 20 --effort 100000")]
pub(super) struct Args {
    #[command(flatten)]
    filter: FilterArgs,

    /// Checks N of them, chosen by the seed
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    sample: Option<usize>,

    /// Which sample
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole::<u64>)]
    seed: u64,

    /// Searches N positions for another winning move, or for a refutation of the only move
    #[arg(long, value_name = "N", value_parser = counting)]
    effort: Option<u64>,

    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// Prints one JSON object for each fault, and one at the end
    #[arg(long)]
    json: bool,
}

/// A puzzle with its line, and the result of its check.
type Result1 = Result<Checked, CheckError>;

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let source = args.filter.source();
    let mut puzzles = Vec::new();
    let mut faults = Vec::new();
    for found in args.filter.puzzles()? {
        match found {
            Ok(found) => puzzles.push(found),
            Err(unread) => faults.push((unread.line, None, unread.reason.to_string())),
        }
    }
    let all = puzzles.len() + faults.len();
    if let Some(sample) = args.sample {
        chosen(&mut puzzles, sample, args.seed);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let results = check_all(&puzzles, args, &stop);
    if stop.load(Relaxed) {
        return Err(Failure::Wrong("the check was stopped".to_owned()));
    }
    let mut sum = Checked::default();
    for ((line, puzzle), result) in puzzles.iter().zip(results) {
        match result {
            Ok(checked) => {
                sum.certificates += checked.certificates;
                sum.positions += checked.positions;
            }
            Err(error) => faults.push((*line, Some(puzzle.id()), error.to_string())),
        }
    }
    faults.sort();
    for (line, id, error) in &faults {
        if args.json {
            writeln!(out, "{}", serde_json::json!({"line": line, "id": id, "error": error}))?;
        } else {
            let id = id.as_ref().map(|id| format!(" {id}:")).unwrap_or_default();
            writeln!(log, "error: {source}:{line}:{id} {error}")?;
        }
    }
    let failed = faults.len();
    let checked = puzzles.len();
    let Checked { certificates, positions } = sum;
    if args.json {
        let end = serde_json::json!({"puzzles": all, "checked": checked, "failed": failed,
            "certificates": certificates, "positions": positions});
        writeln!(out, "{end}")?;
    } else {
        writeln!(out, "{checked} of {all} puzzles checked, {failed} wrong")?;
        writeln!(out, "{certificates} certificates, {positions} positions played")?;
    }
    Ok(if failed > 0 { Status::Wrong } else { Status::Done })
}

/// Keeps `sample` of the puzzles, in their order.
fn chosen(puzzles: &mut Vec<(usize, Puzzle)>, sample: usize, seed: u64) {
    let mut dice = Dice::new(seed, 0, 0);
    while puzzles.len() > sample {
        puzzles.remove(dice.below(puzzles.len()));
    }
}

/// Checks the puzzles by several threads.
fn check_all(puzzles: &[(usize, Puzzle)], args: &Args, stop: &AtomicBool) -> Vec<Result1> {
    let checks = Checks { effort: args.effort, ..Checks::default() };
    let bar = Progress::bar().begin(&["checking puzzles"]);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Ok(Checked::default()); puzzles.len()]);
    let work = || {
        loop {
            let index = next.fetch_add(1, Relaxed);
            let Some((_, puzzle)) = puzzles.get(index).filter(|_| !stop.load(Relaxed)) else { break };
            let result = puzzle.check(&checks, stop);
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = result;
            bar.show(index as u64, puzzles.len() as u64, vec![format!("{index} puzzles")]);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..args.threads.min(puzzles.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

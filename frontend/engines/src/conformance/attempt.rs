//! Attempts at a case.

use std::io;
use std::time::Duration;

use super::basis::Basis;
use super::dialogue::Dialogue;
use super::failure::Failure;
use super::harness::{Harness, Manner, PAUSE};
use super::histogram::Latencies;
use super::report::Verdict;
use super::script::{NumberedStep, Script};
use super::steps::perform;

/// The attempts at a case of the protocol, and at one of robustness, while only the time is wrong.
const TRIES: [usize; 2] = [3, 2];

/// Runs the dialogues of a case, again if only the time is wrong. Returns the verdict and the measurements.
pub(super) fn try_case(
    script: &Script,
    harness: &Harness,
    latencies: &mut Latencies,
    seed: u64,
) -> (Verdict, Vec<String>) {
    let open = matches!(script.basis, Basis::Open(_));
    let pause = if open { Duration::ZERO } else { PAUSE };
    let manner = Manner { exact: script.exact, line_end: script.line_end, pause };
    let mut tries = TRIES[usize::from(open)];
    loop {
        tries -= 1;
        let mut notes = Vec::new();
        let missed = script
            .dialogues
            .iter()
            .find_map(|steps| converse(steps, harness, latencies, manner, seed, &mut notes).err());
        let verdict = match missed {
            None => Verdict::Passed,
            Some((_, failure)) if failure.overdue && tries > 0 => continue,
            Some((_, failure)) if failure.declined || (failure.unknown && script.optional) => Verdict::NotOffered,
            Some((line, failure)) if open => Verdict::Remark { line, failure },
            Some((line, failure)) => Verdict::Failed { line, failure },
        };
        return (verdict, notes);
    }
}

/// Runs one dialogue.
///
/// # Errors
/// The line of the transcript at which the engine deviates, and the deviation.
fn converse(
    steps: &[NumberedStep],
    harness: &Harness,
    latencies: &mut Latencies,
    manner: Manner,
    seed: u64,
    notes: &mut Vec<String>,
) -> Result<(), (usize, Failure)> {
    let mut dialogue = Dialogue::start(harness, latencies, manner).map_err(|error| (0, unstarted(&error)))?;
    for NumberedStep { number, step } in steps {
        notes.extend(perform(&mut dialogue, step, seed).map_err(|failure| (*number, failure))?);
    }
    let last = steps.last().map_or(0, |step| step.number);
    dialogue.close().map_err(|failure| (last, failure))
}

fn unstarted(error: &io::Error) -> Failure {
    Failure { expected: "a running engine".to_owned(), seen: error.to_string(), ..Failure::default() }
}

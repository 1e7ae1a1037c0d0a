//! Causes of faults: whether the engine or the machine is responsible.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::notation::shorten;
use engines::process::{Outside, Process};

use super::clock::Budget;
use super::failure::Failure;
use crate::journal::fault::{Cause, Fault};

/// Time within which a signal to all processes of a job reaches all of them.
const ALL_AT_ONCE: Duration = Duration::from_millis(500);

/// A failure and its cause, if not the engine itself.
pub(super) type Attributed = (Failure, Option<Cause>);

/// Attributes a late or missing answer after `time`. `text` describes it.
pub(super) fn of_delay(
    process: &Process,
    fault: Fault,
    text: String,
    time: Duration,
    budget: Budget,
    margin: Duration,
) -> Attributed {
    let waited = process.held_up().min(time);
    let (text, cause) = match process.outside() {
        Some(Outside::Stopped) => (format!("{text}, but it is stopped by a signal"), Some(Cause::Killed)),
        _ if time.saturating_sub(waited) <= budget.time + margin => {
            let text = format!("{text}, but {} ms of that it waited for a processor", waited.as_millis());
            (text, Some(Cause::Starved))
        }
        _ => (text, None),
    };
    (Failure::Fault(fault, text), cause)
}

/// Attributes the end of a process.
pub(super) fn of_crash(process: &mut Process, stop: &AtomicBool) -> Attributed {
    let mut how = process.last_words().unwrap_or_else(|| "it closed its output".to_owned());
    let cause = match process.outside() {
        Some(Outside::OutOfMemory) => {
            how += " because memory ran out";
            Some(Cause::OutOfMemory)
        }
        Some(Outside::Killed) if is_stopped_soon(stop) => return (Failure::Stopped, None),
        Some(Outside::Killed) => {
            how += " from outside";
            Some(Cause::Killed)
        }
        Some(Outside::Stopped) | None => None,
    };
    let detail = match process.newest_complaint() {
        Some(line) => format!("{how}: {}", shorten(line)),
        None => how,
    };
    (Failure::Fault(Fault::Crash, detail), cause)
}

/// Whether this program is stopped, too: a job scheduler ends all processes of a job in any order.
fn is_stopped_soon(stop: &AtomicBool) -> bool {
    let until = Instant::now() + ALL_AT_ONCE;
    while !stop.load(Ordering::Relaxed) && Instant::now() < until {
        thread::sleep(ALL_AT_ONCE / 20);
    }
    stop.load(Ordering::Relaxed)
}

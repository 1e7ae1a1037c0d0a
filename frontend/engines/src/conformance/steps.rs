//! Steps of a transcript.

use std::thread;
use std::time::Instant;

use super::dialogue::Dialogue;
use super::failure::Failure;
use super::script::Step;
use super::time::Ms;
use super::trials;

/// Performs a step, and returns a measurement worth a note.
///
/// # Errors
/// The engine deviates from the step.
pub(super) fn perform(dialogue: &mut Dialogue<'_>, step: &Step, seed: u64) -> Result<Option<String>, Failure> {
    if !matches!(step, Step::Send(_)) {
        dialogue.flush()?;
    }
    match step {
        Step::Send(line) => dialogue.queue(line),
        Step::Expect(pattern, within) => drop(dialogue.expect(pattern, *within)?),
        Step::Remark(text) => {
            if !dialogue.remarks().iter().any(|remark| remark.starts_with(text)) {
                let seen = dialogue.remarks().last().map_or("no remark", String::as_str);
                return Err(dialogue.failure(format!("a remark {text} …"), seen));
            }
        }
        Step::Silence(time) => {
            if let Some((line, _)) = dialogue.next(Instant::now() + *time)? {
                return Err(dialogue.failure(format!("nothing within {}", Ms(*time)), &line));
            }
        }
        Step::Wait(time) => thread::sleep(*time),
        Step::Close => dialogue.close_input(),
        Step::End { limit, cleanly } => dialogue.end(*limit, *cleanly)?,
        Step::Freeze(time) => dialogue.freeze(*time),
        Step::Memory(bytes) => {
            let used = dialogue.memory();
            if used > *bytes {
                return Err(dialogue.failure(format!("at most {bytes} bytes of memory"), &format!("{used} bytes")));
            }
            return Ok(Some(format!("{} MiB at most", used >> 20)));
        }
        Step::QuietStderr => {
            if let Some(line) = dialogue.complaints().first() {
                return Err(dialogue.failure("nothing on standard error".to_owned(), line));
            }
        }
        Step::Play(count) => trials::play(dialogue, *count, seed)?,
        Step::Positions { count, mean } => return trials::positions(dialogue, *count, *mean, seed).map(Some),
        Step::Dialogues(count) => trials::dialogues(dialogue, *count, seed)?,
        Step::Engines { count, delay } => return trials::engines(dialogue.harness, *count, *delay).map(Some),
    }
    Ok(None)
}

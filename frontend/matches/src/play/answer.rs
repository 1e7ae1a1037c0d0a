//! Waiting for the answer of an engine.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::notation::shorten;
use engines::process::{Event, Line};
use protocol::{Command, Reply};

use super::cause::{self, Attributed};
use super::clock::Budget;
use super::connection::Connection;
use super::dialogue::Sender;
use super::expected::Expected;
use super::failure::Failure;
use super::other_output::{OtherOutput, is_broken_move};
use crate::journal::fault::Fault;

/// Limits of a wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// End of the wait.
    pub(super) until: Instant,
    /// Time that the engine has.
    pub(super) budget: Budget,
}

impl Connection {
    /// Waits for an answer. Returns it with the time of its arrival. `opponent` must write nothing meanwhile.
    ///
    /// # Errors
    /// There is no valid answer in time, or either engine commits a fault.
    pub(super) fn listen(
        &mut self,
        wait: &Wait,
        mut opponent: Option<&mut Self>,
        expected: Expected,
        other: &mut OtherOutput,
    ) -> Result<(Reply, Instant), Failure> {
        let began = Instant::now();
        self.process.watch();
        loop {
            match self.process.next(opponent.as_deref_mut().map(|opponent| &mut opponent.process), wait.until) {
                Event::Line(line) => {
                    self.dialogue.add(Sender::Engine, &line.text, line.at);
                    if let Some(reply) = self.classify(&line, expected, other)? {
                        return Ok((reply, line.at));
                    }
                }
                Event::Gone => {
                    let crash = cause::of_crash(&mut self.process, &self.stop);
                    return Err(self.attribute(crash));
                }
                Event::Quiet => self.check_memory()?,
            }
            self.check_flood()?;
            if let Some(opponent) = &mut opponent {
                opponent.check_unasked().map_err(Failure::of_opponent)?;
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            if Instant::now() >= wait.until {
                let (time, budget) = (began.elapsed(), wait.budget);
                let text = format!("there was no answer for {} ms, it had {budget}", time.as_millis());
                return Err(self.too_late(Fault::Stall, text, time, budget));
            }
        }
    }

    /// Returns a line as a reply; `None` if it is no answer.
    fn classify(&mut self, line: &Line, expected: Expected, other: &mut OtherOutput) -> Result<Option<Reply>, Failure> {
        let text = line.text.trim_end();
        match Reply::parse(text) {
            Some(reply) if expected.accepts(&reply) => return Ok(Some(reply)),
            Some(Reply::Message(text) | Reply::Debug(text)) => other.info.read(&text),
            Some(Reply::Detail(_)) => {}
            Some(Reply::Suggest(cell)) => self.send(&Command::Play(cell).to_string()),
            Some(reply @ (Reply::Error(_) | Reply::Unknown(_))) => {
                other.complaints.push(reply.to_string());
                if !self.unsettled && expected.is_play() {
                    return Ok(Some(reply));
                }
            }
            None if text.is_empty() => {}
            _ if expected.is_play() && (!self.unsettled || is_broken_move(text)) => {
                return Err(Failure::fault(Fault::Garbage, format!("\"{}\" is no move", shorten(text))));
            }
            _ => other.noise(text)?,
        }
        Ok(None)
    }

    /// Returns the failure of a late or missing answer after `time`, and stores its cause.
    pub(super) fn too_late(&mut self, fault: Fault, text: String, time: Duration, budget: Budget) -> Failure {
        let delay = cause::of_delay(&self.process, fault, text, time, budget, self.margin);
        self.attribute(delay)
    }

    fn attribute(&mut self, (failure, cause): Attributed) -> Failure {
        self.cause = cause.or(self.cause);
        failure
    }
}

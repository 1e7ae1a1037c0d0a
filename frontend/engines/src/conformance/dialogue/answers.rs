//! Expected answers and the expected exit.

use std::time::{Duration, Instant};

use protocol::{Command, Reply};

use super::{Dialogue, LEAVE, MOST_PATIENCE, PATIENCE};
use crate::conformance::failure::Failure;
use crate::conformance::pattern::{Match, Pattern, lenient};
use crate::conformance::time::{Ms, Took};
use crate::process::Event;

impl Dialogue<'_> {
    /// Waits for an answer that fits the pattern, and returns its time.
    ///
    /// # Errors
    /// None comes, another one comes, or it comes after the limit.
    pub(in crate::conformance) fn expect(
        &mut self,
        pattern: &Pattern,
        within: Option<Duration>,
    ) -> Result<Took, Failure> {
        self.flush()?;
        let alone = self.observer.answers_due() == 1;
        let expected = match within {
            Some(within) => format!("{pattern} within {}", Ms(within)),
            None => pattern.to_string(),
        };
        let (line, at) = self.wait_for(pattern, &expected)?;
        let name = match pattern.matches(&line, self.manner.exact, |text| self.fill(text)) {
            Some(Match::Named(name)) => name.to_owned(),
            found => {
                let refused = matches!(lenient(&line), Some(Reply::Error(_)));
                let declined = found.is_some() || (refused && self.observer.awaits_unusual_board());
                return Err(Failure { declined, ..self.failure(expected, &line) });
            }
        };
        if let Err(why) = self.observer.answered(&line) {
            return Err(self.failure(expected, &format!("{line}: {why}")));
        }
        let took = self.took(at);
        if alone {
            self.latencies.add(&line, took, self.observer.budget());
        }
        if within.is_some_and(|within| took.own > within + self.harness.noise) {
            return Err(self.overdue(expected, &format!("{line} after {took}")));
        }
        let reply = lenient(&line);
        self.moved = matches!(reply, Some(Reply::Move(_))).then_some(at);
        self.names.insert(name, reply.map_or(line, |reply| reply.to_string()));
        self.memory = self.memory.max(self.process.resident());
        Ok(took)
    }

    /// The next line and its time. A suggestion in the place of a move is accepted, and the move waited for.
    fn wait_for(&mut self, pattern: &Pattern, expected: &str) -> Result<(String, Instant), Failure> {
        let budget = self.observer.budget().unwrap_or_default();
        let patience = PATIENCE + budget.min(Duration::from_secs(60));
        loop {
            if let Some((line, at)) = self.next(Instant::now() + PATIENCE / 4)? {
                let Some(suggested) = suggested(pattern, &line) else { return Ok((line, at)) };
                self.process.send_bytes(format!("{suggested}\r\n").as_bytes());
                continue;
            }
            let took = self.took(Instant::now());
            if took.own > patience || took.time > MOST_PATIENCE {
                return Err(self.overdue(expected.to_owned(), &format!("nothing for {took}")));
            }
        }
    }

    /// Waits for the exit of the engine, with status 0 if `cleanly`.
    ///
    /// # Errors
    /// It writes a line, stays, or exits with another status or after the limit.
    pub(in crate::conformance) fn end(&mut self, limit: Duration, cleanly: bool) -> Result<(), Failure> {
        let expected = format!("the end without a word within {}", Ms(limit));
        let until = self.sent_at.max(Instant::now()) + LEAVE.max(2 * (limit + self.harness.noise)).min(PATIENCE);
        loop {
            match self.process.next(None, until) {
                Event::Line(line) if self.is_remark(&line.text) => {}
                Event::Line(line) if line.at < self.sent_at => {}
                Event::Line(line) => return Err(self.failure(expected, &line.text)),
                Event::Gone => break,
                Event::Quiet if Instant::now() >= until => return Err(self.failure(expected, "it stays")),
                Event::Quiet => {}
            }
        }
        let took = self.took(Instant::now());
        let how = self.process.last_words().unwrap_or_else(|| "it closed its output and stays".to_owned());
        self.ended = true;
        if self.process.exit().is_none() || (cleanly && !how.ends_with("status 0")) {
            return Err(self.failure(expected, &how));
        }
        if took.own > limit + self.harness.noise {
            return Err(self.overdue(expected, &format!("the end after {took}")));
        }
        Ok(())
    }
}

/// The acceptance of a suggestion in the place of a move.
fn suggested(pattern: &Pattern, line: &str) -> Option<Command> {
    match lenient(line) {
        Some(Reply::Suggest(cell)) if pattern.wants_move() => Some(Command::Play(cell)),
        _ => None,
    }
}

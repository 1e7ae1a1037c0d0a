//! The receiver of answers.

use std::io::{self, Write};

use records::{Budget, Exceeded};
use serde::Serialize;

use crate::answer::Envelope;
use crate::id::Id;
use crate::limit::Limit;
use crate::refusal::{Refusal, Warning, Wrong};

/// Takes the lines of answers, each with its end.
pub(crate) struct Sink {
    take: Box<Take>,
    /// The most bytes of an answer.
    most: u64,
}

type Take = dyn Fn(Vec<u8>, Worth) + Send + Sync;

/// Whether an answer may be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It waits for room.
    Final,
    /// Others follow; it is dropped without room.
    Partial,
}

impl Sink {
    pub(crate) fn new(most: u64, take: impl Fn(Vec<u8>, Worth) + Send + Sync + 'static) -> Self {
        Self { take: Box::new(take), most }
    }

    /// Sends an answer.
    pub(crate) fn answer(&self, id: &Id, action: &'static str, of: impl Serialize) {
        self.answer_within(id, action, of, None);
    }

    /// Sends an answer with the limit at which the action ended early.
    pub(crate) fn answer_within(&self, id: &Id, action: &'static str, of: impl Serialize, limit: Option<Limit>) {
        self.line(&Envelope { id, action, limit, of }, Worth::Final, id);
    }

    /// Sends an answer that is written within a budget.
    ///
    /// # Errors
    /// The limit that is exceeded.
    #[cfg(feature = "files")]
    pub(crate) fn answer_unless_ended(
        &self,
        id: &Id,
        action: &'static str,
        of: impl Serialize,
        budget: &Budget,
    ) -> Result<(), Exceeded> {
        let mut line = Bounded { bytes: Vec::new(), most: self.most, budget: Some(budget), next: 0 };
        let written = serde_json::to_writer(&mut line, &Envelope { id, action, limit: None, of });
        budget.check()?;
        if written.is_err() {
            return Err(Exceeded::Output(self.most));
        }
        line.bytes.push(b'\n');
        self.send(line.bytes, Worth::Final);
        Ok(())
    }

    /// Sends a partial answer.
    pub(crate) fn report(&self, id: &Id, action: &'static str, of: impl Serialize) {
        self.line(&Envelope { id, action, limit: None, of }, Worth::Partial, id);
    }

    /// Sends a refusal.
    pub(crate) fn refuse(&self, refusal: &Refusal) {
        self.say(refusal);
    }

    /// Sends a warning.
    pub(crate) fn warn(&self, warning: &Warning) {
        self.say(warning);
    }

    /// Sends a line. Final ones may wait for the client, and take no turn from others meanwhile.
    fn send(&self, line: Vec<u8>, worth: Worth) {
        if worth == Worth::Final {
            search::leave_gate();
        }
        (self.take)(line, worth);
    }

    fn say(&self, said: &impl Serialize) {
        let mut line = serde_json::to_vec(said).expect("refusals and warnings are objects of texts and numbers");
        line.push(b'\n');
        self.send(line, Worth::Final);
    }

    fn line(&self, answer: &impl Serialize, worth: Worth, id: &Id) {
        let mut line = Bounded { bytes: Vec::new(), most: self.most, budget: None, next: 0 };
        // Answers are objects of texts and numbers: only the length can fail.
        if serde_json::to_writer(&mut line, answer).is_ok() {
            line.bytes.push(b'\n');
            self.send(line.bytes, worth);
        } else if worth == Worth::Final {
            self.refuse(&Wrong::from(Exceeded::Output(self.most)).of(id.clone()));
        }
    }
}

/// Bytes of an answer between two looks at its budget.
const PIECE: usize = 1 << 16;

/// A line of bounded length.
struct Bounded<'b> {
    bytes: Vec<u8>,
    most: u64,
    budget: Option<&'b Budget>,
    /// The length at which the budget is looked at.
    next: usize,
}

impl Write for Bounded<'_> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() >= self.next {
            self.budget.map_or(Ok(()), Budget::check).map_err(io::Error::other)?;
            self.next = self.bytes.len() + PIECE;
        }
        if (self.bytes.len() + more.len()) as u64 > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

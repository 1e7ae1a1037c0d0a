//! Tasks: the parts of actions that wait for a worker.

use records::{Budget, Exceeded};
use serde::Serialize;

use crate::code::Code;
use crate::id::Id;
use crate::limit::Limit;
use crate::refusal::Wrong;
use crate::sink::Sink;
use crate::worker::Worker;

/// A part of an action that a worker runs.
pub(crate) trait Task: Send {
    /// Runs and answers.
    ///
    /// # Errors
    /// The query cannot be answered.
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong>;

    /// The game whose weights must be loaded before the task runs.
    fn missing_weights(&self) -> Option<&'static str> {
        None
    }

    /// Whether it mostly computes, and holds no lock that other work waits for.
    #[cfg_attr(not(feature = "threads"), allow(dead_code, reason = "there is nothing else"))]
    fn takes_turns(&self) -> bool {
        true
    }

    /// Answers a task that was terminated before it ran.
    fn terminated(&self, call: &Call, sink: &Sink) {
        let text = format!("terminated before \"{}\" began", call.action);
        sink.refuse(&Wrong::line(Code::Terminated.says(text).limited(Exceeded::Stopped.into())).of(call.id.clone()));
    }
}

/// The query that a task belongs to, and its limits.
pub(crate) struct Call {
    pub(crate) id: Id,
    /// The name of the action.
    pub(crate) action: &'static str,
    /// Its stop flag ends the task.
    pub(crate) budget: Budget,
    /// Whether the query asks for little time.
    #[cfg_attr(not(feature = "threads"), allow(dead_code, reason = "there is nothing else"))]
    pub(crate) is_short: bool,
}

impl Call {
    /// Sends the answer.
    pub(crate) fn answer(&self, sink: &Sink, answer: impl Serialize) {
        sink.answer(&self.id, self.action, answer);
    }

    /// Sends the answer of an action that has none once it is ended. Writing a long answer is ended, too.
    ///
    /// # Errors
    /// The limit that is exceeded.
    #[cfg(feature = "files")]
    pub(crate) fn answer_unless_ended(&self, sink: &Sink, answer: impl Serialize) -> Result<(), Wrong> {
        Ok(sink.answer_unless_ended(&self.id, self.action, answer, &self.budget)?)
    }

    /// Sends the answer, with the limit at which the task ended early.
    pub(crate) fn answer_within(&self, sink: &Sink, answer: impl Serialize) {
        sink.answer_within(&self.id, self.action, answer, self.budget.check().err().map(Limit::from));
    }

    /// Sends a partial answer.
    pub(crate) fn report(&self, sink: &Sink, answer: impl Serialize) {
        sink.report(&self.id, self.action, answer);
    }

    /// The error of the task: an exceeded limit is the cause of any other error.
    pub(crate) fn cause(&self, wrong: Wrong) -> Wrong {
        match self.budget.check() {
            Ok(()) => wrong,
            Err(limit @ Exceeded::Stopped) => {
                let text = format!("terminated while \"{}\" was under way", self.action);
                Wrong::line(Code::Terminated.says(text).limited(limit.into()))
            }
            Err(limit) => limit.into(),
        }
    }
}

//! Where answers go.

use serde::Serialize;
use serde_json::Value;

use crate::answer::Answer;
use crate::refusal::Refusal;

/// Takes the lines of answers, each with its end.
pub(crate) struct Sink(Box<Take>);

type Take = dyn Fn(Vec<u8>, Worth) + Send + Sync;

/// Whether an answer may be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It is waited until there is room for it.
    Final,
    /// Others will follow; it is left out while those who listen are late.
    Partial,
}

impl Sink {
    pub(crate) fn new(take: impl Fn(Vec<u8>, Worth) + Send + Sync + 'static) -> Self {
        Self(Box::new(take))
    }

    /// Gives an answer.
    pub(crate) fn answer(&self, id: &Value, action: &'static str, of: impl Serialize) {
        self.line(&Answer { id: id.clone(), action, of }, Worth::Final);
    }

    /// Gives an answer that will be followed by others.
    pub(crate) fn report(&self, id: &Value, action: &'static str, of: impl Serialize) {
        self.line(&Answer { id: id.clone(), action, of }, Worth::Partial);
    }

    /// Says what is wrong.
    pub(crate) fn refuse(&self, refusal: &Refusal) {
        self.line(refusal, Worth::Final);
    }

    fn line(&self, answer: &impl Serialize, worth: Worth) {
        let mut line = serde_json::to_vec(answer).expect("answers are objects of texts and numbers");
        line.push(b'\n');
        (self.0)(line, worth);
    }
}

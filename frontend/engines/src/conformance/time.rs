//! Times of answers.

use std::fmt;
use std::time::Duration;

/// The duration of an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    /// By the clock.
    pub(super) time: Duration,
    /// Without the time in which the engine or the checker waited for a CPU, which a busy machine causes.
    pub(super) own: Duration,
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Ms(self.time))?;
        let waited = self.time.saturating_sub(self.own);
        if waited.as_millis() > 0 { write!(f, ", {} of them without a processor", Ms(waited)) } else { Ok(()) }
    }
}

/// A duration, displayed in milliseconds.
pub(super) struct Ms(pub(super) Duration);

impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0.as_millis())
    }
}

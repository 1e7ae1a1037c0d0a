//! Deviations from a transcript.

/// A deviation of an engine from a transcript.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Failure {
    /// The last lines sent.
    pub sent: String,
    /// The expected answer.
    pub expected: String,
    /// The answer of the engine.
    pub seen: String,
    /// Whether only the time of the answer is wrong.
    pub overdue: bool,
    /// Whether the engine answers that the command is unknown.
    pub unknown: bool,
    /// Whether the engine refuses an optional feature.
    pub declined: bool,
}

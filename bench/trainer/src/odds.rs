//! Probabilities and what it costs to expect the wrong one.

/// The probability of a win at odds of e to the `value`.
pub(crate) fn probability(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The loss in nats of expecting a win with odds of e to the `value`.
pub(crate) fn loss(value: f64, result: f64) -> f64 {
    value.max(0.0) + (-value.abs()).exp().ln_1p() - result * value
}

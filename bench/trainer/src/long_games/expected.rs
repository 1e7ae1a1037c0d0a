//! Probabilities of values, and the log loss of results.

use search::Score;

/// Values in hundredths of a point that make odds of e to 1, at scale 1.
const UNIT: f64 = 200.0;

/// No result is expected with more certainty than this, proven ones neither.
const MOST: f64 = 0.99;

/// A value and the result for the same side.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) value: Score,
    pub(crate) result: f64,
}

/// The expected result for a value at a scale.
pub(crate) fn expected(value: Score, scale: f64) -> f64 {
    let probability = match (value.plies_to_win(), value.plies_to_loss()) {
        (Some(_), _) => 1.0,
        (_, Some(_)) => 0.0,
        _ => 1.0 / (1.0 + (-scale * f64::from(value.value()) / UNIT).exp()),
    };
    probability.clamp(1.0 - MOST, MOST)
}

/// The log loss of a result in nats.
pub(crate) fn loss(pair: Pair, scale: f64) -> f64 {
    let expected = expected(pair.value, scale);
    -(pair.result * expected.ln() + (1.0 - pair.result) * (1.0 - expected).ln())
}

/// The mean loss of `pairs`, which are not empty.
pub(crate) fn mean_loss(pairs: &[Pair], scale: f64) -> f64 {
    pairs.iter().map(|&pair| loss(pair, scale)).sum::<f64>() / pairs.len() as f64
}

/// The scale with the least mean loss, in steps of 2 %.
pub(crate) fn best_scale(pairs: &[Pair]) -> f64 {
    let scales = (0..230).map(|step| 0.05 * 1.02_f64.powi(step));
    scales.min_by(|&one, &other| mean_loss(pairs, one).total_cmp(&mean_loss(pairs, other))).expect("not empty")
}

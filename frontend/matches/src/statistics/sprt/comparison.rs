//! Comparison of two hypotheses given results.

use crate::statistics::likelihood::{Distribution, Sample};

/// Drift over the whole width of a test, as an exponent, that counts as none.
const NO_DRIFT: f64 = 1e-6;

/// A hypothesis about the results per game or pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Hypothesis {
    /// Mean score.
    Mean(f64),
    /// Distance of the mean score from 1/2 in standard deviations.
    Effect(f64),
}

impl Hypothesis {
    fn likeliest<const N: usize>(self, seen: &Distribution<N>) -> Distribution<N> {
        match self {
            Self::Mean(mean) => seen.likeliest_with_mean(mean),
            Self::Effect(effect) => seen.likeliest_with_effect(effect),
        }
    }

    fn effect<const N: usize>(self, seen: &Distribution<N>) -> f64 {
        match self {
            Self::Mean(mean) => (mean - 0.5) / seen.variance().sqrt(),
            Self::Effect(effect) => effect,
        }
    }
}

/// Observed frequencies, regularised, and the hypotheses H0 and H1.
pub(super) struct Comparison<const N: usize> {
    units: f64,
    seen: Distribution<N>,
    hypotheses: [Hypothesis; 2],
}

impl<const N: usize> Comparison<N> {
    /// Returns a comparison of the hypotheses that `hypotheses` derives from the frequencies; `None` without results.
    pub(super) fn new(
        sample: &Sample<N>,
        hypotheses: impl FnOnce(&Distribution<N>) -> [Hypothesis; 2],
    ) -> Option<Self> {
        sample.distribution()?;
        let sample = sample.regularized();
        let seen = sample.distribution()?;
        let hypotheses = hypotheses(&seen);
        Some(Self { units: sample.units(), seen, hypotheses })
    }

    /// Returns the log-likelihood ratio of H1 to H0.
    pub(super) fn llr(&self) -> f64 {
        let [likeliest0, likeliest1] = self.hypotheses.map(|hypothesis| hypothesis.likeliest(&self.seen));
        self.units * self.seen.log_ratio(&likeliest0, &likeliest1)
    }

    /// Returns the expected number of units until the log-likelihood ratio leaves `lower`..`upper`, if results continue as before.
    ///
    /// The log-likelihood ratio is modelled as a Brownian motion. Its drift a unit is its mean so far, and its variance is the
    /// square of the difference of the effects, as for normally distributed scores.
    pub(super) fn expected(&self, lower: f64, upper: f64) -> f64 {
        let llr = self.llr();
        let [effect0, effect1] = self.hypotheses.map(|hypothesis| hypothesis.effect(&self.seen));
        if llr <= lower || llr >= upper {
            return 0.0;
        }
        expected_exit(llr - lower, upper - llr, llr / self.units, (effect1 - effect0).powi(2))
    }
}

/// Returns the expected time at which a Brownian motion has fallen by `below` or risen by `above` (Wald's identity).
fn expected_exit(below: f64, above: f64, drift: f64, variance: f64) -> f64 {
    if drift < 0.0 {
        return expected_exit(above, below, -drift, variance);
    }
    let rate = 2.0 * drift / variance;
    if rate * (below + above) < NO_DRIFT {
        return below * above / variance;
    }
    let up = (-rate * below).exp_m1() / (-rate * (below + above)).exp_m1();
    (up * above - (1.0 - up) * below) / drift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-6 * other.abs(), "{one} is not {other}");
    }

    #[test]
    fn without_drift_the_time_is_the_product_of_the_distances() {
        assert_near(expected_exit(2.0, 3.0, 0.0, 0.5), 12.0);
        assert!((expected_exit(2.0, 3.0, 1.01e-7, 0.5) - 12.0).abs() < 1e-3);
    }

    #[test]
    fn with_much_drift_the_time_is_the_distance() {
        assert_near(expected_exit(2.0, 3.0, 5.0, 0.01), 0.6);
        assert_near(expected_exit(2.0, 3.0, -5.0, 0.01), 0.4);
    }

    #[test]
    fn a_symmetric_test_takes_the_time_of_the_hyperbolic_tangent() {
        assert_near(expected_exit(3.0, 3.0, 0.2, 0.4), 15.0 * 1.5_f64.tanh());
    }
}

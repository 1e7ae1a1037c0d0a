//! Maximum-likelihood distribution of the score under a hypothesis.
//!
//! M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution", Proposition 1.1, and "Comments on normalized Elo", section 4.1.

use super::counts::{GameCounts, PairCounts};

/// Count of a class that never occurred, so that its logarithm exists.
const EMPTY_CLASS: f64 = 1e-3;

/// The largest change of a probability in the last step of the iteration.
const PRECISION: f64 = 1e-12;

/// More steps than the iteration was seen to take with any effect up to 4: most take ten, the most 96.
const MAX_STEPS: usize = 300;

/// Counts of N scores, evenly spaced from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample<const N: usize>([f64; N]);

impl From<&GameCounts> for Sample<3> {
    fn from(games: &GameCounts) -> Self {
        Self([games.losses, games.draws, games.wins].map(|count| count as f64))
    }
}

impl From<&PairCounts> for Sample<5> {
    fn from(pairs: &PairCounts) -> Self {
        Self(pairs.by_points().map(|count| count as f64))
    }
}

impl<const N: usize> Sample<N> {
    /// Returns the number of games or pairs.
    pub(super) fn units(&self) -> f64 {
        self.0.iter().sum()
    }

    /// Returns the sample with a thousandth of a unit in each empty class.
    pub(super) fn regularized(&self) -> Self {
        Self(self.0.map(|count| if count == 0.0 { EMPTY_CLASS } else { count }))
    }

    /// Returns the frequency of each score; `None` without units.
    pub(super) fn distribution(&self) -> Option<Distribution<N>> {
        let units = self.units();
        (units > 0.0).then(|| Distribution(self.0.map(|count| count / units)))
    }
}

/// The probabilities of N scores, evenly spaced from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Distribution<const N: usize>(pub(super) [f64; N]);

impl<const N: usize> Distribution<N> {
    const SCORES: [f64; N] = {
        let mut scores = [0.0; N];
        let mut class = 0;
        while class < N {
            scores[class] = class as f64 / (N - 1) as f64;
            class += 1;
        }
        scores
    };

    /// Returns the expected score.
    pub(super) fn mean(&self) -> f64 {
        self.expected(|score| score)
    }

    /// Returns the variance of the score.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expected(|score| (score - mean).powi(2))
    }

    /// Returns the effect: the distance of the mean from 1/2 in standard deviations.
    pub(super) fn effect(&self) -> f64 {
        (self.mean() - 0.5) / self.variance().sqrt()
    }

    fn expected(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip(Self::SCORES).map(|(probability, score)| probability * value(score)).sum()
    }

    /// Returns the expected logarithm of the likelihood ratio of `other` to `one`.
    pub(super) fn log_ratio(&self, one: &Self, other: &Self) -> f64 {
        self.0.iter().zip(one.0.iter().zip(other.0)).map(|(seen, (one, other))| seen * (other / one).ln()).sum()
    }

    /// The likeliest distribution with this mean, in 0..1 with both ends excluded, if this one is what was observed, no
    /// class being empty.
    pub(super) fn likeliest_with_mean(&self, mean: f64) -> Self {
        self.likeliest_without(Self::SCORES.map(|score| score - mean))
    }

    /// The likeliest distribution with this effect if this one is what was observed, no class being empty.
    ///
    /// Where the effect is t, the probabilities p maximise the likelihood among all that have Σ p φ = 0, with
    /// φ = a − 1/2 − t σ (1 + ((a − μ) / σ)²) / 2 for the score a: the condition linearised about their own mean μ and
    /// deviation σ. Starting from a distribution with the effect t > 0, μ and σ are iterated. Every step keeps an effect
    /// of at least t, so that φ has both signs; a negative effect is that of the opponent.
    pub(super) fn likeliest_with_effect(&self, effect: f64) -> Self {
        if effect < 0.0 {
            return self.swapped().likeliest_with_effect(-effect).swapped();
        }
        let mut likeliest = Self::with_effect(effect);
        for _ in 0..MAX_STEPS {
            let (mean, sigma) = (likeliest.mean(), likeliest.variance().sqrt());
            let next = self.likeliest_without(
                Self::SCORES.map(|score| score - 0.5 - effect * sigma / 2.0 * (1.0 + ((score - mean) / sigma).powi(2))),
            );
            let change = next.0.iter().zip(likeliest.0).map(|(next, last)| (next - last).abs()).fold(0.0, f64::max);
            likeliest = next;
            if change < PRECISION {
                break;
            }
        }
        likeliest
    }

    /// The probabilities of the opponent's scores.
    fn swapped(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// A distribution with an effect that is not negative: a uniform one mixed with certain wins.
    fn with_effect(effect: f64) -> Self {
        let mixed = |wins: f64| {
            let mut probabilities = [(1.0 - wins) / N as f64; N];
            probabilities[N - 1] += wins;
            Self(probabilities)
        };
        mixed(bisect(0.0, 1.0, |wins| mixed(wins).effect() < effect))
    }

    /// The likeliest distribution whose expectation of `excess` is 0, if this one is what was observed. `excess` has
    /// values of both signs.
    ///
    /// It is p / (1 + θ excess) for the observed p, with the θ that makes Σ p excess / (1 + θ excess) vanish. The sum
    /// falls from +∞ to −∞ between the poles, which are where a class is left with no weight. θ is sought from the pole
    /// that is nearer to it, by its distance from there, because a rare class can put it so near that the difference
    /// would have lost all its digits.
    fn likeliest_without(&self, mut excess: [f64; N]) -> Self {
        let extremes = |excess: &[f64; N]| excess.iter().fold((0.0, 0.0), |(low, high), &x| (x.min(low), x.max(high)));
        let sum = |excess: &[f64; N], weights: [f64; N]| -> f64 {
            self.0.iter().zip(excess.iter().zip(weights)).map(|(seen, (excess, weight))| seen * excess / weight).sum()
        };
        // The poles are −1/high and −1/low; negating the excess mirrors them.
        let (low, high) = extremes(&excess);
        let middle = -f64::midpoint(1.0 / high, 1.0 / low);
        if sum(&excess, excess.map(|excess| 1.0 + middle * excess)) > 0.0 {
            excess = excess.map(|excess| -excess);
        }
        let (low, high) = extremes(&excess);
        let weights = |distance: f64| excess.map(|excess| (high - excess) / high + distance * excess);
        let half_way = (1.0 / high - 1.0 / low) / 2.0;
        let distance = bisect(0.0, half_way, |distance| sum(&excess, weights(distance)) > 0.0);
        let weights = weights(distance);
        Self(std::array::from_fn(|class| self.0[class] / weights[class]))
    }
}

/// The point between `low` and `high` where `is_below` turns from true to false, to the last bit.
fn bisect(mut low: f64, mut high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests;

//! Score of a match and the difference in strength.

use std::f64::consts::LN_10;

use super::counts::{GameCounts, PairCounts};
use super::estimate::{Estimate, SIGMAS_95};
use super::likelihood::Sample;
use super::normal::cumulative;

/// The normalised Elo of a player whose score in one game lies one standard deviation above 1/2, where normalised and
/// logistic Elo agree for small differences without draws.
pub(super) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// The logistic Elo difference at which `score` is expected. `score` is in 0..=1, with an infinite difference at either
/// end; beyond them it counts as the end.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score, in 0..=1, at a logistic Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The mean and the variance of the score per unit of a match, the unit being a game or a pair. All intervals take the
/// mean for normally distributed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    units: f64,
    games_per_unit: f64,
    mean: f64,
    variance: f64,
}

impl Score {
    /// Returns the score of single games; `None` without games.
    #[must_use]
    pub fn of_games(games: &GameCounts) -> Option<Self> {
        Self::of(&Sample::from(games), 1.0)
    }

    /// Returns the score of pairs; `None` without pairs.
    #[must_use]
    pub fn of_pairs(pairs: &PairCounts) -> Option<Self> {
        Self::of(&Sample::from(pairs), 2.0)
    }

    fn of<const N: usize>(sample: &Sample<N>, games_per_unit: f64) -> Option<Self> {
        let distribution = sample.distribution()?;
        let (mean, variance) = (distribution.mean(), distribution.variance());
        Some(Self { units: sample.units(), games_per_unit, mean, variance })
    }

    /// Returns the share of points won, in 0..=1.
    #[must_use]
    pub fn mean(&self) -> Estimate {
        Estimate::normal(self.mean, self.sigma_of_mean())
    }

    /// Returns the logistic Elo difference. Its margin is half the width of the asymmetric interval, and infinite if that reaches a
    /// score of 0 or 1. `None` if all units ended alike, because the variance is unknown then.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let reach = SIGMAS_95 * self.sigma_of_mean();
        let margin = (elo_of_score(self.mean + reach) - elo_of_score(self.mean - reach)) / 2.0;
        (self.variance > 0.0).then(|| Estimate { value: elo_of_score(self.mean), margin })
    }

    /// The normalised Elo difference: (mean − 1/2) / √(2 · variance) · 800 / ln 10 for pairs, and without the 2 for
    /// games. It measures how many games it takes to see the difference. `None` if all units ended alike.
    ///
    /// M. Van den Bergh, "Normalized Elo" (2020) and "Comments on normalized Elo" (2021).
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let scale = NORMALIZED_ELO / (self.games_per_unit * self.variance).sqrt();
        (self.variance > 0.0).then(|| Estimate::normal((self.mean - 0.5) * scale, self.sigma_of_mean() * scale))
    }

    /// The likelihood of superiority: the probability, in 0..=1, that the player is the stronger one. If all units ended
    /// alike it is 0, 1/2 or 1, however few they are.
    #[must_use]
    pub fn los(&self) -> f64 {
        los(self.mean - 0.5, self.sigma_of_mean())
    }

    fn sigma_of_mean(&self) -> f64 {
        (self.variance / self.units).sqrt()
    }
}

/// The probability that a difference is above 0, given its estimate and the standard deviation of that.
pub(super) fn los(difference: f64, sigma: f64) -> f64 {
    if difference == 0.0 { 0.5 } else { cumulative(difference / sigma) }
}

#[cfg(test)]
mod tests;

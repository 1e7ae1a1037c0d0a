//! Sequential probability ratio test.

mod comparison;
mod parameters;

use std::fmt;

use super::counts::{GameCounts, PairCounts};
use super::likelihood::{Distribution, Sample};
use super::score::{NORMALIZED_ELO, score_of_elo};
use comparison::{Comparison, Hypothesis};
pub use parameters::{InvalidSprt, MAX_ELO, Model, Parameters, UnknownModel};

/// Verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No decision.
    Continue,
    /// H0 is accepted: the difference is `elo0`.
    AcceptH0,
    /// H1 is accepted: the difference is `elo1`.
    AcceptH1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Continue => "continue",
            Self::AcceptH0 => "H0 accepted",
            Self::AcceptH1 => "H1 accepted",
        })
    }
}

/// A sequential probability ratio test, generalised to unknown nuisance parameters: each hypothesis is represented by
/// the likeliest distribution of the results that agrees with it.
///
/// A. Wald, "Sequential Analysis" (1947); M. Van den Bergh, "A practical introduction to the GSPRT".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt(Parameters);

impl Sprt {
    /// Returns the test with these parameters.
    ///
    /// # Errors
    /// A parameter is out of its range.
    pub fn new(parameters: Parameters) -> Result<Self, InvalidSprt> {
        parameters.check()?;
        Ok(Self(parameters))
    }

    /// Returns the parameters of the test.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.0
    }

    /// Returns the log-likelihood ratio at which H0 is accepted: ln(β / (1 − α)), negative.
    #[must_use]
    pub fn lower(&self) -> f64 {
        (self.0.beta / (1.0 - self.0.alpha)).ln()
    }

    /// Returns the log-likelihood ratio at which H1 is accepted: ln((1 − β) / α), positive.
    #[must_use]
    pub fn upper(&self) -> f64 {
        ((1.0 - self.0.beta) / self.0.alpha).ln()
    }

    /// Returns the verdict at a log-likelihood ratio.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Verdict {
        if llr >= self.upper() {
            Verdict::AcceptH1
        } else if llr <= self.lower() {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }

    /// Returns the progress of a log-likelihood ratio to the bound of its sign: −1 at the lower, 1 at the upper bound.
    #[must_use]
    pub fn progress(&self, llr: f64) -> f64 {
        if llr < 0.0 { -llr / self.lower() } else { llr / self.upper() }
    }

    /// Returns the log-likelihood ratio of H1 to H0 given pairs; 0 without pairs. The Bayesian model counts their games.
    #[must_use]
    pub fn llr_of_pairs(&self, pairs: &PairCounts) -> f64 {
        match self.0.model {
            Model::Bayesian => self.llr_of_games(&pairs.games()),
            Model::Normalized | Model::Logistic => self.pairs(pairs).map_or(0.0, |comparison| comparison.llr()),
        }
    }

    /// Returns the log-likelihood ratio of H1 to H0 given single games; 0 without games, and in the Bayesian model also without a
    /// win or without a loss.
    #[must_use]
    pub fn llr_of_games(&self, games: &GameCounts) -> f64 {
        self.games(games).map_or(0.0, |comparison| comparison.llr())
    }

    /// Returns the expected number of pairs until a decision if results continue as before; `None` without a log-likelihood ratio.
    /// It is rough while the pairs are few.
    #[must_use]
    pub fn expected_pairs(&self, pairs: &PairCounts) -> Option<f64> {
        match self.0.model {
            Model::Bayesian => self.expected_games(&pairs.games()).map(|games| games / 2.0),
            Model::Normalized | Model::Logistic => Some(self.pairs(pairs)?.expected(self.lower(), self.upper())),
        }
    }

    /// Returns the expected number of games until a decision if results continue as before; `None` without a log-likelihood ratio.
    /// It is rough while the games are few.
    #[must_use]
    pub fn expected_games(&self, games: &GameCounts) -> Option<f64> {
        Some(self.games(games)?.expected(self.lower(), self.upper()))
    }

    fn pairs(&self, pairs: &PairCounts) -> Option<Comparison<5>> {
        Comparison::new(&Sample::from(pairs), |_| self.elo().map(|elo| self.hypothesis(elo, 2.0)))
    }

    fn games(&self, games: &GameCounts) -> Option<Comparison<3>> {
        let sample = Sample::from(games);
        match self.0.model {
            Model::Bayesian if games.wins == 0 || games.losses == 0 => None,
            Model::Bayesian => Comparison::new(&sample, |seen| {
                let draw_elo = bayesian_draw_elo(seen);
                self.elo().map(|elo| Hypothesis::Mean(bayesian_score(elo, draw_elo)))
            }),
            Model::Normalized | Model::Logistic => {
                Comparison::new(&sample, |_| self.elo().map(|elo| self.hypothesis(elo, 1.0)))
            }
        }
    }

    const fn elo(&self) -> [f64; 2] {
        [self.0.elo0, self.0.elo1]
    }

    fn hypothesis(&self, elo: f64, games_per_unit: f64) -> Hypothesis {
        match self.0.model {
            Model::Normalized => Hypothesis::Effect(elo * games_per_unit.sqrt() / NORMALIZED_ELO),
            Model::Logistic | Model::Bayesian => Hypothesis::Mean(score_of_elo(elo)),
        }
    }
}

/// Returns the draw Elo of the shares of games lost, drawn and won. R. Coulom, "Bayesian Elo Rating" (2005).
fn bayesian_draw_elo(seen: &Distribution<3>) -> f64 {
    let [loss, _, win] = seen.0;
    200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10()
}

/// Returns the expected score at a difference of the Bayes-Elo model.
fn bayesian_score(elo: f64, draw_elo: f64) -> f64 {
    let (win, loss) = (score_of_elo(elo - draw_elo), score_of_elo(-elo - draw_elo));
    (1.0 + win - loss) / 2.0
}

#[cfg(test)]
mod tests;

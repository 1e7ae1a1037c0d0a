//! Parameters of a test.

use std::fmt;
use std::str::FromStr;

/// Largest absolute difference of a hypothesis, in Elo of any model.
pub const MAX_ELO: f64 = 1000.0;

/// Model of the Elo of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Model {
    /// Normalised Elo: the length of the test does not depend on the share of draws.
    #[default]
    Normalized,
    /// Logistic Elo: the score.
    Logistic,
    /// Elo of the Bayes-Elo model with the observed share of draws. It counts single games.
    Bayesian,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
            Self::Bayesian => "bayesian",
        })
    }
}

impl FromStr for Model {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<Self, UnknownModel> {
        let models = [Self::Normalized, Self::Logistic, Self::Bayesian];
        models.into_iter().find(|model| model.to_string() == text).ok_or_else(|| UnknownModel(text.to_owned()))
    }
}

/// An unknown model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownModel(String);

impl fmt::Display for UnknownModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown model {:?}: normalized, logistic or bayesian", self.0)
    }
}

impl std::error::Error for UnknownModel {}

/// Hypotheses and error rates of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// Model of the Elo.
    pub model: Model,
    /// Difference under H0, in Elo from −1000 to 1000.
    pub elo0: f64,
    /// Difference under H1, above `elo0`.
    pub elo1: f64,
    /// The accepted probability of accepting H1 although H0 is true, in 0..1, with both ends excluded.
    pub alpha: f64,
    /// The accepted probability of accepting H0 although H1 is true, in 0..1, with both ends excluded.
    pub beta: f64,
}

impl Default for Parameters {
    /// Normalised Elo, 0 against 10, and error rates of 5 %.
    fn default() -> Self {
        Self { model: Model::default(), elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl Parameters {
    pub(super) fn check(&self) -> Result<(), InvalidSprt> {
        let Self { elo0, elo1, alpha, beta, .. } = *self;
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| !(-MAX_ELO..=MAX_ELO).contains(elo)) {
            return Err(InvalidSprt::Elo(elo));
        }
        if elo0 >= elo1 {
            return Err(InvalidSprt::Order(elo0, elo1));
        }
        if let Some(error) = [alpha, beta].into_iter().find(|&error| !(error > 0.0 && error < 1.0)) {
            return Err(InvalidSprt::Error(error));
        }
        if alpha + beta >= 1.0 {
            return Err(InvalidSprt::Errors(alpha + beta));
        }
        Ok(())
    }
}

/// Invalid parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum InvalidSprt {
    /// An Elo is not a number in the allowed range.
    Elo(f64),
    /// `elo0` and `elo1` are not in this order.
    Order(f64, f64),
    /// `alpha` or `beta` is not in 0..1.
    Error(f64),
    /// `alpha` and `beta` together reach 1.
    Errors(f64),
}

impl fmt::Display for InvalidSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo(elo) => write!(f, "elo0 and elo1 are from -{MAX_ELO} to {MAX_ELO}, not {elo}"),
            Self::Order(elo0, elo1) => write!(f, "elo0 is below elo1, not {elo0} and {elo1}"),
            Self::Error(error) => write!(f, "alpha and beta are above 0 and below 1, not {error}"),
            Self::Errors(sum) => write!(f, "alpha and beta together are below 1, not {sum}"),
        }
    }
}

impl std::error::Error for InvalidSprt {}

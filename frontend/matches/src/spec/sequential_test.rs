//! Sequential test of the first engine against the second.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::SettingError;
use crate::statistics::{GameCounts, Model, PairCounts, Parameters, Sprt, Verdict};

/// A sequential test of the first engine against the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct SequentialTest {
    /// The test.
    pub sprt: Sprt,
    /// Whether single games are counted instead of pairs.
    pub trinomial: bool,
}

/// A test as the head of a journal holds it.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Fields {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
    count: String,
}

impl Default for Fields {
    fn default() -> Self {
        let Parameters { model, elo0, elo1, alpha, beta } = Parameters::default();
        Self { elo0, elo1, alpha, beta, model: model.to_string(), count: "pairs".to_owned() }
    }
}

impl From<SequentialTest> for Fields {
    fn from(test: SequentialTest) -> Self {
        let Parameters { model, elo0, elo1, alpha, beta } = *test.sprt.parameters();
        let count = if test.trinomial { "games" } else { "pairs" };
        Self { elo0, elo1, alpha, beta, model: model.to_string(), count: count.to_owned() }
    }
}

impl TryFrom<Fields> for SequentialTest {
    type Error = SettingError;

    fn try_from(fields: Fields) -> Result<Self, SettingError> {
        let Fields { elo0, elo1, alpha, beta, model, count } = fields;
        Self::new(Parameters { model: model.parse()?, elo0, elo1, alpha, beta }, counts_games(&count)?)
    }
}

/// `elo0=0 elo1=10`.
impl FromStr for SequentialTest {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut parameters = Parameters::default();
        let mut trinomial = false;
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| SettingError::NotKeyValue(word.to_owned()))?;
            let number = || value.parse().map_err(|_| SettingError::NotANumber(key.to_owned(), value.to_owned()));
            match key {
                "elo0" => parameters.elo0 = number()?,
                "elo1" => parameters.elo1 = number()?,
                "alpha" => parameters.alpha = number()?,
                "beta" => parameters.beta = number()?,
                "model" => parameters.model = value.parse()?,
                "count" => trinomial = counts_games(value)?,
                _ => {
                    let known = "elo0, elo1, alpha, beta, model, count";
                    return Err(SettingError::Unknown { key: key.to_owned(), known });
                }
            }
        }
        Self::new(parameters, trinomial)
    }
}

/// Parses `games` and `pairs`.
fn counts_games(value: &str) -> Result<bool, SettingError> {
    match value {
        "games" => Ok(true),
        "pairs" => Ok(false),
        _ => Err(SettingError::Neither { key: "count", value: value.to_owned(), allowed: "pairs nor games" }),
    }
}

impl SequentialTest {
    /// Returns a test. The Bayesian model counts games in any case.
    fn new(parameters: Parameters, trinomial: bool) -> Result<Self, SettingError> {
        let trinomial = trinomial || parameters.model == Model::Bayesian;
        Ok(Self { sprt: Sprt::new(parameters)?, trinomial })
    }

    /// Returns the log-likelihood ratio of the counted units.
    pub(crate) fn llr(&self, games: &GameCounts, pairs: &PairCounts) -> f64 {
        if self.trinomial { self.sprt.llr_of_games(games) } else { self.sprt.llr_of_pairs(pairs) }
    }

    /// Returns the hypothesis that these results alone support. Half of the way to a bound counts as support, because a test
    /// stops at the pair that just reaches the bound.
    pub(crate) fn support(&self, games: &GameCounts, pairs: &PairCounts) -> Verdict {
        let llr = self.llr(games, pairs);
        match () {
            () if llr >= self.sprt.upper() / 2.0 => Verdict::AcceptH1,
            () if llr <= self.sprt.lower() / 2.0 => Verdict::AcceptH0,
            () => Verdict::Continue,
        }
    }

    /// Returns the expected number of games until the test ends, if results continue as before.
    pub(crate) fn expected_games(&self, games: &GameCounts, pairs: &PairCounts) -> Option<f64> {
        match self.trinomial {
            true => self.sprt.expected_games(games),
            false => self.sprt.expected_pairs(pairs).map(|pairs| 2.0 * pairs),
        }
    }
}

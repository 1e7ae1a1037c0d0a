//! A sequential test of the first engine against the second, pair by pair.

use std::str::FromStr;

use engine::notation::shorten;

use crate::SettingError;
use crate::statistics::{GameCounts, Model, PairCounts, Parameters, Sprt, Verdict};
use crate::tournament::schedule::Schedule;
use crate::tournament::tally::{Results, points_of_first};

/// Where a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Test {
    pub(crate) llr: f64,
    pub(crate) verdict: Verdict,
    /// The number of games that were counted.
    pub(crate) games: usize,
}

/// A test of the first engine against the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The test.
    pub sprt: Sprt,
    /// Whether single games are counted instead of pairs.
    pub trinomial: bool,
}

/// `elo0=0 elo1=10`.
impl FromStr for SequentialTest {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        parse(text).map_err(SettingError)
    }
}

fn parse(text: &str) -> Result<SequentialTest, String> {
    let mut parameters = Parameters::default();
    let mut trinomial = false;
    for word in text.split_whitespace() {
        let known = "elo0, elo1, alpha, beta, model, count";
        let (key, value) = word.split_once('=').ok_or_else(|| format!("\"{}\" is not KEY=VALUE", shorten(word)))?;
        let number = || value.parse().map_err(|_| format!("{key}={} is no number", shorten(value)));
        match key {
            "elo0" => parameters.elo0 = number()?,
            "elo1" => parameters.elo1 = number()?,
            "alpha" => parameters.alpha = number()?,
            "beta" => parameters.beta = number()?,
            "model" => parameters.model = value.parse().map_err(|error| format!("{error}"))?,
            "count" if value == "pairs" || value == "games" => trinomial = value == "games",
            "count" => return Err(format!("count={} is neither pairs nor games", shorten(value))),
            _ => return Err(format!("unknown setting \"{}\", known are {known}", shorten(key))),
        }
    }
    let sprt = Sprt::new(parameters).map_err(|error| error.to_string())?;
    Ok(SequentialTest { sprt, trinomial: trinomial || parameters.model == Model::Bayesian })
}

impl SequentialTest {
    /// The likelihood ratio of what was counted.
    fn llr(&self, games: &GameCounts, pairs: &PairCounts) -> f64 {
        if self.trinomial { self.sprt.llr_of_games(games) } else { self.sprt.llr_of_pairs(pairs) }
    }

    /// Where it would stand with these results alone. Half of the way to a bound counts as support, for what stops a test
    /// is the pair that just reaches the bound.
    pub(crate) fn support(&self, games: &GameCounts, pairs: &PairCounts) -> Verdict {
        let llr = self.llr(games, pairs);
        match () {
            () if llr >= self.sprt.upper() / 2.0 => Verdict::AcceptH1,
            () if llr <= self.sprt.lower() / 2.0 => Verdict::AcceptH0,
            () => Verdict::Continue,
        }
    }
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Progress {
    pairs: PairCounts,
    games: GameCounts,
    pub(crate) test: Test,
}

impl Default for Progress {
    fn default() -> Self {
        let test = Test { llr: 0.0, verdict: Verdict::Continue, games: 0 };
        Self { pairs: PairCounts::default(), games: GameCounts::default(), test }
    }
}

impl Progress {
    /// Goes on over the pairs in the order of the schedule, as far as all are finished, up to a decision. So the
    /// same pairs decide, however many came in at once.
    pub(crate) fn advance(&mut self, test: &SequentialTest, schedule: &Schedule, results: &Results) {
        let now = &mut self.test;
        while now.games < schedule.games() && now.verdict == Verdict::Continue {
            let first = now.games;
            let (Some(one), Some(other)) = (results.get(&first), results.get(&(first + 1))) else { break };
            let points = [points_of_first(first, one), points_of_first(first + 1, other)];
            self.pairs.add(points[0], points[1]);
            points.into_iter().for_each(|points| self.games.add(points));
            now.games += 2;
            now.llr = test.llr(&self.games, &self.pairs);
            now.verdict = test.sprt.verdict(now.llr);
        }
    }
}

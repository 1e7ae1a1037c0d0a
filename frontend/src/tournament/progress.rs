//! A sequential test of the first engine against the second, pair by pair.

use super::schedule::Schedule;
use super::statistics::{GameCounts, PairCounts, Sprt, Verdict};
use super::tally::{Results, points_of_first};

/// Where a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Test {
    pub(super) llr: f64,
    pub(super) verdict: Verdict,
    /// The number of games that were counted.
    pub(super) games: usize,
}

/// A test of the first engine against the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The test.
    pub sprt: Sprt,
    /// Whether single games are counted instead of pairs.
    pub trinomial: bool,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Progress {
    pairs: PairCounts,
    games: GameCounts,
    pub(super) test: Test,
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
    pub(super) fn advance(&mut self, test: &SequentialTest, schedule: &Schedule, results: &Results) {
        let now = &mut self.test;
        while now.games < schedule.games() && now.verdict == Verdict::Continue {
            let first = now.games;
            let (Some(one), Some(other)) = (results.get(&first), results.get(&(first + 1))) else { break };
            let points = [points_of_first(first, one), points_of_first(first + 1, other)];
            self.pairs.add(points[0], points[1]);
            points.into_iter().for_each(|points| self.games.add(points));
            now.games += 2;
            now.llr = match test.trinomial {
                true => test.sprt.llr_of_games(&self.games),
                false => test.sprt.llr_of_pairs(&self.pairs),
            };
            now.verdict = test.sprt.verdict(now.llr);
        }
    }
}

//! State of a sequential test, pair by pair.

use super::game_result::{Results, points_of_first};
use crate::spec::plan::Plan;
use crate::spec::schedule::Schedule;
use crate::spec::sequential_test::SequentialTest;
use crate::statistics::{GameCounts, PairCounts, Verdict};

/// State of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TestState {
    /// Log-likelihood ratio.
    pub(crate) llr: f64,
    /// Verdict at this ratio.
    pub(crate) verdict: Verdict,
    /// Number of games counted.
    pub(crate) games: usize,
}

impl TestState {
    /// Returns the number of games after which a decided test counts none; the largest number while it is undecided.
    pub(crate) fn last(state: Option<&Self>) -> usize {
        state.filter(|state| state.verdict != Verdict::Continue).map_or(usize::MAX, |state| state.games)
    }
}

/// A test and the results that it has counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TestProgress {
    pairs: PairCounts,
    games: GameCounts,
    /// State after the last complete pair.
    pub(crate) state: TestState,
}

impl Default for TestProgress {
    fn default() -> Self {
        let state = TestState { llr: 0.0, verdict: Verdict::Continue, games: 0 };
        Self { pairs: PairCounts::default(), games: GameCounts::default(), state }
    }
}

impl TestProgress {
    /// Returns the state of the plan's test after some results; `None` without a test.
    pub(crate) fn of(plan: &Plan, results: &Results) -> Option<TestState> {
        let mut progress = Self::default();
        progress.advance(plan.test()?, &plan.schedule, results);
        Some(progress.state)
    }

    /// Counts complete pairs in the order of the schedule up to a decision. The order in which games end does not change which
    /// pair decides.
    pub(crate) fn advance(&mut self, test: &SequentialTest, schedule: &Schedule, results: &Results) {
        let now = &mut self.state;
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

//! Counts of all results. Everything is counted in the order of the schedule.

use std::collections::{BTreeMap, BTreeSet};

use super::game_result::{Results, points_of_first};
use super::test_progress::TestState;
use crate::journal::fault::Fault;
use crate::spec::schedule::Schedule;
use crate::statistics::{GameCounts, PairCounts, Points, Pool, Score};

/// Results of a meeting from the view of its first engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Meeting {
    /// Results of all games.
    pub(crate) games: GameCounts,
    /// Results of the complete pairs.
    pub(crate) pairs: PairCounts,
}

/// Counts of all results.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tally {
    /// Results of each meeting of the schedule.
    pub(crate) meetings: Vec<Meeting>,
    /// Faults of each engine.
    pub(crate) faults: Vec<BTreeMap<Fault, u64>>,
    /// Faults of each engine that the machine caused.
    pub(crate) by_machine: Vec<u64>,
    /// Processor time of each engine during its opponents' turns, in milliseconds.
    pub(crate) idle_cpu: Vec<u64>,
    /// Number of attempts that were replayed.
    pub(crate) attempts: usize,
    /// Games from the view of Black.
    pub(crate) colors: GameCounts,
    /// Number of games that count.
    pub(crate) games: usize,
    /// Number of games that do not count because they ended after the decision of the test.
    pub(crate) surplus: usize,
    /// Number of games with the moves of an earlier one.
    pub(crate) repeated: usize,
    /// Number of moves of all games.
    pub(crate) plies: usize,
    /// State of the test, if there is one.
    pub(crate) test: Option<TestState>,
}

/// Counts results. Games after the decision of a test do not count.
pub(crate) fn tally(schedule: &Schedule, players: usize, results: &Results, test: Option<TestState>) -> Tally {
    let last = TestState::last(test.as_ref());
    let mut tally = Tally {
        meetings: vec![Meeting::default(); schedule.meetings().len()],
        faults: vec![BTreeMap::new(); players],
        by_machine: vec![0; players],
        idle_cpu: vec![0; players],
        attempts: 0,
        colors: GameCounts::default(),
        games: 0,
        surplus: results.range(last..).count(),
        repeated: 0,
        plies: 0,
        test,
    };
    let mut seen = BTreeSet::new();
    for (&game, result) in results.range(..last) {
        let fixture = schedule.fixture(game);
        let meeting = &mut tally.meetings[schedule.meeting(game)];
        meeting.games.add(points_of_first(game, result));
        if let (1, Some(other)) = (game % 2, results.get(&(game ^ 1))) {
            meeting.pairs.add(points_of_first(game ^ 1, other), points_of_first(game, result));
        }
        if let Some((seat, fault)) = result.fault {
            *tally.faults[fixture.players[seat]].entry(fault).or_default() += 1;
            tally.by_machine[fixture.players[seat]] += u64::from(result.by_machine);
        }
        for (player, ms) in fixture.players.into_iter().zip(result.idle_cpu) {
            tally.idle_cpu[player] += ms;
        }
        tally.colors.add(match result.winning_color {
            Some(0) => Points::Win,
            Some(_) => Points::Loss,
            None => Points::Draw,
        });
        tally.games += 1;
        tally.attempts += result.attempts;
        tally.plies += result.plies;
        tally.repeated += usize::from(!seen.insert(result.digest));
    }
    tally
}

/// Returns the results of the pairs without faults, as far as they count.
pub(crate) fn without_faults(results: &Results, test: Option<TestState>) -> Results {
    let last = TestState::last(test.as_ref());
    let is_clean = |game: &usize| results.get(game).is_none_or(|result| result.fault.is_none());
    let clean = results.range(..last).filter(|&(game, _)| is_clean(game) && is_clean(&(game ^ 1)));
    clean.map(|(&game, &result)| (game, result)).collect()
}

impl Meeting {
    /// Returns the score of the pairs, or of the games as long as there is no pair.
    pub(crate) fn score(&self) -> Option<Score> {
        Score::of_pairs(&self.pairs).or_else(|| Score::of_games(&self.games))
    }

    /// Returns the results from the view of the second engine.
    pub(crate) fn swapped(&self) -> Self {
        Self { games: self.games.swapped(), pairs: self.pairs.swapped() }
    }
}

impl Tally {
    /// Returns the results of all meetings, for ratings.
    pub(crate) fn pool(&self, schedule: &Schedule, players: usize) -> Pool {
        let mut pool = Pool::new(players);
        for (&(one, other), meeting) in schedule.meetings().iter().zip(&self.meetings) {
            pool.add_games(one, other, meeting.games);
        }
        pool
    }

    /// Returns the number of faults.
    pub(crate) fn all_faults(&self) -> u64 {
        self.faults.iter().flat_map(BTreeMap::values).sum()
    }

    /// Returns the number of faults of one kind.
    pub(crate) fn faults_like(&self, fault: Fault) -> u64 {
        self.faults.iter().filter_map(|faults| faults.get(&fault)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::game_result::GameResult;
    use crate::results::test_progress::TestProgress;
    use crate::spec::schedule::Format;
    use crate::spec::sequential_test::SequentialTest;
    use crate::statistics::{Parameters, Sprt, Verdict};

    fn result(points: Points) -> GameResult {
        GameResult {
            points,
            fault: None,
            by_machine: false,
            attempts: 0,
            winning_color: None,
            plies: 10,
            idle_cpu: [0; 2],
            digest: 0,
        }
    }

    #[test]
    fn a_pair_counts_when_it_is_complete() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 10, 1, 0);
        let results: Results = [(0, Points::Win), (1, Points::Loss), (3, Points::Win)]
            .into_iter()
            .map(|(game, points)| (game, result(points)))
            .collect();
        let counted = tally(&schedule, 2, &results, None);
        assert_eq!(counted.meetings[0].games, GameCounts { wins: 2, draws: 0, losses: 1 });
        assert_eq!(counted.meetings[0].pairs, PairCounts { ww: 1, ..PairCounts::default() });
    }

    #[test]
    fn games_after_the_decision_do_not_count() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 1000, 1, 0);
        let parameters = Parameters { elo0: 0.0, elo1: 50.0, ..Parameters::default() };
        let test = SequentialTest { sprt: Sprt::new(parameters).expect("a test"), trinomial: false };
        // The first engine wins three of four games.
        let points = |game: usize| if game % 4 == 3 { Points::Win } else { [Points::Win, Points::Loss][game % 2] };
        let mut results: Results = (0..400).map(|game| (game, result(points(game)))).collect();
        let tally = |results: &Results| {
            let mut progress = TestProgress::default();
            progress.advance(&test, &schedule, results);
            tally(&schedule, 2, results, Some(progress.state))
        };
        let whole = tally(&results);
        let decided = whole.test.expect("a test");
        assert_eq!(decided.verdict, Verdict::AcceptH1);
        assert_eq!((whole.games, whole.surplus), (decided.games, 400 - decided.games));
        results.retain(|&game, _| game < decided.games || game > 350);
        let other = tally(&results);
        assert_eq!((other.test, &other.meetings, other.games), (whole.test, &whole.meetings, whole.games));
        results.remove(&0);
        assert_eq!(tally(&results).test.map(|test| test.games), Some(0));
    }
}

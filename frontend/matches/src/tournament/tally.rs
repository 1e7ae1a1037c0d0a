//! What the games amount to. Everything is counted in the order of the schedule, so that neither the order in which
//! games ended nor interruptions make a difference.

use std::collections::{BTreeMap, BTreeSet};

use crate::statistics::{GameCounts, PairCounts, Points, Pool, Verdict};
use crate::tournament::contestant::digest;
use crate::tournament::fault::Fault;
use crate::tournament::played::Played;
use crate::tournament::progress::Test;
use crate::tournament::schedule::Schedule;

/// The little of a game that results are made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Result {
    /// What it gave the player who began as Black.
    pub(crate) points: Points,
    /// Whose fault ended it, an index into the fixture's players.
    pub(crate) fault: Option<(usize, Fault)>,
    /// Whether the fault was the machine's doing.
    pub(crate) by_machine: bool,
    /// How often it was played before, and ended by a fault.
    pub(crate) attempts: usize,
    /// The index of the winning colour, 0 for Black.
    pub(crate) winning_color: Option<usize>,
    pub(crate) plies: usize,
    /// The milliseconds of processor time that each of the fixture's players used while the other thought.
    pub(crate) idle_cpu: [u64; 2],
    /// Equal for equal games between the same engines.
    pub(crate) digest: u64,
}

impl From<&Played> for Result {
    fn from(played: &Played) -> Self {
        Self {
            points: played.points(),
            fault: played.fault,
            by_machine: played.cause.is_some(),
            attempts: played.attempts.len(),
            winning_color: played.winning_color(),
            plies: played.moves.len(),
            idle_cpu: played.idle_cpu,
            digest: digest((played.players.concat() + &played.moves.join(" ")).as_bytes()),
        }
    }
}

/// The results of the games by their numbers.
pub(crate) type Results = BTreeMap<usize, Result>;

/// The results of one meeting, seen from its first engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Meeting {
    /// All games.
    pub(crate) games: GameCounts,
    /// The pairs of which both games are finished.
    pub(crate) pairs: PairCounts,
}

/// All results, counted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tally {
    /// One for each meeting of the schedule.
    pub(crate) meetings: Vec<Meeting>,
    /// The faults of each engine.
    pub(crate) faults: Vec<BTreeMap<Fault, u64>>,
    /// Those of them that were the machine's doing.
    pub(crate) by_machine: Vec<u64>,
    /// The milliseconds of processor time that each engine used while its opponents thought.
    pub(crate) idle_cpu: Vec<u64>,
    /// Attempts at games that were played again.
    pub(crate) attempts: usize,
    /// Games won by Black, drawn, won by White.
    pub(crate) colors: GameCounts,
    /// Games that were counted.
    pub(crate) games: usize,
    /// Games that were played but not counted: they ended after the test had decided.
    pub(crate) surplus: usize,
    /// Games that are move by move like an earlier one.
    pub(crate) repeated: usize,
    /// The moves of all games.
    pub(crate) plies: usize,
    /// The test, if there is one.
    pub(crate) test: Option<Test>,
}

/// Counts the results. A test decides with the first pairs that suffice, and nothing after them counts.
pub(crate) fn tally(schedule: &Schedule, players: usize, results: &Results, test: Option<Test>) -> Tally {
    let last = test.filter(|test| test.verdict != Verdict::Continue).map_or(usize::MAX, |test| test.games);
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

/// The results of the pairs in which no game ended by a fault, as far as they count.
pub(crate) fn without_faults(results: &Results, test: Option<Test>) -> Results {
    let last = test.filter(|test| test.verdict != Verdict::Continue).map_or(usize::MAX, |test| test.games);
    let is_fine = |game: &usize| results.get(game).is_none_or(|result| result.fault.is_none());
    let fine = results.range(..last).filter(|&(game, _)| is_fine(game) && is_fine(&(game ^ 1)));
    fine.map(|(&game, &result)| (game, result)).collect()
}

/// What a game gave the first engine of its meeting.
pub(crate) fn points_of_first(game: usize, result: &Result) -> Points {
    if game.is_multiple_of(2) { result.points } else { result.points.swapped() }
}

impl Tally {
    /// The games of each engine against each other, for ratings.
    pub(crate) fn pool(&self, schedule: &Schedule, players: usize) -> Pool {
        let mut pool = Pool::new(players);
        for (&(one, other), meeting) in schedule.meetings().iter().zip(&self.meetings) {
            pool.add_games(one, other, meeting.games);
        }
        pool
    }

    /// The number of faults.
    pub(crate) fn all_faults(&self) -> u64 {
        self.faults.iter().flat_map(BTreeMap::values).sum()
    }

    /// The number of faults of one kind.
    pub(crate) fn faults_like(&self, fault: Fault) -> u64 {
        self.faults.iter().filter_map(|faults| faults.get(&fault)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Parameters, Sprt};
    use crate::tournament::progress::{Progress, SequentialTest};
    use crate::tournament::schedule::Format;

    fn result(points: Points) -> Result {
        Result {
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
    fn what_is_played_after_the_decision_does_not_count() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 1000, 1, 0);
        let parameters = Parameters { elo0: 0.0, elo1: 50.0, ..Parameters::default() };
        let test = SequentialTest { sprt: Sprt::new(parameters).expect("a test"), trinomial: false };
        // The first engine wins three of four games.
        let points = |game: usize| if game % 4 == 3 { Points::Win } else { [Points::Win, Points::Loss][game % 2] };
        let mut results: Results = (0..400).map(|game| (game, result(points(game)))).collect();
        let tally = |results: &Results| {
            let mut progress = Progress::default();
            progress.advance(&test, &schedule, results);
            tally(&schedule, 2, results, Some(progress.test))
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

//! Summary of a tournament: the data of all reports.

use crate::results::game_result::Results;
use crate::results::tally::{Meeting, Tally, tally, without_faults};
use crate::results::test_progress::TestState;
use crate::spec::plan::Plan;
use crate::statistics::{Anchor, Estimate, GameCounts, Ratings, Verdict};

/// Least number of games for a verdict.
pub(super) const FEW: u64 = 10;

/// Likelihood of superiority above which an engine counts as stronger: two-sided 95 %.
const STRONGER: f64 = 0.975;

/// Finding of the games, whatever ended them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finding {
    /// Verdict of the test.
    Test(Verdict),
    /// There are too few games.
    Few,
    /// No two engines can be compared.
    Nothing,
    /// This engine is stronger than the second.
    Stronger(usize),
    /// The best two engines may be equal.
    NoDifference,
}

/// Counts, ratings and findings of a tournament.
pub(crate) struct Summary<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) tally: Tally,
    pub(crate) anchor: Anchor,
    pub(super) ratings: Ratings,
    complete: bool,
    /// Finding of the pairs without faults, if there are other pairs.
    pub(super) without_faults: Option<Finding>,
}

/// A line of the ranking.
pub(crate) struct Rank<'r> {
    pub(crate) player: usize,
    pub(crate) name: &'r str,
    /// Rating, seen from the anchor; `None` without enough games.
    pub(crate) rating: Option<Estimate>,
    pub(crate) games: GameCounts,
    /// Number of games lost by a fault.
    pub(crate) faults: u64,
}

impl Rank<'_> {
    /// The rating with its interval; that of the anchor is fixed and has none.
    pub(super) fn rating_text(&self, anchor: Anchor) -> String {
        match self.rating {
            Some(rating) if self.player == anchor.player => format!("{:.1} (anchor)", rating.value),
            Some(rating) => rating.to_string(),
            None => "-".to_owned(),
        }
    }
}

impl<'p> Summary<'p> {
    /// Returns the summary of results with the state of the test.
    pub(crate) fn new(plan: &'p Plan, results: &Results, test: Option<TestState>, anchor: Anchor) -> Self {
        let summary = Self::counted(plan, results, test, anchor);
        let without_faults = (summary.tally.all_faults() > 0)
            .then(|| Self::counted(plan, &without_faults(results, test), None, anchor).finding());
        Self { without_faults, ..summary }
    }

    fn counted(plan: &'p Plan, results: &Results, test: Option<TestState>, anchor: Anchor) -> Self {
        let tally = tally(&plan.schedule, plan.players(), results, test);
        let ratings = tally.pool(&plan.schedule, plan.players()).ratings(anchor);
        let decided = test.is_some_and(|test| test.verdict != Verdict::Continue);
        let is_played = |game: usize| !plan.is_here(game) || results.contains_key(&game);
        let complete = decided || (0..plan.schedule.games()).all(is_played);
        Self { plan, tally, anchor, ratings, complete, without_faults: None }
    }

    /// Whether all games were played, or enough for the test.
    pub(crate) const fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the number of engines.
    pub(crate) fn players(&self) -> usize {
        self.plan.players()
    }

    /// Returns the name of an engine.
    pub(crate) fn name(&self, player: usize) -> &str {
        self.plan.name(player)
    }

    /// Returns the results of two engines from the view of the first; `None` if they do not meet.
    pub(crate) fn meeting(&self, player: usize, opponent: usize) -> Option<Meeting> {
        let meetings = self.plan.schedule.meetings();
        let find = |pair| meetings.iter().position(|&found| found == pair).map(|index| self.tally.meetings[index]);
        find((player, opponent)).or_else(|| find((opponent, player)).map(|meeting| meeting.swapped()))
    }

    /// Returns the engines, the best first.
    pub(crate) fn ranking(&self) -> Vec<Rank<'_>> {
        let rank = |player| {
            let opponents = (0..self.players()).filter_map(|opponent| self.meeting(player, opponent));
            Rank {
                player,
                name: self.name(player),
                rating: self.ratings.of(player),
                games: opponents.map(|meeting| meeting.games).sum(),
                faults: self.tally.faults[player].values().sum(),
            }
        };
        let mut ranking: Vec<Rank<'_>> = (0..self.players()).map(rank).collect();
        let key = |rank: &Rank<'_>| rank.rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
        ranking.sort_by(|one, other| key(other).total_cmp(&key(one)).then(one.player.cmp(&other.player)));
        ranking
    }

    /// Returns the finding of the games.
    pub(super) fn finding(&self) -> Finding {
        match (self.tally.test, self.plan.test(), &self.tally.meetings[..]) {
            (Some(test), ..) => return Finding::Test(test.verdict),
            (None, Some(test), [meeting]) => return Finding::Test(test.support(&meeting.games, &meeting.pairs)),
            _ => {}
        }
        let ranking = self.ranking();
        match self.los(&ranking) {
            Some(_) if ranking[0].games.games() < FEW => Finding::Few,
            None => Finding::Nothing,
            Some(los) if los > STRONGER => Finding::Stronger(ranking[0].player),
            Some(_) => Finding::NoDifference,
        }
    }

    /// Returns the likelihood that the best engine is stronger than the second.
    pub(super) fn los(&self, ranking: &[Rank<'_>]) -> Option<f64> {
        let (best, second) = (&ranking[0], &ranking[1]);
        let meeting = self.meeting(best.player, second.player).filter(|_| self.players() == 2);
        match meeting.as_ref().and_then(Meeting::score) {
            Some(score) => Some(score.los()),
            None => self.ratings.los(best.player, second.player).filter(|_| self.players() > 2),
        }
    }
}

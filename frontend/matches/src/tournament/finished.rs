//! Results of a finished tournament.

use crate::report::summary::{Rank, Summary};
use crate::statistics::{Estimate, GameCounts, Verdict};

/// End of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All games are played; a test has accepted H1.
    Complete,
    /// All games are played, and the verdict rests on faults.
    OnFaults,
    /// A test has accepted H0 or has no result, or the tournament was stopped.
    Undecided,
}

impl Ended {
    /// Returns the end of a tournament with this summary.
    pub(super) fn of(summary: &Summary<'_>) -> Self {
        let refuted = summary.tally.test.is_some_and(|test| test.verdict != Verdict::AcceptH1);
        match summary.is_complete() {
            true if summary.rests_on_faults() => Self::OnFaults,
            true if !refuted => Self::Complete,
            _ => Self::Undecided,
        }
    }
}

/// A tournament after its last game of this run.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// End of the tournament.
    pub ended: Ended,
    /// The engines, the best first.
    pub standings: Vec<Standing>,
}

impl Finished {
    /// Returns the standings of a summary.
    pub(super) fn new(ended: Ended, summary: &Summary<'_>) -> Self {
        Self { ended, standings: summary.ranking().into_iter().map(Standing::from).collect() }
    }
}

/// Results of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Name in reports.
    pub name: String,
    /// Wins, draws and losses.
    pub games: GameCounts,
    /// Rating in Elo, seen from the anchor; `None` without enough games.
    pub rating: Option<Estimate>,
    /// Number of games lost by a fault.
    pub faults: u64,
}

impl From<Rank<'_>> for Standing {
    fn from(rank: Rank<'_>) -> Self {
        Self { name: rank.name.to_owned(), games: rank.games, rating: rank.rating, faults: rank.faults }
    }
}

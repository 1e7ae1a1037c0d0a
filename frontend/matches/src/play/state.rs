//! State of a running tournament.

use std::sync::mpsc::Sender;

use super::error::PlayError;
use crate::journal::file::Journal;
use crate::journal::played::Played;
use crate::results::game_result::Results;
use crate::results::test_progress::TestProgress;

/// State of a running tournament, shared by all threads.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) journal: Journal,
    pub(crate) results: Results,
    /// Number from which the next game is searched.
    pub(super) next: usize,
    pub(crate) progress: TestProgress,
    /// First error that ends the tournament.
    pub(super) failure: Option<PlayError>,
    /// Text of the stop file, if it exists.
    pub(crate) halted: Option<String>,
    /// Number of consecutive games that ended by a fault before their first move.
    pub(super) failed_starts: usize,
    /// Number of threads that play.
    pub(super) playing: usize,
    /// Number of games finished in this run.
    pub(super) finished: usize,
    /// Receives the finished games.
    pub(crate) follower: Option<Sender<Played>>,
}

impl State {
    /// Returns the state before the first game of this run.
    pub(super) fn new(journal: Journal, results: Results, follower: Option<Sender<Played>>) -> Self {
        Self {
            journal,
            results,
            next: 0,
            progress: TestProgress::default(),
            failure: None,
            halted: None,
            failed_starts: 0,
            playing: 0,
            finished: 0,
            follower,
        }
    }
}

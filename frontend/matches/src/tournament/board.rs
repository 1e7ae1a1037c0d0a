//! What all who play and watch a contest share.

use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::tournament::journal::Journal;
use crate::tournament::played::Played;
use crate::tournament::progress::Progress;
use crate::tournament::tally::Results;

/// What is known at some moment.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) journal: Journal,
    pub(crate) results: Results,
    pub(crate) next: usize,
    pub(crate) progress: Progress,
    pub(crate) failure: Option<String>,
    /// What the stop file says, if there is one.
    pub(crate) halted: Option<String>,
    pub(crate) failed_starts: usize,
    pub(crate) playing: usize,
    /// Games finished since this program was started.
    pub(crate) finished: usize,
    /// Who wants to have the games that are finished.
    pub(crate) follower: Option<Sender<Played>>,
}

/// The state, shared by those who play and those who watch.
#[derive(Debug)]
pub(crate) struct Board {
    state: Mutex<State>,
    pub(crate) changed: Condvar,
}

impl Board {
    pub(crate) fn new(journal: Journal, results: Results, follower: Option<Sender<Played>>) -> Self {
        let state = State {
            journal,
            results,
            next: 0,
            progress: Progress::default(),
            failure: None,
            halted: None,
            failed_starts: 0,
            playing: 0,
            finished: 0,
            follower,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known in the end.
    pub(crate) fn into_state(self) -> State {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that plays, and leaves whatever happens to it.
pub(crate) struct Leaving<'b>(pub(crate) &'b Board);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.state().playing -= 1;
        self.0.changed.notify_all();
    }
}

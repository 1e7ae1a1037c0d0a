//! What all who play and watch a contest share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::journal::Journal;
use super::progress::Progress;
use super::tally::Results;

/// What is known at some moment.
#[derive(Debug)]
pub(super) struct State {
    pub(super) journal: Journal,
    pub(super) results: Results,
    pub(super) next: usize,
    pub(super) progress: Progress,
    pub(super) failure: Option<String>,
    pub(super) failed_starts: usize,
    pub(super) playing: usize,
    /// Games finished since this program was started.
    pub(super) finished: usize,
}

/// The state, shared by those who play and those who watch.
#[derive(Debug)]
pub(super) struct Board {
    state: Mutex<State>,
    pub(super) changed: Condvar,
}

impl Board {
    pub(super) fn new(journal: Journal, results: Results) -> Self {
        let state = State {
            journal,
            results,
            next: 0,
            progress: Progress::default(),
            failure: None,
            failed_starts: 0,
            playing: 0,
            finished: 0,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known in the end.
    pub(super) fn into_state(self) -> State {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who plays, and leaves whatever happens to him.
pub(super) struct Leaving<'b>(pub(super) &'b Board);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.state().playing -= 1;
        self.0.changed.notify_all();
    }
}

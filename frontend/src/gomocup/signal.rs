//! How the thread that reads tells the thread that thinks to stop.
//!
//! Requests are numbered in the order in which they were read. A stop concerns the requests before it and no
//! later one, whether their search runs already or waits. The end of the input concerns all: a search in progress
//! is given up without a word, but what was sent in one go with the end is still answered, shortly.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A request read this long before the end of the input was being thought about; one read later came with it.
const SENT_TOGETHER: Duration = Duration::from_millis(100);

/// How long after the end of the input the last search may go on.
const LAST_THOUGHTS: Duration = Duration::from_millis(150);

/// How long a search may take to notice that it was stopped.
const LAST_MOMENT: Duration = Duration::from_millis(100);

/// The stop flag of the search, and whom it concerns.
#[derive(Debug, Default)]
pub(super) struct Signal {
    stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// When the request whose search is running was read.
    running: Option<Instant>,
    /// Requests with smaller numbers shall not think any longer.
    stopped_before: u64,
    /// When the end of the input was read.
    end: Option<Instant>,
    /// Whether a search in progress was given up at the end, and so everything after it.
    given_up: bool,
    /// Whether the time for last thoughts is over.
    overdue: bool,
    /// Whether nobody is going to think any more.
    finished: bool,
}

impl State {
    fn abandons(&self, read: Instant) -> bool {
        self.given_up || self.end.is_some_and(|end| end.saturating_duration_since(read) >= SENT_TOGETHER)
    }
}

impl Signal {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that the search watches.
    pub(super) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Stops the searches of all requests before `number`.
    pub(super) fn stop_before(&self, number: u64) {
        let mut state = self.state();
        state.stopped_before = number;
        if state.running.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends everything: the input was at its end at `now`.
    pub(super) fn end(&self, now: Instant) {
        let mut state = self.state();
        state.end = Some(now);
        if state.running.is_some_and(|read| state.abandons(read)) {
            state.given_up = true;
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits after the end until everything is answered, and stops what takes too long.
    pub(super) fn hurry(&self) {
        let state = self.state();
        let (mut state, _) = self
            .changed
            .wait_timeout_while(state, LAST_THOUGHTS, |state| !state.finished)
            .unwrap_or_else(PoisonError::into_inner);
        state.overdue = true;
        if state.running.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nothing is left to be answered, now or a moment later.
    pub(super) fn is_finished_soon(&self) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), LAST_MOMENT, |state| !state.finished);
        waited.unwrap_or_else(PoisonError::into_inner).0.finished
    }

    /// The search of request `number`, read at `read`, begins.
    pub(super) fn begin(&self, number: u64, read: Instant) {
        let mut state = self.state();
        state.running = Some(read);
        let stopped = number < state.stopped_before || state.overdue || state.abandons(read);
        self.stop.store(stopped, Ordering::Relaxed);
    }

    /// The search is over.
    pub(super) fn pause(&self) {
        self.state().running = None;
    }

    /// Nothing is going to be answered any more.
    pub(super) fn finish(&self) {
        self.state().finished = true;
        self.changed.notify_all();
    }

    /// Whether nobody waits for the answer to a request read at `read`.
    pub(super) fn abandons(&self, read: Instant) -> bool {
        self.state().abandons(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped(signal: &Signal) -> bool {
        signal.stop_flag().load(Ordering::Relaxed)
    }

    #[test]
    fn a_stop_concerns_the_requests_before_it_only() {
        let (signal, now) = (Signal::default(), Instant::now());
        signal.begin(3, now);
        assert!(!stopped(&signal));
        signal.stop_before(4);
        assert!(stopped(&signal));
        signal.pause();
        signal.begin(5, now);
        assert!(!stopped(&signal));
        signal.pause();
        signal.stop_before(7);
        signal.begin(6, now);
        assert!(stopped(&signal), "the stop came before the search of an earlier request began");
        signal.pause();
        signal.begin(8, now);
        assert!(!stopped(&signal));
    }

    #[test]
    fn the_end_gives_up_what_was_being_thought_about() {
        let (signal, read) = (Signal::default(), Instant::now());
        signal.begin(1, read);
        signal.end(read + SENT_TOGETHER);
        assert!(stopped(&signal) && signal.abandons(read));
        let (signal, read) = (Signal::default(), Instant::now());
        signal.begin(1, read);
        signal.end(read);
        assert!(!stopped(&signal) && !signal.abandons(read));
        signal.hurry();
        assert!(stopped(&signal) && !signal.abandons(read));
    }
}

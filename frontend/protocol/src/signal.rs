//! How the thread that reads tells the thread that thinks to stop.
//!
//! Requests are numbered in the order in which they were read. A stop concerns the requests before it and no
//! later one, whether their search runs already or waits. The end of the input concerns all: a search in progress
//! is given up without a word, but what was sent in one go with the end is still answered, shortly.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::reader::Asked;

/// A request was being thought about if the input was waited for so long between it and the end; else it came with the
/// end.
const SENT_TOGETHER: Duration = Duration::from_millis(100);

/// How long after the end of the input the last search may go on.
const LAST_THOUGHTS: Duration = Duration::from_millis(150);

/// How long a search may take to notice that it was stopped.
const LAST_MOMENT: Duration = Duration::from_millis(100);

/// The stop flag of the search, and whom it concerns.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The request whose search is running.
    running: Option<Asked>,
    /// Whether a search runs that nobody waits for.
    pondering: bool,
    /// The number of the newest request that was read.
    newest: u64,
    /// Requests with smaller numbers shall not think any longer.
    stopped_before: u64,
    /// Requests with smaller numbers shall not think longer than this after they were read.
    shortened: Option<(u64, Duration)>,
    /// When the search that is running shall end.
    deadline: Option<Instant>,
    /// How long the input had been waited for at its end.
    end: Option<Duration>,
    /// Whether a search in progress was given up at the end, and so everything after it.
    given_up: bool,
    /// Whether the time for last thoughts is over.
    overdue: bool,
    /// Whether nobody is going to think any more.
    finished: bool,
}

impl State {
    fn abandons(&self, asked: Asked) -> bool {
        self.given_up || self.end.is_some_and(|end| end.saturating_sub(asked.waited) >= SENT_TOGETHER)
    }
}

impl Signal {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that the search watches.
    pub(crate) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// A request has been read, so nobody ponders any longer.
    pub(crate) fn arrived(&self, number: u64) {
        let mut state = self.state();
        state.newest = number;
        if state.pondering {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the searches of all requests before `number` when `time` has passed since they were read.
    pub(crate) fn shorten_before(&self, number: u64, time: Duration) {
        let mut state = self.state();
        state.shortened = Some((number, time));
        state.deadline = state.running.and_then(|asked| asked.read.checked_add(time));
        self.changed.notify_all();
    }

    /// Sees to it that no search goes on beyond its deadline, until nothing is going to be answered any more.
    pub(crate) fn watch(&self) {
        let mut state = self.state();
        while !state.finished {
            let Some(deadline) = state.deadline else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let wait = deadline.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                state.deadline = None;
                self.stop.store(true, Ordering::Relaxed);
            } else {
                state = self.changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Stops the searches of all requests before `number`.
    pub(crate) fn stop_before(&self, number: u64) {
        let mut state = self.state();
        state.stopped_before = number;
        if state.running.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends everything: the input is at its end, and had been waited for so long.
    pub(crate) fn end(&self, waited: Duration) {
        let mut state = self.state();
        state.end = Some(waited);
        if state.pondering {
            self.stop.store(true, Ordering::Relaxed);
        }
        if state.running.is_some_and(|asked| state.abandons(asked)) {
            state.given_up = true;
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits after the end until everything is answered, and stops what takes too long.
    pub(crate) fn hurry(&self) {
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
    pub(crate) fn is_finished_soon(&self) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), LAST_MOMENT, |state| !state.finished);
        waited.unwrap_or_else(PoisonError::into_inner).0.finished
    }

    /// The search of a request begins.
    pub(crate) fn begin(&self, asked: Asked) {
        let mut state = self.state();
        state.running = Some(asked);
        let time = state.shortened.filter(|&(before, _)| asked.number < before).map(|(_, time)| time);
        state.deadline = time.and_then(|time| asked.read.checked_add(time));
        if state.deadline.is_some() {
            self.changed.notify_all();
        }
        let stopped = asked.number < state.stopped_before || state.overdue || state.abandons(asked);
        self.stop.store(stopped, Ordering::Relaxed);
    }

    /// A search that nobody waits for begins after request `number`; false if it would be interrupted at once.
    pub(crate) fn begin_pondering(&self, number: u64) -> bool {
        let mut state = self.state();
        state.pondering = state.newest == number && state.end.is_none();
        self.stop.store(!state.pondering, Ordering::Relaxed);
        state.pondering
    }

    /// The search is over.
    pub(crate) fn pause(&self) {
        let mut state = self.state();
        (state.running, state.deadline, state.pondering) = (None, None, false);
    }

    /// Nothing is going to be answered any more.
    pub(crate) fn finish(&self) {
        self.state().finished = true;
        self.changed.notify_all();
    }

    /// Whether nobody waits for the answer to a request.
    pub(crate) fn abandons(&self, asked: Asked) -> bool {
        self.state().abandons(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request that came without having been waited for.
    fn asked(number: u64) -> Asked {
        Asked { number, read: Instant::now(), waited: Duration::ZERO }
    }

    fn stopped(signal: &Signal) -> bool {
        signal.stop_flag().load(Ordering::Relaxed)
    }

    #[test]
    fn a_stop_concerns_the_requests_before_it_only() {
        let signal = Signal::default();
        signal.begin(asked(3));
        assert!(!stopped(&signal));
        signal.stop_before(4);
        assert!(stopped(&signal));
        signal.pause();
        signal.begin(asked(5));
        assert!(!stopped(&signal));
        signal.pause();
        signal.stop_before(7);
        signal.begin(asked(6));
        assert!(stopped(&signal), "the stop came before the search of an earlier request began");
        signal.pause();
        signal.begin(asked(8));
        assert!(!stopped(&signal));
    }

    #[test]
    fn pondering_ends_with_the_next_request() {
        let signal = Signal::default();
        signal.arrived(1);
        assert!(signal.begin_pondering(1) && !stopped(&signal));
        signal.arrived(2);
        assert!(stopped(&signal));
        signal.pause();
        assert!(!signal.begin_pondering(1) && stopped(&signal), "the next request is there already");
        signal.begin(asked(2));
        assert!(!stopped(&signal));
        signal.pause();
        assert!(signal.begin_pondering(2));
        signal.end(Duration::ZERO);
        assert!(stopped(&signal) && !signal.begin_pondering(2));
    }

    #[test]
    fn a_shorter_time_concerns_the_requests_before_it() {
        let signal = Signal::default();
        std::thread::scope(|scope| {
            scope.spawn(|| signal.watch());
            signal.begin(asked(1));
            signal.shorten_before(2, Duration::from_millis(1));
            while !stopped(&signal) {
                std::thread::yield_now();
            }
            signal.pause();
            signal.begin(asked(3));
            assert!(!stopped(&signal) && signal.state().deadline.is_none());
            signal.finish();
        });
    }

    #[test]
    fn the_end_gives_up_what_was_being_thought_about() {
        let (signal, request) = (Signal::default(), asked(1));
        signal.begin(request);
        signal.end(SENT_TOGETHER);
        assert!(stopped(&signal) && signal.abandons(request));
        let signal = Signal::default();
        signal.begin(request);
        signal.end(SENT_TOGETHER / 2);
        assert!(!stopped(&signal) && !signal.abandons(request));
        signal.hurry();
        assert!(stopped(&signal) && !signal.abandons(request));
    }
}

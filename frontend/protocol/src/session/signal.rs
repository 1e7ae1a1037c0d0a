//! The stop signal of the reading thread to the searching one.
//!
//! Requests are numbered in the order of reading. A stop concerns the requests before it, whether their search runs or
//! waits, and no later ones. The end of the input concerns all: a search in progress is abandoned without a reply, but
//! requests sent in one go with the end are still answered, after a short search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::request::Arrival;

/// The least wait for input between a request and the end; after a shorter one they were sent in one go.
const SENT_TOGETHER: Duration = Duration::from_millis(100);

/// The limit of the last search after the end of the input.
const LAST_THOUGHTS: Duration = Duration::from_millis(150);

/// The time in which a stopped search ends.
const LAST_MOMENT: Duration = Duration::from_millis(100);

/// The stop flag of the search, and the requests that it concerns.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The request whose search runs.
    running: Option<Arrival>,
    /// Whether the engine ponders.
    pondering: bool,
    /// The number of the newest request.
    newest: u64,
    /// Requests with smaller numbers are stopped.
    stopped_before: u64,
    /// Requests with smaller numbers have this limit, from their arrival.
    shortened: Option<(u64, Duration)>,
    /// The deadline of the running search.
    deadline: Option<Instant>,
    /// The total wait for input at its end.
    end: Option<Duration>,
    /// Whether a search was abandoned at the end, and all requests after it.
    abandoned: bool,
    /// Whether the limit after the end is over.
    overdue: bool,
    /// Whether all searches are over.
    finished: bool,
}

impl State {
    fn abandons(&self, arrival: Arrival) -> bool {
        self.abandoned || self.end.is_some_and(|end| end.saturating_sub(arrival.waited) >= SENT_TOGETHER)
    }
}

impl Signal {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that stops the search.
    pub(crate) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Notes a new request, which ends pondering.
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
        state.deadline = state.running.and_then(|arrival| arrival.read.checked_add(time));
        self.changed.notify_all();
    }

    /// Stops searches at their deadlines until the session finishes.
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

    /// Ends all searches at the end of the input; `waited` is the total wait for it.
    pub(crate) fn end(&self, waited: Duration) {
        let mut state = self.state();
        state.end = Some(waited);
        if state.pondering {
            self.stop.store(true, Ordering::Relaxed);
        }
        if state.running.is_some_and(|arrival| state.abandons(arrival)) {
            state.abandoned = true;
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits after the end until all requests are answered, and stops long searches.
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

    /// Whether all requests are answered, now or within [`LAST_MOMENT`].
    pub(crate) fn is_finished_soon(&self) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), LAST_MOMENT, |state| !state.finished);
        waited.unwrap_or_else(PoisonError::into_inner).0.finished
    }

    /// Begins the search of a request.
    pub(crate) fn begin(&self, arrival: Arrival) {
        let mut state = self.state();
        state.running = Some(arrival);
        let time = state.shortened.filter(|&(before, _)| arrival.number < before).map(|(_, time)| time);
        state.deadline = time.and_then(|time| arrival.read.checked_add(time));
        if state.deadline.is_some() {
            self.changed.notify_all();
        }
        let stopped = arrival.number < state.stopped_before || state.overdue || state.abandons(arrival);
        self.stop.store(stopped, Ordering::Relaxed);
    }

    /// Begins pondering after request `number`; false if the next request is there already.
    pub(crate) fn begin_pondering(&self, number: u64) -> bool {
        let mut state = self.state();
        state.pondering = state.newest == number && state.end.is_none();
        self.stop.store(!state.pondering, Ordering::Relaxed);
        state.pondering
    }

    /// Ends the search.
    pub(crate) fn pause(&self) {
        let mut state = self.state();
        (state.running, state.deadline, state.pondering) = (None, None, false);
    }

    /// Ends the session.
    pub(crate) fn finish(&self) {
        self.state().finished = true;
        self.changed.notify_all();
    }

    /// Whether the manager has left before the answer to a request.
    pub(crate) fn abandons(&self, arrival: Arrival) -> bool {
        self.state().abandons(arrival)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request without a wait for input.
    fn arrival(number: u64) -> Arrival {
        Arrival { number, read: Instant::now(), waited: Duration::ZERO }
    }

    fn stopped(signal: &Signal) -> bool {
        signal.stop_flag().load(Ordering::Relaxed)
    }

    #[test]
    fn a_stop_concerns_the_requests_before_it_only() {
        let signal = Signal::default();
        signal.begin(arrival(3));
        assert!(!stopped(&signal));
        signal.stop_before(4);
        assert!(stopped(&signal));
        signal.pause();
        signal.begin(arrival(5));
        assert!(!stopped(&signal));
        signal.pause();
        signal.stop_before(7);
        signal.begin(arrival(6));
        assert!(stopped(&signal), "the stop came before the search of an earlier request began");
        signal.pause();
        signal.begin(arrival(8));
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
        signal.begin(arrival(2));
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
            signal.begin(arrival(1));
            signal.shorten_before(2, Duration::from_millis(1));
            while !stopped(&signal) {
                std::thread::yield_now();
            }
            signal.pause();
            signal.begin(arrival(3));
            assert!(!stopped(&signal) && signal.state().deadline.is_none());
            signal.finish();
        });
    }

    #[test]
    fn the_end_abandons_the_running_search() {
        let (signal, request) = (Signal::default(), arrival(1));
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

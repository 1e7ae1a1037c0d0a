//! The threads of a check: the work that they share, the first flaw, and the end.
//!
//! Work is handed over as an open line of which some replies are left. Which thread tries which reply is left to chance. The
//! verdict is not: the flaw that is reported is the first in the order of the replies.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::cache::Cache;
use super::flaw::{Flaw, Verified};
use super::limits::{CheckError, CheckLimits, Stop};
use super::line::Turn;
use crate::Instant;

/// Replies that are left on an open line, for any thread.
pub(super) struct Task {
    /// The turns of the line; on all but the last, no replies are left.
    pub(super) turns: Vec<Turn>,
}

struct State {
    tasks: Vec<Task>,
    /// The threads that are at some task.
    busy: usize,
    /// The first flaw and the replies that lead to it.
    first: Option<(Vec<u16>, Flaw)>,
}

/// The state shared by the threads of a check.
pub(super) struct Team<'s, P> {
    pub(super) cache: Cache<P>,
    limits: CheckLimits,
    deadline: Option<Instant>,
    stop: &'s AtomicBool,
    positions: AtomicU64,
    /// The memory of all lines.
    bytes: AtomicUsize,
    /// The most plies until the win.
    plies: AtomicU32,
    /// A [`Stop`], counted from 1.
    ended: AtomicU8,
    flawed: AtomicBool,
    idle: AtomicUsize,
    state: Mutex<State>,
    /// There is a task, or there will be none any more.
    news: Condvar,
}

/// Ends the check if it is dropped by a panic, so that other threads do not wait for this one.
pub(super) struct Guard<'t>(&'t AtomicU8);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(Stop::Terminated as u8 + 1, Relaxed);
        }
    }
}

const STOPS: [Stop; 4] = [Stop::Terminated, Stop::Time, Stop::Positions, Stop::Memory];

/// How long an idle thread sleeps at most.
const NAP: Duration = Duration::from_millis(10);

impl<'s, P: engine::Position> Team<'s, P> {
    /// A team of one thread, which is busy.
    pub(super) fn new(limits: CheckLimits, stop: &'s AtomicBool) -> Self {
        Self {
            cache: Cache::new(limits.memory / 2),
            limits,
            deadline: Instant::now().checked_add(limits.time),
            stop,
            positions: AtomicU64::new(0),
            bytes: AtomicUsize::new(0),
            plies: AtomicU32::new(0),
            ended: AtomicU8::new(0),
            flawed: AtomicBool::new(false),
            idle: AtomicUsize::new(0),
            state: Mutex::new(State { tasks: Vec::new(), busy: 1, first: None }),
            news: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts positions that were played.
    pub(super) fn count(&self, positions: u64) {
        self.positions.fetch_add(positions, Relaxed);
    }

    /// Looks at the limits, at `now`, for a thread whose line took the first number of bytes and takes the second one. False if
    /// the check ends.
    pub(super) fn goes_on(&self, now: Instant, [before, bytes]: [usize; 2]) -> bool {
        let all = self.bytes.fetch_add(bytes, Relaxed) + bytes;
        self.bytes.fetch_sub(before, Relaxed);
        let stop = if self.stop.load(Relaxed) {
            Some(Stop::Terminated)
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            Some(Stop::Time)
        } else if self.positions() > self.limits.positions {
            Some(Stop::Positions)
        } else if all - before > self.limits.memory / 2 {
            Some(Stop::Memory)
        } else {
            None
        };
        if let Some(stop) = stop {
            // The first reason stays.
            let _ = self.ended.compare_exchange(0, stop as u8 + 1, Relaxed, Relaxed);
        }
        self.ended.load(Relaxed) == 0
    }

    /// The end of the time.
    pub(super) const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    pub(super) fn positions(&self) -> u64 {
        self.positions.load(Relaxed)
    }

    /// Counts a line of attack that wins within `plies`.
    pub(super) fn holds(&self, plies: u32) {
        self.plies.fetch_max(plies, Relaxed);
    }

    /// Notes a flaw after these replies, unless one is known that comes before it.
    pub(super) fn fails(&self, replies: Vec<u16>, flaw: impl FnOnce() -> Flaw) {
        let mut state = self.state();
        if state.first.as_ref().is_none_or(|(first, _)| replies < *first) {
            state.first = Some((replies, flaw()));
            self.flawed.store(true, Relaxed);
        }
    }

    /// Whether a flaw is known that comes before all that follows these replies.
    pub(super) fn is_decided(&self, replies: impl Iterator<Item = u16>) -> bool {
        self.flawed.load(Relaxed)
            && self.state().first.as_ref().is_some_and(|(first, _)| replies.gt(first.iter().copied()))
    }

    /// Whether more threads are idle than tasks are left.
    pub(super) fn is_hungry(&self) -> bool {
        let idle = self.idle.load(Relaxed);
        idle > 0 && self.state().tasks.len() < idle
    }

    /// A guard that ends the check for all threads should this one panic.
    pub(super) const fn guard(&self) -> Guard<'_> {
        Guard(&self.ended)
    }

    /// Hands work to an idle thread.
    pub(super) fn give(&self, task: Task) {
        self.state().tasks.push(task);
        self.news.notify_one();
    }

    /// The next task, as soon as there is one; `None` once there is none any more. `had_one` tells whether this thread was
    /// busy; `meanwhile` is called now and then.
    pub(super) fn take(&self, had_one: bool, mut meanwhile: impl FnMut()) -> Option<Task> {
        let mut state = self.state();
        state.busy -= usize::from(had_one);
        self.idle.fetch_add(1, Relaxed);
        let task = loop {
            if self.ended.load(Relaxed) != 0 {
                break None;
            }
            if let Some(task) = state.tasks.pop() {
                state.busy += 1;
                break Some(task);
            }
            if state.busy == 0 {
                self.news.notify_all();
                break None;
            }
            meanwhile();
            state =
                self.news.wait_timeout(state, NAP).map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        };
        self.idle.fetch_sub(1, Relaxed);
        task
    }

    /// The verdict, once all threads have ended.
    pub(super) fn verdict(self) -> Result<Verified, CheckError> {
        let positions = self.positions();
        if let Some((_, flaw)) = self.state().first.take() {
            return Err(flaw.into());
        }
        let ended = usize::from(self.ended.load(Relaxed));
        match ended.checked_sub(1).and_then(|index| STOPS.get(index)) {
            Some(&by) => Err(CheckError::Stopped { by, positions }),
            None => Ok(Verified { plies: self.plies.load(Relaxed), positions }),
        }
    }
}

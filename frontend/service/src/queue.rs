//! A queue of jobs by priority.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "threads")]
use std::time::Duration;

use records::Budget;

use crate::clock::clock;
use crate::id::Id;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// A task in the queue.
pub(crate) struct Job {
    pub(crate) call: Call,
    pub(crate) priority: i32,
    pub(crate) task: Box<dyn Task>,
    /// An estimate of its memory, in bytes.
    pub(crate) bytes: usize,
}

impl Job {
    /// Runs the task and answers.
    pub(crate) fn run(self, worker: &mut Worker) {
        let Self { call, task, .. } = self;
        if let Err(wrong) = task.run(worker, &call) {
            worker.sink().refuse(&call.cause(wrong).of(call.id));
        }
    }
}

/// Higher priorities first, then in the order of arrival.
type Place = (Reverse<i32>, u64);

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Job>,
    /// The bytes of all waiting jobs.
    bytes: usize,
    /// The ids and budgets of running jobs.
    running: BTreeMap<u64, (Id, Budget)>,
    /// The number of the next job.
    next: u64,
    /// Whether the queue takes no more jobs.
    closed: bool,
}

impl State {
    /// Takes the waiting job of the highest priority.
    fn start(&mut self) -> Option<(u64, Job)> {
        let ((_, number), job) = self.waiting.pop_first()?;
        self.bytes -= job.bytes;
        self.running.insert(number, (job.call.id.clone(), job.call.budget.clone()));
        Some((number, job))
    }
}

/// Waiting and running jobs.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Notified when a job arrives or the queue closes.
    work: Condvar,
    /// Notified when a job leaves the queue.
    room: Condvar,
    /// Notified when a job begins or the queue closes.
    begun: Condvar,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job, once the waiting jobs hold fewer than `most` bytes.
    pub(crate) fn add(&self, job: Job, most: usize) {
        let mut state = self.state();
        while state.bytes >= most && !state.closed {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += job.bytes;
        let number = state.next;
        state.next += 1;
        state.waiting.insert((Reverse(job.priority), number), job);
        drop(state);
        self.work.notify_one();
    }

    /// Waits for a job and takes it. Returns it with its number, or `None` once the queue is closed and empty.
    #[cfg(feature = "threads")]
    pub(crate) fn take(&self) -> Option<(u64, Job)> {
        let mut state = self.state();
        loop {
            if let Some(taken) = state.start() {
                drop(state);
                self.room.notify_one();
                return Some(taken);
            }
            if state.closed {
                return None;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Starts the time of a job.
    pub(crate) fn begin(&self, job: &Job) {
        job.call.budget.begin(clock);
        let _state = self.state();
        self.begun.notify_one();
    }

    /// Starts a job if one waits, and returns it with its number.
    pub(crate) fn try_take(&self) -> Option<(u64, Job)> {
        let taken = self.state().start()?;
        self.begin(&taken.1);
        Some(taken)
    }

    /// Applies `look` to the next job, if there is one.
    pub(crate) fn peek<T>(&self, look: impl FnOnce(&Job) -> T) -> Option<T> {
        self.state().waiting.first_key_value().map(|(_, job)| look(job))
    }

    /// Whether the waiting jobs hold fewer than `most` bytes.
    pub(crate) fn has_room(&self, most: usize) -> bool {
        self.state().bytes < most
    }

    /// Removes a finished job.
    pub(crate) fn done(&self, number: u64) {
        let mut state = self.state();
        state.running.remove(&number);
        if state.closed {
            self.begun.notify_one();
        }
    }

    /// Ends the jobs with this id, or all: stops running ones and returns waiting ones.
    pub(crate) fn terminate(&self, id: Option<&Id>) -> (usize, Vec<Job>) {
        let mut state = self.state();
        let is_meant = |other: &Id| id.is_none_or(|id| id == other);
        let stopped = state.running.values().filter(|(other, _)| is_meant(other));
        let stopped = stopped.map(|(_, budget)| budget.stop().store(true, Relaxed)).count();
        let places: Vec<Place> =
            state.waiting.iter().filter(|(_, job)| is_meant(&job.call.id)).map(|(&place, _)| place).collect();
        let removed: Vec<Job> = places.iter().filter_map(|place| state.waiting.remove(place)).collect();
        state.bytes -= removed.iter().map(|job| job.bytes).sum::<usize>();
        drop(state);
        self.room.notify_all();
        self.begun.notify_all();
        (stopped, removed)
    }

    /// Closes the queue.
    #[cfg(feature = "threads")]
    pub(crate) fn close(&self) {
        self.state().closed = true;
        self.work.notify_all();
        self.room.notify_all();
        self.begun.notify_all();
    }

    /// Ends jobs at their deadlines, until the queue is closed and empty. Searches end by their own clock; this ends all other
    /// jobs.
    #[cfg(feature = "threads")]
    pub(crate) fn watch(&self) {
        let mut state = self.state();
        while !(state.closed && state.waiting.is_empty() && state.running.is_empty()) {
            let running = state.running.values().filter(|(_, budget)| !budget.stop().load(Relaxed));
            let left = running.filter_map(|(_, budget)| Some((budget.left()?, budget)));
            let next = left.map(|(left, budget)| {
                if left.is_zero() {
                    budget.expire();
                }
                left + GRACE
            });
            state = match next.min() {
                Some(left) => self.begun.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.begun.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// The time that searches have to end by their own clock.
#[cfg(feature = "threads")]
const GRACE: Duration = Duration::from_millis(20);

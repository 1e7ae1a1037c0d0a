//! Turns of the work of all connections on the processors.
//!
//! At most as many threads work as there are processors. Other work waits: at its beginning, or where it looks at the clock. Short
//! queries go first; the others take turns, the connection first that has had the least.

mod plan;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use records::Budget;
use search::{Gate, Instant};

use self::plan::{Account, Plan, Wakes};
use crate::clock::clock;

/// The processors that the services of a process share, and the account of one client.
#[derive(Clone)]
pub struct Turns {
    schedule: Arc<Schedule>,
    account: Arc<Account>,
}

struct Schedule {
    plan: Mutex<Plan>,
    /// Whether work waits for its turn.
    is_crowded: AtomicBool,
}

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").finish_non_exhaustive()
    }
}

impl Turns {
    /// Shares this number of threads, at least 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let schedule = Schedule { plan: Mutex::new(Plan::new(threads)), is_crowded: AtomicBool::new(false) };
        Self { schedule: Arc::new(schedule), account: Arc::default() }
    }

    /// The same processors for another client.
    #[must_use]
    pub fn for_another(&self) -> Self {
        Self { schedule: Arc::clone(&self.schedule), account: Arc::default() }
    }

    /// Work of this client in a number of threads, which has no turn yet. It gives way to nothing else while it `is_short`.
    pub(crate) fn turn(&self, threads: usize, is_short: bool, budget: Budget) -> Arc<Turn> {
        let wakes = Arc::new(Wake::default());
        let number =
            self.schedule.plan().add(Arc::clone(&self.account), threads, is_short, Arc::clone(&wakes) as Arc<_>);
        Arc::new(Turn { schedule: Arc::clone(&self.schedule), number, budget, wakes })
    }

    /// Wakes waiting work, so that work that was ended ends.
    pub(crate) fn wake(&self) {
        self.schedule.plan().wake();
    }
}

impl Schedule {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the plan.
    fn change<T>(&self, plan: &mut Plan, change: impl FnOnce(&mut Plan, Duration) -> T) -> T {
        let result = change(plan, clock());
        self.is_crowded.store(plan.is_crowded(), Relaxed);
        result
    }
}

/// Wakes the threads of work.
#[derive(Default)]
struct Wake {
    condition: Condvar,
    /// Whether it has its turn.
    holds: AtomicBool,
}

impl Wakes for Wake {
    fn wake(&self, holds: bool) {
        self.holds.store(holds, Relaxed);
        self.condition.notify_all();
    }
}

/// Work that takes turns with other work.
pub(crate) struct Turn {
    schedule: Arc<Schedule>,
    number: u64,
    budget: Budget,
    wakes: Arc<Wake>,
}

impl Turn {
    fn holds(&self) -> bool {
        self.wakes.holds.load(Relaxed)
    }

    /// The time until the end of the work; `None` without one.
    fn left(&self, deadline: Option<Instant>) -> Option<Duration> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        left.into_iter().chain(self.budget.left()).min()
    }
}

impl Gate for Turn {
    fn pass(&self, deadline: Option<Instant>) -> bool {
        if self.holds() && !self.schedule.is_crowded.load(Relaxed) {
            return false;
        }
        let mut plan = self.schedule.plan();
        self.schedule.change(&mut plan, |plan, now| plan.yields(self.number, now));
        if self.holds() {
            return false;
        }
        loop {
            self.schedule.change(&mut plan, |plan, now| plan.ask(self.number, now));
            if self.holds() {
                return true;
            }
            let left = self.left(deadline);
            if self.budget.stop().load(Relaxed) || left.is_some_and(|left| left.is_zero()) {
                // It ends at its next look at the clock.
                self.schedule.change(&mut plan, |plan, _| plan.give_up(self.number));
                return true;
            }
            let condition = &self.wakes.condition;
            plan = match left {
                Some(left) => condition.wait_timeout(plan, left).unwrap_or_else(PoisonError::into_inner).0,
                None => condition.wait(plan).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn leave(&self) {
        let mut plan = self.schedule.plan();
        self.schedule.change(&mut plan, |plan, now| plan.release(self.number, now));
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut plan = self.schedule.plan();
        self.schedule.change(&mut plan, |plan, now| plan.remove(self.number, now));
    }
}

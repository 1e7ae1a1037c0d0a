//! Which work has its turn, without clocks and threads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The time after which work lets other work of its class have its turn.
const TURN: Duration = Duration::from_millis(20);

/// The time for which short work goes before other work.
const SHORT: Duration = Duration::from_millis(200);

/// The time of processors that a client may have above that of others while its short work goes first.
const AHEAD: Duration = Duration::from_secs(5);

/// A client without work for this long saves no time.
const IDLE: Duration = Duration::from_secs(1);

/// The time of processors that a client has had, and when.
#[derive(Default)]
pub(super) struct Account {
    used: AtomicU64,
    /// When it had its last turn, in microseconds; 0 for never.
    last: AtomicU64,
}

impl Account {
    fn used(&self) -> Duration {
        Duration::from_micros(self.used.load(Relaxed))
    }

    fn set(&self, used: Duration) {
        self.used.store(micros(used), Relaxed);
    }

    fn last(&self) -> Option<Duration> {
        Some(self.last.load(Relaxed)).filter(|&last| last > 0).map(Duration::from_micros)
    }

    /// Counts a turn that ends now.
    fn count(&self, time: Duration, now: Duration) {
        self.set(self.used() + time);
        self.last.store(micros(now), Relaxed);
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Hears about turns.
pub(super) trait Wakes: Send + Sync {
    /// Wakes the work, which has its turn or not.
    fn wake(&self, holds: bool);
}

/// The order of waiting work: short work, then that of the client that has had the least, then the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    is_long: bool,
    used: Duration,
    asked: u64,
}

struct Work {
    account: Arc<Account>,
    threads: usize,
    is_short: bool,
    /// The time for which it had its turn.
    ran: Duration,
    /// Since when it has its turn.
    since: Option<Duration>,
    /// Until when its turn is counted.
    counted: Duration,
    /// Its rank while it waits.
    rank: Option<Rank>,
    wakes: Arc<dyn Wakes>,
}

impl Work {
    /// Whether it works or waits.
    const fn is_busy(&self) -> bool {
        self.since.is_some() || self.rank.is_some()
    }
}

/// Working and waiting work.
pub(super) struct Plan {
    /// The most threads that work.
    most: usize,
    /// The threads that work.
    working: usize,
    all: BTreeMap<u64, Work>,
    waiting: BTreeMap<Rank, u64>,
    /// The number of the next work or request.
    next: u64,
    /// The most time that a client had had whose long work began. Clients that come later have no less.
    least: Duration,
}

impl Plan {
    pub(super) fn new(most: usize) -> Self {
        let (all, waiting) = (BTreeMap::new(), BTreeMap::new());
        Self { most: most.max(1), working: 0, all, waiting, next: 0, least: Duration::ZERO }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Adds work that neither waits nor has its turn.
    pub(super) fn add(&mut self, account: Arc<Account>, threads: usize, is_short: bool, wakes: Arc<dyn Wakes>) -> u64 {
        let (number, threads) = (self.number(), threads.clamp(1, self.most));
        let work = Work {
            account,
            threads,
            is_short,
            ran: Duration::ZERO,
            since: None,
            counted: Duration::ZERO,
            rank: None,
            wakes,
        };
        self.all.insert(number, work);
        number
    }

    /// Whether work waits.
    pub(super) fn is_crowded(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Wakes all waiting work.
    pub(super) fn wake(&self) {
        self.waiting.values().for_each(|number| self.all[number].wakes.wake(false));
    }

    /// Takes the turn of work that has had enough of it.
    pub(super) fn yields(&mut self, number: u64, now: Duration) {
        let Some((first, _)) = self.waiting.first_key_value() else { return };
        let work = &self.all[&number];
        let Some(since) = work.since else { return };
        let lasted = now.saturating_sub(since);
        let is_short = work.is_short && work.ran + now.saturating_sub(work.counted) < SHORT;
        let gives_way = match (is_short, !first.is_long) {
            (false, true) => true,
            (true, false) => false,
            _ => lasted >= TURN,
        };
        if gives_way {
            // It asks before others are chosen, so that the best of all is.
            self.stop(number, now);
            self.ask(number, now);
        }
    }

    /// The least time that one of the other clients has had that have work; `None` if none has.
    fn least_of_others(&self, account: &Arc<Account>) -> Option<Duration> {
        let others = self.all.values().filter(|work| work.is_busy() && !Arc::ptr_eq(&work.account, account));
        others.map(|work| work.account.used()).min()
    }

    /// Whether a client has had no work for long.
    fn is_idle(&self, account: &Arc<Account>, now: Duration) -> bool {
        let is_busy = self.all.values().any(|work| work.is_busy() && Arc::ptr_eq(&work.account, account));
        !is_busy && account.last().is_none_or(|last| now.saturating_sub(last) >= IDLE)
    }

    /// Lets work wait for its turn, which it may get at once.
    pub(super) fn ask(&mut self, number: u64, now: Duration) {
        let work = &self.all[&number];
        if work.is_busy() {
            return;
        }
        let account = Arc::clone(&work.account);
        self.count(now);
        let asked = self.number();
        let least = self.least_of_others(&account);
        if self.is_idle(&account, now) {
            // The time of its absence is not saved.
            account.set(account.used().max(self.least).max(least.unwrap_or_default()));
        }
        let used = account.used();
        let is_ahead = least.is_some_and(|least| used > least + AHEAD);
        let work = self.all.get_mut(&number).expect("it was added");
        let is_long = !work.is_short || work.ran >= SHORT || is_ahead;
        let rank = Rank { is_long, used, asked };
        work.rank = Some(rank);
        self.waiting.insert(rank, number);
        self.start(now);
    }

    /// Lets the first of the waiting work have its turn, as long as there is room.
    fn start(&mut self, now: Duration) {
        while let Some((&rank, &number)) = self.waiting.first_key_value() {
            let work = self.all.get_mut(&number).expect("waiting work was added");
            if self.working > 0 && self.working + work.threads > self.most {
                return;
            }
            self.waiting.remove(&rank);
            self.working += work.threads;
            (work.rank, work.since, work.counted) = (None, Some(now), now);
            work.wakes.wake(true);
            if rank.is_long {
                self.least = self.least.max(rank.used);
            }
        }
    }

    /// Counts the turns until now.
    fn count(&mut self, now: Duration) {
        for work in self.all.values_mut().filter(|work| work.since.is_some()) {
            let lasted = now.saturating_sub(work.counted);
            (work.ran, work.counted) = (work.ran + lasted, now);
            work.account.count(lasted.saturating_mul(u32::try_from(work.threads).unwrap_or(u32::MAX)), now);
        }
    }

    /// Ends a turn without a choice of others.
    fn stop(&mut self, number: u64, now: Duration) {
        self.count(now);
        let work = self.all.get_mut(&number).expect("it was added");
        if work.since.take().is_some() {
            self.working -= work.threads;
            work.wakes.wake(false);
        }
    }

    /// Ends the turn of work, if it has one.
    pub(super) fn release(&mut self, number: u64, now: Duration) {
        self.stop(number, now);
        self.start(now);
    }

    /// Takes waiting work out of the order.
    pub(super) fn give_up(&mut self, number: u64) {
        if let Some(rank) = self.all.get_mut(&number).and_then(|work| work.rank.take()) {
            self.waiting.remove(&rank);
        }
    }

    /// Removes work that has ended.
    pub(super) fn remove(&mut self, number: u64, now: Duration) {
        self.stop(number, now);
        self.give_up(number);
        self.all.remove(&number);
        self.start(now);
    }
}

#[cfg(test)]
mod tests;

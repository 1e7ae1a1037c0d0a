//! Threads that share the boards of a batch.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::pace::Pace;

/// The threads of a batch: the caller and helpers, which start when they are first needed.
pub(crate) struct Workers {
    threads: usize,
    helpers: Mutex<Option<Helpers>>,
    paces: Mutex<[Pace; KINDS]>,
}

/// The kinds of work, each of which has its own time for a part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Check,
    Step,
    Random,
    Mask,
    Planes,
    Features,
}

const KINDS: usize = 6;

struct Helpers {
    /// The number of the process that started them. A fork has none of them.
    process: u32,
    pool: Arc<ThreadPool>,
}

impl Workers {
    /// `threads` counts the caller.
    pub(crate) const fn new(threads: usize) -> Self {
        Self { threads, helpers: Mutex::new(None), paces: Mutex::new([Pace::NEW; KINDS]) }
    }

    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Does the work of all parts, with helpers where they make it faster. The caller takes parts as well, so the work ends
    /// without helpers, too.
    pub(crate) fn run<T: Send>(
        &self,
        kind: Kind,
        mut parts: impl ExactSizeIterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
    ) {
        let count = parts.len();
        if self.threads == 1 || count < 2 {
            return parts.for_each(work);
        }
        let paces = || self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        let is_shared = paces()[kind as usize].is_shared(count);
        let begun = Instant::now();
        if is_shared {
            self.run_while(parts, |part| {
                work(part);
                true
            });
        } else {
            parts.by_ref().for_each(work);
        }
        paces()[kind as usize].add(is_shared, count, begun.elapsed());
    }

    /// Does long work of parts with all threads; a thread takes no more of them once `work` has returned false there.
    pub(crate) fn run_while<T: Send>(
        &self,
        mut parts: impl ExactSizeIterator<Item = T> + Send,
        work: impl Fn(T) -> bool + Sync,
    ) {
        let helpers = parts.len().min(self.threads).saturating_sub(1);
        let Some(pool) = (helpers > 0).then(|| self.pool()).flatten() else {
            parts.all(work);
            return;
        };
        let parts = Mutex::new(parts);
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let take_all = || {
            while let Some(part) = next()
                && work(part)
            {}
        };
        pool.in_place_scope(|scope| {
            (0..helpers).for_each(|_| scope.spawn(|_| take_all()));
            take_all();
        });
    }

    /// The helpers of this process; `None` if the system starts no threads.
    fn pool(&self) -> Option<Arc<ThreadPool>> {
        let mut helpers = self.helpers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(helpers) = helpers.as_ref().filter(|helpers| helpers.process == process::id()) {
            return Some(Arc::clone(&helpers.pool));
        }
        let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1).thread_name(|_| "ninuki batch".to_owned());
        let pool = Arc::new(pool.build().ok()?);
        let parents = helpers.replace(Helpers { process: process::id(), pool: Arc::clone(&pool) });
        // The end of a pool waits for threads, and those of the parent are not here.
        std::mem::forget(parents);
        Some(pool)
    }
}

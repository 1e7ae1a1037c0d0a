//! Threads that share the boards of a batch.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of a batch: the caller and helpers, which start when they are first needed.
pub(crate) struct Workers {
    threads: usize,
    helpers: Mutex<Option<Helpers>>,
}

struct Helpers {
    /// The number of the process that started them. A fork has none of them.
    process: u32,
    pool: Arc<ThreadPool>,
}

impl Workers {
    /// `threads` counts the caller.
    pub(crate) const fn new(threads: usize) -> Self {
        Self { threads, helpers: Mutex::new(None) }
    }

    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Does the work of all parts. The caller takes parts as well, so the work ends without helpers, too.
    pub(crate) fn run<T: Send>(&self, parts: impl ExactSizeIterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        self.run_while(parts, |part| {
            work(part);
            true
        });
    }

    /// Does the work of parts; a thread takes no more of them once `work` has returned false there.
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

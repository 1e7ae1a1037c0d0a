//! Threads besides the calling one; without the feature `threads` there are none.

#[cfg(feature = "threads")]
pub(crate) use threads::Pool;

#[cfg(not(feature = "threads"))]
pub(crate) use alone::Pool;

#[cfg(feature = "threads")]
mod threads {
    use rayon::{ThreadPool, ThreadPoolBuilder};

    use crate::gate::{gate, within};

    /// Threads that wait for work.
    pub(crate) struct Pool(ThreadPool);

    impl Pool {
        /// Starts `threads` threads; `None` if the system gives none, or the number is 0.
        pub(crate) fn new(threads: usize) -> Option<Self> {
            if threads == 0 {
                return None;
            }
            ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Self)
        }

        /// The number of threads.
        pub(crate) fn len(&self) -> usize {
            self.0.current_num_threads()
        }

        /// Runs `first` in the calling thread, and `others` in the pool.
        pub(crate) fn beside<'w, W: FnOnce() + Send + 'w, R>(
            &self,
            others: impl Iterator<Item = W>,
            first: impl FnOnce() -> R,
        ) -> R {
            self.0.in_place_scope(|scope| {
                others.for_each(|work| {
                    let gate = gate();
                    scope.spawn(move |_| within(gate, work));
                });
                first()
            })
        }
    }
}

#[cfg(not(feature = "threads"))]
mod alone {
    /// A pool of no threads.
    pub(crate) enum Pool {}

    impl Pool {
        /// None.
        pub(crate) const fn new(_threads: usize) -> Option<Self> {
            None
        }

        pub(crate) const fn len(&self) -> usize {
            match *self {}
        }

        pub(crate) fn beside<W, R>(&self, _others: impl Iterator<Item = W>, _first: impl FnOnce() -> R) -> R {
            match *self {}
        }
    }
}

//! State shared by all workers.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use search::SharedTable;

use crate::Options;
#[cfg(feature = "engines")]
use crate::foreign::Foreign;
use crate::sink::Sink;

/// Options, transposition table and the receiver of answers.
pub(crate) struct Shared {
    pub(crate) options: Options,
    /// The table and its size in bytes.
    table: Mutex<(SharedTable, usize)>,
    /// The chosen threads of each search.
    threads: AtomicUsize,
    /// The chosen memory of the table, in bytes.
    hash: AtomicUsize,
    pub(crate) sink: Sink,
    /// The running engines of other programs.
    #[cfg(feature = "engines")]
    pub(crate) foreign: Foreign,
}

impl Shared {
    pub(crate) fn new(options: Options, sink: Sink) -> Self {
        Self {
            table: Mutex::new((SharedTable::new(options.hash), options.hash)),
            threads: options.search_threads.into(),
            hash: options.hash.into(),
            options,
            sink,
            #[cfg(feature = "engines")]
            foreign: Foreign::default(),
        }
    }

    /// The threads of each search.
    pub(crate) fn threads(&self) -> usize {
        self.threads.load(Relaxed)
    }

    /// The memory of the table, in bytes.
    pub(crate) fn hash(&self) -> usize {
        self.hash.load(Relaxed)
    }

    /// Sets threads and memory, in bytes, of the searches that begin from now on.
    pub(crate) fn resize(&self, threads: usize, hash: usize) {
        self.threads.store(threads, Relaxed);
        self.hash.store(hash, Relaxed);
        self.is_resized();
    }

    /// Whether the table has its size: that changes now if no search uses it.
    pub(crate) fn is_resized(&self) -> bool {
        self.sized().1 == self.hash()
    }

    /// The table of a search that begins. A table of another size replaces it once no search uses it, so that there is
    /// never more than one.
    pub(crate) fn table(&self) -> SharedTable {
        self.sized().0.clone()
    }

    fn sized(&self) -> MutexGuard<'_, (SharedTable, usize)> {
        let mut kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let (table, bytes) = &mut *kept;
        let wanted = self.hash();
        if *bytes != wanted && !table.is_used() {
            // The old one goes before the new one comes.
            *table = SharedTable::new(0);
            *table = SharedTable::new(wanted);
            *bytes = wanted;
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_changes_its_size_once_no_search_uses_it() {
        let options = Options { hash: 1 << 20, ..Options::default() };
        let shared = Shared::new(options, Sink::new(u64::MAX, |_, _| ()));
        let size = || shared.table.lock().expect("a table").1;
        let used = shared.table();
        shared.resize(1, 2 << 20);
        assert_eq!((shared.hash(), size()), (2 << 20, 1 << 20));
        drop(shared.table());
        assert_eq!(size(), 1 << 20);
        drop(used);
        drop(shared.table());
        assert_eq!(size(), 2 << 20);
        shared.resize(3, 4 << 20);
        assert_eq!((shared.threads(), size()), (3, 4 << 20));
    }
}

//! Memory and threads kept between games.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::Game;

use crate::limits::Clock;
use crate::parallel::Workspace;
use crate::pool::Pool;
use crate::proof::VcfSolver;
use crate::transposition::{Extent, TranspositionTable};
use crate::{Instant, Limits, SharedTable};

/// Memory and threads kept between games.
pub struct Resources {
    table: Option<TranspositionTable>,
    /// A table shared with other players, in place of the own one.
    shared: Option<SharedTable>,
    /// The VCF solvers, one for each thread.
    solvers: Vec<VcfSolver>,
    /// The memory of the VCF searches of all threads, in bytes.
    vcf_memory: usize,
    /// The threads besides the calling one, if there are any.
    pool: Option<Pool>,
}

/// The memory of the VCF searches of all threads unless it is set, in bytes.
pub(crate) const VCF_MEMORY: usize = 16 << 20;

/// The part of a move's time in which memory may be touched before the search begins.
const SHARE: u32 = 16;

/// No thread fills more of the table: an entry in a microsecond.
const BYTES_PER_MICROSECOND: usize = 16;

/// The time for touching memory where no clock runs.
const UNHURRIED: Duration = Duration::from_millis(20);

impl Default for Resources {
    /// Nothing yet.
    fn default() -> Self {
        Self { table: None, shared: None, solvers: Vec::new(), vcf_memory: VCF_MEMORY, pool: None }
    }
}

impl Resources {
    /// Removes the results of another game.
    pub(crate) fn forget(&mut self) {
        self.table.iter_mut().for_each(TranspositionTable::forget);
        self.solvers.iter_mut().for_each(|solver| solver.memory().forget());
    }

    /// Frees the table unless it has `bytes` bytes.
    pub(crate) fn resize(&mut self, bytes: usize) {
        // The old table goes before a new one comes: the peak is what counts.
        self.table.take_if(|table| table.bytes() != bytes);
    }

    /// Frees the VCF tables unless they have this size.
    pub(crate) fn resize_vcf(&mut self, bytes: usize) {
        if self.vcf_memory != bytes {
            self.solvers = Vec::new();
            self.vcf_memory = bytes;
        }
    }

    /// Searches with this table from now on; frees the own one.
    pub(crate) fn share(&mut self, table: &SharedTable) {
        self.table = None;
        self.shared = Some(table.clone());
    }

    /// Drops the handle of a shared table.
    pub fn unshare(&mut self) {
        self.shared = None;
    }

    /// Adapts pool and memory to the number of threads.
    fn set_threads(&mut self, threads: usize) {
        if self.solvers.len() != threads {
            self.pool = Pool::new(threads - 1);
            let threads = 1 + self.pool.as_ref().map_or(0, Pool::len);
            self.solvers = vec![VcfSolver::hasty(self.vcf_memory / threads); threads];
        }
    }

    /// Allocates and touches the memory of a search with these limits, until `stop` is set or a part of its time is
    /// used.
    pub(crate) fn prepare(&mut self, limits: &Limits, bytes: usize, stop: &AtomicBool) {
        let until = Clock::new(limits).worth().and_then(|time| Instant::now().checked_add(time / SHARE));
        let goes_on = || !stop.load(Relaxed) && until.is_none_or(|until| Instant::now() < until);
        self.set_threads(limits.threads.max(1));
        if self.shared.is_none() {
            self.table.get_or_insert_with(|| TranspositionTable::new(bytes)).touch(|_| goes_on());
        }
        self.solvers.iter_mut().for_each(|solver| solver.memory().touch(goes_on));
    }

    /// The workspace of a search in `game` with these limits. A search bounded by time alone uses the memory touched so far;
    /// any other uses the whole table, so that it is reproducible.
    pub(crate) fn workspace(
        &mut self,
        game: &'static Game,
        limits: &Limits,
        bytes: usize,
        stop: &AtomicBool,
    ) -> Workspace<'_> {
        let (repeatable, threads) = (limits.are_repeatable(), limits.threads.max(1));
        self.set_threads(threads);
        self.solvers.iter_mut().for_each(|solver| solver.memory().limit(repeatable));
        if let Some(shared) = &self.shared {
            return Workspace { table: shared.table(game), pool: self.pool.as_ref(), solvers: &mut self.solvers };
        }
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(bytes));
        if !repeatable {
            let time = Clock::new(limits).worth().map_or(UNHURRIED, |time| time / SHARE);
            let micros = usize::try_from((time * SHARE).as_micros()).unwrap_or(usize::MAX);
            let enough = micros.saturating_mul(BYTES_PER_MICROSECOND * threads);
            let began = Instant::now();
            table.touch(|touched| touched < enough && !stop.load(Relaxed) && began.elapsed() < time);
        }
        let table = table.table(if repeatable { Extent::Whole } else { Extent::Touched });
        Workspace { table, pool: self.pool.as_ref(), solvers: &mut self.solvers }
    }
}

//! Several threads on one search: each deepens on its own, and they help each other through the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Position, Record};
use rayon::ThreadPool;

use crate::limits::Clock;
use crate::table::Table;
use crate::worker::{Shared, Worker};
use crate::{Limits, Report};

/// Searches `root`, the position of `record` once any swap is decided, with the calling thread and the threads of
/// `pool`. Without a pool the same search visits the same positions every time.
pub(crate) fn search<P: Position>(
    record: &Record<P>,
    root: &P,
    table: &Table,
    pool: Option<&ThreadPool>,
    limits: &Limits,
    stop: &AtomicBool,
    on_info: &mut dyn FnMut(&Report),
) -> Option<Report> {
    let shared = Shared {
        table,
        stop,
        done: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        clock: Clock::new(limits),
    };
    let threads = 1 + pool.map_or(0, ThreadPool::current_num_threads);
    let mut lead = || {
        let report = Worker::new(&shared, record, threads).deepen(root, 1, limits, on_info);
        shared.done.store(true, Relaxed);
        report
    };
    let Some(pool) = pool else { return lead() };
    pool.in_place_scope(|scope| {
        for helper in 0..pool.current_num_threads() as u32 {
            let shared = &shared;
            // Every other helper is one depth ahead, so that not all look at the same positions.
            let from = 1 + (helper + 1) % 2;
            scope.spawn(move |_| {
                Worker::new(shared, record, threads).deepen(root, from, limits, &mut |_| ());
            });
        }
        lead()
    })
}

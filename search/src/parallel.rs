//! Several threads on one search: each deepens on its own, and they help each other through the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Position, Record};
use rayon::ThreadPool;

use crate::limits::Clock;
use crate::proof::Fours;
use crate::table::Table;
use crate::worker::{Shared, Worker};
use crate::{Limits, Report};

/// Searches `root`, the position of `record` once any swap is decided, with the calling thread and the threads of
/// `pool`, each of which has its own of `fours`. Without a pool the same searches visit the same positions every time.
pub(crate) fn search<P: Position>(
    record: &Record<P>,
    root: &P,
    table: Table<'_>,
    fours: &mut [Fours],
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
    let (first, others) = fours.split_first_mut().expect("there is a thread at least");
    let mut lead = || {
        let report = Worker::new(&shared, record, first).deepen(root, 1, limits, on_info);
        shared.done.store(true, Relaxed);
        report
    };
    let Some(pool) = pool else { return lead() };
    pool.in_place_scope(|scope| {
        // Every other helper is one depth ahead, so that not all look at the same positions.
        for (fours, from) in others.iter_mut().zip([2, 1].into_iter().cycle()) {
            let shared = &shared;
            scope.spawn(move |_| {
                Worker::new(shared, record, fours).deepen(root, from, limits, &mut |_| ());
            });
        }
        lead()
    })
}

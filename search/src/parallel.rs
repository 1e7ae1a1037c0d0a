//! Several threads on one search: each deepens on its own, and they help each other through the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Record, Tactics};
use eval::Weights;

use crate::limits::Clock;
use crate::pool::Pool;
use crate::proof::VcfSolver;
use crate::transposition::TableView;
use crate::worker::{Shared, Worker};
use crate::{Limits, Report};

/// What a search works with.
pub(crate) struct Workspace<'m> {
    pub(crate) table: TableView<'m>,
    /// The threads besides the calling one, if there are any.
    pub(crate) pool: Option<&'m Pool>,
    /// For each thread, the calling one first.
    pub(crate) fours: &'m mut [VcfSolver],
}

/// Searches `root`, the position of `record` once any swap is decided, with all threads there are, judging by `weights`. With
/// one thread the same searches visit the same positions every time.
pub(crate) fn search<P: Tactics>(
    record: &Record<P>,
    root: &P,
    weights: &Weights,
    Workspace { table, pool, fours }: Workspace<'_>,
    limits: &Limits,
    stop: &AtomicBool,
    on_info: &mut dyn FnMut(&Report),
) -> Option<Report> {
    let shared = Shared {
        weights,
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
    // Every other helper is one depth ahead, so that not all look at the same positions.
    let others = others.iter_mut().zip([2, 1].into_iter().cycle()).map(|(fours, from)| {
        let shared = &shared;
        move || drop(Worker::new(shared, record, fours).deepen(root, from, limits, &mut |_| ()))
    });
    pool.beside(others, lead)
}

//! Several threads on one search: each deepens on its own, and they help each other through the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use engine::{Record, Tactics};
use eval::Weights;

use crate::limits::Clock;
use crate::pool::Pool;
use crate::proof::VcfSolver;
use crate::transposition::TableView;
use crate::worker::{Shared, Worker};
use crate::{Limits, Report};

/// The weight of a vote beside its score, in hundredths of a point.
const FLAT_VOTE: i32 = 30;

/// The tables and threads of a search.
pub(crate) struct Workspace<'m> {
    pub(crate) table: TableView<'m>,
    /// The threads besides the calling one, if there are any.
    pub(crate) pool: Option<&'m Pool>,
    /// For each thread, the calling one first.
    pub(crate) solvers: &'m mut [VcfSolver],
}

/// Searches `root`, the position of `record` once any swap is decided, with all threads there are, judging by `weights`. With
/// one thread the same searches visit the same positions every time.
pub(crate) fn search<P: Tactics>(
    record: &Record<P>,
    root: &P,
    weights: &Weights,
    Workspace { table, pool, solvers }: Workspace<'_>,
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
    let (first, others) = solvers.split_first_mut().expect("there is a thread at least");
    let mut lead = || {
        let report = Worker::new(&shared, record, first).deepen(root, 1, limits, on_info);
        shared.done.store(true, Relaxed);
        report
    };
    let Some(pool) = pool else { return lead() };
    let helped: Mutex<Vec<Report>> = Mutex::default();
    // Every other helper is one depth ahead, so that not all look at the same positions.
    let others = others.iter_mut().zip([2, 1].into_iter().cycle()).map(|(solver, from)| {
        let (shared, helped) = (&shared, &helped);
        move || {
            let report = Worker::new(shared, record, solver).deepen(root, from, limits, &mut |_| ());
            // A proven win is enough for all.
            if report.as_ref().is_some_and(|report| report.score.plies_to_win().is_some()) {
                shared.done.store(true, Relaxed);
            }
            helped.lock().unwrap_or_else(PoisonError::into_inner).extend(report);
        }
    });
    let led = pool.beside(others, lead)?;
    let helped = helped.into_inner().unwrap_or_else(PoisonError::into_inner);
    if limits.lines > 1 || helped.is_empty() {
        return Some(led);
    }
    let elected = vote(&led, &helped);
    if elected.best == led.best && elected.score == led.score {
        return Some(led);
    }
    let end = if elected.score.is_proven() { elected.end } else { led.end };
    let elected = Report { nodes: led.nodes, time: led.time, end, ..elected.clone() };
    on_info(&elected);
    Some(elected)
}

/// The report of the thread that the others agree with most (thread voting): each votes for its best move, the more the deeper it came
/// and the better the move looked. A proven win needs no votes, and of equal ones that of the first thread stays.
fn vote<'r>(led: &'r Report, helped: &'r [Report]) -> &'r Report {
    let all = || std::iter::once(led).chain(helped);
    let worst = all().map(|report| report.score.value()).min().unwrap_or_default();
    let weight = |report: &Report| i64::from(report.score.value() - worst + FLAT_VOTE) * i64::from(report.depth);
    let votes = |report: &Report| all().filter(|other| other.best == report.best).map(weight).sum::<i64>();
    let rank = |report: &Report| {
        let win = report.score.plies_to_win().map(|_| report.score);
        (win, votes(report), weight(report))
    };
    all().reduce(|best, report| if rank(report) > rank(best) { report } else { best }).unwrap_or(led)
}

#[cfg(test)]
mod tests {
    use engine::{Move, Point};

    use super::*;
    use crate::Score;

    fn report(point: usize, score: Score, depth: u32) -> Report {
        Report { depth, ..Report::new(Move::Place(Point::new(point)), score) }
    }

    #[test]
    fn threads_vote() {
        let estimate = Score::estimate;
        let led = report(1, estimate(10), 12);
        let elected = |helped: &[Report]| vote(&led, helped).best;
        let point = |point| Move::Place(Point::new(point));
        assert_eq!(elected(&[]), point(1));
        assert_eq!(elected(&[report(2, estimate(10), 12)]), point(1), "a tie");
        assert_eq!(elected(&[report(2, estimate(10), 13)]), point(2), "deeper");
        assert_eq!(elected(&[report(2, estimate(25), 12)]), point(2), "better");
        assert_eq!(
            elected(&[report(2, estimate(60), 12), report(1, estimate(10), 12), report(1, estimate(30), 13)]),
            point(1)
        );
        assert_eq!(elected(&[report(2, Score::win_in(9), 1), report(1, estimate(800), 20)]), point(2), "a proven win");
        assert_eq!(elected(&[report(2, Score::loss_in(8), 30)]), point(1));
        let lost = report(1, Score::loss_in(8), 12);
        assert_eq!(vote(&lost, &[report(2, estimate(-300), 11)]).best, point(2), "others see a way out");
    }
}

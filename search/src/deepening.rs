//! Iterative deepening: depth by depth, as long as time allows.

use std::sync::atomic::Ordering::Relaxed;

use engine::{Move, Point, PointSet, Position};
use eval::Features;

use crate::root::Root;
use crate::worker::{MAX_PLY, Worker};
use crate::{Limits, Report};

impl Worker<'_> {
    /// Searches `position` deeper and deeper, beginning with depth `from`, until the limits are reached or nothing is
    /// left to find out, and calls `on_info` for each of the best lines after each depth. `None` if there is no move, or
    /// not even the first one was looked at.
    pub(crate) fn deepen<P: Position>(
        &mut self,
        position: &P,
        from: u32,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let mut root = Root::new(*position, limits);
        let lines = limits.lines.max(1);
        root.widen(lines);
        let mut answer: Option<Report> = None;
        // For how many iterations the same move has been the best.
        let mut calm = 0;
        for depth in from..=limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY) {
            let mut found = Vec::new();
            for rank in 0..lines.min(root.moves.len()) {
                self.rank(&mut root, rank, depth);
                // Of an iteration that was cut short only the best move is worth something, and a loss is not: other moves were
                // not looked at.
                let mv = &root.moves[rank];
                let Some(score) = mv.score.filter(|score| !self.stopped || score.plies_to_loss().is_none()) else {
                    break;
                };
                if self.stopped && rank > 0 {
                    break;
                }
                let nodes = self.shared.nodes.load(Relaxed) + self.uncounted_nodes();
                let time = limits.started.elapsed();
                let (line, seldepth) = (mv.line.clone(), self.deepest.max(depth));
                found.push(Report { best: Move::Place(mv.point), score, depth, seldepth, nodes, time, line, rank });
            }
            // Where one line is found after another, a later one may turn out better.
            found.sort_by_key(|report| -report.score);
            found.iter_mut().enumerate().for_each(|(rank, report)| report.rank = rank);
            let open = found.iter().any(|report| !report.score.is_proven());
            if !self.stopped {
                found.iter().for_each(&mut *on_info);
            }
            if let Some(best) = found.into_iter().next() {
                let same = answer.as_ref().is_some_and(|before| before.best == best.best);
                calm = if same { calm + 1 } else { 0 };
                answer = Some(best);
            }
            let clock = &self.shared.clock;
            if self.stopped || !open || !clock.has_time_for_more(calm) || (clock.is_running() && root.is_forced()) {
                break;
            }
        }
        answer
    }
}

/// A move when there was no time to find a better one: where somebody would win, else a promising one; `None` if the limits
/// allow no legal placement.
pub(crate) fn fallback<P: Position>(position: &P, limits: &Limits) -> Option<Point> {
    let legal = position.legal();
    let allowed = |set: P::Set| (set & legal).iter().find(|&point| limits.allows(point));
    allowed(position.winning())
        .or_else(|| allowed(position.threats()[1].five))
        .or_else(|| position.defences().and_then(allowed))
        .or_else(|| promising(position, position.candidates() & legal, limits))
        .or_else(|| allowed(legal))
}

/// The most promising point of `set`.
fn promising<P: Position>(position: &P, set: P::Set, limits: &Limits) -> Option<Point> {
    let mut best = None;
    Features::of(position, &position.threats()).promises(set, |point, promise| {
        if limits.allows(point) && best.is_none_or(|(most, _)| promise > most) {
            best = Some((promise, point));
        }
    });
    best.map(|(_, point)| point)
}

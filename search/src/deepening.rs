//! Iterative deepening: depth by depth, as long as time allows.

use std::sync::atomic::Ordering::Relaxed;

use engine::{Move, Point, PointSet, Position};

use crate::worker::{MAX_PLY, Worker};
use crate::{Limits, Report, Score};

impl Worker<'_> {
    /// Searches `root` deeper and deeper, beginning with depth `from`, until the limits are reached or nothing is
    /// left to find out, and calls `on_info` after each depth. `None` if not even the first depth was finished.
    pub(crate) fn deepen<P: Position>(
        &mut self,
        root: &P,
        from: u32,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let mut report = None;
        for depth in from..=limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY) {
            let score = self.search(root, -Score::INFINITE, Score::INFINITE, depth as i32, 0);
            if self.stopped {
                break;
            }
            let line = self.lines[0].clone();
            let best = line.first().copied().unwrap_or_else(|| fallback(root));
            let nodes = self.shared.nodes.load(Relaxed) + self.uncounted_nodes();
            let found = Report { best, score, depth, nodes, time: limits.started.elapsed(), line };
            on_info(&found);
            report = Some(found);
            let forced = || root.defences().is_some_and(|replies| (replies & root.legal()).len() == 1);
            let clock = &self.shared.clock;
            if score.is_proven() || !clock.has_time_for_more() || (clock.is_running() && forced()) {
                break;
            }
        }
        report
    }
}

/// A move when none is better than another: where the opponent would win, else a promising one.
pub(crate) fn fallback<P: Position>(position: &P) -> Move {
    let legal = position.legal();
    let stops = |set: P::Set| (set & legal).first();
    let chosen: Option<Point> = stops(position.winning())
        .or_else(|| stops(position.threats(!position.to_move()).five))
        .or_else(|| position.defences().and_then(stops))
        .or_else(|| stops(position.candidates()))
        .or_else(|| legal.first());
    chosen.map_or(Move::Pass, Move::Place)
}

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
        let mut answer: Option<Report> = None;
        // For how many iterations the same move has been the best.
        let mut calm = 0;
        for depth in from..=limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY) {
            let mut open = false;
            for rank in 0..lines.min(root.moves.len()) {
                self.rank(&mut root, rank, depth);
                let mv = &root.moves[rank];
                let Some(score) = mv.score else { break };
                // Of an iteration that was cut short a loss says nothing: other moves were not looked at.
                if self.stopped && (rank > 0 || score.plies_to_loss().is_some()) {
                    break;
                }
                let nodes = self.shared.nodes.load(Relaxed) + self.uncounted_nodes();
                let time = limits.started.elapsed();
                let found =
                    Report { best: Move::Place(mv.point), score, depth, nodes, time, line: mv.line.clone(), rank };
                open |= !score.is_proven();
                if !self.stopped {
                    on_info(&found);
                }
                if rank == 0 {
                    let same = answer.as_ref().is_some_and(|before| before.best == found.best);
                    calm = if same { calm + 1 } else { 0 };
                    answer = Some(found);
                }
            }
            let clock = &self.shared.clock;
            if self.stopped || !open || !clock.has_time_for_more(calm) || (clock.is_running() && root.is_forced()) {
                break;
            }
        }
        answer
    }
}

/// A move when none is better than another: where the opponent would win, else a promising one.
pub(crate) fn fallback<P: Position>(position: &P) -> Move {
    let legal = position.legal();
    let stops = |set: P::Set| (set & legal).first();
    let chosen: Option<Point> = stops(position.winning())
        .or_else(|| stops(position.threats()[1].five))
        .or_else(|| position.defences().and_then(stops))
        .or_else(|| promising(position, position.candidates() & legal))
        .or_else(|| legal.first());
    chosen.map_or(Move::Pass, Move::Place)
}

/// The most promising point of `set`.
fn promising<P: Position>(position: &P, set: P::Set) -> Option<Point> {
    let mut best = None;
    Features::of(position).promises(set, |point, promise| {
        if best.is_none_or(|(most, _)| promise > most) {
            best = Some((promise, point));
        }
    });
    best.map(|(_, point)| point)
}

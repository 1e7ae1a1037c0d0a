//! Iterative deepening: depth by depth, as long as time allows.

use engine::{Move, Tactics};

use crate::continuation::Continuation;
use crate::limits::Stability;
use crate::root::Root;
use crate::samples::Samples;
use crate::worker::{MAX_PLY, Worker};
use crate::{End, Limits, Report, Score};

impl Worker<'_> {
    /// Searches `position` deeper and deeper, beginning with depth `from`, until the limits are reached or nothing is
    /// left to find out, and calls `on_info` for each of the best lines after each depth. Where not even the first one was
    /// finished it calls it for the lines as they seem without that. `None` if there is no move.
    pub(crate) fn deepen<P: Tactics>(
        &mut self,
        position: &P,
        from: u32,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let mut continuation = Continuation::wanted(limits, self.shared);
        let mut root = Root::new(*position, self.shared.weights, limits);
        self.samples = Samples::new(limits.samples, position.key());
        root.widen(limits.lines);
        let mut answer: Option<Report> = None;
        let mut finished = false;
        let mut stability = Stability::default();
        for depth in from..=limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY) {
            let mut found = self.iterate(&mut root, depth, limits);
            continuation.extend(position, &mut found);
            let open = found.iter().any(|report| !report.score.is_proven());
            if !self.stopped {
                found.iter().for_each(&mut *on_info);
                finished = true;
            }
            if let Some(best) = found.into_iter().next() {
                let before = answer.as_ref();
                let same = before.is_some_and(|before| before.best == best.best);
                stability = Stability {
                    calm: if same { stability.calm + 1 } else { 0 },
                    node_share: root.node_share(best.best),
                    drop: before.map_or(0, |before| best.score.below(before.score)),
                };
                answer = Some(best);
            }
            if let Some(end) = self.end_after(&root, open, stability) {
                self.end = end;
                break;
            }
        }
        self.give_back();
        if !finished {
            let mut reports = self.at_first_sight(&root, answer.as_ref(), limits);
            continuation.extend(position, &mut reports);
            reports.iter().for_each(on_info);
            answer = reports.into_iter().next();
        }
        let (nodes, time) = (self.nodes(), limits.started.elapsed());
        let samples = self.samples.take();
        answer.map(|answer| Report { nodes, time, samples, end: Some(self.end), ..answer })
    }

    /// Searches to `depth`: the best lines, as far as it comes.
    fn iterate<P: Tactics>(&mut self, root: &mut Root<P>, depth: u32, limits: &Limits) -> Vec<Report> {
        let mut found = Vec::new();
        for rank in 0..limits.lines.max(1).min(root.moves.len()) {
            self.rank(root, rank, depth);
            // Of an iteration that was cut short only the best move is worth something, and a loss is not: other moves were
            // not looked at.
            let mv = &root.moves[rank];
            let Some(score) = mv.score.filter(|score| !self.stopped || score.plies_to_loss().is_none()) else {
                break;
            };
            if self.stopped && rank > 0 {
                break;
            }
            let seldepth = self.seldepth.max(depth);
            found.push(Report { seldepth, rank, ..self.report(mv.line.clone(), score, depth, limits) });
        }
        // Where one line is found after another, a later one may turn out better.
        rank(&mut found);
        found
    }

    /// Why no further iteration follows, if none does: some lines are `open`, and the best move is as sure as that.
    fn end_after<P: Tactics>(&self, root: &Root<P>, open: bool, stability: Stability) -> Option<End> {
        let clock = &self.shared.clock;
        match () {
            () if self.stopped => Some(self.end),
            () if !open => Some(End::Proven),
            () if !clock.has_time_for_more(stability) => Some(End::Time),
            () if clock.is_running() && root.is_forced() => Some(End::ForcedMove),
            () => None,
        }
    }

    /// The lines when the first iteration was aborted, the best first: its best move so far, if any, and moves by their policy.
    fn at_first_sight<P: Tactics>(&self, root: &Root<P>, found: Option<&Report>, limits: &Limits) -> Vec<Report> {
        let seen = root.at_first_sight(self.shared.weights).into_iter();
        let best = found.map(|best| (best.line.clone(), best.score));
        let others = seen.filter(|&(point, _)| found.is_none_or(|best| best.best != Move::Place(point)));
        let most = found.map_or(Score::INFINITE, |best| best.score);
        let others = others.map(|(point, score)| (vec![Move::Place(point)], score.min(most)));
        let lines = best.into_iter().chain(others).take(limits.lines.max(1)).enumerate();
        let reports = lines.map(|(rank, (line, score))| Report { rank, ..self.report(line, score, 0, limits) });
        reports.collect()
    }

    /// The report of a line.
    fn report(&self, line: Vec<Move>, score: Score, depth: u32, limits: &Limits) -> Report {
        let (best, nodes, time) = (line[0], self.nodes(), limits.started.elapsed());
        Report { depth, seldepth: depth, nodes, time, line, ..Report::new(best, score) }
    }
}

/// Ranks lines by their scores.
fn rank(found: &mut [Report]) {
    found.sort_by_key(|report| -report.score);
    found.iter_mut().enumerate().for_each(|(rank, report)| report.rank = rank);
}

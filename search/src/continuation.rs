//! Lines beyond the principal variation: moves of the transposition table, of forced sequences and of the policy.
//!
//! A cut-off by the table ends a principal variation early. Readers of an analysis want its moves all the same.

use engine::{Move, Point, PointSet, Tactics, ThreatState};
use eval::{Features, LineAccumulator, Weights};

use crate::proof::{VcfSolver, Verdict};
use crate::transposition::TableView;
use crate::worker::Shared;
use crate::{Limits, Report};

/// The longest line, in plies.
const LONGEST: usize = 30;

/// Lines of estimates are continued by the policy up to this length, in plies.
const LEAST: usize = 4;

/// The nodes of all VCF searches for one line.
const VCF_NODES: u64 = 2000;

/// The most fours of a VCF.
const FOURS: u32 = 12;

/// The memory of the VCF search, in bytes.
const VCF_MEMORY: usize = 1 << 20;

/// Continues lines of one search.
pub(crate) struct Continuation<'s> {
    weights: &'s Weights,
    table: &'s TableView<'s>,
    /// A solver besides that of the search, whose results stay reproducible; `None` if lines stay as they are.
    solver: Option<VcfSolver>,
}

impl<'s> Continuation<'s> {
    /// A continuation of the lines of a search, if its limits ask for [whole lines](Limits::whole_lines).
    pub(crate) fn wanted(limits: &Limits, shared: &'s Shared<'s>) -> Self {
        let solver = limits.whole_lines.then(|| VcfSolver::with_memory(VCF_MEMORY));
        Self { weights: shared.weights, table: &shared.table, solver }
    }

    /// Appends moves to the lines of reports, which begin at `root`: up to the end of a proven win or loss, else as far as
    /// the table has moves.
    pub(crate) fn extend<P: Tactics>(&mut self, root: &P, reports: &mut [Report]) {
        if self.solver.is_some() {
            reports.iter_mut().for_each(|report| self.extend_line(root, report));
        }
    }

    fn extend_line<P: Tactics>(&mut self, root: &P, report: &mut Report) {
        let proven = report.score.plies_to_win().or_else(|| report.score.plies_to_loss());
        let most = proven.map_or(LONGEST, |plies| LONGEST.min(plies as usize));
        // The winner is the side to move at even plies, or the other one.
        let winner = proven.map(|_| usize::from(report.score.plies_to_win().is_none()));
        let (mut position, mut nodes) = (*root, VCF_NODES);
        for &mv in &report.line {
            let Ok(next) = position.play(mv) else { return };
            position = next;
        }
        while report.line.len() < most && position.outcome().is_none() {
            let ply = report.line.len();
            let wins = winner == Some(ply % 2);
            let known = self.forced(&position, wins, &mut nodes).or_else(|| self.tabled(&position));
            let guess = || (winner.is_some() || ply < LEAST).then(|| self.likely(&position)).flatten();
            let Some(mv) = known.or_else(guess) else { return };
            let Ok(next) = position.play(mv) else { return };
            position = next;
            report.line.push(mv);
        }
    }

    /// A move that the shapes on the board give: a win, a static win, the first move of a VCF for the side that `wins`, a
    /// pass.
    fn forced<P: Tactics>(&mut self, position: &P, wins: bool, nodes: &mut u64) -> Option<Move> {
        if let Some(point) = position.winning().first() {
            return Some(Move::Place(point));
        }
        if position.legal().is_empty() {
            return Some(Move::Pass);
        }
        if !wins {
            return None;
        }
        if position.threat_state() == ThreatState::Quiet
            && let Some((point, _)) = position.static_win(&position.threats())
        {
            return Some(Move::Place(point));
        }
        let solver = self.solver.as_mut()?;
        let before = solver.nodes();
        let verdict = solver.search(position, FOURS, *nodes);
        *nodes = nodes.saturating_sub(solver.nodes() - before);
        match verdict {
            Verdict::Win { first, .. } => Some(Move::Place(first)),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }

    /// The best move of the transposition table.
    fn tabled<P: Tactics>(&self, position: &P) -> Option<Move> {
        let point = self.table.probe(position.key(), 0)?.best?;
        position.legal().contains(point).then_some(Move::Place(point))
    }

    /// The most likely move of the policy, among those that stop a win where there is one to stop.
    fn likely<P: Tactics>(&self, position: &P) -> Option<Move> {
        let legal = position.legal();
        let near = position.defences().unwrap_or_else(|| position.candidates()) & legal;
        let points = if near.is_empty() { legal } else { near };
        let features = Features::of(position, &position.threats(), self.weights);
        let mut lines = LineAccumulator::new(self.weights, position.game().grid());
        let mut best: Option<(i32, Point)> = None;
        features.policy_logits(position, &mut lines, points, |point, logit| {
            if best.is_none_or(|(most, _)| logit > most) {
                best = Some((logit, point));
            }
        });
        best.map(|(_, point)| Move::Place(point))
    }
}

//! Quiescence search, and the small VCF searches of a node.

use engine::{Color, Move, PointSet, Tactics};
use eval::Features;

use super::{Best, Node, QUIESCENCE_DEPTH, QuietNode};
use crate::Score;
use crate::parameters;
use crate::proof::Verdict;
use crate::transposition::{Bound, TtEntry};
use crate::worker::Worker;

impl Worker<'_> {
    /// Quiescence search: the static evaluation `value`, unless a VCF wins or `captures` make more of it.
    pub(super) fn quiescence<P: Tactics>(
        &mut self,
        position: &P,
        node: Node,
        tt_entry: Option<TtEntry>,
        value: Score,
        features: &Features<'_, P::Set>,
        captures: P::Set,
    ) -> Score {
        let mut best = Best { score: value, ..Best::none(node.ply) };
        if best.score < node.beta {
            if let Some(win) = self.vcf(position, node.ply) {
                best.score = win;
            } else if node.depth > QUIESCENCE_DEPTH && !captures.is_empty() {
                let moves = self.order(position, captures & position.legal(), None, features, node.ply);
                self.enter(position);
                self.try_moves(position, &mut best, moves, node, None);
                self.leave(position);
            }
        }
        if tt_entry.is_none_or(|tt_entry| tt_entry.depth == 0) && !self.stopped {
            // There may be a shorter win than the one that was found, and moves that were not tried may make more of it.
            let lower = best.score >= node.beta || best.score.is_proven();
            let bound = if lower { Bound::Lower } else { Bound::Exact };
            let point = best.point.or(tt_entry.and_then(|entry| entry.best));
            let entry = TtEntry { score: best.score, bound, depth: 0, best: point, static_eval: Some(value) };
            self.shared.table.store(position.key(), node.ply, entry);
        }
        best.score
    }

    /// The value of a victory by continuous fours, if a small search finds one.
    fn vcf<P: Tactics>(&mut self, position: &P, ply: u32) -> Option<Score> {
        if may_recur(position) {
            return None;
        }
        let mut budget = self.budget(parameters::vcf_nodes() as u64);
        let verdict = self.vcf_solver.look(position, parameters::vcf_length() as u32, &mut budget);
        self.charge(&budget);
        match verdict {
            Verdict::Win { first, fours } => {
                self.stack[ply as usize].pv.push(Move::Place(first));
                self.seldepth = self.seldepth.max(ply + 2 * fours + 1);
                Some(Score::win_in(ply + 2 * fours + 1))
            }
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }

    /// The zone of the VCF that the opponent threatens: every move outside of it loses, and `best` records that score. Without
    /// such a VCF the zone is the whole board.
    pub(super) fn zone<P: Tactics>(
        &mut self,
        position: &P,
        ply: u32,
        best: &mut Best,
        quiet_node: &mut QuietNode<P::Set>,
    ) -> P::Set {
        if let Some(zone) = quiet_node.zone {
            return zone;
        }
        let mut zone = position.legal();
        if !may_recur(position) {
            let mut budget = self.budget(parameters::vcf_threat_nodes() as u64);
            if let Some((useful, fours)) = self.vcf_solver.threat(position, &mut budget) {
                zone = useful;
                best.score = best.score.max(Score::loss_in(ply + 2 * fours + 2));
            }
            self.charge(&budget);
        }
        quiet_node.zone = Some(zone);
        zone
    }
}

/// Whether captures may lead back to an earlier position, and so to a draw.
fn may_recur<P: Tactics>(position: &P) -> bool {
    position.game().rules().repetition && Color::ALL.iter().any(|&color| position.captured(color) > 0)
}

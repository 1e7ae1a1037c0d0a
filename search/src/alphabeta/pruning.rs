//! Pruning, reductions and extensions of a quiet node, before its moves are tried.

use engine::Tactics;

use super::{Node, QuietNode};
use crate::Score;
use crate::parameters;
use crate::transposition::{Bound, TtEntry};
use crate::worker::Worker;

/// The result of the singular search.
pub(super) enum Singular {
    /// The first move is extended by this number of plies, a negative one if others come near.
    Extension(i32),
    /// Other moves reach beta as well (multi-cut), or the search was stopped.
    Cutoff(Score),
}

impl Worker<'_> {
    /// Pruning and reductions of the whole node, before its moves are tried.
    pub(super) fn prune_node<P: Tactics>(
        &mut self,
        position: &P,
        node: &mut Node,
        quiet_node: &QuietNode<P::Set>,
    ) -> Option<Score> {
        let Node { alpha, beta, depth, ply, cut_node, .. } = *node;
        let value = quiet_node.value;
        if ply == 0 {
            return None;
        }
        let is_pv = node.is_pv();
        if !is_pv {
            // Step 10. Razoring: so far below alpha only quiescence search can help.
            if depth <= parameters::razor_depth() && value.plus(parameters::razor_margin(depth)) <= alpha {
                let score = self.search(position, Node { depth: 0, ..*node });
                if score <= alpha || self.stopped {
                    return Some(score);
                }
            }
            // Step 11. Reverse futility pruning: so far above beta nothing will change soon, unless the opponent is about to
            // make an open four.
            if depth <= parameters::rfp_depth()
                && !quiet_node.threatened
                && value.plus(-parameters::rfp_margin(depth, quiet_node.improving)) >= beta
                && !beta.is_proven()
            {
                return Some(value);
            }
        }
        // Step 12. Cut-node reduction where the value is above beta anyway; internal iterative reduction without a TT
        // move, and in PV nodes where it comes from a much shallower search.
        if cut_node && depth >= 3 && value >= beta.plus(parameters::cut_node_margin() * depth) {
            node.depth -= 1;
        }
        if quiet_node.tt_move.is_none() && depth >= parameters::iir_depth() {
            node.depth -= 1;
        }
        if is_pv && quiet_node.tt_move.is_some() && quiet_node.tt_depth + parameters::iir_pv_gap() <= depth {
            node.depth -= 1;
        }
        None
    }

    /// The singular extension of the TT move in plies, or the value if other moves reach beta too (multi-cut).
    pub(super) fn singular_extension<P: Tactics>(
        &mut self,
        position: &P,
        node: Node,
        tt_entry: Option<TtEntry>,
    ) -> Singular {
        let Some(TtEntry { score, bound, depth, best: Some(first), .. }) = tt_entry else {
            return Singular::Extension(0);
        };
        if node.depth < parameters::singular_depth_least()
            || node.ply == 0
            || self.stack[node.ply as usize].excluded.is_some()
            || depth < node.depth - 3
            || bound == Bound::Upper
            || score.is_proven()
        {
            return Singular::Extension(0);
        }
        // Step 13. Singular extension: do the other moves come near without the excluded one?
        let limit = score.plus(-parameters::singular_margin(node.depth));
        self.stack[node.ply as usize].excluded = Some(first);
        let without =
            Node { alpha: limit.plus(-1), beta: limit, depth: parameters::singular_depth(node.depth), ..node };
        let rest = self.search(position, without);
        self.stack[node.ply as usize].excluded = None;
        if self.stopped {
            Singular::Cutoff(Score::DRAW)
        } else if rest < limit {
            let far = rest < limit.plus(-parameters::double_extension_margin())
                && node.ply < parameters::DOUBLE_EXTENSION_PLY;
            Singular::Extension(if far && !node.is_pv() { 2 } else { 1 })
        } else if limit >= node.beta {
            Singular::Cutoff(limit)
        } else {
            // Negative extension: other moves come near, so this one is not what the node depends on.
            Singular::Extension(if score >= node.beta || node.cut_node { -1 } else { 0 })
        }
    }
}

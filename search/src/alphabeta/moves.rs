//! The move loop: pruning and reductions of single moves, the search of a child, move ordering, and the PV.

use engine::{Move, Point, PointSet, Tactics};
use eval::Features;

use super::{Best, Node, QuietNode};
use crate::Score;
use crate::history::{self, NodeHistory};
use crate::parameters::{self, PLY};
use crate::picker::{Pick, Picker};
use crate::worker::Worker;

/// How the child node of a move is searched.
pub(crate) struct ChildSearch {
    /// Nothing is known yet to compare it with.
    pub(crate) first: bool,
    /// Plies after it.
    pub(crate) depth: i32,
    /// By how many of these the first look is shallower.
    pub(crate) reduction: i32,
    /// Whether the position is known to stay quiet after the move.
    pub(crate) stays_quiet: bool,
}

impl Worker<'_> {
    /// Tries moves until one reaches beta. In a quiet node late moves are pruned or reduced.
    pub(super) fn try_moves<P: Tactics>(
        &mut self,
        position: &P,
        best: &mut Best,
        mut moves: Picker,
        node: Node,
        mut quiet_node: Option<&mut QuietNode<P::Set>>,
    ) {
        let Node { alpha, beta, ply, .. } = node;
        let excluded = self.stack[ply as usize].excluded;
        let mut depth = node.depth - 1;
        while let Some(Pick { point, behind }) = moves.next() {
            if excluded == Some(point) {
                continue;
            }
            let count = best.tried.len() + 1;
            let mut reduction = 0;
            let mut extension = 0;
            if let Some(quiet_node) = quiet_node.as_deref() {
                if quiet_node.tt_move == Some(point) {
                    extension = quiet_node.extension;
                }
                let quiet = !quiet_node.forcing.contains(point);
                // Step 16. Late move pruning and futility pruning of quiet moves; forcing moves only if they are very late.
                if ply > 0 && best.score.plies_to_loss().is_none() {
                    let lmp_count = parameters::lmp_count(depth, quiet_node.improving);
                    let futile = depth <= parameters::futility_depth()
                        && quiet_node.value.plus(parameters::futility_margin(depth)) <= alpha;
                    if quiet && (count > lmp_count || futile) {
                        moves.keep(quiet_node.forcing);
                        continue;
                    }
                    if count > 2 * lmp_count {
                        break;
                    }
                }
                // Step 17. Late move reductions: by depth and count, policy, history, and kind of node.
                if count > 1 && depth >= 2 {
                    let mut parts = parameters::lmr(depth, count) + parameters::lmr_policy(behind);
                    parts -= parameters::lmr_history() * self.node_history(position, ply).score(point) / history::LIMIT;
                    parts += if node.cut_node { parameters::lmr_cut_node() } else { 0 };
                    parts -= if node.is_pv() { parameters::lmr_pv_node() } else { 0 };
                    parts += if quiet_node.improving { 0 } else { parameters::lmr_not_improving() };
                    parts += if self.stack[ply as usize + 1].cutoffs > 2 { parameters::lmr_cutoffs() } else { 0 };
                    parts -= if quiet { 0 } else { parameters::lmr_forcing() };
                    reduction = (parts / PLY).clamp(0, depth);
                }
            }
            let floor = alpha.max(best.score);
            best.tried.push(point);
            let stays_quiet = quiet_node.as_deref().is_some_and(|quiet_node| !quiet_node.may_threaten.contains(point));
            let child = ChildSearch { first: count == 1, depth: depth + extension, reduction, stays_quiet };
            let score = self.search_child(position, point, node, floor, child);
            if self.stopped {
                return;
            }
            if score > best.score {
                best.score = score;
                best.point = Some(point);
                if score > alpha {
                    self.update_pv(ply, Move::Place(point));
                    // Alpha rose: the others are not expected to do better still, and are reduced.
                    if quiet_node.is_some() && (2..12).contains(&depth) && score < beta {
                        depth -= 1;
                    }
                }
                if score >= beta {
                    return;
                }
            }
            // Where some moves lost, those outside of the zone of the opponent's VCF threat need not be tried.
            if let Some(quiet_node) = quiet_node.as_deref_mut()
                && best.tried.len() == parameters::vcf_threat_moves() as usize
                && best.score.plies_to_loss().is_some()
            {
                moves.keep(self.zone(position, ply, best, quiet_node));
            }
        }
    }

    /// The value of the child after `point` within the window from `floor`, the current alpha, to the `beta` of `node`.
    pub(crate) fn search_child<P: Tactics>(
        &mut self,
        position: &P,
        point: Point,
        node: Node,
        floor: Score,
        child_search: ChildSearch,
    ) -> Score {
        let key = position.key_after(point);
        self.shared.table.prefetch(key);
        self.vcf_solver.prefetch(key);
        let child = position.make(point);
        self.stack[node.ply as usize].current_move = Some(point);
        let next = |beta| Node { known_quiet: child_search.stays_quiet, ..node.child(floor, beta, child_search.depth) };
        let mut score = Score::INFINITE;
        if !child_search.first {
            // Step 18. Principal variation search: a null window, reduced for late moves, then a re-search if it fails.
            let narrow = next(floor.next());
            score = -self
                .search(&child, Node { cut_node: true, depth: child_search.depth - child_search.reduction, ..narrow });
            if child_search.reduction > 0 && score > floor && !self.stopped {
                // Much better than expected: a ply deeper; hardly better: a ply less.
                let is_estimate = !floor.is_proven() && !score.is_proven();
                let deeper = i32::from(is_estimate && score > floor.plus(parameters::lmr_deeper()));
                let shallower = i32::from(is_estimate && score < floor.plus(parameters::lmr_shallower()));
                let depth = child_search.depth + deeper - shallower;
                if depth > child_search.depth - child_search.reduction {
                    score = -self.search(&child, Node { cut_node: !node.cut_node, depth, ..narrow });
                }
            }
        }
        if child_search.first || (score > floor && score < node.beta && !self.stopped) {
            let cut_node = !node.is_pv() && !node.cut_node;
            score = -self.search(&child, Node { cut_node, ..next(node.beta) });
        }
        score
    }

    /// The points of `set`, in the order in which to try them.
    pub(super) fn order<P: Tactics>(
        &mut self,
        position: &P,
        set: P::Set,
        first: Option<Point>,
        features: &Features<'_, P::Set>,
        ply: u32,
    ) -> Picker {
        let memory = self.history.of(position.to_move(), ply, self.last_move(ply));
        Picker::new(position, set, first, features, &mut self.lines, &memory)
    }

    fn node_history<P: Tactics>(&self, position: &P, ply: u32) -> NodeHistory<'_> {
        self.history.of(position.to_move(), ply, self.last_move(ply))
    }

    /// The move that led to the position at `ply`.
    pub(super) fn last_move(&self, ply: u32) -> Option<Point> {
        self.stack[ply.checked_sub(1)? as usize].current_move
    }

    /// The best line found from `ply` on.
    pub(crate) fn pv_from(&self, ply: u32) -> impl Iterator<Item = Move> {
        self.stack[ply as usize].pv.iter().copied()
    }

    /// The best line of `ply` becomes `mv` and the best line below it.
    pub(super) fn update_pv(&mut self, ply: u32, mv: Move) {
        let (above, below) = self.stack.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize].pv;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].pv);
    }
}

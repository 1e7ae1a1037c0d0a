//! The root of a search: a value for each move, the best lines, and restrictions to some of the moves.

use engine::{Move, Point, PointSet, Tactics};
use eval::{Features, LineAccumulator, Weights};

use crate::alphabeta::{ChildSearch, Node};
use crate::parameters::{self, PLY, lmr};
use crate::transposition::{Bound, TtEntry};
use crate::worker::Worker;
use crate::{Limits, Score};

/// A move of the root.
pub(crate) struct RootMove {
    pub(crate) point: Point,
    /// Its value; `None` as long as this iteration only shows that others are better.
    pub(crate) score: Option<Score>,
    /// The PV, beginning with the move itself.
    pub(crate) line: Vec<Move>,
    /// The nodes that the last iteration visited below it.
    nodes: u64,
}

impl RootMove {
    const fn new(point: Point) -> Self {
        Self { point, score: None, line: Vec::new(), nodes: 0 }
    }
}

/// Sorts moves that have a value before those that have none. As it asks for no board, it is compiled once.
fn sort_by_score(moves: &mut [RootMove]) {
    moves.sort_by_key(|mv| -mv.score.unwrap_or(-Score::INFINITE));
}

/// Points by their scores, and by whether they stop a win.
fn best_first(mut seen: Vec<(Point, Score, bool)>) -> Vec<(Point, Score)> {
    seen.sort_by_key(|&(_, score, stops)| (-score, !stops));
    seen.into_iter().map(|(point, score, _)| (point, score)).collect()
}

/// The position to be searched and its moves, the best first.
pub(crate) struct Root<P> {
    pub(crate) position: P,
    pub(crate) moves: Vec<RootMove>,
    /// Moves that are looked at only if all others lose.
    rest: Vec<Point>,
    /// Whether all legal moves may be played.
    free: bool,
}

/// The moves of `allowed` that are tried before all others: defences, or moves near stones.
pub(crate) fn tried_first<P: Tactics>(position: &P, allowed: P::Set) -> P::Set {
    let first = allowed & position.defences().unwrap_or_else(|| position.candidates());
    // Every move loses at once, or none is near.
    if first.is_empty() { allowed } else { first }
}

impl<P: Tactics> Root<P> {
    /// The moves of `position` that `limits` allow, ordered by the policy of `weights`.
    pub(crate) fn new(position: P, weights: &Weights, limits: &Limits) -> Self {
        let legal = position.legal();
        let mut allowed = P::Set::EMPTY;
        legal.iter().filter(|&point| limits.allows(point)).for_each(|point| allowed.insert(point));
        let first = tried_first(&position, allowed);
        let features = Features::of(&position, &position.threats(), weights);
        let mut points: Vec<(i32, Point)> = Vec::new();
        let mut lines = LineAccumulator::new(weights, position.game().grid());
        features.policy_logits(&position, &mut lines, first, |point, logit| points.push((-logit, point)));
        points.sort();
        let moves = points.into_iter().map(|(_, point)| RootMove::new(point)).collect();
        Self { position, moves, rest: (allowed & !first).iter().collect(), free: allowed == legal }
    }

    /// Makes room for `lines` lines, or one a move if there are fewer moves.
    pub(crate) fn widen(&mut self, lines: usize) {
        if self.moves.len() < lines {
            self.take_rest();
        }
    }

    /// Looks at all moves from now on.
    fn take_rest(&mut self) {
        let rest = std::mem::take(&mut self.rest);
        self.moves.extend(rest.into_iter().map(RootMove::new));
    }

    /// The moves as they look without a search, the best first: those that win or stop a win, then by policy.
    pub(crate) fn at_first_sight(&self, weights: &Weights) -> Vec<(Point, Score)> {
        let position = &self.position;
        let threats = position.threats();
        let (wins, stops, defences) = (position.winning(), threats[1].five, position.defences());
        let mut lines = LineAccumulator::new(weights, position.game().grid());
        let value = Score::estimate(Features::of(position, &threats, weights).value(position, &mut lines));
        let score = |point: Point| match &defences {
            _ if wins.contains(point) => Score::win_in(1),
            Some(defences) if !defences.contains(point) => Score::loss_in(2),
            _ => value,
        };
        let seen = self.moves.iter().map(|&RootMove { point, .. }| (point, score(point), stops.contains(point)));
        best_first(seen.collect())
    }

    /// The node share of a move: its percentage of the nodes of the last iteration.
    pub(crate) fn node_share(&self, mv: Move) -> u32 {
        let of_move = self.moves.iter().filter(|other| Move::Place(other.point) == mv).map(|mv| mv.nodes).sum::<u64>();
        let all = self.moves.iter().map(|mv| mv.nodes).sum::<u64>();
        (100 * of_move / all.max(1)) as u32
    }

    /// Whether there is only one move to think about.
    pub(crate) fn is_forced(&self) -> bool {
        self.moves.len() == 1 && self.free && (self.rest.is_empty() || self.position.defences().is_some())
    }
}

impl Worker<'_> {
    /// Sorts the moves of `root` from `rank` on by their values at `depth`; the value of the first of them is exact.
    pub(crate) fn rank<P: Tactics>(&mut self, root: &mut Root<P>, rank: usize, depth: u32) {
        let all = Node {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
            depth: depth as i32,
            ply: 0,
            cut_node: false,
            known_quiet: false,
        };
        let mut node = all;
        let mut reach = parameters::aspiration_window();
        // Its value is expected to be near the one it had before.
        if let Some(expected) = root.moves[rank].score.filter(|_| depth >= 5) {
            (node.alpha, node.beta) = (expected.plus(-reach), expected.plus(reach));
        }
        let mut high = 0;
        loop {
            let score = self.search_root(root, rank, node);
            // Moves that were not searched, or only shown not to be the best, keep their order.
            sort_by_score(&mut root.moves[rank..]);
            if self.stopped || (score > node.alpha && score < node.beta) {
                return;
            }
            reach *= 3;
            let wide = reach > 20 * parameters::aspiration_window() || score.is_proven();
            if score <= node.alpha {
                node.alpha = if wide { all.alpha } else { score.plus(-reach) };
                node.depth = all.depth;
            } else {
                node.beta = if wide { all.beta } else { score.plus(reach) };
                high += 1;
                node.depth = (all.depth - high.min(parameters::aspiration_shallower())).max(1);
            }
        }
    }

    /// Searches the moves of `root` from `rank` on.
    fn search_root<P: Tactics>(&mut self, root: &mut Root<P>, rank: usize, node: Node) -> Score {
        let position = root.position;
        let mut best = -Score::INFINITE;
        root.moves[rank..].iter_mut().for_each(|mv| (mv.score, mv.nodes) = (None, 0));
        self.enter(&position);
        let mut next = rank;
        loop {
            if next == root.moves.len() && best.plies_to_loss().is_some() {
                root.take_rest();
            }
            let Some(mv) = root.moves.get_mut(next) else { break };
            let count = next - rank + 1;
            next += 1;
            let floor = node.alpha.max(best);
            let child = ChildSearch {
                first: count == 1,
                depth: node.depth - 1,
                reduction: if count > 1 { (lmr(node.depth - 1, count) / PLY - 1).max(0) } else { 0 },
                stays_quiet: false,
            };
            let before = self.nodes();
            let score = self.search_child(&position, mv.point, node, floor, child);
            mv.nodes = self.nodes().saturating_sub(before);
            if self.stopped {
                break;
            }
            if count == 1 || score > floor {
                mv.score = Some(score);
                mv.line = std::iter::once(Move::Place(mv.point)).chain(self.pv_from(1)).collect();
            }
            best = best.max(score);
            // A win is enough; that there is none sooner is not worth the time.
            if score >= node.beta || score.plies_to_win().is_some() {
                break;
            }
        }
        self.leave(&position);
        if rank == 0 && root.free && !self.stopped && best > node.alpha && best < node.beta {
            let point = root.moves.iter().max_by_key(|mv| mv.score).map(|mv| mv.point);
            let entry = TtEntry { score: best, bound: Bound::Exact, depth: node.depth, best: point, static_eval: None };
            self.shared.table.store(position.key(), 0, entry);
        }
        best
    }
}

//! Principal variation search (PVS), a form of alpha-beta: the value of a position, by looking ahead.
//!
//! Wins and losses that it reports are proven: a loss counts as one only if every legal reply was looked at, or lies outside of the
//! relevance zone of a win. Whatever else leaves moves out or looks at them less deeply does so only where the result is an estimate.

use engine::{Color, Move, Outcome, Point, PointSet, Tactics, ThreatState, Threats};
use eval::Features;
use smallvec::SmallVec;

use crate::Score;
use crate::history::{self, NodeHistory};
use crate::parameters::{self, PLY};
use crate::picker::{Pick, Picker};
use crate::proof::Verdict;
use crate::transposition::{Bound, TtEntry};
use crate::worker::{MAX_PLY, Worker};

/// Quiescence search and replies to threats end at this depth, in plies beyond the horizon.
const QUIESCENCE_DEPTH: i32 = -8;

/// The parameters of a node: window, depth and flags.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The value is exact between `alpha` and `beta`, else a bound.
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// In plies; from 0 on, quiescence search.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Whether this is expected to be a cut node: some move is expected to reach `beta`.
    pub(crate) cut_node: bool,
    /// Whether the node is known to be quiet: neither side threatens to win at once.
    pub(crate) known_quiet: bool,
}

impl Node {
    /// Whether this is a PV node: the exact value is asked for.
    fn is_pv(&self) -> bool {
        self.beta > self.alpha.next()
    }
}

/// The best move of a node and its bound.
struct Best {
    score: Score,
    point: Option<Point>,
    tried: SmallVec<[Point; 64]>,
}

/// The result of a node.
enum NodeResult {
    /// The moves were searched.
    Searched(Best),
    /// The score is known without a search of the moves.
    Cutoff(Score),
}

/// The result of the singular search.
enum Singular {
    /// The first move is extended by this number of plies, a negative one if others come near.
    Extension(i32),
    /// Other moves reach beta as well (multi-cut), or the search was stopped.
    Cutoff(Score),
}

/// The state of a quiet node before its moves are searched. Neither side threatens to win at once.
struct QuietNode<S> {
    /// Moves that force something, or answer what the opponent threatens.
    forcing: S,
    /// The moves after which the position may stop being quiet.
    may_threaten: S,
    /// Whether the opponent threatens a straight or double four.
    threatened: bool,
    /// The static evaluation, corrected by the TT entry.
    value: Score,
    /// Whether the static evaluation is better than it was two plies before.
    improving: bool,
    /// The singular extension of the TT move, in plies.
    extension: i32,
    tt_move: Option<Point>,
    /// How deeply the TT entry was searched.
    tt_depth: i32,
    /// The zone of the opponent's VCF threat, once that was looked for.
    zone: Option<S>,
}

impl Worker<'_> {
    /// The value of `position` for the side to move. Meaningless once the worker is stopped.
    pub(crate) fn search<P: Tactics>(&mut self, position: &P, mut node: Node) -> Score {
        let ply = node.ply;
        self.stack[ply as usize].pv.clear();
        self.stack[ply as usize + 2].cutoffs = 0;
        self.visit();
        if self.stopped {
            return Score::DRAW;
        }
        self.seldepth = self.seldepth.max(ply);

        // Step 1. Terminal node: the game is over.
        if let Some(outcome) = position.outcome() {
            return result(outcome, position.to_move(), ply);
        }

        // Step 2. Repetition: where positions may recur, the same one again leads nowhere.
        if ply > 0 && self.repeats(position) {
            return Score::DRAW;
        }

        // Step 3. An offered swap: the side that decides takes the better colour.
        if position.swap_offered() {
            let all = Node { alpha: -Score::INFINITE, beta: Score::INFINITE, known_quiet: false, ..node };
            let value = self.search(&position.make_swap(), all);
            let decides = position.swap_decider() == Some(position.to_move());
            let better = value.max(-value);
            return if decides { better } else { -better };
        }

        // Step 4. Mate distance pruning: no line is better than a win by the next move, or worse than a loss by the reply.
        node.alpha = node.alpha.max(Score::loss_in(ply));
        node.beta = node.beta.min(Score::win_in(ply + 1));
        if node.alpha >= node.beta {
            return node.alpha;
        }

        // Step 5. Transposition table cut-off: an earlier visit may have answered already.
        let key = position.key();
        let excluded = self.stack[ply as usize].excluded;
        let tt_entry = self.shared.table.probe(key, ply);
        if let Some(entry) = tt_entry
            && ply > 0
            && excluded.is_none()
            && (entry.depth >= node.depth.max(0) || entry.score.is_proven())
            && entry.settles(node.alpha, node.beta)
        {
            return entry.score;
        }

        if ply >= MAX_PLY {
            let features = self.features(position, &position.threats());
            return self.evaluate(position, &features);
        }
        debug_assert!(!node.known_quiet || position.threat_state() == ThreatState::Quiet);
        let threat_state = if node.known_quiet { ThreatState::Quiet } else { position.threat_state() };
        let result = match threat_state {
            // Step 6. A win by the next move.
            ThreatState::Wins => {
                let point = position.winning().first();
                self.stack[ply as usize].pv.extend(point.map(Move::Place));
                return Score::win_in(ply + 1);
            }
            ThreatState::Threatened(replies) => self.search_threatened(position, node, replies, tt_entry),
            ThreatState::Quiet => self.search_quiet(position, &mut node, tt_entry),
        };
        let best = match result {
            NodeResult::Searched(best) if !self.stopped => best,
            NodeResult::Searched(_) => return Score::DRAW,
            NodeResult::Cutoff(score) => return score,
        };
        if excluded.is_some() {
            return best.score;
        }

        // Step 19. History update and transposition table store.
        if let (Some(point), true) = (best.point, best.score >= node.beta) {
            let tried = &best.tried[..best.tried.len() - 1];
            let last = self.last_move(ply);
            self.stack[ply as usize].cutoffs += 1;
            self.history.learn(position.to_move(), point, tried, node.depth.max(1), ply, last);
        }
        let bound = match best.score {
            score if score >= node.beta => Bound::Lower,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let static_eval = self.stack[ply as usize].static_eval;
        let entry = TtEntry { score: best.score, bound, depth: node.depth.max(0), best: best.point, static_eval };
        self.shared.table.store(key, ply, entry);
        best.score
    }

    /// A node where the opponent threatens to win at once.
    fn search_threatened<P: Tactics>(
        &mut self,
        position: &P,
        node: Node,
        replies: P::Set,
        tt_entry: Option<TtEntry>,
    ) -> NodeResult {
        self.stack[node.ply as usize].static_eval = None;
        if position.legal().is_empty() {
            return NodeResult::Cutoff(self.pass(position, node));
        }
        if node.depth <= QUIESCENCE_DEPTH {
            let features = self.features(position, &position.threats());
            return NodeResult::Cutoff(self.evaluate(position, &features));
        }
        // Step 7. Forced replies: only those that stop the win are tried. A single one costs no depth (check extension).
        // Without any, the game is lost.
        let free = i32::from(replies.len() == 1 && node.depth > 0);
        let mut best = Best::none(node.ply);
        let moves = if replies.len() > 1 {
            let features = self.features(position, &position.threats());
            self.order(position, replies, tt_entry.and_then(|entry| entry.best), &features, node.ply)
        } else {
            Picker::only(replies.first())
        };
        self.enter(position);
        self.try_moves(position, &mut best, moves, Node { depth: node.depth + free, ..node }, None);
        self.leave(position);
        NodeResult::Searched(best)
    }

    /// Searches a quiet node: neither side threatens to win at once.
    fn search_quiet<P: Tactics>(&mut self, position: &P, node: &mut Node, tt_entry: Option<TtEntry>) -> NodeResult {
        let ply = node.ply;
        let threats = position.threats();
        node.known_quiet = true;

        // Step 8. Static win, by shape alone.
        if let Some((point, plies)) = position.static_win(&threats) {
            self.stack[ply as usize].pv.push(Move::Place(point));
            return NodeResult::Cutoff(Score::win_in(ply + plies));
        }

        let features = self.features(position, &threats);
        let known = tt_entry.and_then(|entry| entry.static_eval);
        let value = known.unwrap_or_else(|| self.evaluate(position, &features));
        self.stack[ply as usize].static_eval = Some(value);
        self.samples.offer(position.key(), &self.stack[..ply as usize]);

        // Step 9. Quiescence search: the depth is used up.
        if node.depth <= 0 {
            let score = self.quiescence(position, *node, tt_entry, value, &features, threats[0].capture);
            return NodeResult::Cutoff(score);
        }
        let value = tt_entry.map_or(value, |entry| entry.corrects(value));
        let first = tt_entry.and_then(|entry| entry.best);
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply as usize].static_eval);
        let improving = before.is_some_and(|before| value > before);
        let open_fours = position.open_fours(&threats[1]);
        let mut quiet_node = QuietNode {
            forcing: forcing(&threats) | open_fours,
            may_threaten: position.may_threaten(&threats),
            threatened: !open_fours.is_empty(),
            value,
            improving,
            extension: 0,
            tt_move: first,
            tt_depth: tt_entry.map_or(0, |entry| entry.depth),
            zone: None,
        };
        if self.stack[ply as usize].excluded.is_none()
            && let Some(score) = self.prune_node(position, node, &quiet_node)
        {
            return NodeResult::Cutoff(score);
        }
        let legal = position.legal();
        if legal.is_empty() {
            return NodeResult::Cutoff(self.pass(position, *node));
        }
        quiet_node.extension = match self.singular_extension(position, *node, tt_entry) {
            Singular::Extension(plies) => plies,
            Singular::Cutoff(score) => return NodeResult::Cutoff(score),
        };

        // Step 14. Move loop over the candidates, by policy and history; where the opponent threatens an open four, over the
        // defences against it.
        let defences = position.open_four_defences(&threats);
        quiet_node.forcing |= defences.unwrap_or(P::Set::EMPTY);
        let near = defences.unwrap_or_else(|| position.candidates());
        let mut best = Best::none(ply);
        self.enter(position);
        let moves = self.order(position, legal & near, first, &features, ply);
        self.try_moves(position, &mut best, moves, *node, Some(&mut quiet_node));
        // Step 15. The other moves only if all of those lose, for a loss must be proven.
        if best.score.plies_to_loss().is_some() && !self.stopped {
            let zone = self.zone(position, ply, &mut best, &mut quiet_node);
            let moves = self.order(position, legal & !near & zone, None, &features, ply);
            self.try_moves(position, &mut best, moves, *node, Some(&mut quiet_node));
        }
        self.leave(position);
        NodeResult::Searched(best)
    }

    /// Quiescence search: the static evaluation `value`, unless a VCF wins or `captures` make more of it.
    fn quiescence<P: Tactics>(
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
    fn zone<P: Tactics>(
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

    /// The value of `position`, whose side to move has no legal placement.
    fn pass<P: Tactics>(&mut self, position: &P, node: Node) -> Score {
        self.stack[node.ply as usize].current_move = None;
        self.enter(position);
        let score = -self.search(&position.make_pass(), node.child(node.alpha, node.beta, node.depth - 1));
        self.leave(position);
        self.update_pv(node.ply, Move::Pass);
        score
    }

    /// Pruning and reductions of the whole node, before its moves are tried.
    fn prune_node<P: Tactics>(
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
    fn singular_extension<P: Tactics>(&mut self, position: &P, node: Node, tt_entry: Option<TtEntry>) -> Singular {
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

    /// Tries moves until one reaches beta. In a quiet node late moves are pruned or reduced.
    fn try_moves<P: Tactics>(
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
    fn order<P: Tactics>(
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
    fn last_move(&self, ply: u32) -> Option<Point> {
        self.stack[ply.checked_sub(1)? as usize].current_move
    }

    /// The best line found from `ply` on.
    pub(crate) fn pv_from(&self, ply: u32) -> impl Iterator<Item = Move> {
        self.stack[ply as usize].pv.iter().copied()
    }

    /// The best line of `ply` becomes `mv` and the best line below it.
    fn update_pv(&mut self, ply: u32, mv: Move) {
        let (above, below) = self.stack.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize].pv;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].pv);
    }
}

impl Node {
    /// The search of the next position, asked for values between `floor` and `beta` as seen from here.
    const fn child(&self, floor: Score, beta: Score, depth: i32) -> Self {
        let (alpha, beta) = (beta.negated(), floor.negated());
        Self { alpha, beta, depth, ply: self.ply + 1, cut_node: self.cut_node, known_quiet: false }
    }
}

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

impl Best {
    /// Before any move was tried: a loss by the next reply.
    fn none(ply: u32) -> Self {
        Self { score: Score::loss_in(ply + 2), point: None, tried: SmallVec::new() }
    }
}

/// Whether captures may lead back to an earlier position, and so to a draw.
fn may_recur<P: Tactics>(position: &P) -> bool {
    position.game().rules().repetition && Color::ALL.iter().any(|&color| position.captured(color) > 0)
}

/// The points where a stone of the side to move makes a four or an open three, captures, gives atari, or takes the point of a
/// five or a capture from the other side.
fn forcing<S: PointSet>([ours, theirs]: &[Threats<S>; 2]) -> S {
    ours.five | ours.straight_four | ours.four | ours.three | ours.capture | ours.atari | theirs.five | theirs.capture
}

fn result(outcome: Outcome, to_move: Color, ply: u32) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == to_move => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
    }
}

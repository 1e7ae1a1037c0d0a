//! Principal variation search (PVS), a form of alpha-beta: the value of a position, by looking ahead.
//!
//! Wins and losses that it reports are proven: a loss counts as one only if every legal reply was looked at, or lies outside of the
//! relevance zone of a win. Whatever else leaves moves out or looks at them less deeply does so only where the result is an estimate.
//!
//! Steps 1 to 9, 14, 15 and 19 are in this file, 10 to 13 in `pruning`, 16 to 18 in `moves`.

mod moves;
mod pruning;
mod quiescence;

use engine::{Color, Move, Outcome, Point, PointSet, Tactics, ThreatState, Threats};
use smallvec::SmallVec;

pub(crate) use self::moves::ChildSearch;
use self::pruning::Singular;
use crate::Score;
use crate::picker::Picker;
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

        // Step 1. Terminal node: the game is over, or no line can be filled any more.
        if let Some(outcome) = position.outcome() {
            return result(outcome, position.to_move(), ply);
        }
        if ply > 0 && position.is_dead() {
            return Score::DRAW;
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

    /// The value of `position`, whose side to move has no legal placement.
    fn pass<P: Tactics>(&mut self, position: &P, node: Node) -> Score {
        self.stack[node.ply as usize].current_move = None;
        self.enter(position);
        let score = -self.search(&position.make_pass(), node.child(node.alpha, node.beta, node.depth - 1));
        self.leave(position);
        self.update_pv(node.ply, Move::Pass);
        score
    }
}

impl Node {
    /// The search of the next position, asked for values between `floor` and `beta` as seen from here.
    const fn child(&self, floor: Score, beta: Score, depth: i32) -> Self {
        let (alpha, beta) = (beta.negated(), floor.negated());
        Self { alpha, beta, depth, ply: self.ply + 1, cut_node: self.cut_node, known_quiet: false }
    }
}

impl Best {
    /// Before any move was tried: a loss by the next reply.
    fn none(ply: u32) -> Self {
        Self { score: Score::loss_in(ply + 2), point: None, tried: SmallVec::new() }
    }
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

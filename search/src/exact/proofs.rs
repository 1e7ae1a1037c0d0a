//! Proof search: does the side to move win, does it lose? Depth-first proof-number search (df-pn, Nagai 2002), with the
//! weak sum for positions that are reached on many ways (Ueda et al. 2008) and the 1+ε trick (Pawlewicz and Lew 2007). What
//! a position will cost is first guessed from its evaluation; wins by VCF are looked for at once, and against threatened ones only the
//! moves that may help are tried; what won after one reply is tried after the others. Several threads share one table, and
//! a virtual loss keeps them apart: a node seems the dearer the more of them are below it (after Kaneko 2010).
//!
//! # Repetition
//! One side attacks: it wants to win, the other one wants not to lose. A position that comes again on the same path is a
//! failure of the attacker, who could as well have won from it before.
//!
//! * *Wins* do not depend on the path. A position counts as won only if an attacker's move leads to a position that
//!   counts as lost for the other side, and as lost only if all its moves lead to won ones: by induction over the order
//!   in which this was found out, each such claim is a finite tree that ends in real wins. Leaving moves out because they
//!   repeat a position of the path can only hide wins. The length of the longest line of that tree, its *rank*, falls
//!   with every move.
//! * *That the attacker fails* may depend on the path (this is the problem of graph-history interaction): the move that
//!   failed here because it repeats may win elsewhere. So such an answer is no more than a hint about what to try. It is
//!   claimed only together with a closed set of positions, which [`Collection`](super::collection) looks for.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

use engine::{Move, PointSet, Tactics, ThreatState};
use eval::{Features, LineAccumulator, Weights};

use super::board::{Board, or_pass};
use super::pn_table::{Entry, INFINITE, LONGEST, Node, PnTable, ProofNumbers};
use super::simulation::DEEPEST;
use crate::Instant;
use crate::pace::Pace;
use crate::pool::Pool;
use crate::proof::budget::Budget;
use crate::proof::{VcfSolver, Verdict};

/// A proof search and its tables.
pub(super) struct Proofs<'b, P> {
    pub(super) shared: Shared<'b, P>,
    /// For each thread, the calling one first.
    solvers: Vec<VcfSolver>,
    /// The threads besides the calling one, if there are any.
    pool: Option<Pool>,
}

/// The state shared by all threads.
pub(super) struct Shared<'b, P> {
    pub(super) board: &'b Board<P>,
    weights: Weights,
    pub(super) memory: PnTable<'b>,
    /// Positions looked at, and beside them nodes of VCF searches.
    pub(super) nodes: AtomicU64,
    pub(super) vcf_nodes: AtomicU64,
    /// How many positions may be looked at for now, how many nodes of both kinds all in all, and until when.
    pub(super) most_nodes: u64,
    pub(super) limit: u64,
    pub(super) until: Option<Instant>,
    /// Set from outside to end the search.
    pub(super) stop: &'b AtomicBool,
    /// Set by the search itself when it is done.
    done: AtomicBool,
    /// Where the threads are, if there are several.
    virtual_loss: Option<VirtualLoss>,
}

impl<P> Shared<'_, P> {
    /// The nodes of both kinds.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes.load(Relaxed) + self.vcf_nodes.load(Relaxed)
    }

    /// Whether as many nodes as allowed were looked at.
    fn is_counted_out(&self) -> bool {
        self.nodes.load(Relaxed) >= self.most_nodes || self.all_nodes() >= self.limit
    }

    /// Whether the effort is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.is_counted_out() || self.stop.load(Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// How many threads are below a node, or below another one that falls into the same place.
struct VirtualLoss(Vec<AtomicU16>);

impl VirtualLoss {
    fn at(&self, node: Node) -> &AtomicU16 {
        &self.0[(node.hash() >> 48) as usize]
    }
}

/// One thread of the search.
pub(super) struct Searcher<'s, P> {
    pub(super) shared: &'s Shared<'s, P>,
    solver: &'s mut VcfSolver,
    /// The nodes from the root to the one that is searched.
    path: Vec<Node>,
    lines: LineAccumulator,
    /// Positions looked at.
    pub(super) nodes: u64,
    pace: Pace,
}

/// A move, its child node, and the entry of that node.
struct Child {
    mv: Move,
    node: Node,
    numbers: ProofNumbers,
    rank: u32,
    /// How many other threads are below it.
    virtual_loss: u32,
}

/// The numbers of a node, and of a win its rank.
pub(super) type Answer = (ProofNumbers, u32);

impl<'b, P: Tactics> Proofs<'b, P> {
    pub(super) fn new(board: &'b Board<P>, memory: PnTable<'b>, threads: usize, stop: &'b AtomicBool) -> Self {
        let pool = Pool::new(threads.max(1) - 1);
        let threads = 1 + pool.as_ref().map_or(0, Pool::len);
        let virtual_loss = pool.is_some().then(|| VirtualLoss((0..1 << 16).map(|_| AtomicU16::new(0)).collect()));
        let shared = Shared {
            board,
            weights: Weights::for_rules(board.game.rules()),
            memory,
            nodes: AtomicU64::new(0),
            vcf_nodes: AtomicU64::new(0),
            most_nodes: u64::MAX,
            limit: u64::MAX,
            until: None,
            stop,
            done: AtomicBool::new(false),
            virtual_loss,
        };
        Self { shared, solvers: vec![VcfSolver::hasty(VCF_MEMORY_PER_THREAD); threads], pool }
    }

    /// Whether the side to move in `position` wins (at an OR node) or does not lose (at an AND node); `None` if there
    /// was not effort enough. A win of either side is sure, everything else a hint.
    pub(super) fn solve(&mut self, position: &P, or_node: bool) -> Option<bool> {
        let node = self.shared.node(position, or_node);
        if self.shared.answer(node).is_none() && !self.shared.is_spent() {
            self.shared.done.store(false, Relaxed);
            let shared = &self.shared;
            let search = |solver: &mut VcfSolver| {
                let lines = LineAccumulator::new(&shared.weights, shared.board.game.grid());
                let mut searcher = Searcher { shared, solver, path: Vec::new(), lines, nodes: 0, pace: Pace::START };
                searcher.search(position, node, ProofNumbers::UNLIMITED);
                shared.done.store(true, Relaxed);
            };
            let (first, others) = self.solvers.split_first_mut().expect("there is a thread at least");
            match &self.pool {
                None => search(first),
                Some(pool) => pool.beside(others.iter_mut().map(|solver| move || search(solver)), || search(first)),
            }
        }
        self.shared.answer(node)
    }
}

impl<P: Tactics> Shared<'_, P> {
    /// The node of a position: OR if the side to move attacks, AND if it defends.
    pub(super) fn node(&self, position: &P, or_node: bool) -> Node {
        Node::new(self.board.code(position), or_node)
    }

    /// Whether its side to move reaches its goal, if that is solved.
    pub(super) fn answer(&self, node: Node) -> Option<bool> {
        let numbers = self.memory.get(node)?.numbers;
        numbers.is_solved().then_some(numbers.phi == 0)
    }
}

impl<'s, P: Tactics> Searcher<'s, P> {
    /// One more position is looked at; false if all is to end.
    pub(super) fn count(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        self.nodes += 1;
        self.shared.nodes.fetch_add(1, Relaxed);
        if self.pace.count() {
            self.pace.look(self.shared.until);
            self.shared.done.fetch_or(self.shared.is_spent(), Relaxed);
        }
        !self.is_over()
    }

    /// Whether all is to end.
    fn is_over(&self) -> bool {
        self.shared.is_counted_out() || self.shared.done.load(Relaxed)
    }

    /// A budget of at most `nodes` nodes for a VCF search. The caller charges the nodes spent.
    fn budget(&self, nodes: u64) -> Budget<'s> {
        let Shared { until, stop, limit, .. } = *self.shared;
        Budget::new(nodes.min(limit.saturating_sub(self.shared.all_nodes())), until, stop, self.pace)
    }

    /// Counts the nodes of a VCF search.
    fn charge(&mut self, budget: &Budget<'_>) {
        self.shared.vcf_nodes.fetch_add(budget.spent(), Relaxed);
        self.pace = budget.pace();
        self.shared.done.fetch_or(budget.is_stopped(), Relaxed);
    }

    /// Searches below `position` until one of its numbers reaches its limit.
    fn search(&mut self, position: &P, node: Node, limit: ProofNumbers) -> Answer {
        if self.path.contains(&node) {
            return (if node.is_or_node() { ProofNumbers::DISPROVED } else { ProofNumbers::PROVED }, 0);
        }
        // The work of earlier visits counts as well.
        let Shared { memory, virtual_loss, .. } = self.shared;
        let spent = memory.get(node).map_or(0, |known| known.work);
        let before = self.nodes;
        self.count();
        let mut children = match self.look(position, node) {
            Ok(children) => children,
            Err((numbers, rank)) => {
                memory.put(node, Entry { numbers, rank, work: 1 });
                return (numbers, rank);
            }
        };
        self.path.push(node);
        if let Some(virtual_loss) = virtual_loss {
            virtual_loss.at(node).fetch_add(1, Relaxed);
        }
        let (numbers, rank) = loop {
            self.synchronise(&mut children);
            let (numbers, best, second) = select(&children);
            if numbers.is_solved() || numbers.phi >= limit.phi || numbers.delta >= limit.delta || self.is_over() {
                break (numbers, rank(&children, numbers, node));
            }
            let child = &children[best];
            let others = numbers.delta - child.numbers.phi;
            let within = ProofNumbers {
                phi: if limit.delta == INFINITE { INFINITE } else { limit.delta - others },
                delta: limit.phi.min(second.saturating_add(1 + second / 4)).clamp(child.numbers.delta + 1, INFINITE),
            };
            let (next, node) = (position.make_move(child.mv), child.node);
            let (numbers, rank) = self.search(&next, node, within);
            (children[best].numbers, children[best].rank) = (numbers, rank);
            if node.is_or_node() && rank > 0 {
                self.simulate(position, best, &mut children);
            }
        };
        self.path.pop();
        if let Some(virtual_loss) = virtual_loss {
            virtual_loss.at(node).fetch_sub(1, Relaxed);
        }
        memory.put(node, Entry { numbers, rank, work: spent + self.nodes - before });
        if rank > 0 {
            // If one side wins, the other one does not.
            let opposite = if numbers.phi == 0 { ProofNumbers::PROVED } else { ProofNumbers::DISPROVED };
            let other = Node::new(node.code(), !node.is_or_node());
            memory.put(other, Entry { numbers: opposite, rank: 0, work: 1 });
        }
        (numbers, rank)
    }

    /// The attacker won after the reply `model`: perhaps the same moves win after others.
    fn simulate(&mut self, position: &P, model: usize, children: &mut [Child]) {
        let won = position.make_move(children[model].mv);
        for child in children.iter_mut().filter(|child| !child.numbers.is_solved()) {
            if self.is_over() {
                return;
            }
            if let Some(rank) = self.wins_like(&position.make_move(child.mv), Some(&won), DEEPEST) {
                (child.numbers, child.rank) = (ProofNumbers::PROVED, rank);
            }
        }
    }

    /// Takes over what the other threads have found out meanwhile, and where they are.
    fn synchronise(&self, children: &mut [Child]) {
        let Some(virtual_loss) = &self.shared.virtual_loss else { return };
        for child in children.iter_mut().filter(|child| !child.numbers.is_solved()) {
            child.virtual_loss = u32::from(virtual_loss.at(child.node).load(Relaxed));
            if let Some(known) = self.shared.memory.get(child.node) {
                (child.numbers, child.rank) = (known.numbers, known.rank);
            }
        }
    }

    /// The moves of the side to move, as far as they are not refuted at once.
    fn look(&mut self, position: &P, node: Node) -> Result<Vec<Child>, Answer> {
        let moves = self.moves(position, node.is_or_node())?;
        let child = |mv| self.child(position, mv, node.is_or_node());
        let mut children: Vec<Child> = or_pass(moves).map(child).collect();
        children.sort_unstable_by_key(|child| child.node);
        children.dedup_by_key(|child| child.node);
        let open = |child: &&Child| !child.numbers.is_solved();
        self.shared.memory.prefetch(children.iter().filter(open).map(|child| child.node));
        for child in children.iter_mut().filter(|child| !child.numbers.is_solved()) {
            if let Some(known) = self.shared.memory.get(child.node) {
                (child.numbers, child.rank) = (known.numbers, known.rank);
            } else {
                child.numbers = self.initial_numbers(&position.make_move(child.mv));
                // Worth less than anything else, so it costs no room.
                self.shared.memory.put(child.node, Entry { numbers: child.numbers, rank: 0, work: 0 });
            }
        }
        Ok(children)
    }

    /// The numbers of a position that was not searched yet: the worse it seems for the side to move, the more it takes to show
    /// that it reaches its goal, and the less that it does not.
    fn initial_numbers(&mut self, position: &P) -> ProofNumbers {
        let features = Features::of(position, &position.threats(), &self.shared.weights);
        let value = features.value(position, &mut self.lines);
        let cost = |value: i32| (4.0 * (f64::from(value) / 15.0).exp()).clamp(1.0, 100_000.0) as u32;
        ProofNumbers { phi: cost(-value), delta: cost(value) }
    }

    /// The placements that may do, none if only a pass is left; or the answer, and of a win its rank.
    pub(super) fn moves(&mut self, position: &P, or_node: bool) -> Result<P::Set, Answer> {
        // With what the attacker threatens to win, in plies.
        let (moves, threat) = match position.threat_state() {
            ThreatState::Wins => return Err((ProofNumbers::PROVED, u32::from(or_node))),
            ThreatState::Threatened(answers) => (answers, Some(2)),
            ThreatState::Quiet if or_node => match self.win_by_fours(position) {
                Some(rank) => return Err((ProofNumbers::PROVED, rank)),
                None => (position.legal(), None),
            },
            ThreatState::Quiet => match self.threat(position) {
                Some((zone, fours)) => (position.legal() & zone, Some(2 * fours + 2)),
                None => (position.legal(), None),
            },
        };
        match threat {
            Some(plies) if moves.is_empty() => Err((ProofNumbers::DISPROVED, if or_node { 0 } else { plies })),
            _ => Ok(moves),
        }
    }

    /// The rank of a win by VCF, if one is soon found. Stores the position after its first move.
    fn win_by_fours(&mut self, position: &P) -> Option<u32> {
        let mut budget = self.budget(VCF_NODES);
        let verdict = self.solver.look(position, VCF_LENGTH, &mut budget);
        self.charge(&budget);
        let Verdict::Win { first, fours } = verdict else { return None };
        let lost = self.shared.node(&position.make(first), false);
        self.shared.memory.put(lost, Entry { numbers: ProofNumbers::DISPROVED, rank: 2 * fours, work: 1 });
        Some(2 * fours + 1)
    }

    /// The zone and length of the VCF that the attacker threatens, if one is soon found.
    fn threat(&mut self, position: &P) -> Option<(P::Set, u32)> {
        let mut budget = self.budget(THREAT_NODES);
        let threat = self.solver.threat(position, &mut budget);
        self.charge(&budget);
        threat
    }

    /// A move; its numbers are open unless it ends the game.
    fn child(&self, position: &P, mv: Move, or_node: bool) -> Child {
        let next = position.make_move(mv);
        let node = self.shared.node(&next, !or_node);
        let numbers = match Board::ended(&next) {
            None => ProofNumbers { phi: 1, delta: 1 },
            // Wins at once are found before, so this is a draw.
            Some(_) if or_node => ProofNumbers::PROVED,
            Some(_) => ProofNumbers::DISPROVED,
        };
        Child { mv, node, numbers, rank: 0, virtual_loss: 0 }
    }
}

/// Limits of the VCF searches: memory in bytes, length in fours, and nodes to find a VCF or the threat of one.
const VCF_MEMORY_PER_THREAD: usize = 16 << 20;
const VCF_LENGTH: u32 = 30;
const VCF_NODES: u64 = 50;
const THREAT_NODES: u64 = 100;

/// The numbers of a node with these children, the child to be searched next, and the cost of the second best. Below which
/// other threads are at work, a child seems to cost as many times more.
fn select(children: &[Child]) -> (ProofNumbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
    let (mut cheapest, mut most, mut open) = (INFINITE, 0, 0);
    for (index, child) in children.iter().enumerate() {
        let ProofNumbers { phi, delta } = child.numbers;
        let seeming =
            if delta == INFINITE { INFINITE } else { delta.saturating_mul(1 + child.virtual_loss).min(INFINITE - 1) };
        if seeming < least || (seeming == least && phi < children[best].numbers.phi) {
            second = least;
            (best, least) = (index, seeming);
        } else {
            second = second.min(seeming);
        }
        cheapest = cheapest.min(delta);
        most = most.max(phi);
        open += u32::from(phi != 0);
    }
    let delta = match (open, most) {
        (0, _) => 0,
        (_, INFINITE) => INFINITE,
        // The weak sum: the hardest of those that are left, and one for each other.
        _ => (most + open - 1).min(INFINITE - 1),
    };
    let phi = if delta == 0 { INFINITE } else { cheapest };
    (ProofNumbers { phi, delta: if cheapest == 0 { INFINITE } else { delta } }, best, second)
}

/// The rank of a proved win of the attacker; 0 if it is none.
fn rank(children: &[Child], numbers: ProofNumbers, node: Node) -> u32 {
    let longest = match (node.is_or_node(), numbers) {
        (true, ProofNumbers::PROVED) => {
            children.iter().filter(|child| child.numbers.delta == 0).map(|child| child.rank).min()
        }
        (false, ProofNumbers::DISPROVED) => children.iter().map(|child| child.rank).max(),
        _ => return 0,
    };
    (longest.unwrap_or(0) + 1).min(LONGEST)
}

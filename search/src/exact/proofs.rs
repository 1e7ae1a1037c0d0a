//! Proof search: does the side to move win, does it lose? Depth-first proof numbers (Nagai 2002), with the weak sum for
//! positions that are reached on many ways (Ueda et al. 2008) and the 1+ε trick (Pawlewicz and Lew 2007). What a position
//! will cost is first guessed from its evaluation; wins by VCF are looked for at once, and against threatened ones only the
//! moves that may help are tried; what won after one reply is tried after the others. Several threads share what they find
//! out, and keep out of each other's way by taking a question for the dearer the more of them are at it (after Kaneko 2010).
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
use eval::{Features, Weights};

use super::board::{Board, or_pass};
use super::pn_table::{Costs, Known, LONGEST, NEVER, PnTable, Question};
use crate::Instant;
use crate::pace::Pace;
use crate::pool::Pool;
use crate::proof::budget::Budget;
use crate::proof::{VcfSolver, Verdict};

/// A proof search and all that it remembers.
pub(super) struct Proofs<'b, P> {
    pub(super) shared: Shared<'b, P>,
    /// For each thread, the calling one first.
    fours: Vec<VcfSolver>,
    /// The threads besides the calling one, if there are any.
    pool: Option<Pool>,
}

/// What all threads share.
pub(super) struct Shared<'b, P> {
    pub(super) board: &'b Board<P>,
    weights: Weights,
    pub(super) memory: PnTable<'b>,
    /// Positions looked at, and beside them nodes of VCF searches.
    pub(super) nodes: AtomicU64,
    pub(super) nodes_of_fours: AtomicU64,
    /// How many positions may be looked at for now, how many nodes of both kinds all in all, and until when.
    pub(super) most_nodes: u64,
    pub(super) limit: u64,
    pub(super) until: Option<Instant>,
    /// Set from outside to end the search.
    pub(super) stop: &'b AtomicBool,
    /// Set by the search itself when it is done.
    done: AtomicBool,
    /// What each thread is at, if there are several.
    crowd: Option<ThreadsBelow>,
}

impl<P> Shared<'_, P> {
    /// The nodes of both kinds.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes.load(Relaxed) + self.nodes_of_fours.load(Relaxed)
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

/// How many threads are looking for the answer to a question, or to another one that falls into the same place.
struct ThreadsBelow(Vec<AtomicU16>);

impl ThreadsBelow {
    fn at(&self, question: Question) -> &AtomicU16 {
        &self.0[(question.hash() >> 48) as usize]
    }
}

/// One thread of the search.
pub(super) struct Seeker<'s, P> {
    pub(super) shared: &'s Shared<'s, P>,
    fours: &'s mut VcfSolver,
    /// The questions that are being answered, each for the sake of the next.
    path: Vec<Question>,
    /// Positions looked at.
    pub(super) nodes: u64,
    pace: Pace,
}

/// A move, the question that follows, and what is known of it.
struct Child {
    mv: Move,
    question: Question,
    costs: Costs,
    rank: u32,
    /// How many other threads are at it.
    crowd: u32,
}

/// The answer to a question, and of a win its rank.
pub(super) type Answer = (Costs, u32);

impl<'b, P: Tactics> Proofs<'b, P> {
    pub(super) fn new(board: &'b Board<P>, memory: PnTable<'b>, threads: usize, stop: &'b AtomicBool) -> Self {
        let pool = Pool::new(threads.max(1) - 1);
        let threads = 1 + pool.as_ref().map_or(0, Pool::len);
        let crowd = pool.is_some().then(|| ThreadsBelow((0..1 << 16).map(|_| AtomicU16::new(0)).collect()));
        let shared = Shared {
            board,
            weights: Weights::for_rules(board.game.rules()),
            memory,
            nodes: AtomicU64::new(0),
            nodes_of_fours: AtomicU64::new(0),
            most_nodes: u64::MAX,
            limit: u64::MAX,
            until: None,
            stop,
            done: AtomicBool::new(false),
            crowd,
        };
        Self { shared, fours: vec![VcfSolver::hasty(FOURS_MEMORY); threads], pool }
    }

    /// Whether the side to move in `position` wins (if it `attacks`) or does not lose (if it does not); `None` if there
    /// was not effort enough. A win of either side is sure, everything else a hint.
    pub(super) fn ask(&mut self, position: &P, attacks: bool) -> Option<bool> {
        let question = self.shared.question(position, attacks);
        if self.shared.answer(question).is_none() && !self.shared.is_spent() {
            self.shared.done.store(false, Relaxed);
            let shared = &self.shared;
            let seek = |fours: &mut VcfSolver| {
                let mut seeker = Seeker { shared, fours, path: Vec::new(), nodes: 0, pace: Pace::START };
                seeker.explore(position, question, Costs::NEITHER);
                shared.done.store(true, Relaxed);
            };
            let (first, others) = self.fours.split_first_mut().expect("there is a thread at least");
            match &self.pool {
                None => seek(first),
                Some(pool) => pool.beside(others.iter_mut().map(|fours| move || seek(fours)), || seek(first)),
            }
        }
        self.shared.answer(question)
    }
}

impl<P: Tactics> Shared<'_, P> {
    /// The question whether the side to move wins (if it `attacks`) or does not lose.
    pub(super) fn question(&self, position: &P, attacks: bool) -> Question {
        Question::new(self.board.code(position), attacks)
    }

    /// The answer to it, if it is known.
    pub(super) fn answer(&self, question: Question) -> Option<bool> {
        let costs = self.memory.get(question)?.costs;
        costs.is_settled().then_some(costs.phi == 0)
    }
}

impl<'s, P: Tactics> Seeker<'s, P> {
    /// One more position is looked at; false if all is to end.
    pub(super) fn count(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        self.nodes += 1;
        self.shared.nodes.fetch_add(1, Relaxed);
        if self.pace.count() {
            self.pace.looked(Instant::now());
            self.shared.done.fetch_or(self.shared.is_spent(), Relaxed);
        }
        !self.is_over()
    }

    /// Whether all is to end.
    fn is_over(&self) -> bool {
        self.shared.is_counted_out() || self.shared.done.load(Relaxed)
    }

    /// What a VCF search may take, `nodes` nodes at most. What it spends is to be charged.
    fn budget(&self, nodes: u64) -> Budget<'s> {
        let Shared { until, stop, limit, .. } = *self.shared;
        Budget::new(nodes.min(limit.saturating_sub(self.shared.all_nodes())), until, stop, self.pace)
    }

    /// Counts the nodes of a VCF search.
    fn charge(&mut self, budget: &Budget<'_>) {
        self.shared.nodes_of_fours.fetch_add(budget.spent(), Relaxed);
        self.pace = budget.pace();
        self.shared.done.fetch_or(budget.is_stopped(), Relaxed);
    }

    /// Looks at positions below `position` until one of the costs reaches its limit.
    fn explore(&mut self, position: &P, question: Question, limit: Costs) -> Answer {
        if self.path.contains(&question) {
            return (if question.attacks() { Costs::MISSED } else { Costs::REACHED }, 0);
        }
        // What was spent on earlier visits counts as well.
        let Shared { memory, crowd, .. } = self.shared;
        let spent = memory.get(question).map_or(0, |known| known.work);
        let before = self.nodes;
        self.count();
        let mut children = match self.look(position, question) {
            Ok(children) => children,
            Err((costs, rank)) => {
                memory.put(question, Known { costs, rank, work: 1 });
                return (costs, rank);
            }
        };
        self.path.push(question);
        if let Some(crowd) = crowd {
            crowd.at(question).fetch_add(1, Relaxed);
        }
        let (costs, rank) = loop {
            self.listen(&mut children);
            let (costs, best, second) = weigh(&children);
            if costs.is_settled() || costs.phi >= limit.phi || costs.delta >= limit.delta || self.is_over() {
                break (costs, rank(&children, costs, question));
            }
            let child = &children[best];
            let others = costs.delta - child.costs.phi;
            let within = Costs {
                phi: if limit.delta == NEVER { NEVER } else { limit.delta - others },
                delta: limit.phi.min(second.saturating_add(1 + second / 4)).clamp(child.costs.delta + 1, NEVER),
            };
            let (next, question) = (position.make_move(child.mv), child.question);
            let (costs, rank) = self.explore(&next, question, within);
            (children[best].costs, children[best].rank) = (costs, rank);
            if question.attacks() && rank > 0 {
                self.imitate(position, best, &mut children);
            }
        };
        self.path.pop();
        if let Some(crowd) = crowd {
            crowd.at(question).fetch_sub(1, Relaxed);
        }
        memory.put(question, Known { costs, rank, work: spent + self.nodes - before });
        if rank > 0 {
            // If one side wins, the other one does not.
            let opposite = if costs.phi == 0 { Costs::REACHED } else { Costs::MISSED };
            let other = Question::new(question.code(), !question.attacks());
            memory.put(other, Known { costs: opposite, rank: 0, work: 1 });
        }
        (costs, rank)
    }

    /// The attacker won after the reply `model`: perhaps he wins in the same way after others.
    fn imitate(&mut self, position: &P, model: usize, children: &mut [Child]) {
        let won = position.make_move(children[model].mv);
        for child in children.iter_mut().filter(|child| !child.costs.is_settled()) {
            if self.is_over() {
                return;
            }
            if let Some(rank) = self.wins_like(&position.make_move(child.mv), Some(&won)) {
                (child.costs, child.rank) = (Costs::REACHED, rank);
            }
        }
    }

    /// Learns what the other threads have found out meanwhile, and what they are at.
    fn listen(&self, children: &mut [Child]) {
        let Some(crowd) = &self.shared.crowd else { return };
        for child in children.iter_mut().filter(|child| !child.costs.is_settled()) {
            child.crowd = u32::from(crowd.at(child.question).load(Relaxed));
            if let Some(known) = self.shared.memory.get(child.question) {
                (child.costs, child.rank) = (known.costs, known.rank);
            }
        }
    }

    /// The moves of the side to move, as far as they are not refuted at once.
    fn look(&mut self, position: &P, question: Question) -> Result<Vec<Child>, Answer> {
        let moves = self.moves(position, question.attacks())?;
        let child = |mv| self.child(position, mv, question.attacks());
        let mut children: Vec<Child> = or_pass(moves).map(child).collect();
        children.sort_unstable_by_key(|child| child.question);
        children.dedup_by_key(|child| child.question);
        let open = |child: &&Child| !child.costs.is_settled();
        self.shared.memory.fetch(children.iter().filter(open).map(|child| child.question));
        for child in children.iter_mut().filter(|child| !child.costs.is_settled()) {
            if let Some(known) = self.shared.memory.get(child.question) {
                (child.costs, child.rank) = (known.costs, known.rank);
            } else {
                child.costs = first_guess(&position.make_move(child.mv), &self.shared.weights);
                // Worth less than anything else, so it costs no room.
                self.shared.memory.put(child.question, Known { costs: child.costs, rank: 0, work: 0 });
            }
        }
        Ok(children)
    }

    /// The placements that may do, none if only a pass is left; or the answer, and of a win its rank.
    pub(super) fn moves(&mut self, position: &P, attacks: bool) -> Result<P::Set, Answer> {
        // With what the attacker threatens to win, in plies.
        let (moves, threat) = match position.threat_state() {
            ThreatState::Wins => return Err((Costs::REACHED, u32::from(attacks))),
            ThreatState::Threatened(answers) => (answers, Some(2)),
            ThreatState::Quiet if attacks => match self.win_by_fours(position) {
                Some(rank) => return Err((Costs::REACHED, rank)),
                None => (position.legal(), None),
            },
            ThreatState::Quiet => match self.threat(position) {
                Some((zone, fours)) => (position.legal() & zone, Some(2 * fours + 2)),
                None => (position.legal(), None),
            },
        };
        match threat {
            Some(plies) if moves.is_empty() => Err((Costs::MISSED, if attacks { 0 } else { plies })),
            _ => Ok(moves),
        }
    }

    /// The rank of a win by VCF, if one is soon found. What its first move leads to is remembered.
    fn win_by_fours(&mut self, position: &P) -> Option<u32> {
        let mut budget = self.budget(FOURS_NODES);
        let verdict = self.fours.look(position, LONGEST_FOURS, &mut budget);
        self.charge(&budget);
        let Verdict::Win { first, fours } = verdict else { return None };
        let lost = self.shared.question(&position.make(first), false);
        self.shared.memory.put(lost, Known { costs: Costs::MISSED, rank: 2 * fours, work: 1 });
        Some(2 * fours + 1)
    }

    /// What the side that attacks threatens by VCF, if that is soon found.
    fn threat(&mut self, position: &P) -> Option<(P::Set, u32)> {
        let mut budget = self.budget(THREAT_NODES);
        let threat = self.fours.threat(position, &mut budget);
        self.charge(&budget);
        threat
    }

    /// A move; what it costs is open unless it ends the game.
    fn child(&self, position: &P, mv: Move, attacks: bool) -> Child {
        let next = position.make_move(mv);
        let question = self.shared.question(&next, !attacks);
        let costs = match Board::ended(&next) {
            None => Costs { phi: 1, delta: 1 },
            // Wins at once are found before, so this is a draw.
            Some(_) if attacks => Costs::REACHED,
            Some(_) => Costs::MISSED,
        };
        Child { mv, question, costs, rank: 0, crowd: 0 }
    }
}

/// What the VCF searches may remember, in bytes; how long a series may be, and how many positions it may take to find
/// one, or what one threatens.
const FOURS_MEMORY: usize = 16 << 20;
const LONGEST_FOURS: u32 = 30;
const FOURS_NODES: u64 = 50;
const THREAT_NODES: u64 = 100;

/// What the question about a position that was not looked at yet may cost: the worse it seems for the side to move, the more
/// it takes to show that it reaches its goal, and the less that it does not.
fn first_guess<P: Tactics>(position: &P, weights: &Weights) -> Costs {
    let value = Features::of(position, &position.threats(), weights).value();
    let cost = |value: i32| (4.0 * (f64::from(value) / 15.0).exp()).clamp(1.0, 100_000.0) as u32;
    Costs { phi: cost(-value), delta: cost(value) }
}

/// The costs of a position with these moves, the move to be looked at next, and the cost of the second best. Where other
/// threads are at work, moves seem to cost as many times more.
fn weigh(children: &[Child]) -> (Costs, usize, u32) {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    let (mut cheapest, mut most, mut open) = (NEVER, 0, 0);
    for (index, child) in children.iter().enumerate() {
        let Costs { phi, delta } = child.costs;
        let seeming = if delta == NEVER { NEVER } else { delta.saturating_mul(1 + child.crowd).min(NEVER - 1) };
        if seeming < least || (seeming == least && phi < children[best].costs.phi) {
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
        (_, NEVER) => NEVER,
        // The weak sum: the hardest of those that are left, and one for each other.
        _ => (most + open - 1).min(NEVER - 1),
    };
    let phi = if delta == 0 { NEVER } else { cheapest };
    (Costs { phi, delta: if cheapest == 0 { NEVER } else { delta } }, best, second)
}

/// The rank of a proved win of the attacker; 0 if it is none.
fn rank(children: &[Child], costs: Costs, question: Question) -> u32 {
    let longest = match (question.attacks(), costs) {
        (true, Costs::REACHED) => children.iter().filter(|child| child.costs.delta == 0).map(|child| child.rank).min(),
        (false, Costs::MISSED) => children.iter().map(|child| child.rank).max(),
        _ => return 0,
    };
    (longest.unwrap_or(0) + 1).min(LONGEST)
}

//! Proof search: does the side to move win, does it lose? Depth-first proof numbers (Nagai 2002), with the weak sum for
//! positions that are reached on many ways (Ueda et al. 2008) and the 1+ε trick (Pawlewicz and Lew 2007). What a position
//! will cost is first guessed from its evaluation; wins by fours are looked for at once, and against threatened ones only the
//! moves that may help are tried.
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

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::{Point, PointSet, Position, Urgency};
use eval::Features;

use super::board::Board;
use super::memory::{Costs, Known, LONGEST, Memory, NEVER, Question};
use crate::proof::{Fours, Verdict};

/// A proof search and all that it remembers.
#[derive(Debug)]
pub(super) struct Proofs<'b, P> {
    board: &'b Board<P>,
    pub(super) memory: Memory,
    fours: Fours,
    /// The questions that are being answered, each for the sake of the next.
    path: Vec<Question>,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// How many may be looked at, all in all, and until when.
    pub(super) most_nodes: u64,
    pub(super) until: Option<Instant>,
    stop: &'b AtomicBool,
    stopped: bool,
}

/// A move, the question that follows, and what is known of it.
struct Child {
    point: Point,
    question: Question,
    costs: Costs,
    rank: u32,
}

/// What a look at a position tells.
enum Look {
    /// The question is answered; of a win with its rank.
    Settled(Costs, u32),
    /// The moves that may do.
    Open(Vec<Child>),
}

impl<'b, P: Position> Proofs<'b, P> {
    pub(super) fn new(board: &'b Board<P>, bytes: usize, stop: &'b AtomicBool) -> Self {
        Self {
            board,
            memory: Memory::new(bytes),
            fours: Fours::hasty(FOURS_MEMORY),
            path: Vec::new(),
            nodes: 0,
            most_nodes: u64::MAX,
            until: None,
            stop,
            stopped: false,
        }
    }

    /// Whether the side to move in `position` wins (if it `attacks`) or does not lose (if it does not); `None` if there
    /// was not effort enough. A win of either side is sure, everything else a hint.
    pub(super) fn ask(&mut self, position: &P, attacks: bool) -> Option<bool> {
        let question = self.question(position, attacks);
        let known = self.memory.get(question).map(|known| known.costs);
        let costs = match known.filter(|costs| costs.is_settled()) {
            Some(costs) => costs,
            None => self.explore(position, question, Costs { phi: NEVER, delta: NEVER }).0,
        };
        self.stopped = false;
        costs.is_settled().then_some(costs.phi == 0)
    }

    /// The question whether the side to move wins (if it `attacks`) or does not lose.
    pub(super) fn question(&self, position: &P, attacks: bool) -> Question {
        Question::new(self.board.code(position), attacks)
    }

    pub(super) const fn board(&self) -> &'b Board<P> {
        self.board
    }

    /// Whether the effort is spent.
    pub(super) fn is_over(&mut self) -> bool {
        let late = || self.until.is_some_and(|until| Instant::now() >= until) || self.stop.load(Ordering::Relaxed);
        self.stopped |= self.nodes >= self.most_nodes || (self.nodes.is_multiple_of(1024) && late());
        self.stopped
    }

    /// Looks at positions below `position` until one of the costs reaches its limit.
    fn explore(&mut self, position: &P, question: Question, limit: Costs) -> (Costs, u32) {
        if self.path.contains(&question) {
            return (if question.attacks() { Costs::MISSED } else { Costs::REACHED }, 0);
        }
        // What was spent on earlier visits counts as well.
        let spent = self.memory.get(question).map_or(0, |known| known.work);
        let before = self.nodes;
        self.nodes += 1;
        let mut children = match self.look(position, question) {
            Look::Settled(costs, rank) => {
                self.memory.put(question, Known { costs, rank, work: 1 });
                return (costs, rank);
            }
            Look::Open(children) => children,
        };
        self.path.push(question);
        let (costs, rank) = loop {
            let (costs, best, second) = weigh(&children);
            if costs.is_settled() || costs.phi >= limit.phi || costs.delta >= limit.delta || self.is_over() {
                break (costs, rank(&children, costs, question));
            }
            let child = &children[best];
            let others = costs.delta - child.costs.phi;
            let within = Costs {
                phi: if limit.delta == NEVER { NEVER } else { limit.delta - others },
                delta: limit.phi.min(second.saturating_add(1 + second / 4)).min(NEVER),
            };
            let (next, question) = (position.make(child.point), child.question);
            let (costs, rank) = self.explore(&next, question, within);
            (children[best].costs, children[best].rank) = (costs, rank);
        };
        self.path.pop();
        self.memory.put(question, Known { costs, rank, work: spent + self.nodes - before });
        if rank > 0 {
            // If one side wins, the other one does not.
            let opposite = if costs.phi == 0 { Costs::REACHED } else { Costs::MISSED };
            let other = Question::new(question.code(), !question.attacks());
            self.memory.put(other, Known { costs: opposite, rank: 0, work: 1 });
        }
        (costs, rank)
    }

    /// The moves of the side to move, as far as they are not refuted at once.
    fn look(&mut self, position: &P, question: Question) -> Look {
        // By what the attacker wins where the other side has nothing against it, in plies.
        let mut threat = 2;
        let moves = match position.urgency() {
            Urgency::Wins if question.attacks() => return Look::Settled(Costs::REACHED, 1),
            Urgency::Wins => return Look::Settled(Costs::REACHED, 0),
            Urgency::Threatened(answers) => answers,
            Urgency::Calm if question.attacks() => match self.win_by_fours(position) {
                Some(rank) => return Look::Settled(Costs::REACHED, rank),
                None => position.legal(),
            },
            Urgency::Calm => match self.fours.threat(position, THREAT_NODES) {
                Some((zone, fours)) => {
                    threat = 2 * fours + 2;
                    position.legal() & zone
                }
                None => position.legal(),
            },
        };
        if moves.is_empty() {
            return Look::Settled(Costs::MISSED, if question.attacks() { 0 } else { threat });
        }
        let mut children: Vec<Child> = moves.iter().map(|at| self.child(position, at, question.attacks())).collect();
        children.sort_unstable_by_key(|child| child.question);
        children.dedup_by_key(|child| child.question);
        let open = |child: &&Child| !child.costs.is_settled();
        self.memory.fetch(children.iter().filter(open).map(|child| child.question));
        for child in children.iter_mut().filter(|child| !child.costs.is_settled()) {
            match self.memory.get(child.question) {
                Some(known) => (child.costs, child.rank) = (known.costs, known.rank),
                None => child.costs = first_guess(&position.make(child.point)),
            }
        }
        Look::Open(children)
    }

    /// The rank of a win by fours, if one is soon found. What its first move leads to is remembered.
    fn win_by_fours(&mut self, position: &P) -> Option<u32> {
        let Verdict::Win { first, fours } = self.fours.search(position, LONGEST_FOURS, FOURS_NODES) else {
            return None;
        };
        let lost = self.question(&position.make(first), false);
        self.memory.put(lost, Known { costs: Costs::MISSED, rank: 2 * fours, work: 1 });
        Some(2 * fours + 1)
    }

    /// A move; what it costs is open unless it ends the game.
    fn child(&self, position: &P, point: Point, attacks: bool) -> Child {
        let next = position.make(point);
        let question = Question::new(self.board.code(&next), !attacks);
        let costs = match Board::ended(&next) {
            None => Costs { phi: 1, delta: 1 },
            // Wins at once are found before, so this is a draw.
            Some(_) if attacks => Costs::REACHED,
            Some(_) => Costs::MISSED,
        };
        Child { point, question, costs, rank: 0 }
    }
}

/// What the searches by fours may remember, in bytes; how long a series may be, and how many positions it may take to find
/// one, or what one threatens.
const FOURS_MEMORY: usize = 16 << 20;
const LONGEST_FOURS: u32 = 30;
const FOURS_NODES: u64 = 50;
const THREAT_NODES: u64 = 100;

/// What the question about a position that was not looked at yet may cost: the worse it seems for the side to move, the more
/// it takes to show that it reaches its goal, and the less that it does not.
fn first_guess<P: Position>(position: &P) -> Costs {
    let value = Features::of(position, &position.threats()).value();
    let cost = |value: i32| (4.0 * (f64::from(value) / 30.0).exp()).clamp(1.0, 10_000.0) as u32;
    Costs { phi: cost(-value), delta: cost(value) }
}

/// The costs of a position with these moves, the move to be looked at next, and the cost of the second best.
fn weigh(children: &[Child]) -> (Costs, usize, u32) {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    let (mut most, mut open) = (0, 0);
    for (index, child) in children.iter().enumerate() {
        let Costs { phi, delta } = child.costs;
        if delta < least || (delta == least && phi < children[best].costs.phi) {
            second = least;
            (best, least) = (index, delta);
        } else {
            second = second.min(delta);
        }
        most = most.max(phi);
        open += u32::from(phi != 0);
    }
    let delta = match (open, most) {
        (0, _) => 0,
        (_, NEVER) => NEVER,
        // The weak sum: the hardest of those that are left, and one for each other.
        _ => (most + open - 1).min(NEVER - 1),
    };
    (Costs { phi: if delta == 0 { NEVER } else { least }, delta: if least == 0 { NEVER } else { delta } }, best, second)
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

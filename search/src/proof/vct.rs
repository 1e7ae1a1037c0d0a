//! VCT: wins by threes and fours, by depth-first proof-number search (Nagai 2002).
//!
//! The attacker's moves are threats; the defender's are the replies that matter: all answers to a four, and to a three
//! all replies after which the threatened VCF does not win any more.

use std::collections::HashMap;

use engine::{Point, PointSet, Tactics, ThreatState};

use super::budget::Budget;
use super::numbers::{Family, NEVER, patience};
use super::strategy::{Step, StepId, Strategy};
use super::vcf::VcfSolver;

/// A position of the search.
struct Node<P> {
    position: P,
    /// How many positions must at least be proved to prove this one, or disproved to disprove it; 0 is done.
    proof: u32,
    disproof: u32,
    children: Vec<(Point, u32)>,
    stage: Stage,
    /// The winning step: for the attacker his step, for the defender's turn the step that follows replies without a
    /// child.
    step: Option<StepId>,
}

/// The state of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing.
    New,
    /// The threat is found; the replies that matter are not yet computed.
    Threatened,
    /// Solved, or all its children.
    Open,
}

/// Positions that one question for fours may look at: the attacker's, the defender's.
const FOURS: u64 = 3_000;
const COUNTER_FOURS: u64 = 300;

/// The VCF solvers of both sides, kept between searches.
#[derive(Default)]
pub(crate) struct Solvers {
    pub(crate) attacker: VcfSolver,
    defender: VcfSolver,
}

/// The search for one attacker.
pub(crate) struct Vct<'s, 'b, P> {
    nodes: Vec<Node<P>>,
    index: HashMap<u64, u32>,
    /// The keys on the way to the current node, where positions may recur.
    path: Vec<u64>,
    attacker: VcfSolver,
    defender: VcfSolver,
    strategy: &'s mut Strategy,
    budget: &'s mut Budget<'b>,
    /// Whether replies outside of the zone of a threat are skipped.
    zone: bool,
}

impl<'s, 'b, P: Tactics> Vct<'s, 'b, P> {
    pub(crate) fn new(strategy: &'s mut Strategy, budget: &'s mut Budget<'b>, zone: bool) -> Self {
        Self::with_solvers(strategy, budget, zone, Solvers::default())
    }

    /// As [`new`](Self::new), with the VCF results of an earlier search for the same attacker.
    pub(crate) fn with_solvers(
        strategy: &'s mut Strategy,
        budget: &'s mut Budget<'b>,
        zone: bool,
        Solvers { attacker, defender }: Solvers,
    ) -> Self {
        Self { nodes: Vec::new(), index: HashMap::new(), path: Vec::new(), attacker, defender, strategy, budget, zone }
    }

    /// A win of the side to move in `position`.
    pub(crate) fn win(&mut self, position: &P) -> Option<StepId> {
        let root = self.node(*position, 1);
        while !self.is_solved(root) && !self.budget.is_spent() {
            self.descend(root, true, NEVER, NEVER);
        }
        let node = &self.nodes[root as usize];
        (node.proof == 0).then_some(node.step).flatten()
    }

    /// The VCF solvers, for the next search.
    pub(crate) fn into_solvers(self) -> Solvers {
        Solvers { attacker: self.attacker, defender: self.defender }
    }

    fn is_solved(&self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        node.proof == 0 || node.disproof == 0
    }

    /// The node of `position`; a new one is expected to need `proof` proofs.
    fn node(&mut self, position: P, proof: u32) -> u32 {
        let recurs = position.game().rules().repetition;
        if let Some(&id) = self.index.get(&position.key()).filter(|_| !recurs) {
            return id;
        }
        let id = self.nodes.len() as u32;
        self.index.insert(position.key(), id);
        self.nodes.push(Node { position, proof, disproof: 1, children: Vec::new(), stage: Stage::New, step: None });
        id
    }

    fn settle(&mut self, id: u32, proved: bool) {
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = if proved { (0, NEVER) } else { (NEVER, 0) };
    }

    /// Searches below `id` until it is solved or its numbers reach the limits.
    fn descend(&mut self, id: u32, attack: bool, most_proof: u32, most_disproof: u32) {
        match self.nodes[id as usize].stage {
            Stage::New => {
                self.nodes[id as usize].stage = Stage::Open;
                if attack {
                    self.look_as_attacker(id)
                } else {
                    self.look_as_defender(id)
                }
                if self.nodes[id as usize].stage == Stage::Threatened {
                    return;
                }
            }
            Stage::Threatened => {
                self.nodes[id as usize].stage = Stage::Open;
                self.reply(id);
            }
            Stage::Open => {}
        }
        let key = self.nodes[id as usize].position.key();
        self.path.push(key);
        loop {
            let (child, next_best) = self.update(id, attack);
            let node = &self.nodes[id as usize];
            let done = node.proof >= most_proof || node.disproof >= most_disproof || self.is_solved(id);
            let (Some(child), false) = (child, done || self.budget.is_spent()) else { break };
            let below = &self.nodes[child as usize];
            let rival = patience(next_best);
            let (proof, disproof) = if attack {
                (most_proof.min(rival), most_disproof - node.disproof + below.disproof)
            } else {
                (most_proof - node.proof + below.proof, most_disproof.min(rival))
            };
            self.descend(child, !attack, proof, disproof);
        }
        self.path.pop();
    }

    /// Works out the numbers of `id` from its children. Returns the child to be searched next, and the number that its
    /// best rival has.
    fn update(&mut self, id: u32, attack: bool) -> (Option<u32>, u32) {
        if self.is_solved(id) {
            return (None, 0);
        }
        let numbers = |node: &Node<P>| if attack { (node.proof, node.disproof) } else { (node.disproof, node.proof) };
        let children = self.nodes[id as usize].children.iter();
        let Family { best, least, second, sum, .. } =
            Family::of(children.map(|&(_, child)| (child, numbers(&self.nodes[child as usize]))));
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = if attack { (least, sum) } else { (sum, least) };
        if node.proof == 0 && attack {
            self.conclude(id);
        }
        (best, second)
    }

    /// The attacker has a move after which every reply loses: this becomes a step.
    fn conclude(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let proved = |&&(_, child): &&(Point, u32)| self.nodes[child as usize].proof == 0;
        let Some(&(at, child)) = node.children.iter().find(proved) else { return };
        let defence = &self.nodes[child as usize];
        let step_of = |&(reply, child): &(Point, u32)| Some((reply, self.nodes[child as usize].step?));
        let replies: Option<Vec<_>> = defence.children.iter().map(step_of).collect();
        if let (Some(replies), Some(otherwise)) = (replies, defence.step) {
            self.nodes[id as usize].step = Some(self.strategy.add(Step::Attack { at, replies, otherwise }));
        }
    }

    /// The attacker's turn: a win by VCF, or else the threats to be tried.
    fn look_as_attacker(&mut self, id: u32) {
        let position = self.nodes[id as usize].position;
        let recurs = self.path.contains(&position.key());
        if position.outcome().is_some() || recurs {
            return self.settle(id, false);
        }
        let mut part = self.budget.part(FOURS);
        let step = self.attacker.win(&position, u32::MAX, self.strategy, &mut part);
        self.budget.charge(&part);
        if step.is_some() {
            self.nodes[id as usize].step = step;
            return self.settle(id, true);
        }
        let [threats, _] = position.threats();
        let strong = threats.four | threats.three | threats.straight_four | threats.capture | position.forcing();
        let mut moves = (strong | threats.two) & position.legal();
        if let Some(defences) = position.defences() {
            moves = defences & position.legal();
        }
        let children =
            moves.iter().map(|at| (at, self.node(position.make(at), if strong.contains(at) { 1 } else { 4 })));
        let children: Vec<_> = children.collect();
        if children.is_empty() {
            return self.settle(id, false);
        }
        self.nodes[id as usize].children = children;
    }

    /// The defender's turn: finds the threat and the replies that matter.
    fn look_as_defender(&mut self, id: u32) {
        let position = self.nodes[id as usize].position;
        let attacker = !position.to_move();
        if let Some(outcome) = position.outcome() {
            // A winning move of the attacker is found as such before; all other ends are failures.
            debug_assert!(outcome.winner != Some(attacker));
            return self.settle(id, false);
        }
        self.budget.spend();
        if self.path.contains(&position.key()) {
            return self.settle(id, false);
        }
        match position.threat_state() {
            ThreatState::Wins => return self.settle(id, false),
            ThreatState::Threatened(answers) => {
                let wins = position.make_null().winning().iter().collect();
                let step = self.strategy.add(Step::Win(wins));
                return self.open_replies(id, step, answers);
            }
            ThreatState::Quiet => {}
        }
        let before = self.strategy.len();
        let Some(threat) = self.three(&position) else { return self.settle(id, false) };
        // The shorter the threat, the fewer the replies: those come first. The work of finding them comes later.
        let length = (self.strategy.len() - before) as u32;
        let node = &mut self.nodes[id as usize];
        (node.stage, node.step, node.proof) = (Stage::Threatened, Some(threat), 2 + length / 4);
    }

    /// Works out the replies that matter to a threat.
    fn reply(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        if let Some(threat) = node.step {
            let relevant = self.strategy.relevant(threat, &node.position, self.zone);
            self.open_replies(id, threat, relevant);
        }
    }

    fn open_replies(&mut self, id: u32, otherwise: StepId, relevant: P::Set) {
        let position = self.nodes[id as usize].position;
        self.nodes[id as usize].step = Some(otherwise);
        let children: Vec<_> = relevant.iter().map(|reply| (reply, self.node(position.make(reply), 1))).collect();
        if children.is_empty() {
            return self.settle(id, true);
        }
        self.nodes[id as usize].children = children;
    }

    /// The VCF that the attacker threatens, unless the defender wins by VCF himself.
    fn three(&mut self, position: &P) -> Option<StepId> {
        let mut part = self.budget.part(FOURS);
        let threat = self.attacker.win(&position.make_null(), u32::MAX, self.strategy, &mut part);
        self.budget.charge(&part);
        let threat = threat?;
        let start = self.strategy.len();
        let mut part = self.budget.part(COUNTER_FOURS);
        let counter = self.defender.win(position, u32::MAX, self.strategy, &mut part);
        self.budget.charge(&part);
        self.strategy.truncate(start);
        if counter.is_some() { None } else { Some(threat) }
    }
}

//! The tree of the prover.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Point, PointSet, Tactics, ThreatState};

use super::order::Order;
use super::wins::Wins;
use crate::proof::Assembly;
use crate::proof::budget::Budget;
use crate::proof::numbers::{Family, NEVER, patience};
use crate::proof::relevance::Relevance;
use crate::proof::strategy::{Step, StepId, Strategy};
use crate::proof::vct::{Solvers, Vct};

/// The proof number of a quiet move beyond that of the win after a pass.
const QUIET: u32 = 3;

/// Nodes between two reports.
const SLICE: u64 = 20_000;

/// Claims about relevance that cost as much as a node.
const CLAIMS: u64 = 8;

/// The effort for each position; that of the next level is about twice as large.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Nodes of a search for threats, and of one that orders moves.
    threats: u64,
    search: u64,
    /// Quiet moves to try.
    width: usize,
}

impl Level {
    pub(super) const fn new(level: u32) -> Self {
        Self { threats: 400 << level, search: 500 << level, width: 3 + 2 * level as usize }
    }
}

/// The state of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing is known.
    New,
    /// The attacker's turn: threats alone do not win.
    Quiet,
    /// The defender's turn: the only child is the position after a pass.
    Null,
    /// Solved, or all its children.
    Open,
}

/// A position of the search.
struct Node<P> {
    position: P,
    proof: u32,
    disproof: u32,
    children: Vec<(Point, u32)>,
    stage: Stage,
    /// The winning step of the attacker, or the one that follows replies without a child.
    step: Option<StepId>,
}

/// The search for one attacker.
pub(super) struct Tree<'b, P: Tactics> {
    nodes: Vec<Node<P>>,
    index: HashMap<u64, u32>,
    /// Won positions with the attacker to move, by key. All levels share them.
    pub(super) proved: HashMap<u64, StepId>,
    pub(super) assembly: Assembly,
    relevance: Relevance<P::Set>,
    solvers: Solvers,
    order: Order<P>,
    level: Level,
    pub(super) budget: Budget<'b>,
    /// Wins of other positions, tried before a search.
    wins: Wins<P::Set>,
    stop: &'b AtomicBool,
}

impl<'b, P: Tactics> Tree<'b, P> {
    /// The search for a win of the side to move in `position`; `None` where not only lines decide.
    pub(super) fn new(position: &P, budget: Budget<'b>, stop: &'b AtomicBool) -> Option<Self> {
        Some(Self {
            nodes: Vec::new(),
            index: HashMap::new(),
            proved: HashMap::new(),
            assembly: Assembly::default(),
            relevance: Relevance::new(position)?,
            solvers: Solvers::default(),
            order: Order::new(*position),
            level: Level::new(0),
            budget,
            wins: Wins::default(),
            stop,
        })
    }

    /// The winning step of the side to move in `position` with this effort. Results of earlier levels are kept.
    pub(super) fn win(
        &mut self,
        position: &P,
        level: Level,
        most: usize,
        show: &mut dyn FnMut(&Self),
    ) -> Option<StepId> {
        self.level = level;
        self.nodes.clear();
        self.index.clear();
        let root = self.node(*position, 1);
        while !self.is_solved(root) && !self.budget.is_spent() && self.nodes.len() < most {
            let spend = self.budget.spent() + SLICE;
            self.descend(root, true, (NEVER, NEVER), spend);
            show(self);
        }
        let node = &self.nodes[root as usize];
        (node.proof == 0).then_some(node.step).flatten()
    }

    /// The number of positions of this level.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The proof and disproof numbers of the first position.
    pub(super) fn numbers(&self) -> (u32, u32) {
        self.nodes.first().map_or((1, 1), |node| (node.proof, node.disproof))
    }

    fn is_solved(&self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        node.proof == 0 || node.disproof == 0
    }

    /// The node of `position`; a new one has the proof number `proof`.
    fn node(&mut self, position: P, proof: u32) -> u32 {
        let key = position.key();
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = self.nodes.len() as u32;
        self.index.insert(key, id);
        let step = self.proved.get(&key).copied();
        let (proof, disproof) = if step.is_some() { (0, NEVER) } else { (proof, 1) };
        let stage = if step.is_some() { Stage::Open } else { Stage::New };
        self.nodes.push(Node { position, proof, disproof, children: Vec::new(), stage, step });
        id
    }

    fn settle(&mut self, id: u32, proved: bool) {
        let node = &mut self.nodes[id as usize];
        node.stage = Stage::Open;
        (node.proof, node.disproof) = if proved { (0, NEVER) } else { (NEVER, 0) };
    }

    /// Marks the attacker's turn `id` as won by `step`.
    fn prove(&mut self, id: u32, step: StepId) {
        self.settle(id, true);
        let node = &mut self.nodes[id as usize];
        node.step = Some(step);
        let position = node.position;
        self.proved.insert(position.key(), step);
        // It is tried elsewhere, too.
        if let Some(zone) = self.zone(step, &position, 1) {
            self.wins.add(&position, step, zone);
        }
    }

    /// The zone in which the step wins `position`, with the attacker to move and `extra` more stones outside of it.
    fn zone(&mut self, step: StepId, position: &P, extra: u16) -> Option<P::Set> {
        let stop = self.stop;
        self.relevance.zone(self.assembly.steps(), step, position, extra, &mut |_| stop.load(Relaxed)).ok()
    }

    /// Adds a win of another position with its zone, to be tried where it fits.
    pub(super) fn know(&mut self, position: &P, win: &Strategy, zone: P::Set) {
        if !win.steps().is_empty() {
            let step = self.assembly.import(win, |point| point);
            self.wins.add(position, step, zone);
        }
    }

    /// Whether the step wins `position`, with the attacker to move.
    pub(super) fn serves(&mut self, step: StepId, position: &P) -> bool {
        position.outcome().is_none() && self.zone(step, position, 0).is_some()
    }

    /// Tries `step`, the win of another position, in the attacker's turn `id`.
    fn copy(&mut self, id: u32, step: StepId) -> bool {
        let position = self.nodes[id as usize].position;
        let before = self.relevance.claims;
        let serves = self.serves(step, &position);
        self.budget.take((self.relevance.claims - before) / CLAIMS);
        if serves {
            self.prove(id, step);
        }
        serves
    }

    /// Tries the win after a reply to the defence `id` after its other replies.
    fn copy_to_siblings(&mut self, id: u32, child: u32) {
        let node = &self.nodes[child as usize];
        let (0, Some(step)) = (node.proof, node.step) else { return };
        for place in 0..self.nodes[id as usize].children.len() {
            let (_, sibling) = self.nodes[id as usize].children[place];
            if !self.is_solved(sibling) {
                self.copy(sibling, step);
            }
        }
    }

    /// Searches below `id` until it is solved, its numbers reach `most`, or `spend` nodes are spent in all.
    fn descend(&mut self, id: u32, attack: bool, most: (u32, u32), spend: u64) {
        match (attack, self.nodes[id as usize].stage) {
            (true, Stage::New) => return self.threats(id),
            (true, Stage::Quiet) => self.quiet_moves(id),
            (false, Stage::New) => self.answer(id),
            _ => {}
        }
        loop {
            let (child, next_best, largest) = self.update(id, attack);
            let node = &self.nodes[id as usize];
            let done = node.proof >= most.0 || node.disproof >= most.1 || self.is_solved(id);
            let spent = self.budget.is_spent() || self.budget.spent() >= spend;
            let (Some(child), false) = (child, done || spent) else { break };
            let rival = patience(next_best);
            let most = if node.stage == Stage::Null {
                (most.0.saturating_sub(QUIET).max(1), most.1)
            } else if attack {
                (most.0.min(rival), most.1 - node.disproof + largest)
            } else {
                (most.0 - node.proof + largest, most.1.min(rival))
            };
            let attack_below = !attack || node.stage == Stage::Null;
            self.descend(child, attack_below, most, spend);
            if !attack && self.nodes[id as usize].stage == Stage::Open {
                self.copy_to_siblings(id, child);
            }
        }
    }

    /// Computes the numbers of `id` from its children. Returns the child to search next, the number of its best rival, and
    /// the largest of the numbers of which all children count.
    fn update(&mut self, id: u32, attack: bool) -> (Option<u32>, u32, u32) {
        if self.is_solved(id) {
            return (None, 0, 0);
        }
        if self.nodes[id as usize].stage == Stage::Null {
            let (_, null) = self.nodes[id as usize].children[0];
            let (proof, disproof) = (self.nodes[null as usize].proof, self.nodes[null as usize].disproof);
            if proof > 0 {
                let node = &mut self.nodes[id as usize];
                (node.proof, node.disproof) = (proof.saturating_add(QUIET).min(NEVER), disproof);
                return (Some(null), NEVER, 0);
            }
            self.open_replies(id, self.nodes[null as usize].step);
            return self.update(id, attack);
        }
        let numbers = |node: &Node<P>| if attack { (node.proof, node.disproof) } else { (node.disproof, node.proof) };
        let children = self.nodes[id as usize].children.iter();
        let family = Family::of(children.map(|&(_, child)| (child, numbers(&self.nodes[child as usize]))));
        let Family { best, least, second, most, .. } = family;
        let sum = family.weak_sum();
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = if attack { (least, sum) } else { (sum, least) };
        if node.proof == 0 && attack {
            self.conclude(id);
        }
        (best, second, most)
    }

    /// The attacker has a move after which every reply loses: this becomes a step.
    fn conclude(&mut self, id: u32) {
        let proved = |&&(_, child): &&(Point, u32)| self.nodes[child as usize].proof == 0;
        let Some(&(at, child)) = self.nodes[id as usize].children.iter().find(proved) else { return };
        let defence = &self.nodes[child as usize];
        let step_of = |&(reply, child): &(Point, u32)| Some((reply, self.nodes[child as usize].step?));
        let replies: Option<Vec<_>> = defence.children.iter().map(step_of).collect();
        if let (Some(replies), Some(otherwise)) = (replies, defence.step) {
            let step = self.assembly.add(Step::Attack { at, replies, otherwise });
            self.prove(id, step);
        } else {
            self.settle(id, false);
        }
    }

    /// The attacker's turn: a win by VCF or VCT.
    fn threats(&mut self, id: u32) {
        let position = self.nodes[id as usize].position;
        if position.outcome().is_some() {
            return self.settle(id, false);
        }
        if self.wins.fitting(&position).into_iter().any(|step| self.copy(id, step)) {
            return;
        }
        let mut local = Strategy::default();
        let mut part = self.budget.part(self.level.threats);
        let mut step = self.solvers.attacker.win(&position, u32::MAX, &mut local, &mut part);
        if step.is_none() && !part.is_spent() {
            let mut vct = Vct::with_solvers(&mut local, &mut part, true, std::mem::take(&mut self.solvers));
            step = vct.win(&position);
            self.solvers = vct.into_solvers();
        }
        self.budget.charge(&part);
        match step {
            Some(step) => {
                let step = self.assembly.import(&local.below(step), |point| point);
                self.prove(id, step);
            }
            None => {
                let node = &mut self.nodes[id as usize];
                node.stage = Stage::Quiet;
                node.proof = node.proof.max(2);
            }
        }
    }

    /// The attacker's turn, whose threats alone do not win: the moves to try.
    fn quiet_moves(&mut self, id: u32) {
        let position = self.nodes[id as usize].position;
        let Level { search, width, .. } = self.level;
        let (moves, nodes) = self.order.moves(&position, search, width, self.stop);
        self.budget.take(nodes);
        if moves.is_empty() {
            return self.settle(id, false);
        }
        let children = moves.into_iter().map(|(at, proof)| (at, self.node(position.make(at), proof))).collect();
        let node = &mut self.nodes[id as usize];
        (node.children, node.stage) = (children, Stage::Open);
    }

    /// The defender's turn: answers to a four, or else the win after a pass.
    fn answer(&mut self, id: u32) {
        let position = self.nodes[id as usize].position;
        if position.outcome().is_some() {
            return self.settle(id, false);
        }
        self.budget.spend();
        match position.threat_state() {
            ThreatState::Wins => self.settle(id, false),
            ThreatState::Threatened(answers) => {
                let step = self.assembly.add(Step::Win(position.make_null().winning().iter().collect()));
                self.open(id, step, answers);
            }
            ThreatState::Quiet => {
                let null = self.node(position.make_null(), 1);
                let node = &mut self.nodes[id as usize];
                (node.children, node.stage) = (vec![(Point::new(0), null)], Stage::Null);
                if self.nodes[null as usize].stage == Stage::New {
                    self.threats(null);
                }
            }
        }
    }

    /// The win after a pass is known: finds the replies against which it fails.
    fn open_replies(&mut self, id: u32, step: Option<StepId>) {
        let position = self.nodes[id as usize].position;
        let Some(step) = step else { return self.settle(id, false) };
        let (before, stop) = (self.relevance.claims, self.stop);
        let relevant = self.relevance.replies(self.assembly.steps(), step, &position, &mut |_| stop.load(Relaxed));
        self.budget.take((self.relevance.claims - before) / CLAIMS);
        match relevant {
            Some(relevant) => self.open(id, step, relevant),
            None => self.settle(id, false),
        }
    }

    fn open(&mut self, id: u32, otherwise: StepId, replies: P::Set) {
        let position = self.nodes[id as usize].position;
        let children: Vec<_> = replies.iter().map(|reply| (reply, self.node(position.make(reply), 1))).collect();
        if children.is_empty() {
            self.settle(id, true);
        }
        let node = &mut self.nodes[id as usize];
        (node.children, node.step, node.stage) = (children, Some(otherwise), Stage::Open);
    }

    /// Whether the step wins `position`, by zones.
    pub(super) fn holds(&mut self, strategy: &Strategy, position: &P) -> bool {
        self.relevance.forget();
        let (root, stop) = (strategy.steps().len() as StepId - 1, self.stop);
        let holds = self.relevance.zone(strategy.steps(), root, position, 0, &mut |_| stop.load(Relaxed)).is_ok();
        self.relevance.forget();
        holds
    }
}

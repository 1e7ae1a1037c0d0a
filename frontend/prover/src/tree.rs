//! The tree of a proof: positions of a store as AND/OR nodes, with the nodes that their proofs are expected to cost.

pub(crate) mod select;

use std::collections::HashMap;

use engine::{Color, Point, SetUp, record};

use crate::canon::{Canon, after};
use crate::error::Error;
use crate::store::Store;

/// Budgets, in nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    /// The first attempt at a position; each further one has four times as many.
    pub first: u64,
    /// The attempt before which the attacker's moves are tried one by one.
    pub split: u64,
    /// The search for those moves.
    pub moves: u64,
}

impl Default for Budgets {
    /// 4, 64 and 0.2 million nodes.
    fn default() -> Self {
        Self { first: 4_000_000, split: 64_000_000, moves: 200_000 }
    }
}

/// The expected cost of all replies to a quiet move, in budgets of a first attempt. About 170 replies need one, most of which end
/// early; a tenth fail and need more.
const REPLIES: u64 = 240;

/// The same if wins with these stones of the attacker are known: they serve most replies, but not those that are hard.
const REPLIES_OF_KNOWN: u64 = 160;

/// The most stones of a position that is attempted once only; then the attacker's moves are tried one by one.
const FEW: usize = 2;

/// An attempt has this many times the nodes of the one before.
const GROWTH: u64 = 4;

/// How many times the cost of the cheapest attacking move the present one may have. The last replies cost more than expected:
/// without this, work goes from move to move, and none is ended.
const PATIENCE: u64 = 2;

/// The cost of a lost position.
const NEVER: u64 = u64::MAX / 4;

/// The state of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Neither won nor lost yet.
    Open,
    /// The attacker wins.
    Proved,
    /// The defender has won.
    Lost,
}

impl State {
    /// The state in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Proved => "proved",
            Self::Lost => "lost",
        }
    }
}

/// A move to a child, as the child's canonical position has it under a symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The stone; `None` for a pass.
    pub(crate) at: Option<Point>,
    pub(crate) child: usize,
    /// The symmetry that maps the position after the move to that of the child.
    pub(crate) symmetry: usize,
    /// The expected proof number of an attacker's move.
    proof: u32,
}

pub(crate) struct Node {
    pub(crate) setup: SetUp,
    pub(crate) text: String,
    pub(crate) is_attack: bool,
    pub(crate) edges: Vec<Edge>,
    /// The index of the attacker's move to work at.
    preferred: usize,
    pub(crate) state: State,
    /// Nodes that the proof is expected to cost.
    pub(crate) cost: u64,
    /// Whether a thread works on it.
    pub(crate) is_busy: bool,
    /// Whether there is work for another thread.
    has_work: bool,
    /// Whether the replies that need a step are known; they are of all of the root.
    pub(crate) has_replies: bool,
    /// Whether wins with the same stones of the attacker are known.
    is_like_known: bool,
}

/// The tree. Positions that are images of each other share a node.
pub(crate) struct Tree {
    pub(crate) canon: Canon,
    pub(crate) budgets: Budgets,
    pub(crate) attacker: Color,
    pub(crate) nodes: Vec<Node>,
    index: HashMap<String, usize>,
    /// Nodes by the number of stones.
    layers: Vec<Vec<usize>>,
    /// The symmetry that maps the position to the root.
    pub(crate) symmetry: usize,
    /// Nodes of which the children are not yet added.
    fresh: Vec<usize>,
}

impl Tree {
    /// The tree of the proof that `attacker` wins `setup`.
    pub(crate) fn new(store: &Store, setup: &SetUp, attacker: Color, budgets: Budgets) -> Result<Self, Error> {
        let mut tree = Self {
            canon: Canon::of(store.game()),
            budgets,
            attacker,
            nodes: Vec::new(),
            index: HashMap::new(),
            layers: Vec::new(),
            symmetry: 0,
            fresh: Vec::new(),
        };
        let (_, symmetry) = tree.node(setup, false);
        tree.symmetry = symmetry;
        if !tree.nodes[0].is_attack {
            tree.add_all_replies();
        }
        tree.grow(store);
        Ok(tree)
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// Returns the node of a position and the symmetry that maps the position to it.
    fn node(&mut self, setup: &SetUp, is_lost: bool) -> (usize, usize) {
        let (canonical, symmetry) = self.canon.canonical(setup);
        if let Some(&id) = self.index.get(&canonical.text) {
            return (id, symmetry);
        }
        let id = self.nodes.len();
        let is_attack = setup.to_move == self.attacker;
        let stones = setup.stones.len();
        if self.layers.len() <= stones {
            self.layers.resize(stones + 1, Vec::new());
        }
        self.layers[stones].push(id);
        self.index.insert(canonical.text.clone(), id);
        self.nodes.push(Node {
            setup: canonical.setup,
            text: canonical.text,
            is_attack,
            edges: Vec::new(),
            preferred: 0,
            state: if is_lost { State::Lost } else { State::Open },
            cost: self.budgets.first,
            is_busy: false,
            has_work: true,
            has_replies: false,
            is_like_known: false,
        });
        self.fresh.push(id);
        (id, symmetry)
    }

    /// Adds the child of `id` after a stone or a pass, once for all images.
    fn add(&mut self, id: usize, at: Option<Point>, proof: u32) {
        let setup = after(&self.nodes[id].setup, at);
        let is_lost = at.is_some() && !self.nodes[id].is_attack && self.is_end(id, at);
        let (child, symmetry) = self.node(&setup, is_lost);
        let edges = &mut self.nodes[id].edges;
        if !edges.iter().any(|edge| edge.at == at) {
            edges.push(Edge { at, child, symmetry, proof });
        }
    }

    /// Whether the game ends by this stone.
    fn is_end(&self, id: usize, at: Option<Point>) -> bool {
        let Ok(mut record) = record(self.canon.game, Some(&self.nodes[id].setup)) else { return true };
        at.is_some_and(|at| record.play(engine::Move::Place(at)).is_err() || record.outcome().is_some())
    }

    fn add_all_replies(&mut self) {
        let legal = record(self.canon.game, Some(&self.nodes[0].setup)).map(|record| record.legal());
        legal.unwrap_or_default().into_iter().for_each(|reply| self.add(0, Some(reply), 0));
    }

    /// Adds the children of a position that the store has, and all below.
    pub(crate) fn refresh(&mut self, store: &Store, text: &str) {
        self.fresh.extend(self.index.get(text));
        self.grow(store);
    }

    fn grow(&mut self, store: &Store) {
        while let Some(id) = self.fresh.pop() {
            let facts = store.facts(&self.nodes[id].text).cloned().unwrap_or_default();
            let node = &mut self.nodes[id];
            if facts.is_proved() && node.is_attack {
                node.state = State::Proved;
            } else if node.state == State::Lost {
                node.cost = NEVER;
            } else if node.is_attack {
                for (at, proof) in facts.moves.unwrap_or_default() {
                    self.add(id, Some(at), proof);
                }
            } else {
                node.is_like_known = store.has_wins(&node.setup, self.attacker);
                self.add(id, None, 0);
                self.nodes[id].has_replies |= facts.replies.is_some();
                facts.replies.unwrap_or_default().into_iter().for_each(|reply| self.add(id, Some(reply), 0));
            }
        }
        self.compute(store);
    }

    /// Computes states, costs and work of all nodes.
    pub(crate) fn compute(&mut self, store: &Store) {
        for stones in (0..self.layers.len()).rev() {
            // A pass leads to a position with as many stones.
            for attack in [true, false] {
                for place in 0..self.layers[stones].len() {
                    let id = self.layers[stones][place];
                    match (self.nodes[id].is_attack == attack, attack) {
                        (true, true) => self.compute_attack(store, id),
                        (true, false) => self.compute_defence(id),
                        _ => {}
                    }
                }
            }
        }
    }

    fn compute_attack(&mut self, store: &Store, id: usize) {
        let node = &self.nodes[id];
        if node.state != State::Open {
            let cost = if node.state == State::Lost { NEVER } else { 0 };
            (self.nodes[id].cost, self.nodes[id].has_work) = (cost, false);
            return;
        }
        let children = || node.edges.iter().map(|edge| &self.nodes[edge.child]);
        let best = (0..node.edges.len()).min_by_key(|&index| self.weight(&node.edges[index])).unwrap_or_default();
        let weight = |index| node.edges.get(index).map_or(NEVER, |edge| self.weight(edge));
        let least = weight(best);
        let preferred = if weight(node.preferred) / PATIENCE > least { best } else { node.preferred };
        let proved = children().any(|child| child.state == State::Proved);
        let below = children().any(|child| child.has_work);
        let own = self.own_cost(store, id);
        let cost = if least < NEVER { least } else { own };
        let node = &mut self.nodes[id];
        (node.cost, node.has_work, node.preferred) = (cost, !node.is_busy || below, preferred);
        if proved {
            (node.state, node.cost, node.has_work) = (State::Proved, 0, false);
        }
    }

    fn compute_defence(&mut self, id: usize) {
        let node = &self.nodes[id];
        let pass_proved = self.is_pass_proved(node);
        // The replies of the root are children from the beginning.
        let is_known = node.has_replies && pass_proved || id == 0;
        let replies = if node.is_like_known { REPLIES_OF_KNOWN } else { REPLIES };
        let stones = node.setup.stones.len() + 1;
        let mut cost = if is_known { 0 } else { replies * self.expected(stones) };
        let mut work = pass_proved && !node.has_replies && !node.is_busy;
        let mut open = !is_known;
        for edge in self.needed(id) {
            let child = &self.nodes[edge.child];
            cost = cost.saturating_add(child.cost).min(NEVER);
            open |= child.state != State::Proved;
            work |= child.has_work;
        }
        let lost = node.edges.iter().any(|edge| self.nodes[edge.child].state == State::Lost);
        let node = &mut self.nodes[id];
        (node.cost, node.has_work, node.state) = match (lost, open) {
            (true, _) => (NEVER, false, State::Lost),
            (_, true) => (cost, work, State::Open),
            _ => (0, false, State::Proved),
        };
    }

    /// The edges of a defence whose children must be proved.
    pub(crate) fn needed(&self, id: usize) -> impl Iterator<Item = &Edge> {
        let node = &self.nodes[id];
        let pass_proved = self.is_pass_proved(node);
        let all = id == 0 && !(pass_proved && node.has_replies);
        node.edges.iter().filter(move |edge| if edge.at.is_none() { !all } else { all || pass_proved })
    }

    /// The budget of the next attempt at a position.
    pub(crate) fn next_budget(&self, store: &Store, text: &str) -> u64 {
        let first = self.budgets.first;
        store.facts(text).map_or(first, |facts| facts.budget.saturating_mul(GROWTH).max(first))
    }

    /// The expected cost of the first attempt at a position: with two more stones it takes about a quarter of the nodes.
    const fn expected(&self, stones: usize) -> u64 {
        let cost = self.budgets.first >> stones.saturating_sub(FEW + 1);
        if cost > 0 { cost } else { 1 }
    }

    /// The cost of the next attempt.
    fn own_cost(&self, store: &Store, id: usize) -> u64 {
        let node = &self.nodes[id];
        let is_tried = store.facts(&node.text).is_some_and(|facts| facts.budget > 0);
        if is_tried { self.next_budget(store, &node.text) } else { self.expected(node.setup.stones.len()) }
    }

    /// Whether the attacker's moves are to be tried one by one.
    pub(crate) fn is_split(&self, store: &Store, id: usize) -> bool {
        let budget = self.next_budget(store, &self.nodes[id].text);
        budget >= self.budgets.split || budget > self.budgets.first && self.nodes[id].setup.stones.len() <= FEW
    }

    /// The cost of an attacker's move: less likely ones cost more.
    fn weight(&self, edge: &Edge) -> u64 {
        let cost = self.nodes[edge.child].cost.saturating_mul(2 + u64::from(edge.proof)) / 4;
        cost.min(NEVER)
    }

    fn is_pass_proved(&self, node: &Node) -> bool {
        node.edges.iter().any(|edge| edge.at.is_none() && self.nodes[edge.child].state == State::Proved)
    }
}

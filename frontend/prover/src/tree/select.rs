//! The selection of the node to work at.

use super::{Edge, NEVER, State, Tree, weighted};
use crate::store::Store;

/// The most replies that are tried with one memory.
const GROUP: usize = 64;

/// The work to do next.
pub(crate) enum Choice {
    /// At this node.
    Node(usize),
    /// At these replies to a defence.
    Replies(usize, Vec<Edge>),
}

impl Tree {
    /// The open node with work for a thread that is expected to prove most for its cost. `has` selects replies of the first
    /// defence by their number.
    pub(crate) fn select(&self, store: &Store, has: &dyn Fn(usize) -> bool) -> Option<Choice> {
        let (mut id, mut is_divided) = (0, false);
        loop {
            let node = &self.nodes[id];
            let next = if node.is_attack {
                let best = node.edges.iter().filter(|edge| self.nodes[edge.child].has_work);
                best.filter(|edge| self.weight(edge) < NEVER).min_by_key(|edge| self.weight(edge))
            } else if !node.is_busy && !node.has_replies && self.is_pass_proved(node) {
                return Some(Choice::Node(id));
            } else {
                let is_first = !std::mem::replace(&mut is_divided, true);
                let has = |edge: &Edge| !is_first || self.is_shared(id, edge, has);
                let group = self.group(store, id, &has);
                if group.len() > 1 {
                    return Some(Choice::Replies(id, group));
                }
                self.reply(id, &has)
            };
            match next {
                Some(edge) => id = edge.child,
                None => {
                    let is_free = node.is_attack && node.state == State::Open && !node.is_busy;
                    return is_free.then_some(Choice::Node(id));
                }
            }
        }
    }

    /// The replies to a defence with the smallest budget for their next attempt, unless the attacker's moves are tried one by one
    /// after it. A pass with a smaller one comes before them.
    fn group(&self, store: &Store, id: usize, has: &dyn Fn(&Edge) -> bool) -> Vec<Edge> {
        let budget = |edge: &Edge| self.next_budget(store, self.text(edge));
        let is_open = |edge: &Edge| {
            let node = &self.nodes[edge.child];
            node.state == State::Open
                && !node.is_busy
                && node.edges.is_empty()
                && has(edge)
                && !self.is_split(store, edge.child)
        };
        let pass = self.nodes[id].edges.iter().filter(|edge| id == 0 && edge.at.is_none() && is_open(edge));
        let open = || self.needed(id).filter(|edge| edge.at.is_some() && is_open(edge));
        let Some(least) = open().map(budget).min() else { return Vec::new() };
        if pass.map(budget).any(|pass| pass <= least) {
            return Vec::new();
        }
        open().filter(|edge| budget(edge) == least).take(GROUP).copied().collect()
    }

    /// The reply to work at. All replies of the first position are wanted, the cheapest first; further down the hardest
    /// decides whether the attacker's move wins.
    fn reply(&self, id: usize, has: &dyn Fn(&Edge) -> bool) -> Option<&Edge> {
        let pass = self.nodes[id].edges.iter().filter(|edge| id == 0 && edge.at.is_none());
        let open = self.needed(id).chain(pass).filter(|edge| self.nodes[edge.child].has_work && has(edge));
        let cost = |edge: &&Edge| self.nodes[edge.child].cost;
        if id == 0 { open.min_by_key(cost) } else { open.max_by_key(cost) }
    }

    /// Whether a reply is selected by its number, in the order of the canonical positions. A pass comes before the others.
    fn is_shared(&self, id: usize, edge: &Edge, has: &dyn Fn(usize) -> bool) -> bool {
        if edge.at.is_none() {
            return id != 0 || has(0);
        }
        let mut texts: Vec<&str> =
            self.nodes[id].edges.iter().filter(|edge| edge.at.is_some()).map(|edge| self.text(edge)).collect();
        texts.sort_unstable();
        texts.dedup();
        has(texts.binary_search(&self.text(edge)).unwrap_or(0))
    }

    fn text(&self, edge: &Edge) -> &str {
        &self.nodes[edge.child].text
    }

    fn weight(&self, edge: &Edge) -> u64 {
        weighted(self.nodes[edge.child].cost, edge.proof)
    }
}

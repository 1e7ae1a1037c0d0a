//! The selection of the node to work at.

use super::{Edge, NEVER, State, Tree, weighted};
use crate::store::Store;

impl Tree {
    /// The open node with work for a thread that is expected to prove most for its cost. `has` selects replies of the first
    /// defence by their number.
    pub(crate) fn select(&self, store: &Store, has: &dyn Fn(usize) -> bool) -> Option<usize> {
        let (mut id, mut is_divided) = (0, false);
        loop {
            let node = &self.nodes[id];
            let next = if node.is_attack {
                let own = if node.is_busy { NEVER } else { self.next_budget(store, &node.text) };
                let best = node.edges.iter().filter(|edge| self.nodes[edge.child].has_work);
                best.min_by_key(|edge| self.weight(edge)).filter(|edge| self.weight(edge) < own)
            } else if !node.is_busy && !node.has_replies && self.is_pass_proved(node) {
                return Some(id);
            } else {
                let is_first = !std::mem::replace(&mut is_divided, true);
                self.reply(id, &|edge| !is_first || self.is_shared(id, edge, has))
            };
            match next {
                Some(edge) => id = edge.child,
                None => return (node.is_attack && node.state == State::Open && !node.is_busy).then_some(id),
            }
        }
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

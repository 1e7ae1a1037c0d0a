//! The selection of the node to work at.

use super::{Edge, NEVER, Node, State, Tree};
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
                self.attack(node)
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

    /// The attacker's move to work at: the preferred one, or the cheapest if other threads do all of its work.
    fn attack<'t>(&'t self, node: &'t Node) -> Option<&'t Edge> {
        let has_work = |edge: &&Edge| self.nodes[edge.child].has_work && self.weight(edge) < NEVER;
        let others = || node.edges.iter().filter(has_work).min_by_key(|edge| self.weight(edge));
        node.edges.get(node.preferred).filter(has_work).or_else(others)
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
        let mut group: Vec<Edge> = open().filter(|edge| budget(edge) == least).copied().collect();
        // Half of the replies are left to another thread: it shall not turn to another move for lack of work.
        group.truncate(group.len().div_ceil(2).min(GROUP));
        group
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
}

#[cfg(test)]
mod tests {
    use engine::{Color, Game, Move, SetUp};

    use super::*;
    use crate::line::Line;
    use crate::tree::Budgets;

    /// The text of the position at which `tree` wants work.
    fn selected(tree: &Tree, store: &Store) -> String {
        match tree.select(store, &|_| true) {
            Some(Choice::Node(id)) => tree.nodes[id].text.clone(),
            _ => panic!("work at a node"),
        }
    }

    #[test]
    fn a_move_is_left_when_another_costs_half_as_much() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = Game::new("freestyle".parse().expect("a game"), Some(15), None).expect("a board");
        let mut store = Store::open(game, &folder.path().join("a.store")).expect("a store");
        let moves = game.parse_moves("h8 a1").expect("moves");
        let stones = moves.iter().zip(Color::ALL).map(|(&mv, color)| match mv {
            Move::Place(point) => (point, color),
            _ => panic!("a placement"),
        });
        let root = SetUp { stones: stones.collect(), walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
        let mut tree = Tree::new(&store, &root, Color::Black, Budgets::default()).expect("a tree");
        let position = tree.root().text.clone();
        let mut tell = |line: Line| {
            let text = line.position.clone();
            store.append(line).expect("a line");
            tree.refresh(&store, &text);
            selected(&tree, &store)
        };
        let candidates = ["h9", "i9"].map(|name| (name.to_owned(), 2)).to_vec();
        let first = tell(Line { position, moves: Some(candidates), ..Line::default() });
        let mut failed = |budget| tell(Line { position: first.clone(), budget, ..Line::default() });
        assert_eq!(failed(4_000_000), first, "somewhat dearer than the other move");
        assert_ne!(failed(1_000_000_000), first, "more than twice as dear");
    }
}

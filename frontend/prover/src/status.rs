//! The state of a proof: which replies are done.

use std::collections::{BTreeMap, HashSet};

use engine::Point;

use crate::store::Store;
use crate::tree::{State, Tree};

/// The state of a reply and of its images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The reply and its images under the symmetries of the position, in ascending order.
    pub points: Vec<Point>,
    /// Whether the attacker wins after it.
    pub state: State,
    /// Whether the win after a pass answers it.
    pub by_pass: bool,
    /// Nodes spent on all positions below.
    pub nodes: u64,
}

/// The state of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The whole.
    pub state: State,
    /// The attacker's move with the lowest expected cost, if it is the attacker's turn and moves were tried one by one.
    pub after: Option<Point>,
    /// The replies, up to symmetry.
    pub replies: Vec<Reply>,
    /// Positions of the store.
    pub positions: usize,
    /// Positions with a certificate.
    pub proofs: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches, in milliseconds.
    pub ms: u64,
    /// The size of the store, in bytes.
    pub bytes: u64,
}

impl Status {
    /// The number of replies after which the attacker wins.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.replies.iter().filter(|reply| reply.state == State::Proved).count()
    }

    pub(crate) fn of(tree: &Tree, store: &Store) -> Self {
        let edge = if tree.root().is_attack {
            tree.root().edges.iter().min_by_key(|edge| tree.nodes[edge.child].cost)
        } else {
            None
        };
        let defence = edge.map_or((!tree.root().is_attack).then_some(0), |edge| Some(edge.child));
        let image = |point| {
            let point = edge.map_or(point, |edge| tree.canon.preimage(edge.symmetry, point));
            tree.canon.preimage(tree.symmetry, point)
        };
        let sum = |of: fn(&crate::store::Facts) -> u64| store.all().map(of).sum();
        Self {
            state: tree.root().state,
            after: edge.and_then(|edge| edge.at).map(|at| tree.canon.preimage(tree.symmetry, at)),
            replies: defence.map(|id| replies(tree, store, id, &image)).unwrap_or_default(),
            positions: store.len(),
            proofs: store.all().filter(|facts| facts.is_proved()).count(),
            nodes: sum(|facts| facts.nodes),
            ms: sum(|facts| facts.ms),
            bytes: store.bytes(),
        }
    }
}

/// The replies of a defence, the first points first.
fn replies(tree: &Tree, store: &Store, id: usize, image: &dyn Fn(Point) -> Point) -> Vec<Reply> {
    let needed: HashSet<usize> = tree.needed(id).map(|edge| edge.child).collect();
    let mut children: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for edge in &tree.nodes[id].edges {
        if let Some(at) = edge.at {
            children.entry(edge.child).or_default().push(image(at));
        }
    }
    let reply = |(child, mut points): (usize, Vec<Point>)| {
        points.sort_unstable();
        let by_pass = !needed.contains(&child);
        let state = if by_pass { State::Proved } else { tree.nodes[child].state };
        Reply { points, state, by_pass, nodes: nodes(tree, store, child) }
    };
    let mut replies: Vec<Reply> = children.into_iter().map(reply).collect();
    replies.sort_by(|one, other| one.points.cmp(&other.points));
    replies
}

/// Nodes spent on a position and all below.
fn nodes(tree: &Tree, store: &Store, id: usize) -> u64 {
    let (mut seen, mut open, mut sum) = (HashSet::from([id]), vec![id], 0);
    while let Some(id) = open.pop() {
        sum += store.facts(&tree.nodes[id].text).map_or(0, |facts| facts.nodes);
        open.extend(tree.nodes[id].edges.iter().map(|edge| edge.child).filter(|&child| seen.insert(child)));
    }
    sum
}

//! A plain player by random games, to compare the engine with: UCT (Kocsis and Szepesvári 2006) and nothing else. No
//! evaluation, no threats, no knowledge of the game but its rules.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::{
    AnyRecord, Game, IllegalMove, Move, Outcome, Point, PointSet, Record, SetUp, SetUpError, Tactics, Visitor,
};
use search::{Limits, Player, Report, Score};

/// How much moves are tried that have not been tried often.
const EXPLORATION: f64 = 0.7;

/// No random game is longer: positions may recur.
const LONGEST: usize = 600;

/// The most nodes of a tree; then it only grows wiser.
const MOST_NODES: usize = 4_000_000;

/// Default number of positions for a move.
const PLAYOUTS: u64 = 10_000;

/// A plain player of `game`, from the empty board or a set-up position.
///
/// # Errors
/// The position cannot be set up.
pub fn player(game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError> {
    struct New<'s>(Option<&'s SetUp>);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn Player>, SetUpError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let start = self.0.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup))?;
            Ok(Box::new(Uct { record: Record::new(start), random: 0x9e37_79b9_7f4a_7c15 }))
        }
    }

    game.visit(New(setup))
}

struct Uct<P> {
    record: Record<P>,
    random: u64,
}

/// A tried move, with its results for the side that made it.
struct Node {
    point: Point,
    /// Won games, draws counted half, and all games.
    won: f64,
    games: f64,
    /// The moves that follow: none as long as none was tried.
    first_child: u32,
    children: u32,
}

impl Node {
    const fn new(point: Point) -> Self {
        Self { point, won: 0.0, games: 0.0, first_child: 0, children: 0 }
    }
}

impl<P: Tactics> Uct<P> {
    fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (((self.random >> 32) * bound as u64) >> 32) as usize
    }

    /// One game: down the tree, one node more, then at random.
    fn playout(&mut self, tree: &mut Vec<Node>, root: &P) {
        let (mut position, mut path) = (*root, vec![0]);
        while tree[path[path.len() - 1]].children > 0 && position.outcome().is_none() {
            let next = best(tree, path[path.len() - 1]);
            position = position.make(tree[next].point);
            path.push(next);
        }
        let leaf = path[path.len() - 1];
        if position.outcome().is_none() && (leaf == 0 || tree[leaf].games > 0.0) && tree.len() < MOST_NODES {
            (tree[leaf].first_child, tree[leaf].children) = (tree.len() as u32, position.legal().len() as u32);
            tree.extend(position.legal().iter().map(Node::new));
        }
        let outcome = self.random_game(position);
        let mut mover = !root.to_move();
        for node in path {
            tree[node].games += 1.0;
            tree[node].won += match outcome.map(|outcome| outcome.winner) {
                Some(Some(winner)) => f64::from(u8::from(winner == mover)),
                _ => 0.5,
            };
            mover = !mover;
        }
    }

    fn random_game(&mut self, mut position: P) -> Option<Outcome> {
        for _ in 0..LONGEST {
            if position.outcome().is_some() {
                break;
            }
            // Almost every empty point is legal: tried first.
            let empty = position.empty();
            let point = empty.iter().nth(self.below(empty.len())).filter(|&point| position.check(point).is_ok());
            let point = point.or_else(|| {
                let legal = position.legal();
                legal.iter().nth(self.below(legal.len().max(1)))
            });
            position = position.make(point?);
        }
        position.outcome()
    }
}

/// The child of `node` that promises most.
fn best(tree: &[Node], node: usize) -> usize {
    let parent = &tree[node];
    let log = parent.games.max(1.0).ln();
    let value = |child: &Node| {
        if child.games == 0.0 {
            return f64::INFINITY;
        }
        child.won / child.games + EXPLORATION * (log / child.games).sqrt()
    };
    let children = parent.first_child as usize..(parent.first_child + parent.children) as usize;
    let first = children.start;
    children.max_by(|&a, &b| value(&tree[a]).total_cmp(&value(&tree[b]))).unwrap_or(first)
}

impl<P: Tactics> Player for Uct<P> {
    fn record(&self) -> &dyn AnyRecord {
        &self.record
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        AnyRecord::play(&mut self.record, mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.record.take_back()
    }

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, _: &mut dyn FnMut(&Report)) -> Option<Report> {
        if self.record.outcome().is_some() {
            return None;
        }
        let offered = self.record.position().swap_offered();
        let root = if offered { self.record.position().make_swap() } else { *self.record.position() };
        if root.legal().is_empty() {
            return None;
        }
        let shares = limits.left.map(|left| left / 30 + limits.increment / 2);
        let time = limits.turn.into_iter().chain(shares).min();
        let most = limits.nodes.or(if time.is_none() { Some(PLAYOUTS) } else { None });
        let (mut tree, mut games) = (vec![Node::new(Point::new(0))], 0);
        loop {
            self.playout(&mut tree, &root);
            games += 1;
            let late = || games % 16 == 0 && time.is_some_and(|time| limits.started.elapsed() >= time);
            if most.is_some_and(|most| games >= most) || late() || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        let children = tree[0].first_child as usize..(tree[0].first_child + tree[0].children) as usize;
        let tried = children.filter(|&child| limits.allows(tree[child].point));
        let best = tried.max_by(|&a, &b| tree[a].games.total_cmp(&tree[b].games))?;
        let winrate = tree[best].won / tree[best].games.max(1.0);
        let score = Score::estimate((400.0 * (winrate - 0.5)) as i32);
        let decides = self.record.position().swap_decider() == Some(root.to_move());
        let swap = limits.swap && offered && decides && winrate < 0.5;
        let best = if swap { Move::Swap } else { Move::Place(tree[best].point) };
        let (time, line) = (limits.started.elapsed(), vec![best]);
        Some(Report { depth: 1, seldepth: 1, nodes: games, time, line, ..Report::new(best, score) })
    }

    fn set_memory(&mut self, _: usize) {}
}

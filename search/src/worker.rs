//! One thread of a search, and what the threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Move, Point, Position, Record};

use crate::Score;
use crate::history::History;
use crate::limits::Clock;
use crate::proof::Fours;
use crate::table::Table;

/// No line is searched deeper than this, in plies.
pub(crate) const MAX_PLY: u32 = 240;

/// What all threads of one search share.
pub(crate) struct Shared<'s> {
    pub(crate) table: Table<'s>,
    /// Set from outside to end the search.
    pub(crate) stop: &'s AtomicBool,
    /// Set by the search itself when it is done.
    pub(crate) done: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) node_limit: u64,
    pub(crate) clock: Clock,
}

/// One thread of a search.
pub(crate) struct Worker<'s> {
    pub(crate) shared: &'s Shared<'s>,
    pub(crate) history: History,
    pub(crate) fours: &'s mut Fours,
    /// What is known of the position at each ply.
    pub(crate) frames: Vec<Frame>,
    /// Where positions may recur: the keys of those that did, in the game and on the way to the current node.
    past: Vec<u64>,
    /// The number of keys that belong to the game.
    played: usize,
    /// The deepest ply that was looked at.
    pub(crate) deepest: u32,
    /// Set once the search must end; scores are meaningless from then on.
    pub(crate) stopped: bool,
    /// Positions visited and not yet told to the others.
    nodes: u64,
}

/// What is known of the position at one ply of the line that is being searched.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// The best line found from here.
    pub(crate) line: Vec<Move>,
    /// The estimate, unless the moves are forced.
    pub(crate) estimate: Option<Score>,
    /// The move being tried.
    pub(crate) placed: Option<Point>,
    /// A move that is not to be tried.
    pub(crate) left_out: Option<Point>,
}

/// The clock is looked at once in about so many positions.
const CHECK_EVERY: u64 = 256;

impl<'s> Worker<'s> {
    /// A thread of the search that follows `record` and asks `fours` for wins by fours.
    pub(crate) fn new<P: Position>(shared: &'s Shared<'s>, record: &Record<P>, fours: &'s mut Fours) -> Self {
        let past: Vec<u64> = if record.position().game().rules().repetition {
            record.past().skip(1).map(Position::key).collect()
        } else {
            Vec::new()
        };
        Self {
            shared,
            fours,
            history: History::new(MAX_PLY as usize + 1),
            frames: vec![Frame::default(); MAX_PLY as usize + 2],
            played: past.len(),
            past,
            deepest: 0,
            stopped: false,
            nodes: 0,
        }
    }

    /// Counts positions and sees, every now and then, whether the search must end.
    pub(crate) fn visit(&mut self, positions: u64) {
        self.nodes += positions;
        if self.nodes >= CHECK_EVERY {
            let nodes = self.shared.nodes.fetch_add(self.nodes, Relaxed) + self.nodes;
            self.nodes = 0;
            let over = self.shared.stop.load(Relaxed)
                || self.shared.done.load(Relaxed)
                || nodes >= self.shared.node_limit
                || self.shared.clock.is_over();
            self.stopped |= over;
        }
    }

    /// The positions visited by this thread and not yet told to the others.
    pub(crate) const fn uncounted_nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether `position` occurred on the way from the root, or twice in the game: a draw, or as good as one.
    pub(crate) fn repeats<P: Position>(&self, position: &P) -> bool {
        let key = position.key();
        let same = |keys: &[u64]| keys.iter().filter(|&&past| past == key).count();
        let (game, line) = self.past.split_at(self.played);
        same(line) >= 1 || same(game) >= 2
    }

    /// Remembers a position on the way down, if positions may recur.
    pub(crate) fn enter<P: Position>(&mut self, position: &P) {
        if position.game().rules().repetition {
            self.past.push(position.key());
        }
    }

    /// Forgets the position entered last.
    pub(crate) fn leave<P: Position>(&mut self, position: &P) {
        if position.game().rules().repetition {
            self.past.pop();
        }
    }
}

//! One thread of a search, and what the threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Move, Position, Record};

use crate::history::History;
use crate::limits::Clock;
use crate::table::Table;

/// No line is searched deeper than this, in plies.
pub(crate) const MAX_PLY: u32 = 240;

/// What all threads of one search share.
pub(crate) struct Shared<'s> {
    pub(crate) table: &'s Table,
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
    /// The best line found below each ply.
    pub(crate) lines: Vec<Vec<Move>>,
    /// Where positions may recur: the keys of those that did, in the game and on the way to the current node.
    past: Vec<u64>,
    /// The number of keys that belong to the game.
    played: usize,
    /// Set once the search must end; scores are meaningless from then on.
    pub(crate) stopped: bool,
    nodes: u64,
}

/// The clock is looked at once in so many positions.
const CHECK_EVERY: u64 = 256;

impl<'s> Worker<'s> {
    pub(crate) fn new<P: Position>(shared: &'s Shared<'s>, record: &Record<P>) -> Self {
        let past: Vec<u64> = if record.position().game().rules().repetition {
            record.past().skip(1).map(Position::key).collect()
        } else {
            Vec::new()
        };
        Self {
            shared,
            history: History::new(MAX_PLY as usize + 1),
            lines: vec![Vec::new(); MAX_PLY as usize + 2],
            played: past.len(),
            past,
            stopped: false,
            nodes: 0,
        }
    }

    /// Counts a position and sees whether the search must end.
    pub(crate) fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            let nodes = self.shared.nodes.fetch_add(CHECK_EVERY, Relaxed) + CHECK_EVERY;
            let over = self.shared.stop.load(Relaxed)
                || self.shared.done.load(Relaxed)
                || nodes >= self.shared.node_limit
                || self.shared.clock.is_over();
            self.stopped |= over;
        }
    }

    /// The positions visited by this thread and not yet told to the others.
    pub(crate) const fn uncounted_nodes(&self) -> u64 {
        self.nodes % CHECK_EVERY
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

//! One thread of a search, and what the threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Move, Point, Position, Record, Tactics, Threats};
use eval::{Features, LineAccumulator, Weights};

use crate::history::History;
use crate::limits::Clock;
use crate::pace::Pace;
use crate::proof::VcfSolver;
use crate::proof::budget::Budget;
use crate::samples::Samples;
use crate::transposition::TableView;
use crate::{End, Score};

/// No line is searched deeper than this, in plies.
pub(crate) const MAX_PLY: u32 = 240;

/// The state shared by all threads of one search.
pub(crate) struct Shared<'s> {
    pub(crate) weights: &'s Weights,
    pub(crate) table: TableView<'s>,
    /// Set from outside to end the search.
    pub(crate) stop: &'s AtomicBool,
    /// Set by the search itself when it is done.
    pub(crate) done: AtomicBool,
    /// Nodes that were granted to the threads.
    pub(crate) nodes: AtomicU64,
    pub(crate) node_limit: u64,
    pub(crate) clock: Clock,
}

impl Shared<'_> {
    /// Grants a thread `wanted` nodes, or as many as are left.
    fn grant(&self, wanted: u64) -> u64 {
        let grant = |granted: u64| wanted.min(self.node_limit - granted);
        let before = self.nodes.fetch_update(Relaxed, Relaxed, |granted| Some(granted + grant(granted)));
        before.map_or(0, grant)
    }
}

/// One thread of a search.
pub(crate) struct Worker<'s> {
    pub(crate) shared: &'s Shared<'s>,
    pub(crate) history: History,
    pub(crate) vcf_solver: &'s mut VcfSolver,
    /// Those of the position that was evaluated last.
    pub(crate) lines: LineAccumulator,
    /// The stack: an entry for each ply of the current line.
    pub(crate) stack: Vec<StackEntry>,
    /// Where positions may recur: the keys of those that did, in the game and on the way to the current node.
    repetition_keys: Vec<u64>,
    /// The number of keys that belong to the game.
    played: usize,
    /// Positions picked from the tree, if that is asked for.
    pub(crate) samples: Samples,
    /// The deepest ply that was looked at.
    pub(crate) seldepth: u32,
    /// Set once the search must end; scores are meaningless from then on.
    pub(crate) stopped: bool,
    /// Why it must end, if it must.
    pub(crate) end: End,
    /// Nodes that were granted to this thread and not visited yet.
    granted: u64,
    pace: Pace,
}

/// The state of one ply of the current line.
#[derive(Clone, Default)]
pub(crate) struct StackEntry {
    /// The principal variation from here.
    pub(crate) pv: Vec<Move>,
    /// The static evaluation, unless the moves are forced.
    pub(crate) static_eval: Option<Score>,
    /// How often the moves of this ply reached beta, since the node two plies above was entered.
    pub(crate) cutoffs: i32,
    /// The move being tried.
    pub(crate) current_move: Option<Point>,
    /// The excluded move of a singular extension search.
    pub(crate) excluded: Option<Point>,
}

/// The nodes granted to a thread at a time.
const GRANT: u64 = 256;

impl<'s> Worker<'s> {
    /// A thread of the search that follows `record` and asks `fours` for wins by VCF.
    pub(crate) fn new<P: Position>(shared: &'s Shared<'s>, record: &Record<P>, vcf_solver: &'s mut VcfSolver) -> Self {
        let repetition_keys: Vec<u64> = if record.position().game().rules().repetition {
            record.past().skip(1).map(Position::key).collect()
        } else {
            Vec::new()
        };
        Self {
            shared,
            vcf_solver,
            lines: LineAccumulator::new(shared.weights, record.position().game().grid()),
            history: History::new(MAX_PLY as usize + 1),
            stack: vec![StackEntry::default(); MAX_PLY as usize + 3],
            played: repetition_keys.len(),
            repetition_keys,
            samples: Samples::new(0, 0),
            seldepth: 0,
            stopped: false,
            end: End::Depth,
            granted: 0,
            pace: Pace::START,
        }
    }

    /// Counts a node, unless the search must end.
    pub(crate) fn visit(&mut self) {
        if self.granted == 0 {
            self.granted = self.shared.grant(GRANT);
            if self.granted == 0 {
                self.stop(End::Nodes);
            }
        }
        if !self.stopped && self.pace.count() {
            self.look_at_the_clock();
        }
        if !self.stopped {
            self.granted -= 1;
        }
    }

    fn look_at_the_clock(&mut self) {
        let shared = self.shared;
        let now = self.pace.look(shared.clock.deadline());
        if shared.stop.load(Relaxed) || shared.done.load(Relaxed) {
            self.stop(End::Stopped);
        } else if shared.clock.is_over(now) {
            self.stop(End::Time);
        }
    }

    const fn stop(&mut self, end: End) {
        (self.stopped, self.end) = (true, end);
    }

    /// The budget of a VCF search of at most `nodes` nodes. The caller charges the nodes spent.
    pub(crate) fn budget(&mut self, nodes: u64) -> Budget<'s> {
        if self.granted < nodes {
            self.granted += self.shared.grant(nodes - self.granted);
        }
        Budget::new(nodes.min(self.granted), self.shared.clock.deadline(), self.shared.stop, self.pace)
    }

    /// Counts the nodes that were spent of a [`budget`](Self::budget).
    pub(crate) fn charge(&mut self, budget: &Budget<'_>) {
        self.granted -= budget.spent();
        self.pace = budget.pace();
        if budget.is_stopped() {
            self.look_at_the_clock();
        }
    }

    /// The nodes visited by all threads; those that the others were granted count as visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) - self.granted
    }

    /// Gives back the nodes that were granted and not visited.
    pub(crate) fn give_back(&mut self) {
        self.shared.nodes.fetch_sub(std::mem::take(&mut self.granted), Relaxed);
    }

    /// The features of `position`, whose threats these are.
    #[inline]
    pub(crate) fn features<P: Tactics>(&self, position: &P, threats: &[Threats<P::Set>; 2]) -> Features<'s, P::Set> {
        Features::of(position, threats, self.shared.weights)
    }

    /// The static evaluation of `position`, whose features these are.
    #[inline]
    pub(crate) fn evaluate<P: Tactics>(&mut self, position: &P, features: &Features<'_, P::Set>) -> Score {
        Score::estimate(features.value(position, &mut self.lines))
    }

    /// Whether `position` occurred on the way from the root, or twice in the game: a draw, or as good as one.
    pub(crate) fn repeats<P: Position>(&self, position: &P) -> bool {
        let key = position.key();
        let same = |keys: &[u64]| keys.iter().filter(|&&repetition_keys| repetition_keys == key).count();
        let (game, line) = self.repetition_keys.split_at(self.played);
        same(line) >= 1 || same(game) >= 2
    }

    /// Remembers a position on the way down, if positions may recur.
    pub(crate) fn enter<P: Position>(&mut self, position: &P) {
        if position.game().rules().repetition {
            self.repetition_keys.push(position.key());
        }
    }

    /// Forgets the position entered last.
    pub(crate) fn leave<P: Position>(&mut self, position: &P) {
        if position.game().rules().repetition {
            self.repetition_keys.pop();
        }
    }
}

//! The order in which positions are searched: drop-out expansion (Lincke, 2001).
//!
//! Seeds cost nothing. The position after one of the best moves costs 1 more than the one before it, and 1 more for each 2.5
//! percentage points of win rate that the move loses. The cheapest position comes next.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use engine::{Game, Move};

use crate::BookPosition;
use crate::key::{Canon, Key};

/// Costs, in thousandths.
type Cost = u64;

/// The cost of a ply.
const PLY: Cost = 1000;

/// The cost of a percentage point of win rate.
const POINT: f64 = 400.0;

/// Moves that lose more percentage points are not followed.
const MOST_DROP: f64 = 15.0;

/// Positions with a win rate beyond these are not followed.
const OPEN: std::ops::RangeInclusive<f64> = 0.02..=0.98;

/// A step of the selection.
pub(crate) enum Step {
    /// A position to search, after these moves.
    Search(Key, Vec<Move>),
    /// The next position depends on a search that runs.
    Wait,
    /// All positions are selected.
    Done,
}

/// A position that is not selected yet.
type Next = Reverse<(Cost, Key, Vec<Move>)>;

/// Positions by cost.
pub(crate) struct Selection {
    game: &'static Game,
    canon: Canon,
    heap: BinaryHeap<Next>,
    done: HashSet<Key>,
    /// The costs of the positions that are searched now.
    running: BTreeMap<Key, Cost>,
    /// The positions so far: with a search, or left to another shard.
    selected: Vec<Key>,
    most: usize,
}

impl Selection {
    /// Begins with the empty board and `seeds`; at most `most` positions are selected.
    pub(crate) fn new(game: &'static Game, seeds: &[Vec<Move>], most: usize) -> Self {
        let mut selection = Self {
            game,
            canon: Canon::of(game),
            heap: BinaryHeap::new(),
            done: HashSet::new(),
            running: BTreeMap::new(),
            selected: Vec::new(),
            most,
        };
        selection.push(0, Vec::new());
        seeds.iter().for_each(|seed| selection.push(0, seed.clone()));
        selection
    }

    /// The symmetries of the board.
    pub(crate) const fn canon(&self) -> &Canon {
        &self.canon
    }

    /// The number of positions selected so far.
    pub(crate) const fn count(&self) -> usize {
        self.selected.len()
    }

    /// Returns the selected positions.
    pub(crate) fn into_selected(self) -> Vec<Key> {
        self.selected
    }

    /// Adds a position. Illegal moves and finished games are ignored.
    fn push(&mut self, cost: Cost, moves: Vec<Move>) {
        let mut record = self.game.record();
        if moves.iter().all(|&mv| record.play(mv).is_ok()) && record.outcome().is_none() {
            let (key, _) = self.canon.key(record.as_ref());
            if !self.done.contains(&key) {
                self.heap.push(Reverse((cost, key, moves)));
            }
        }
    }

    /// Returns the next step. Positions of `known` need no search; unknown ones outside of `own` are selected without one.
    pub(crate) fn next(&mut self, known: &HashMap<Key, BookPosition>, own: impl Fn(&Key) -> bool) -> Step {
        loop {
            if self.selected.len() >= self.most {
                return Step::Done;
            }
            let Some(Reverse((cost, ..))) = self.heap.peek() else {
                return if self.running.is_empty() { Step::Done } else { Step::Wait };
            };
            // A running search adds positions that cost a ply more at least, so the order does not depend on the threads.
            if self.running.values().any(|running| *cost >= running + PLY) {
                return Step::Wait;
            }
            let Some(Reverse((cost, key, moves))) = self.heap.pop() else { continue };
            if !self.done.insert(key.clone()) {
                continue;
            }
            self.selected.push(key.clone());
            match known.get(&key) {
                Some(position) => self.expand(cost, position),
                None if own(&key) => {
                    self.running.insert(key.clone(), cost);
                    return Step::Search(key, moves);
                }
                None => {}
            }
        }
    }

    /// Adds the positions after the best moves of a position whose search has ended.
    pub(crate) fn finish(&mut self, key: &Key, position: &BookPosition) {
        if let Some(cost) = self.running.remove(key) {
            self.expand(cost, position);
        }
    }

    fn expand(&mut self, cost: Cost, position: &BookPosition) {
        let best = position.score().win_rate();
        if !OPEN.contains(&best) {
            return;
        }
        for found in &position.best {
            let drop = 100.0 * (best - found.score.win_rate());
            if drop <= MOST_DROP {
                let moves = position.moves.iter().copied().chain([found.mv]).collect();
                self.push(cost + PLY + (drop.max(0.0) * POINT).round() as Cost, moves);
            }
        }
    }
}

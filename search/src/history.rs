//! History heuristics: move ordering learned from earlier cut-offs.

use engine::{Color, Point};

use crate::parameters;

/// Scores of moves that caused cut-offs, and the latest such moves: of each ply, and after each move.
pub(crate) struct History {
    scores: [[i32; 512]; 2],
    killers: Vec<[Option<Point>; 2]>,
    /// Counter moves: the last refutation of each move of the other side.
    counters: [[Option<Point>; 512]; 2],
}

/// No score grows beyond this.
pub(crate) const LIMIT: i32 = 8192;

impl History {
    pub(crate) fn new(plies: usize) -> Self {
        Self { scores: [[0; 512]; 2], killers: vec![[None; 2]; plies], counters: [[None; 512]; 2] }
    }

    /// The history of the moves of `color` at `ply`, after the move `last`.
    pub(crate) fn of(&self, color: Color, ply: u32, last: Option<Point>) -> NodeHistory<'_> {
        NodeHistory {
            scores: &self.scores[color.index()],
            killers: self.killers[ply as usize].map(index),
            counter: index(last.and_then(|last| self.counters[color.index()][last.index()])),
        }
    }

    /// `best` caused a cut-off after the moves `tried` did not.
    pub(crate) fn learn(
        &mut self,
        color: Color,
        best: Point,
        tried: &[Point],
        depth: i32,
        ply: u32,
        last: Option<Point>,
    ) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(last) = last {
            self.counters[color.index()][last.index()] = Some(best);
        }
        let bonus = (depth * depth * parameters::history_bonus()).min(parameters::history_most());
        let malus = -bonus * parameters::history_malus() / 100;
        let scores = &mut self.scores[color.index()];
        // Gravity: the nearer to the limit, the less is added.
        let mut add = |point: Point, bonus: i32| {
            let score = &mut scores[point.index()];
            *score += bonus - *score * bonus.abs() / LIMIT;
        };
        add(best, bonus);
        tried.iter().for_each(|&point| add(point, malus));
    }
}

/// The history of the moves of one node.
pub(crate) struct NodeHistory<'h> {
    scores: &'h [i32; 512],
    /// The [`index`] of each.
    killers: [usize; 2],
    counter: usize,
}

/// The index of a point, and of none one that no point has.
fn index(point: Option<Point>) -> usize {
    point.map_or(usize::MAX, Point::index)
}

impl NodeHistory<'_> {
    /// The history score of `point`, from -8192 to 8192.
    pub(crate) fn score(&self, point: Point) -> i32 {
        self.scores[point.index()]
    }

    /// A bonus for the order of `point`.
    pub(crate) fn bonus(&self, point: Point) -> i32 {
        let killer = if self.killers.contains(&point.index()) { parameters::order_killer() } else { 0 };
        let counter = if self.counter == point.index() { parameters::order_counter() } else { 0 };
        parameters::order_history() * self.score(point) / LIMIT + killer + counter
    }
}

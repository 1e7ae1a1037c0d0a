//! What earlier cut-offs teach about the order of moves.

use engine::{Color, Point};

/// Scores of moves that caused cut-offs, and the latest such moves of each ply.
pub(crate) struct History {
    scores: [[i32; 512]; 2],
    killers: Vec<[Option<Point>; 2]>,
}

/// No score grows beyond this.
const LIMIT: i32 = 8192;

impl History {
    pub(crate) fn new(plies: usize) -> Self {
        Self { scores: [[0; 512]; 2], killers: vec![[None; 2]; plies] }
    }

    /// A bonus for the order of `point`, at most 8192 and a killer's worth.
    pub(crate) fn score(&self, color: Color, point: Point, ply: u32) -> i32 {
        let killer = self.killers[ply as usize].contains(&Some(point));
        self.scores[color.index()][point.index()] / 16 + if killer { 400 } else { 0 }
    }

    /// `best` caused a cut-off after the moves `tried` did not.
    pub(crate) fn learn(&mut self, color: Color, best: Point, tried: &[Point], depth: i32, ply: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth * 16).min(LIMIT / 4);
        let scores = &mut self.scores[color.index()];
        // Gravity: the nearer to the limit, the less is added.
        let mut add = |point: Point, bonus: i32| {
            let score = &mut scores[point.index()];
            *score += bonus - *score * bonus.abs() / LIMIT;
        };
        add(best, bonus);
        tried.iter().for_each(|&point| add(point, -bonus));
    }
}

//! Twins: puzzles whose positions are images of each other, or differ far from the solution only.

use std::collections::HashSet;

use engine::{Color, Game, Point, Symmetries};

use crate::Puzzle;
use crate::line::Line;

/// Distance from the line of a puzzle at which stones do not matter, in rows and columns.
const FAR: usize = 4;

/// The puzzles so far.
#[derive(Default)]
pub(super) struct Twins {
    seen: HashSet<(String, Vec<(usize, u8)>)>,
    symmetries: Option<(&'static Game, Symmetries)>,
}

impl Twins {
    /// Whether a puzzle is no twin of one before.
    pub(super) fn is_new(&mut self, puzzle: &Puzzle) -> bool {
        if self.symmetries.as_ref().is_none_or(|(game, _)| *game != puzzle.game) {
            self.symmetries = Some((puzzle.game, Symmetries::of(puzzle.game.grid())));
        }
        let Some((_, symmetries)) = &self.symmetries else { return true };
        let marks = marks(puzzle);
        let images = (0..symmetries.count()).map(|symmetry| {
            let image = |&(point, mark): &(Point, u8)| (symmetries.image(symmetry, point).index(), mark);
            let mut images: Vec<(usize, u8)> = marks.iter().map(image).collect();
            images.sort_unstable();
            images
        });
        let SetUpFacts(facts) = SetUpFacts::of(puzzle);
        images.min().is_none_or(|least| self.seen.insert((facts, least)))
    }
}

/// Everything about a puzzle that no symmetry changes.
struct SetUpFacts(String);

impl SetUpFacts {
    fn of(puzzle: &Puzzle) -> Self {
        let [black, white] = puzzle.setup.captured;
        Self(format!("{:?} {} {} {black} {white}", puzzle.game, puzzle.kind, puzzle.setup.to_move.symbol()))
    }
}

/// The stones near the line of the proof, and the solution.
fn marks(puzzle: &Puzzle) -> Vec<(Point, u8)> {
    let grid = puzzle.game.grid();
    let mut line = vec![puzzle.solution];
    let mut proof = Line::new(&puzzle.certificate);
    while let Some(at) = proof.as_ref().and_then(Line::attack) {
        let Some(walk) = proof.as_mut() else { break };
        line.push(at);
        if walk.play(at).is_none() {
            break;
        }
        match walk.defence() {
            Some(engine::Move::Place(reply)) if walk.reply(engine::Move::Place(reply)).is_some() => line.push(reply),
            _ => break,
        }
    }
    let near = |point: Point| {
        let (x, y) = grid.xy(point);
        line.iter().any(|&at| {
            let (column, row) = grid.xy(at);
            x.abs_diff(column).max(y.abs_diff(row)) <= FAR
        })
    };
    let stones = puzzle.setup.stones.iter().filter(|(point, _)| near(*point));
    let stones = stones.map(|&(point, color)| (point, 1 + u8::from(color == Color::White)));
    stones.chain([(puzzle.solution, 0)]).collect()
}

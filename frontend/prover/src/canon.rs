//! Positions up to the symmetries of the board.

use engine::{Color, Game, Point, SetUp, Symmetries};

/// A position of which no image has a smaller code.
#[derive(Clone, Debug)]
pub(crate) struct Canonical {
    pub(crate) setup: SetUp,
    pub(crate) text: String,
}

/// The symmetries of a board with their inverses.
pub(crate) struct Canon {
    pub(crate) game: &'static Game,
    symmetries: Symmetries,
    inverse: Vec<usize>,
}

impl Canon {
    pub(crate) fn of(game: &'static Game) -> Self {
        let symmetries = Symmetries::of(game.grid());
        let points: Vec<Point> = game.grid().points().collect();
        let all = 0..symmetries.count();
        let undoes = |one: usize, other: usize| {
            points.iter().all(|&point| symmetries.image(other, symmetries.image(one, point)) == point)
        };
        let inverse = all.clone().map(|one| all.clone().find(|&other| undoes(one, other)).unwrap_or(0)).collect();
        Self { game, symmetries, inverse }
    }

    /// Returns the canonical image of a position, and the symmetry that maps the position to it.
    pub(crate) fn canonical(&self, setup: &SetUp) -> (Canonical, usize) {
        let image = |symmetry: usize| {
            let stone = |&(point, color): &(Point, Color)| (self.symmetries.image(symmetry, point), color.index());
            let mut stones: Vec<(Point, usize)> = setup.stones.iter().map(stone).collect();
            stones.sort_unstable();
            (stones, symmetry)
        };
        let (stones, symmetry) = (0..self.symmetries.count()).map(image).min().unwrap_or_default();
        let stones = stones.into_iter().map(|(point, color)| (point, Color::ALL[color])).collect();
        let setup = SetUp { stones, ..setup.clone() };
        let text = setup.display(self.game.grid()).to_string();
        (Canonical { setup, text }, symmetry)
    }

    /// Returns the point whose image under `symmetry` is `point`.
    pub(crate) fn preimage(&self, symmetry: usize, point: Point) -> Point {
        self.symmetries.image(self.inverse[symmetry], point)
    }

    /// Returns the image of a point.
    pub(crate) fn image(&self, symmetry: usize, point: Point) -> Point {
        self.symmetries.image(symmetry, point)
    }
}

/// Returns the position after a stone of the side to move, or after a pass.
pub(crate) fn after(setup: &SetUp, at: Option<Point>) -> SetUp {
    let mut next = setup.clone();
    next.stones.extend(at.map(|point| (point, setup.to_move)));
    next.to_move = !setup.to_move;
    next
}

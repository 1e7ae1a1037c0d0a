//! Positions up to the symmetries of the board.

use engine::{Color, Game, Point, SetUp, Symmetries};

/// A position of which no image has a smaller code.
#[derive(Clone, Debug)]
pub(crate) struct Canonical {
    pub(crate) setup: SetUp,
    pub(crate) text: String,
}

/// The symmetries of the board of a game.
pub(crate) struct Canon {
    pub(crate) game: &'static Game,
    symmetries: Symmetries,
}

impl Canon {
    pub(crate) fn of(game: &'static Game) -> Self {
        Self { game, symmetries: Symmetries::of(game.grid()) }
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

    /// Returns the images of a position, each with its symmetry.
    pub(crate) fn images(&self, setup: &SetUp) -> impl Iterator<Item = (SetUp, usize)> {
        (0..self.symmetries.count()).map(move |symmetry| (self.symmetries.image_of(symmetry, setup), symmetry))
    }

    /// Returns the point whose image under `symmetry` is `point`.
    pub(crate) fn preimage(&self, symmetry: usize, point: Point) -> Point {
        self.symmetries.preimage(symmetry, point)
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

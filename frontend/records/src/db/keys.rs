//! Positions as keys: the first of their images by the symmetries of the board.

use engine::{Color, Grid, Point, Symmetries};

/// The stones of Black and of White as `x` and `y`, each in ascending order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Stones(pub(super) [Vec<[u8; 2]>; 2]);

impl Stones {
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The same with a stone more.
    pub(super) fn with(&self, color: Color, at: [u8; 2]) -> Self {
        let mut stones = self.clone();
        stones.0[color.index()].push(at);
        stones
    }
}

/// The symmetries of a board as a group.
pub(super) struct Images {
    grid: Grid,
    symmetries: Symmetries,
    /// For each two, the one that does both, the second first.
    after: Vec<Vec<usize>>,
}

impl Images {
    pub(super) fn of(grid: &Grid) -> Self {
        let symmetries = Symmetries::of(grid);
        // A point with as many images as there are symmetries.
        let marks = [[0, 1], [0, 2]].map(|[x, y]| grid.point(x, y).expect("boards have five rows at least"));
        let images = |symmetry| marks.map(|mark| symmetries.image(symmetry, mark));
        let twice = |one: usize, other: usize| {
            let both = marks.map(|mark| symmetries.image(one, symmetries.image(other, mark)));
            (0..symmetries.count()).find(|&symmetry| images(symmetry) == both).expect("symmetries are a group")
        };
        let count = symmetries.count();
        let after = (0..count).map(|one| (0..count).map(|other| twice(one, other)).collect()).collect();
        Self { grid: *grid, symmetries, after }
    }

    /// The number of symmetries.
    pub(super) fn count(&self) -> usize {
        self.symmetries.count()
    }

    /// The symmetry that does `other` and then `one`.
    pub(super) fn after(&self, one: usize, other: usize) -> usize {
        self.after[one][other]
    }

    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.after[symmetry].iter().position(|&both| both == 0).expect("symmetries have an inverse")
    }

    pub(super) fn image(&self, symmetry: usize, [x, y]: [u8; 2]) -> [u8; 2] {
        let point = self.grid.point(x.into(), y.into()).expect("a point of the board");
        self.at(self.symmetries.image(symmetry, point))
    }

    pub(super) fn at(&self, point: Point) -> [u8; 2] {
        let (x, y) = self.grid.xy(point);
        [x as u8, y as u8]
    }

    /// The first image of a position, and a symmetry that leads to it.
    pub(super) fn first(&self, stones: &Stones) -> (Stones, usize) {
        let image = |symmetry| {
            let sides = stones.0.each_ref().map(|side| {
                let mut side: Vec<_> = side.iter().map(|&at| self.image(symmetry, at)).collect();
                side.sort_unstable();
                side
            });
            (Stones(sides), symmetry)
        };
        (0..self.symmetries.count()).map(image).min().expect("the identity")
    }

    /// The symmetries that leave a position as it is.
    pub(super) fn of_position(&self, stones: &Stones) -> impl Iterator<Item = usize> {
        (0..self.symmetries.count()).filter(move |&symmetry| {
            stones.0.iter().all(|side| side.iter().all(|&at| side.contains(&self.image(symmetry, at))))
        })
    }
}

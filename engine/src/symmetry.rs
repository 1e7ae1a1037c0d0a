//! The symmetries of a board, and keys that are the same for all images of a position.

use crate::{Grid, Point, PointSet, SetUp, Shape, zobrist};

/// The symmetries of a board: 8 of a square, 4 of a rectangle with sides of different length, 12 of a hexagon.
///
/// # Examples
/// ```
/// use ninuki_engine::{Grid, Lettering, Symmetries};
///
/// let grid = Grid::rectangle(15, 15, Lettering::WithI);
/// let symmetries = Symmetries::of(&grid);
/// let corner = grid.parse("a15").expect("a point of the board");
/// let images = (0..symmetries.count()).map(|symmetry| symmetries.image(symmetry, corner));
/// assert_eq!((symmetries.count(), images.collect::<std::collections::BTreeSet<_>>().len()), (8, 4));
/// ```
#[derive(Debug)]
pub struct Symmetries {
    /// For each symmetry, where each point goes.
    images: Vec<Vec<Option<Point>>>,
    /// For each symmetry, the one that undoes it.
    inverses: Vec<usize>,
}

impl Symmetries {
    /// The most symmetries that a board has.
    pub const MOST: usize = 12;

    /// The symmetries of `grid`, the identity first.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let count = match grid.shape() {
            Shape::Hexagon => 12,
            Shape::Rectangle if grid.width() == grid.height() => 8,
            Shape::Rectangle => 4,
        };
        let images: Vec<Vec<_>> = (0..count)
            .map(|symmetry| {
                let mut images = vec![None; 512];
                for point in grid.points() {
                    images[point.index()] = image(grid, symmetry, point);
                }
                images
            })
            .collect();
        let undoes = |one: usize, other: usize| {
            grid.points()
                .all(|point| images[one][point.index()].and_then(|at| images[other][at.index()]) == Some(point))
        };
        let inverse = |one| (0..count).find(|&other| undoes(one, other)).expect("symmetries are a group");
        let inverses = (0..count).map(inverse).collect();
        Self { images, inverses }
    }

    /// The number of symmetries.
    #[must_use]
    pub fn count(&self) -> usize {
        self.images.len()
    }

    /// Where `symmetry` takes a point of the board.
    ///
    /// # Panics
    /// The point lies on no such board.
    #[must_use]
    pub fn image(&self, symmetry: usize, point: Point) -> Point {
        self.images[symmetry][point.index()].expect("a symmetry keeps to the board")
    }

    /// The position that `symmetry` makes of `setup`.
    ///
    /// # Panics
    /// A point lies on no such board.
    #[must_use]
    pub fn image_of(&self, symmetry: usize, setup: &SetUp) -> SetUp {
        let stones = setup.stones.iter().map(|&(point, color)| (self.image(symmetry, point), color)).collect();
        let walls = setup.walls.iter().map(|&point| self.image(symmetry, point)).collect();
        SetUp { stones, walls, ..setup.clone() }
    }

    /// The point that `symmetry` takes to `point`.
    ///
    /// # Panics
    /// The point lies on no such board.
    #[must_use]
    pub fn preimage(&self, symmetry: usize, point: Point) -> Point {
        self.image(self.inverses[symmetry], point)
    }

    /// Of the points that are images of each other, the first.
    #[must_use]
    pub fn first_image(&self, point: Point) -> Point {
        (0..self.count()).map(|symmetry| self.image(symmetry, point)).min().unwrap_or(point)
    }
}

/// Where symmetry number `symmetry` takes `point`.
fn image(grid: &Grid, symmetry: usize, point: Point) -> Option<Point> {
    let (x, y) = grid.xy(point);
    match grid.shape() {
        Shape::Rectangle => {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (grid.width() - 1 - x, y) };
            let (x, y) = if symmetry & 2 == 0 { (x, y) } else { (x, grid.height() - 1 - y) };
            let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
            grid.point(x, y)
        }
        Shape::Hexagon => {
            // Three coordinates that add up to 0, one for each direction of lines: the symmetries permute them and
            // change all signs.
            let centre = grid.size() as i32 - 1;
            let (row, column) = (y as i32 - centre, x as i32 - centre);
            let cube = [row, -column, column - row];
            let [a, b] = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]][symmetry / 2];
            let sign = if symmetry.is_multiple_of(2) { 1 } else { -1 };
            let (row, column) = (sign * cube[a] + centre, -sign * cube[b] + centre);
            grid.point(usize::try_from(column).ok()?, usize::try_from(row).ok()?)
        }
    }
}

/// Keys of two sets of stones, the same for all images of a position: the least of the keys of its images.
///
/// A key is a sum of weights: once the weight of each point with a stone of the first set, twice that of each point with
/// one of the second. On boards of at most 39 points the weights are the powers of 3, so that the key *is* the position:
/// different positions never share one. On larger boards the weights are random numbers.
///
/// The sums of all images are found at once: eight points at a time, from tables with one lane for each symmetry.
#[derive(Debug)]
pub struct CanonicalKeys {
    /// For each byte of a set and each value of it, the sum of the weights in each image.
    sums: Vec<[[u64; Symmetries::MOST]; 256]>,
    /// The points, in the order of their weights.
    points: Vec<Point>,
}

impl CanonicalKeys {
    /// The most points of a board on which keys are exact; they leave two bits free: 3³⁹ < 2⁶².
    pub const MOST_POINTS: usize = 39;

    /// The keys of positions on `grid`.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let points: Vec<Point> = grid.points().collect();
        let mut weights = vec![0_u64; 512];
        for (place, point) in points.iter().enumerate() {
            let random = || zobrist::stone(crate::Color::Black, *point);
            weights[point.index()] = if points.len() <= Self::MOST_POINTS { 3_u64.pow(place as u32) } else { random() };
        }
        let symmetries = Symmetries::of(grid);
        let last = points.iter().map(|point| point.index()).max().unwrap_or(0);
        let mut sums = vec![[[0_u64; Symmetries::MOST]; 256]; last / 8 + 1];
        for (byte, table) in sums.iter_mut().enumerate() {
            for value in 1..256_usize {
                let bit = value.trailing_zeros() as usize;
                let rest = table[value & (value - 1)];
                let point = points.iter().copied().find(|point| point.index() == 8 * byte + bit);
                table[value] = std::array::from_fn(|lane| {
                    let weight = |point| weights[symmetries.image(lane % symmetries.count(), point).index()];
                    rest[lane].wrapping_add(point.map_or(0, weight))
                });
            }
        }
        Self { sums, points }
    }

    /// Whether different positions never share a key.
    #[must_use]
    pub const fn are_exact(&self) -> bool {
        self.points.len() <= Self::MOST_POINTS
    }

    /// The key of the position with these stones.
    #[inline]
    #[must_use]
    pub fn key<S: PointSet>(&self, ours: S, theirs: S) -> u64 {
        let mut lanes = [0_u64; Symmetries::MOST];
        for (byte, table) in self.sums.iter().enumerate() {
            let value = |set: S| (set.word(byte / 8) >> (byte % 8 * 8)) as usize & 255;
            let (once, twice) = (&table[value(ours)], &table[value(theirs)]);
            for lane in 0..Symmetries::MOST {
                lanes[lane] = lanes[lane].wrapping_add(once[lane]).wrapping_add(twice[lane] << 1);
            }
        }
        lanes.into_iter().fold(u64::MAX, u64::min)
    }

    /// The stones of a position with this key, if keys are exact and this is one.
    #[must_use]
    pub fn position<S: PointSet>(&self, key: u64) -> Option<[S; 2]> {
        let (mut left, mut sets) = (key, [S::EMPTY; 2]);
        for &point in &self.points {
            match left % 3 {
                0 => {}
                digit => sets[digit as usize - 1].insert(point),
            }
            left /= 3;
        }
        let [ours, theirs] = sets;
        (self.are_exact() && left == 0 && self.key(ours, theirs) == key).then_some(sets)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Bitboard, Game, Lettering, Rules};

    fn boards() -> Vec<Grid> {
        let played = Rules::ALL.into_iter().map(|rules| *Game::new(rules, None, None).expect("a game").grid());
        let hexagons = [3, 4, 7].map(Grid::hexagon);
        let square = [Grid::rectangle(9, 12, Lettering::WithI), Grid::rectangle(6, 6, Lettering::WithI)];
        played.chain(hexagons).chain(square).collect()
    }

    #[test]
    fn symmetries_are_different_permutations() {
        for grid in boards() {
            let symmetries = Symmetries::of(&grid);
            let all: HashSet<Vec<_>> = (0..symmetries.count())
                .map(|symmetry| grid.points().map(|point| symmetries.image(symmetry, point)).collect())
                .collect();
            assert_eq!(all.len(), symmetries.count());
            for (symmetry, point) in
                (0..symmetries.count()).flat_map(|symmetry| grid.points().map(move |at| (symmetry, at)))
            {
                assert_eq!(symmetries.preimage(symmetry, symmetries.image(symmetry, point)), point);
            }
            for images in &all {
                assert_eq!(images.iter().collect::<HashSet<_>>().len(), images.len());
            }
        }
    }

    #[test]
    fn neighbours_on_a_hexagon_stay_neighbours() {
        let grid = Grid::hexagon(5);
        let symmetries = Symmetries::of(&grid);
        let near = |a: Point, b: Point| {
            let ((ax, ay), (bx, by)) = (grid.xy(a), grid.xy(b));
            let step = (bx as i32 - ax as i32, by as i32 - ay as i32);
            [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)].contains(&step)
        };
        for symmetry in 0..symmetries.count() {
            let image = |point| symmetries.image(symmetry, point);
            assert!(grid.points().all(|a| grid.points().all(|b| near(a, b) == near(image(a), image(b)))));
        }
    }

    #[test]
    fn a_key_is_that_of_every_image_and_of_no_other_position() {
        for grid in boards() {
            let (keys, symmetries) = (CanonicalKeys::of(&grid), Symmetries::of(&grid));
            let points: Vec<Point> = grid.points().collect();
            let mut random = 1_u64;
            let mut seen = HashSet::new();
            for round in 0..300 {
                let mut stones: [Vec<Point>; 2] = Default::default();
                for &point in &points {
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    if let colour @ 0..2 = (random >> 40) as usize % (2 + round % 7) {
                        stones[colour].push(point);
                    }
                }
                let sets = |symmetry: usize| {
                    stones.each_ref().map(|points| {
                        let mut set = Bitboard::EMPTY;
                        points.iter().for_each(|&point| set.insert(symmetries.image(symmetry, point)));
                        set
                    })
                };
                let key_of = |[ours, theirs]: [Bitboard; 2]| keys.key(ours, theirs);
                let key = key_of(sets(0));
                let images: Vec<_> = (0..symmetries.count()).map(sets).collect();
                assert!(images.iter().all(|&image| key_of(image) == key));
                // The slow twin: the least of the images in another order tells positions apart as well.
                let least = images.iter().map(|image| image.map(|set| set.iter().collect::<Vec<_>>())).min();
                seen.insert((key, least));
                if keys.are_exact() {
                    let found = keys.position::<Bitboard>(key).expect("a position");
                    assert!(images.contains(&found));
                }
            }
            let (by_key, by_form): (HashSet<_>, HashSet<_>) = seen.iter().cloned().unzip();
            assert_eq!((by_key.len(), by_form.len()), (seen.len(), seen.len()), "{grid:?}");
        }
        let keys = CanonicalKeys::of(&Grid::hexagon(3));
        assert_eq!(keys.position::<u64>(3_u64.pow(19)), None);
        assert_eq!(keys.position::<u64>(3_u64.pow(18)), None, "the least image has its stone elsewhere");
    }
}

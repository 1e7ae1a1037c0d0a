//! Positions that are the same but for turning and mirroring the board.

use engine::{AnyRecord, Color, Grid, Point, Shape};

/// What identifies a position in whatever orientation: the least of its images.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Canonical {
    /// The stones of Black and of White, by index.
    stones: [Vec<Point>; 2],
    to_move: Color,
    captured: [u16; 2],
}

/// The symmetries of a board: 8 of a square, 4 of a rectangle with sides of different length, 12 of a hexagon.
#[derive(Debug)]
pub(crate) struct Symmetries {
    grid: Grid,
    /// For each symmetry, where each point goes.
    images: Vec<Vec<Option<Point>>>,
}

impl Symmetries {
    /// The symmetries of `grid`, the identity first.
    pub(crate) fn of(grid: &Grid) -> Self {
        let count = match grid.shape() {
            Shape::Hexagon => 12,
            Shape::Rectangle if grid.width() == grid.height() => 8,
            Shape::Rectangle => 4,
        };
        let images = (0..count).map(|symmetry| {
            let mut images = vec![None; 512];
            for point in grid.points() {
                images[point.index()] = image(grid, symmetry, point);
            }
            images
        });
        Self { grid: *grid, images: images.collect() }
    }

    /// The number of symmetries.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.images.len()
    }

    /// Where `symmetry` takes a point of the board.
    pub(crate) fn image(&self, symmetry: usize, point: Point) -> Point {
        self.images[symmetry][point.index()].expect("a symmetry keeps to the board")
    }

    /// The canonical form of the position in which `record` stands.
    pub(crate) fn canonical(&self, record: &dyn AnyRecord) -> Canonical {
        let of = |color| self.grid.points().filter(|&point| record.stone(point) == Some(color)).collect::<Vec<_>>();
        let stones = Color::ALL.map(of);
        let images = (0..self.images.len()).map(|symmetry| {
            stones.each_ref().map(|points| {
                let mut points: Vec<_> = points.iter().map(|&point| self.image(symmetry, point)).collect();
                points.sort_unstable();
                points
            })
        });
        Canonical {
            stones: images.min().expect("the identity at least"),
            to_move: record.to_move(),
            captured: Color::ALL.map(|color| record.captured(color)),
        }
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use engine::{Game, Move, Rules, SetUp, record};

    use super::*;
    use crate::dice::Dice;

    fn boards() -> Vec<&'static Game> {
        let square = Rules::ALL.into_iter().map(|rules| Game::new(rules, None, None).expect("a game"));
        square.chain([Game::with_sides(Rules::FREESTYLE, 9, 12, None).expect("a rectangle")]).collect()
    }

    #[test]
    fn symmetries_are_different_permutations_that_keep_distances_along_lines() {
        for game in boards() {
            let (grid, symmetries) = (game.grid(), Symmetries::of(game.grid()));
            let all: HashSet<Vec<_>> = (0..symmetries.count())
                .map(|symmetry| grid.points().map(|point| symmetries.image(symmetry, point)).collect())
                .collect();
            assert_eq!(all.len(), symmetries.count());
            for images in &all {
                assert_eq!(images.iter().collect::<HashSet<_>>().len(), images.len());
            }
        }
    }

    /// The stones of `setup` where `symmetry` takes them.
    fn turned(symmetries: &Symmetries, symmetry: usize, setup: &SetUp) -> SetUp {
        let stones = setup.stones.iter().map(|&(point, color)| (symmetries.image(symmetry, point), color));
        SetUp { stones: stones.collect(), ..setup.clone() }
    }

    #[test]
    fn the_canonical_form_is_that_of_every_image_and_tells_positions_apart() {
        for (number, game) in boards().into_iter().enumerate() {
            let symmetries = Symmetries::of(game.grid());
            let points: Vec<_> = game.grid().points().collect();
            let mut dice = Dice::new(7, number as u64, 0);
            let mut setup = SetUp { stones: Vec::new(), walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
            for ply in 0..7 {
                let point = dice.pick(&points).expect("a point");
                if setup.stones.iter().all(|&(taken, _)| taken != point) {
                    setup.stones.push((point, Color::ALL[ply % 2]));
                }
            }
            let form = |setup: &SetUp| symmetries.canonical(record(game, Some(setup)).expect("a position").as_ref());
            let expected = form(&setup);
            for symmetry in 0..symmetries.count() {
                assert_eq!(form(&turned(&symmetries, symmetry, &setup)), expected, "{game:?} symmetry {symmetry}");
            }
            assert_ne!(form(&SetUp { to_move: Color::White, ..setup.clone() }), expected);
            setup.stones.pop();
            assert_ne!(form(&setup), expected);
        }
    }

    #[test]
    fn neighbours_on_a_hexagon_stay_neighbours() {
        let game = Game::new(Rules::NDENGROD, None, None).expect("a game");
        let (grid, symmetries) = (game.grid(), Symmetries::of(game.grid()));
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
    fn captured_stones_count() {
        let game = Game::new(Rules::PENTE, None, None).expect("a game");
        let symmetries = Symmetries::of(game.grid());
        let mut played = record(game, None).expect("a game");
        // White takes K10 and L11 between J9 and M12.
        for name in ["K10", "J9", "A1", "A3", "L11", "M12"] {
            let point = game.grid().parse(name).expect("a point");
            played.play(Move::Place(point)).expect("legal");
        }
        assert_eq!(played.captured(Color::White), 2);
        let stones = game.grid().points().filter_map(|point| played.stone(point).map(|color| (point, color)));
        let setup = SetUp { stones: stones.collect(), walls: Vec::new(), to_move: played.to_move(), captured: [0; 2] };
        let without = record(game, Some(&setup)).expect("a position");
        assert_ne!(symmetries.canonical(without.as_ref()), symmetries.canonical(played.as_ref()));
    }
}

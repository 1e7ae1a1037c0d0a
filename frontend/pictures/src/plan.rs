//! Where the points of a board lie in a picture, and the empty board itself. Neighbouring points are 1 apart.

use engine::{Grid, Point, Shape as Outline};

use crate::scene::{Anchor, Place, Rgb, Scene, Shape};

/// From the outermost points to the edges of the picture.
pub(crate) const MARGIN: f64 = 1.25;

/// From the outermost points to the middle of their names.
const NAMES: f64 = 0.82;

/// The height of the names of rows and columns.
const NAME_HEIGHT: f64 = 0.3;

/// The distance of the rows of a hexagon.
const ROWS: f64 = 0.866_025_403_784_438_6;

/// From the centre of a hexagonal cell to its corners.
const CORNER: f64 = 0.577_350_269_189_625_7;

/// The smallest board that has points marked near its corners, and the smallest that has some at its sides.
const STARS: [usize; 2] = [13, 19];

/// Where everything lies on the picture of an empty board, for programs that draw it themselves.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The width and height of the picture; neighbouring points are 1 apart.
    pub size: Place,
    /// The points, in the order of the board.
    pub points: Vec<Place>,
    /// The names of rows and columns, each by its middle.
    pub names: Vec<(String, Place)>,
    /// The points that are marked.
    pub stars: Vec<Place>,
}

/// Returns the places of points, names and stars of a board.
#[must_use]
pub fn layout(grid: &Grid) -> Layout {
    let plan = Plan::new(grid);
    Layout {
        size: plan.size(),
        points: grid.points().map(|point| plan.point(point)).collect(),
        names: plan.names(),
        stars: match grid.shape() {
            Outline::Rectangle => stars(grid).map(|point| plan.point(point)).collect(),
            Outline::Hexagon => Vec::new(),
        },
    }
}

/// A board in a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'g> {
    grid: &'g Grid,
}

impl<'g> Plan<'g> {
    pub(crate) const fn new(grid: &'g Grid) -> Self {
        Self { grid }
    }

    /// The width and height that the board takes.
    pub(crate) fn size(&self) -> Place {
        let (x, y) = (self.grid.width() as f64 - 1.0, self.grid.height() as f64 - 1.0);
        match self.grid.shape() {
            Outline::Rectangle => (x + 2.0 * MARGIN, y + 2.0 * MARGIN),
            // The names of the columns stand further out than the names of the rows.
            Outline::Hexagon => (x + 2.0 * MARGIN + 0.3, (y + 1.0) * ROWS + MARGIN + 0.5),
        }
    }

    /// Where a point lies.
    pub(crate) fn point(&self, point: Point) -> Place {
        let (x, y) = self.grid.xy(point);
        self.at(x as f64, y as f64)
    }

    /// Where a point with these coordinates would lie, on the board or not.
    fn at(&self, x: f64, y: f64) -> Place {
        match self.grid.shape() {
            Outline::Rectangle => (MARGIN + x, MARGIN + y),
            Outline::Hexagon => {
                let middle = self.grid.size() as f64 - 1.0;
                (MARGIN + x + (middle - y) / 2.0, MARGIN - 0.1 + ROWS * (y + 0.5))
            }
        }
    }

    /// The corners of the cell of a point, `scale` of its size: from the middle of the top to the middle of the bottom down the
    /// left side, then up the right side. The first half and the second are the two halves of the cell.
    pub(crate) fn cell(&self, (x, y): Place, scale: f64) -> Vec<Place> {
        let corners: &[Place] = match self.grid.shape() {
            Outline::Rectangle => &[(0.0, -0.5), (-0.5, -0.5), (-0.5, 0.5), (0.0, 0.5), (0.5, 0.5), (0.5, -0.5)],
            Outline::Hexagon => &[
                (0.0, -CORNER),
                (-0.5, -CORNER / 2.0),
                (-0.5, CORNER / 2.0),
                (0.0, CORNER),
                (0.5, CORNER / 2.0),
                (0.5, -CORNER / 2.0),
            ],
        };
        corners.iter().map(|(right, down)| (x + scale * right, y + scale * down)).collect()
    }

    /// Draws the empty board with the names of its rows and columns.
    pub(crate) fn draw(&self, scene: &mut Scene) {
        match self.grid.shape() {
            Outline::Rectangle => self.rectangle(scene),
            Outline::Hexagon => self.hexagon(scene),
        }
        self.name(scene);
    }

    /// The names of rows and columns with their places: at both ends of lines; on a hexagon the letters of rows at their
    /// left ends and the numbers of columns at their upper ends.
    fn names(&self) -> Vec<(String, Place)> {
        let (grid, mut names) = (self.grid, Vec::new());
        let (right, bottom) = (grid.width() as f64 - 1.0, grid.height() as f64 - 1.0);
        match grid.shape() {
            Outline::Rectangle => {
                for column in 0..grid.width() {
                    let at = |y| (grid.column_name(column), self.at(column as f64, y));
                    names.extend([at(-NAMES), at(bottom + NAMES)]);
                }
                for row in 0..grid.height() {
                    let at = |x| (grid.row_name(row), self.at(x, row as f64));
                    names.extend([at(-NAMES), at(right + NAMES)]);
                }
            }
            Outline::Hexagon => {
                for y in 0..grid.height() {
                    let columns = grid.columns(y);
                    names.push((grid.row_name(y), self.at(columns.start as f64 - NAMES, y as f64)));
                }
                for x in 0..grid.width() {
                    let top = (0..grid.height()).find(|&y| grid.columns(y).contains(&x));
                    let y = top.expect("a column has points") as f64;
                    names.push((grid.column_name(x), self.at(x as f64, y - 0.9)));
                }
            }
        }
        names
    }

    /// Draws the names of rows and columns.
    fn name(&self, scene: &mut Scene) {
        let ink = Rgb::LINES.towards(Rgb::BLACK, 0.6);
        for (name, place) in self.names() {
            scene.add(Shape::text("name", &name, place, Anchor::Middle, NAME_HEIGHT, ink));
        }
    }

    /// Lines, and the points that are marked.
    fn rectangle(&self, scene: &mut Scene) {
        scene.add(Shape::rectangle("board", (0.0, 0.0), self.size()).filled(Rgb::WOOD));
        let (right, bottom) = (self.grid.width() as f64 - 1.0, self.grid.height() as f64 - 1.0);
        let line = |from: Place, to: Place, edge: bool| {
            let corners = vec![self.at(from.0, from.1), self.at(to.0, to.1)];
            Shape::line("line", corners).stroked(Rgb::LINES, if edge { 0.055 } else { 0.03 })
        };
        for column in 0..self.grid.width() {
            let x = column as f64;
            scene.add(line((x, 0.0), (x, bottom), x == 0.0 || x == right));
        }
        for row in 0..self.grid.height() {
            let y = row as f64;
            scene.add(line((0.0, y), (right, y), y == 0.0 || y == bottom));
        }
        for star in stars(self.grid) {
            scene.add(Shape::circle("star", self.point(star), 0.1).filled(Rgb::LINES));
        }
    }

    fn hexagon(&self, scene: &mut Scene) {
        for point in self.grid.points() {
            let cell = Shape::area("cell", self.cell(self.point(point), 1.0));
            scene.add(cell.filled(Rgb::WOOD).stroked(Rgb::LINES, 0.03));
        }
    }
}

/// The points that are marked on an empty board: the centre, those near the corners, and of large boards those between.
fn stars(grid: &Grid) -> impl Iterator<Item = Point> {
    let sides = grid.width().min(grid.height()) >= STARS[1];
    // Whether a place on a line of points is its middle; `None` if it is neither that nor near an end.
    let middle = |place: usize, length: usize| match length {
        _ if length > 5 && 2 * place + 1 == length => Some(true),
        _ if length >= STARS[0] && (place == 3 || place + 4 == length) => Some(false),
        _ => None,
    };
    grid.points().filter(move |&point| {
        let (x, y) = grid.xy(point);
        match (middle(x, grid.width()), middle(y, grid.height())) {
            (Some(column), Some(row)) => sides || column == row,
            _ => false,
        }
    })
}

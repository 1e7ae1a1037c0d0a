//! Where the points of a board lie in a picture, and the empty board itself. Neighbouring points are 1 apart.

use engine::{Grid, Point, Shape as Outline};

use super::scene::{Anchor, Place, Rgb, Scene, Shape};

/// From the outermost points to the edges of the picture.
pub(super) const MARGIN: f64 = 1.25;

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

/// A board in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'g> {
    grid: &'g Grid,
}

impl<'g> Plan<'g> {
    pub(super) const fn new(grid: &'g Grid) -> Self {
        Self { grid }
    }

    /// The width and height that the board takes.
    pub(super) fn size(&self) -> Place {
        let (x, y) = (self.grid.width() as f64 - 1.0, self.grid.height() as f64 - 1.0);
        match self.grid.shape() {
            Outline::Rectangle => (x + 2.0 * MARGIN, y + 2.0 * MARGIN),
            // The names of the columns stand further out than the names of the rows.
            Outline::Hexagon => (x + 2.0 * MARGIN + 0.3, (y + 1.0) * ROWS + MARGIN + 0.5),
        }
    }

    /// Where a point lies.
    pub(super) fn point(&self, point: Point) -> Place {
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
    pub(super) fn cell(&self, (x, y): Place, scale: f64) -> Vec<Place> {
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
    pub(super) fn draw(&self, scene: &mut Scene) {
        match self.grid.shape() {
            Outline::Rectangle => self.rectangle(scene),
            Outline::Hexagon => self.hexagon(scene),
        }
    }

    fn name(&self, text: &str, x: f64, y: f64, scene: &mut Scene) {
        scene.add(Shape::text(
            "name",
            text,
            self.at(x, y),
            Anchor::Middle,
            NAME_HEIGHT,
            Rgb::LINES.towards(Rgb::BLACK, 0.6),
        ));
    }

    fn rectangle(&self, scene: &mut Scene) {
        let (right, bottom) = (self.grid.width() - 1, self.grid.height() - 1);
        let (width, height) = self.size();
        scene.add(Shape::rectangle("board", (0.0, 0.0), (width, height)).filled(Rgb::WOOD));
        let (right_, bottom_) = (right as f64, bottom as f64);
        let mut line = |from: Place, to: Place, edge: bool| {
            let corners = vec![self.at(from.0, from.1), self.at(to.0, to.1)];
            scene.add(Shape::line("line", corners).stroked(Rgb::LINES, if edge { 0.055 } else { 0.03 }));
        };
        for x in 0..=right {
            line((x as f64, 0.0), (x as f64, bottom_), x == 0 || x == right);
        }
        for y in 0..=bottom {
            line((0.0, y as f64), (right_, y as f64), y == 0 || y == bottom);
        }
        for (x, y) in stars(self.grid) {
            scene.add(Shape::circle("star", self.at(x as f64, y as f64), 0.1).filled(Rgb::LINES));
        }
        for x in 0..=right {
            let name = self.grid.column_name(x);
            self.name(&name, x as f64, -NAMES, scene);
            self.name(&name, x as f64, bottom_ + NAMES, scene);
        }
        for y in 0..=bottom {
            let name = self.grid.row_name(y);
            self.name(&name, -NAMES, y as f64, scene);
            self.name(&name, right_ + NAMES, y as f64, scene);
        }
    }

    /// Rows have their letters at their left ends, columns their numbers at their upper ends.
    fn hexagon(&self, scene: &mut Scene) {
        for point in self.grid.points() {
            let cell = Shape::area("cell", self.cell(self.point(point), 1.0));
            scene.add(cell.filled(Rgb::WOOD).stroked(Rgb::LINES, 0.03));
        }
        for y in 0..self.grid.height() {
            let columns = self.grid.columns(y);
            self.name(&self.grid.row_name(y), columns.start as f64 - NAMES, y as f64, scene);
        }
        for x in 0..self.grid.width() {
            let top = (0..self.grid.height()).find(|&y| self.grid.columns(y).contains(&x));
            let y = top.expect("a column has points") as f64;
            self.name(&self.grid.column_name(x), x as f64, y - 0.9, scene);
        }
    }
}

/// The points that are marked on an empty board, as coordinates.
fn stars(grid: &Grid) -> Vec<(usize, usize)> {
    let along = |length: usize| {
        let middle = (length % 2 == 1 && length > 5).then_some(length / 2);
        let corners = [3, length.saturating_sub(4)].into_iter().filter(move |_| length >= STARS[0]);
        middle.into_iter().chain(corners).map(move |place| (place, Some(place) == middle)).collect::<Vec<_>>()
    };
    let sides = grid.width().min(grid.height()) >= STARS[1];
    let columns = along(grid.width());
    let all = along(grid.height()).into_iter().flat_map(|row| columns.iter().map(move |&column| (column, row)));
    let marked = all.filter(|((_, middle), (_, centre))| sides || middle == centre);
    marked.map(|((x, _), (y, _))| (x, y)).collect()
}

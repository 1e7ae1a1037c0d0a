//! Symmetries of the stones on a board, wherever they lie on it.

use engine::{AnyRecord, Color, Point};

/// A point of the plane, on the board or not.
type At = (i32, i32);

/// The rotations and reflections of the plane that keep its rows and columns: `(x, y)` goes to `(ax + by, cx + dy)`.
const TURNS: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
];

/// The symmetries that map the stones onto themselves, colours kept. An axis may run between two rows or columns, and
/// a symmetry need not map the board onto itself.
pub(crate) struct Symmetric<'r> {
    record: &'r dyn AnyRecord,
    /// Each as a turn and a translation after it.
    maps: Vec<([i32; 4], At)>,
}

impl<'r> Symmetric<'r> {
    /// Returns the symmetries of the stones on the board, the identity first; without stones only the identity.
    pub(crate) fn of(record: &'r dyn AnyRecord) -> Self {
        let grid = record.game().grid();
        let stones = grid.points().filter_map(|point| Some((at(record, point), record.stone(point)?)));
        let stones = sorted(stones.collect());
        let maps = TURNS.into_iter().filter_map(|turn| Some((turn, translation(&stones, turn)?)));
        let maps = if stones.is_empty() { vec![(TURNS[0], (0, 0))] } else { maps.collect() };
        Self { record, maps }
    }

    /// Returns the points of the board that a symmetry maps `point` to, itself first.
    pub(crate) fn images(&self, point: Point) -> impl Iterator<Item = Point> {
        let grid = self.record.game().grid();
        let from = at(self.record, point);
        self.maps.iter().filter_map(move |&(turn, by)| {
            let (x, y) = turned(turn, from);
            grid.point(usize::try_from(x + by.0).ok()?, usize::try_from(y + by.1).ok()?)
        })
    }
}

fn at(record: &dyn AnyRecord, point: Point) -> At {
    let (x, y) = record.game().grid().xy(point);
    (x as i32, y as i32)
}

const fn turned([a, b, c, d]: [i32; 4], (x, y): At) -> At {
    (a * x + b * y, c * x + d * y)
}

fn sorted(mut stones: Vec<(At, Color)>) -> Vec<(At, Color)> {
    stones.sort_unstable_by_key(|&(at, color)| (at, color.index()));
    stones
}

/// Returns the translation that maps the turned stones onto the stones, if there is one.
fn translation(stones: &[(At, Color)], turn: [i32; 4]) -> Option<At> {
    let images = sorted(stones.iter().map(|&(at, color)| (turned(turn, at), color)).collect());
    // Both lists are sorted, and a translation keeps the order.
    let ((x, y), (from_x, from_y)) = (stones.first()?.0, images.first()?.0);
    let by = (x - from_x, y - from_y);
    let matches = |(&(to, color), &(from, same)): (&(At, Color), &(At, Color))| {
        color == same && to == (from.0 + by.0, from.1 + by.1)
    };
    stones.iter().zip(&images).all(matches).then_some(by)
}

//! Line patterns: the nine cells of a line centred on a point.
//!
//! A *raw* pattern consists of the colours of its cells and of the borders. Relative to one side, and with both directions of
//! the line identified, it belongs to one of [`LINE_CLASSES`] *classes*.

use std::sync::LazyLock;

use engine::{Grid, Shape};

/// The cells of a pattern to either side of its point.
pub const LINE_RADIUS: usize = 4;

/// The number of half patterns: up to four cells of three states each, then the border or any cell.
const HALVES: usize = 1 + 3 + 9 + 27 + 81;

/// The number of raw patterns.
pub const LINE_PATTERNS: usize = HALVES * HALVES * 3;

/// The number of classes: two mirrored patterns are of one class.
pub const LINE_CLASSES: usize = HALVES * (HALVES + 1) / 2 * 3;

/// The most lines that cross a point.
pub(crate) const LINES: usize = 4;

/// The classes of raw patterns. A raw pattern has the index (left · 121 + right) · 3 + centre; a cell counts 0 if it is
/// empty, 1 with an own stone, 2 with an enemy stone; a half of `n` cells has the index
/// (3ⁿ − 1) / 2 + the sum of its cells, the `i`-th from the centre times 3 to the power of `i − 1`.
#[derive(Debug)]
pub struct LinePatterns {
    classes: Vec<u16>,
    exchanged: Vec<u16>,
}

/// A half, taken apart: its cells from the centre on.
struct Half {
    cells: Vec<usize>,
}

impl Half {
    fn of(number: usize) -> Self {
        let first = |length: u32| (3usize.pow(length) - 1) / 2;
        let length = (0..=LINE_RADIUS as u32).rev().find(|&length| first(length) <= number).expect("no cell is 0");
        let mut rest = number - first(length);
        let cells = (0..length).map(|_| {
            let cell = rest % 3;
            rest /= 3;
            cell
        });
        Self { cells: cells.collect() }
    }

    fn number(&self) -> usize {
        let cells = self.cells.iter().rev().fold(0, |number, cell| number * 3 + cell);
        (3usize.pow(self.cells.len() as u32) - 1) / 2 + cells
    }
}

/// The state of a cell after both sides have exchanged their stones.
const fn exchanged(cell: usize) -> usize {
    [0, 2, 1][cell]
}

impl LinePatterns {
    /// All of them, made on first use.
    #[must_use]
    pub fn all() -> &'static Self {
        static ALL: LazyLock<LinePatterns> = LazyLock::new(LinePatterns::new);
        &ALL
    }

    fn new() -> Self {
        let halves: Vec<usize> = (0..HALVES)
            .map(|number| Half { cells: Half::of(number).cells.into_iter().map(exchanged).collect() }.number())
            .collect();
        let raw = || (0..LINE_PATTERNS).map(parts);
        Self {
            classes: raw()
                .map(|(left, right, centre)| {
                    let (less, more) = (left.min(right), left.max(right));
                    ((more * (more + 1) / 2 + less) * 3 + centre) as u16
                })
                .collect(),
            exchanged: raw()
                .map(|(left, right, centre)| number(halves[left], halves[right], exchanged(centre)) as u16)
                .collect(),
        }
    }

    /// The class of a raw pattern.
    #[inline]
    #[must_use]
    pub fn class(&self, raw: u16) -> u16 {
        self.classes[usize::from(raw)]
    }

    /// The raw pattern as the other side sees it.
    #[inline]
    #[must_use]
    pub fn exchanged(&self, raw: u16) -> u16 {
        self.exchanged[usize::from(raw)]
    }

    /// For each class the class of the patterns that are the same up to `radius` cells from the centre and empty beyond,
    /// as far as there are cells: a rare pattern is judged by it.
    #[must_use]
    pub fn cut(&self, radius: usize) -> Vec<u16> {
        let cut = |half: usize| {
            let mut half = Half::of(half);
            half.cells.iter_mut().skip(radius).for_each(|cell| *cell = 0);
            half.number()
        };
        let mut cuts = vec![0; LINE_CLASSES];
        for raw in 0..LINE_PATTERNS {
            let (left, right, centre) = parts(raw);
            cuts[usize::from(self.classes[raw])] = self.classes[number(cut(left), cut(right), centre)];
        }
        cuts
    }
}

const fn number(left: usize, right: usize, centre: usize) -> usize {
    (left * HALVES + right) * 3 + centre
}

const fn parts(raw: usize) -> (usize, usize, usize) {
    (raw / 3 / HALVES, raw / 3 % HALVES, raw % 3)
}

/// A pattern that a stone is part of: the point and the line it belongs to, and what the number of the pattern grows by for
/// each unit of the state of the stone's cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The index of the point times [`LINES`], plus the number of the line.
    pub(crate) slot: u16,
    pub(crate) weight: i16,
}

/// Which points see each other along the lines of a board.
#[derive(Clone, Debug)]
pub struct LineGeometry {
    /// The raw patterns of the empty board by [slot](Seen::slot).
    empty: Vec<u16>,
    /// For each point by its index where the patterns begin in `seen` that it is part of.
    first: Vec<u32>,
    seen: Vec<Seen>,
    lines: usize,
}

impl LineGeometry {
    /// The lines of a board.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let steps: &[(isize, isize)] = match grid.shape() {
            Shape::Rectangle => &[(1, 0), (0, 1), (1, 1), (1, -1)],
            Shape::Hexagon => &[(1, 0), (0, 1), (1, 1)],
        };
        let points = grid.points().map(|point| point.index() + 1).max().unwrap_or(0);
        let mut geometry =
            Self { empty: vec![0; points * LINES], first: vec![0], seen: Vec::new(), lines: steps.len() };
        let mut of_points = vec![Vec::new(); points];
        for point in grid.points() {
            for (line, step) in steps.iter().enumerate() {
                let slot = (point.index() * LINES + line) as u16;
                let mut halves = [-1, 1].map(|sign| {
                    let (x, y) = grid.xy(point);
                    let cells = (1..=LINE_RADIUS as isize).map_while(|distance| {
                        let x = x.checked_add_signed(sign * distance * step.0)?;
                        let y = y.checked_add_signed(sign * distance * step.1)?;
                        grid.point(x, y)
                    });
                    cells.collect::<Vec<_>>()
                });
                let numbers = halves.each_ref().map(|half| Half { cells: vec![0; half.len()] }.number());
                geometry.empty[usize::from(slot)] = number(numbers[0], numbers[1], 0) as u16;
                of_points[point.index()].push(Seen { slot, weight: 1 });
                for (half, unit) in halves.iter_mut().zip([3 * HALVES, 3]) {
                    for (distance, cell) in half.iter().enumerate() {
                        let weight = (unit * 3usize.pow(distance as u32)) as i16;
                        of_points[cell.index()].push(Seen { slot, weight });
                    }
                }
            }
        }
        for seen in of_points {
            geometry.seen.extend(seen);
            geometry.first.push(geometry.seen.len() as u32);
        }
        geometry
    }

    /// The raw patterns of the empty board: for each point by its index one for each of four lines, of which a board may
    /// have fewer.
    #[must_use]
    pub fn empty(&self) -> &[u16] {
        &self.empty
    }

    /// How many lines cross a point: 4, or 3 on a hexagon.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// The patterns that the point with this index is part of.
    #[inline]
    pub(crate) fn seen_from(&self, index: usize) -> &[Seen] {
        &self.seen[self.first[index] as usize..self.first[index + 1] as usize]
    }

    /// Puts a stone on the empty cell with this index, in the patterns `raw` of a position: `state` is 1 for the side that
    /// looks, 2 for the other.
    pub fn put(&self, raw: &mut [u16], index: usize, state: u16) {
        for seen in self.seen_from(index) {
            raw[usize::from(seen.slot)] += seen.weight as u16 * state;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Lettering;

    use super::*;

    #[test]
    fn there_are_so_many_patterns_and_classes() {
        let all = LinePatterns::all();
        assert_eq!((LINE_PATTERNS, LINE_CLASSES), (43_923, 22_143));
        let mut met = vec![false; LINE_CLASSES];
        all.classes.iter().for_each(|&class| met[usize::from(class)] = true);
        assert!(met.into_iter().all(|met| met));
        for raw in 0..LINE_PATTERNS as u16 {
            let (left, right, centre) = parts(raw.into());
            assert_eq!(all.class(raw), all.class(number(right, left, centre) as u16));
            assert_eq!(all.exchanged(all.exchanged(raw)), raw);
            assert_eq!(Half::of(left).number(), left);
        }
        let (whole, none) = (all.cut(LINE_RADIUS), all.cut(0));
        assert!(whole.iter().enumerate().all(|(class, &cut)| class == usize::from(cut)));
        let mut left: Vec<_> = none.iter().collect();
        left.sort_unstable();
        left.dedup();
        assert_eq!(left.len(), 5 * 6 / 2 * 3, "borders and the centre are left");
    }

    /// The patterns of a board, cell by cell.
    #[test]
    fn stones_are_seen_along_lines() {
        for grid in [Grid::rectangle(9, 7, Lettering::WithI), Grid::hexagon(4)] {
            let geometry = LineGeometry::new(&grid);
            let mut raw = geometry.empty().to_vec();
            let stones: Vec<_> = grid.points().enumerate().filter(|(number, _)| number * 7 % 5 < 2).collect();
            for (number, point) in &stones {
                geometry.put(&mut raw, point.index(), 1 + (number % 2) as u16);
            }
            let state = |x: isize, y: isize| {
                let point = grid.point(x.try_into().ok()?, y.try_into().ok()?)?;
                Some(stones.iter().find(|(_, stone)| *stone == point).map_or(0, |(number, _)| 1 + number % 2))
            };
            let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
            for point in grid.points() {
                let (x, y) = grid.xy(point);
                for (line, step) in steps[..geometry.lines()].iter().enumerate() {
                    let half = |sign: isize| {
                        let cells = (1..=4).map_while(|distance| {
                            state(x as isize + sign * distance * step.0, y as isize + sign * distance * step.1)
                        });
                        Half { cells: cells.collect() }.number()
                    };
                    let expected = number(half(-1), half(1), state(x as isize, y as isize).expect("on the board"));
                    assert_eq!(usize::from(raw[point.index() * LINES + line]), expected);
                }
            }
        }
    }
}

//! One line through one point, stone by stone: the exact definitions of five, four and three.
//!
//! Board indices are signed here, so that stepping off the board is a plain miss (see [`Bitboard::has`]). The guard
//! column keeps a step from reaching the next row.

use crate::rules::Line;
use crate::{Bitboard, Point, PointSet};

/// The directions of lines on a board, and its size.
#[derive(Debug)]
pub(super) struct Steps {
    /// Index differences to the right, down right, down and down left.
    each: [u32; 4],
    /// The number of words that hold all points.
    pub(super) words: usize,
}

impl Steps {
    /// The directions of a board with rows of `stride` indices and points in `words` words.
    pub(super) const fn new(stride: u32, words: usize) -> Self {
        Self { each: [1, stride + 1, stride, stride - 1], words }
    }
}

impl std::ops::Deref for Steps {
    type Target = [u32; 4];

    #[inline(always)]
    fn deref(&self) -> &[u32; 4] {
        &self.each
    }
}

/// One direction of one line, seen from a point that holds an own stone.
#[derive(Clone, Copy)]
struct Arm {
    /// The own stones next to the point.
    stones: usize,
    /// The index behind them.
    end: isize,
    /// The step that leads away from the point.
    step: isize,
}

impl Arm {
    fn new(own: &Bitboard, from: isize, step: isize) -> Self {
        let mut end = from + step;
        let mut stones = 0;
        while own.has(end) {
            end += step;
            stones += 1;
        }
        Self { stones, end, step }
    }

    fn pair(own: &Bitboard, point: Point, step: u32) -> [Self; 2] {
        let from = point.index() as isize;
        [Self::new(own, from, step as isize), Self::new(own, from, -(step as isize))]
    }

    /// The arm that begins behind the gap at this arm's end.
    fn beyond(self, own: &Bitboard) -> Self {
        Self::new(own, self.end, self.step)
    }

    /// Whether a stone at this arm's end would complete a five: the end is empty and, if longer lines are
    /// neutral, no own stone lies behind it.
    fn completes(self, own: &Bitboard, empty: &Bitboard, exact: bool) -> bool {
        empty.has(self.end) && !(exact && own.has(self.end + self.step))
    }
}

/// Whether the stone on `point` stands in a winning line along `step`.
#[inline]
pub(super) fn is_five(own: &Bitboard, enemy: &Bitboard, point: Point, step: u32, line: Line) -> bool {
    let arms = Arm::pair(own, point, step);
    let run = arms[0].stones + 1 + arms[1].stones;
    if run != 5 {
        return run > 5 && !line.exact;
    }
    !(line.open && arms.iter().all(|arm| enemy.has(arm.end)))
}

/// Whether the stone on `point` stands in a line of six or more along `step`.
pub(super) fn is_overline(own: &Bitboard, point: Point, step: u32) -> bool {
    let arms = Arm::pair(own, point, step);
    arms[0].stones + 1 + arms[1].stones > 5
}

/// The number of fours along `step` that contain the stone on `point`: 0, 1, or 2 as in `x.xxx.x`.
/// A straight four is one four.
pub(super) fn fours(own: &Bitboard, empty: &Bitboard, point: Point, step: u32, exact: bool) -> usize {
    let arms = Arm::pair(own, point, step);
    let run = arms[0].stones + 1 + arms[1].stones;
    if run > 4 {
        return 0;
    }
    let completing = arms.iter().filter(|arm| {
        let line = run + 1 + arm.beyond(own).stones;
        empty.has(arm.end) && if exact { line == 5 } else { line >= 5 }
    });
    match (run, completing.count()) {
        (4, 2) => 1,
        (_, count) => count,
    }
}

/// The empty points along `step` that make a straight four of the three that contains the stone on `point`;
/// it is a three if there is one. `.xxx.` has up to two, `.xx.x.` one.
///
/// A straight four has two different points that complete exactly five (`exact`), or five or more.
pub(super) fn three(own: &Bitboard, empty: &Bitboard, point: Point, step: u32, exact: bool) -> [Option<Point>; 2] {
    let arms = Arm::pair(own, point, step);
    let run = arms[0].stones + 1 + arms[1].stones;
    let fill = |near: Arm, other: Arm| {
        let far = near.beyond(own);
        let straight_four = run + 1 + far.stones == 4
            && empty.has(near.end)
            && far.completes(own, empty, exact)
            && other.completes(own, empty, exact);
        straight_four.then(|| Point::new(near.end as usize))
    };
    [fill(arms[0], arms[1]), fill(arms[1], arms[0])]
}

/// The stones of all fives (exactly five if `exact`) that the stone on `point` stands in, shut or not.
pub(super) fn five_stones(own: &Bitboard, point: Point, steps: &[u32; 4], exact: bool) -> Bitboard {
    let mut stones = Bitboard::EMPTY;
    for &step in steps {
        let arms = Arm::pair(own, point, step);
        let run = arms[0].stones + 1 + arms[1].stones;
        if run == 5 || (run > 5 && !exact) {
            let first = point.index() - arms[1].stones * step as usize;
            (0..run).for_each(|k| stones.insert(Point::new(first + k * step as usize)));
        }
    }
    stones
}

/// Where an enemy stone captures the row of 2 to `longest` stones along `step` that the stone on `point` stands in: the
/// empty end of one that is shut at the other, as in `.xxo`.
pub(super) fn capturing_end(
    own: &Bitboard,
    enemy: &Bitboard,
    empty: &Bitboard,
    point: Point,
    step: u32,
    longest: usize,
) -> Option<Point> {
    let [ahead, back] = Arm::pair(own, point, step);
    if !(2..=longest).contains(&(ahead.stones + 1 + back.stones)) {
        return None;
    }
    let open = |arm: Arm, other: Arm| (empty.has(arm.end) && enemy.has(other.end)).then_some(arm.end);
    open(ahead, back).or_else(|| open(back, ahead)).map(|end| Point::new(end as usize))
}

/// The points at which an enemy stone would shut a line of five or more that the stone on `point` stands in along
/// `step`: the one end, empty or not, of a line that is shut at the other.
pub(super) fn shutting_ends(own: &Bitboard, enemy: &Bitboard, point: Point, step: u32) -> [Option<Point>; 2] {
    let [ahead, back] = Arm::pair(own, point, step);
    let long = ahead.stones + 1 + back.stones >= 5;
    let end = |arm: Arm, other: Arm| {
        let shuts = long && enemy.has(other.end) && (0..512).contains(&arm.end);
        shuts.then(|| Point::new(arm.end as usize))
    };
    [end(ahead, back), end(back, ahead)]
}

/// The union of the points within `reach` of `point` on its lines, on the board or not.
pub(super) fn star(point: Point, steps: &[u32; 4], reach: usize) -> Bitboard {
    let mut star = Bitboard::EMPTY;
    for &step in steps {
        for distance in (1..=reach as isize).flat_map(|distance| [distance, -distance]) {
            let index = point.index() as isize + distance * step as isize;
            if (0..512).contains(&index) {
                star.insert(Point::new(index as usize));
            }
        }
    }
    star
}

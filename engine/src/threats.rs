//! Threat sets of a whole square board, by shifts of the stone bitboards.
//!
//! A window is named by its first point; shifting a set down by `k` steps asks about the `k`-th point of every
//! window at once.

use crate::rules::Line;
use crate::{Bitboard, PointSet};

/// For every window of `length` points along `step`: how many of them are in `set`, as three bits.
#[inline(always)]
fn count(set: Bitboard, step: u32, length: usize) -> [Bitboard; 3] {
    let mut bits = [Bitboard::EMPTY; 3];
    let mut point = set;
    for k in 0..length {
        let mut carry = point;
        for bit in &mut bits {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
        if k + 1 < length {
            point = point >> step;
        }
    }
    bits
}

/// The windows of `length` points along `step` that lie in `set` altogether.
#[inline(always)]
fn all(set: Bitboard, step: u32, length: usize) -> Bitboard {
    let mut windows = set;
    let mut point = set;
    for _ in 1..length {
        point = point >> step;
        windows &= point;
    }
    windows
}

/// All points of the given windows.
#[inline(always)]
fn smear(windows: Bitboard, step: u32, length: usize) -> Bitboard {
    let mut points = windows;
    let mut point = windows;
    for _ in 1..length {
        point = point << step;
        points |= point;
    }
    points
}

#[inline(always)]
fn shr(set: Bitboard, step: u32, times: usize) -> Bitboard {
    (0..times).fold(set, |set, _| set >> step)
}

/// The empty points at which a stone makes a winning line of five, as `xx.xx`.
#[inline]
pub(crate) fn five_points(own: Bitboard, enemy: Bitboard, empty: Bitboard, steps: &[u32; 4], line: Line) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    for &step in steps {
        let [ones, twos, fours] = count(own, step, 5);
        let mut windows = all(own | empty, step, 5) & fours & !ones & !twos;
        if line.exact {
            windows &= !(own << step | shr(own, step, 5));
        }
        if line.open {
            windows &= !(enemy << step & shr(enemy, step, 5));
        }
        points |= smear(windows, step, 5) & empty;
    }
    points
}

/// The first points of the standing lines of five (exactly five if `exact`), in each direction.
#[inline]
pub(crate) fn fives(own: Bitboard, steps: &[u32; 4], exact: bool) -> [Bitboard; 4] {
    steps.map(|step| {
        let windows = all(own, step, 5);
        if exact { windows & !(own << step | shr(own, step, 5)) } else { windows }
    })
}

/// Whether a line of five (exactly five if `exact`) stands.
#[inline]
pub(crate) fn has_five(own: Bitboard, steps: &[u32; 4], exact: bool) -> bool {
    fives(own, steps, exact).iter().any(|windows| !windows.is_empty())
}

/// The empty points at which a stone that captures nothing makes threes in two or more lines.
///
/// A three is a window of 4 with 3 own stones and 1 empty point, both neighbours empty and, if `exact`, no own
/// stone behind those: `.xxx.`, `.xx.x.`. `open` is what may count as empty in the window and beside it.
#[inline]
pub(crate) fn double_threes(own: Bitboard, open: Bitboard, steps: &[u32; 4], exact: bool) -> Bitboard {
    twice(steps.map(|step| {
        let [ones, twos, _] = count(own, step, 4);
        let mut windows = all(own | open, step, 4) & twos & !ones & (open << step) & shr(open, step, 4);
        if exact {
            windows &= !(own << step << step | shr(own, step, 5));
        }
        smear(windows, step, 4) & open
    }))
}

/// The empty points that lie in two or more windows of 5 with 3 own stones and 2 empty points: all points that
/// make a double four, and some that do not.
pub(crate) fn double_four_suspects(own: Bitboard, open: Bitboard, steps: &[u32; 4]) -> Bitboard {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for &step in steps {
        let [ones, twos, _] = count(own, step, 5);
        let mut windows = all(own | open, step, 5) & twos & ones;
        for _ in 0..5 {
            twice |= once & windows;
            once |= windows;
            windows = windows << step;
        }
    }
    twice & open
}

/// The empty points at which a stone makes a line of six or more.
pub(crate) fn overline_points(own: Bitboard, empty: Bitboard, steps: &[u32; 4]) -> Bitboard {
    steps.iter().fold(Bitboard::EMPTY, |points, &step| {
        let [ones, twos, fours] = count(own, step, 6);
        let windows = all(own | empty, step, 6) & fours & ones & !twos;
        points | smear(windows, step, 6) & empty
    })
}

/// The points that are in two or more of the sets.
#[inline(always)]
fn twice(sets: [Bitboard; 4]) -> Bitboard {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    twice
}

/// The empty points at which a stone captures, as `.oox`, and the enemy stones that can be captured so.
/// Rows of 2 up to `longest` are captured.
#[inline]
pub(crate) fn captures(
    own: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    steps: &[u32; 4],
    longest: usize,
) -> (Bitboard, Bitboard) {
    let (mut points, mut stones) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for &step in steps {
        // The row lies behind the point, then before it.
        let mut row = own >> step;
        for length in 1..=longest {
            row = (row & enemy) >> step;
            if length >= 2 {
                let found = row & empty;
                points |= found;
                if !found.is_empty() {
                    stones |= smear(found, step, length + 1) & enemy;
                }
            }
        }
        let mut row = own << step;
        for length in 1..=longest {
            row = (row & enemy) << step;
            if length >= 2 {
                let found = row & empty;
                points |= found;
                if !found.is_empty() {
                    stones |= (0..length).fold(found, |all, _| all | all >> step) & enemy;
                }
            }
        }
    }
    (points, stones)
}

/// Both ends of every row of 2 up to `longest` stones of `own` whose ends are both empty, as `.xx.`: where an
/// enemy stone threatens to capture.
pub(crate) fn capture_threats(own: Bitboard, empty: Bitboard, steps: &[u32; 4], longest: usize) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    for &step in steps {
        for length in 2..=longest {
            let windows = empty & (all(own, step, length) >> step) & shr(empty, step, length + 1);
            points |= windows | (0..=length).fold(windows, |set, _| set << step);
        }
    }
    points
}

/// All points within one step, in any direction, of `set`, and `set` itself.
pub(crate) fn dilate(set: Bitboard, steps: &[u32; 4]) -> Bitboard {
    steps.iter().fold(set, |all, &step| all | set << step | set >> step)
}

//! Capture by flanking: `xoo.` becomes `x..x`.

use crate::{Bitboard, Point, PointSet};

/// The enemy stones that an own stone placed on `point` captures: every row of 2 up to `longest` enemy stones
/// that it flanks together with another own stone, in all 8 directions.
#[inline]
pub(in crate::square) fn taken(
    own: &Bitboard,
    enemy: &Bitboard,
    point: Point,
    steps: &[u32; 4],
    longest: usize,
) -> Bitboard {
    let mut taken = Bitboard::EMPTY;
    let from = point.index() as isize;
    for &step in steps {
        for step in [step as isize, -(step as isize)] {
            if !enemy.has(from + step) || !enemy.has(from + 2 * step) {
                continue;
            }
            let third = enemy.has(from + 3 * step);
            let row = if third { 3 } else { 2 };
            if row <= longest && own.has(from + (row + 1) as isize * step) {
                for distance in 1..=row as isize {
                    taken.insert(Point::new((from + distance * step) as usize));
                }
            }
        }
    }
    taken
}

/// The points at which a stone of `own` makes an enemy stone on `point` capture more than it would: the one gap in a
/// row of 2 up to `longest` own stones between `point` and an enemy stone, as in `(x).ox`.
pub(in crate::square) fn baits(
    own: &Bitboard,
    enemy: &Bitboard,
    point: Point,
    steps: &[u32; 4],
    longest: usize,
) -> Bitboard {
    let mut baits = Bitboard::EMPTY;
    let from = point.index() as isize;
    for step in steps.iter().flat_map(|&step| [step as isize, -(step as isize)]) {
        for row in (2..=longest as isize).filter(|row| enemy.has(from + (row + 1) * step)) {
            let mut gaps = (1..=row).filter(|distance| !own.has(from + distance * step));
            if let (Some(gap), None) = (gaps.next(), gaps.next())
                && (0..512).contains(&(from + gap * step))
            {
                baits.insert(Point::new((from + gap * step) as usize));
            }
        }
    }
    baits
}

/// The enemy stones that an own stone on `point` prepares to capture from the other end: every row of 2 up to `longest`
/// between `point` and an empty point, as in `(x)oo.`.
pub(in crate::square) fn prepared(
    enemy: &Bitboard,
    empty: &Bitboard,
    point: Point,
    steps: &[u32; 4],
    longest: usize,
) -> Bitboard {
    let mut stones = Bitboard::EMPTY;
    let from = point.index() as isize;
    for &step in steps {
        for step in [step as isize, -(step as isize)] {
            let mut row = 0;
            while row <= longest as isize && enemy.has(from + (row + 1) * step) {
                row += 1;
            }
            if (2..=longest as isize).contains(&row) && empty.has(from + (row + 1) * step) {
                (1..=row).for_each(|distance| stones.insert(Point::new((from + distance * step) as usize)));
            }
        }
    }
    stones
}

//! Windows of points along one direction of a square board, all at once.
//!
//! A window is named by its first point; moving a set ahead by `k` steps asks about the `k`-th point of every window.
//! Everything here is inlined into the kernels of `threats`.

use crate::rules::Line;
use crate::simd::Bits;

/// What lies in the windows of 4 and of 5 points along one direction.
pub(crate) struct Windows<V> {
    /// Windows of 5 own and empty points that are a winning line once full, by the number of own stones in them.
    pub(crate) five_with_four: V,
    pub(crate) five_with_three: V,
    pub(crate) five_with_two: V,
    pub(crate) five_with_one: V,
    /// Windows of 4 own and empty points that are a straight four once full, by the number of own stones.
    pub(crate) straight_with_three: V,
    pub(crate) straight_with_two: V,
}

impl<V: Bits> Windows<V> {
    /// The windows along `step`. `open` is what may count as empty.
    #[inline(always)]
    pub(crate) fn new(own: V, enemy: V, open: V, step: u32, line: Line) -> Self {
        let own1 = own.ahead(step);
        let own2 = own.ahead(2 * step);
        let own3 = own2.ahead(step);
        let own4 = own2.ahead(2 * step);
        // How many of the first two points are own, how many of the next two, and of all four together.
        let (both, one, none) = (own & own1, own ^ own1, !(own | own1));
        let (both2, one2, none2) = (own2 & own3, own2 ^ own3, !(own2 | own3));
        let three = both & one2 | one & both2;
        let two = both & none2 | one & one2 | none & both2;
        let single = one & none2 | none & one2;

        let pair = (own | open) & (own | open).ahead(step);
        let four = pair & pair.ahead(2 * step);
        let open4 = open.ahead(2 * step).ahead(2 * step);
        let mut five = four & (own4 | open4);
        let mut straight = four & open4 & open.back(step);
        if line.exact {
            five = five & !(own.back(step) | own4.ahead(step));
            straight = straight & !(own.back(2 * step) | own4.ahead(step));
        }
        if line.open {
            five = five & !(enemy.back(step) & enemy.ahead(2 * step).ahead(2 * step).ahead(step));
        }
        Self {
            five_with_four: five & (both & both2 & !own4 | three & own4),
            five_with_three: five & (three & !own4 | two & own4),
            five_with_two: five & (two & !own4 | single & own4),
            five_with_one: five & (single & !own4 | none & none2 & own4),
            straight_with_three: straight & three,
            straight_with_two: straight & two,
        }
    }
}

/// All points of the given windows of 4 points.
#[inline(always)]
pub(crate) fn smear_four<V: Bits>(windows: V, step: u32) -> V {
    let two = windows | windows.back(step);
    two | two.back(2 * step)
}

/// All points of the given windows of 5 points.
#[inline(always)]
pub(crate) fn smear_five<V: Bits>(windows: V, step: u32) -> V {
    smear_four(windows, step) | windows.back(2 * step).back(2 * step)
}

/// The windows of 5 points that lie in `set` altogether; if `exact`, with no point of `set` before or behind them.
#[inline(always)]
pub(crate) fn fives<V: Bits>(set: V, step: u32, exact: bool) -> V {
    let two = set & set.ahead(step);
    let four = two & two.ahead(2 * step);
    let five = four & four.ahead(step);
    if exact { five & !(set.back(step) | set.ahead(2 * step).ahead(2 * step).ahead(step)) } else { five }
}

/// The empty points before and behind every row of 2 up to `longest` (2 or 3) enemy stones that an own stone shuts on the
/// other side, as `.oox`; and those enemy stones.
#[inline(always)]
pub(crate) fn captures<V: Bits>(own: V, enemy: V, empty: V, step: u32, longest: usize) -> (V, V) {
    // The last stone of a row that an own stone shuts ahead, or back; then the first of two.
    let (ahead, back) = (enemy & own.ahead(step), enemy & own.back(step));
    let (ahead, back) = (enemy & ahead.ahead(step), enemy & back.back(step));
    let (found, mirrored) = (empty & ahead.ahead(step), empty & back.back(step));
    let mut points = found | mirrored;
    let mut stones = found.back(step) | found.back(2 * step) | mirrored.ahead(step) | mirrored.ahead(2 * step);
    if longest == 3 {
        let (ahead, back) = (enemy & ahead.ahead(step), enemy & back.back(step));
        let (found, mirrored) = (empty & ahead.ahead(step), empty & back.back(step));
        points = points | found | mirrored;
        stones = stones | found.back(step) | found.back(2 * step) | found.back(2 * step).back(step);
        stones = stones | mirrored.ahead(step) | mirrored.ahead(2 * step) | mirrored.ahead(2 * step).ahead(step);
    }
    (points, stones)
}

//! Windows of points along one direction of a square board, all at once.
//!
//! A window is named by its first point; moving a set ahead by `k` steps asks about the `k`-th point of every window.
//! Everything here is inlined into the kernels of `point_sets` and `threat_kernel`.

use crate::simd::Bits;

/// A set as every point sees it along one direction: `[k]` is what lies `k` points ahead.
pub(super) type Ahead<V> = [V; 5];

#[inline(always)]
pub(super) fn look_ahead<V: Bits>(set: V, step: u32) -> Ahead<V> {
    let two = set.ahead(2 * step);
    [set, set.ahead(step), two, two.ahead(step), two.ahead(2 * step)]
}

/// The stones in the windows of 4 and of 5 points along one direction.
pub(super) struct Windows<V> {
    /// Windows of 5 own and empty points that are a winning line once full, by the number of own stones in them.
    /// Full ones may count as having four, for they hold no empty point.
    pub(super) five_with_four: V,
    pub(super) five_with_three: V,
    /// With two or more, with one or more.
    pub(super) five_with_more: V,
    pub(super) five_with_any: V,
    /// Windows of 4 own and empty points that are a straight four once full, by the number of own stones.
    pub(super) straight_with_three: V,
    pub(super) straight_with_two: V,
    /// With one or more.
    pub(super) straight_with_any: V,
}

impl<V: Bits> Windows<V> {
    /// The windows along `step`. `open` is what may count as empty, `shut` the windows of 5 between two enemy stones if
    /// those are no winning lines, and `exact` all points of the side whose longer lines are neutral, if one is.
    #[inline(always)]
    pub(super) fn new(own: &Ahead<V>, open: &Ahead<V>, shut: V, step: u32, exact: Option<V>) -> Self {
        let four = (own[0] | open[0]) & (own[1] | open[1]) & (own[2] | open[2]) & (own[3] | open[3]);
        let mut five = four & (own[4] | open[4]) & !shut;
        let mut straight = four & open[4] & open[0].back(step);
        if let Some(exact) = exact {
            let behind = own[4].ahead(step);
            five = five & !(exact & (own[0].back(step) | behind));
            straight = straight & !(exact & (own[0].back(2 * step) | behind));
        }
        // Full adders: the first three points hold `odd` + 2 `pair` own stones, the first four `odd4` + 2 (`pair` +
        // `pair4`), all five `odd5` + 2 (`pair` + `pair5`).
        let [a, b, c, d, e] = *own;
        let (odd, pair) = (a ^ b ^ c, a & b | (a ^ b) & c);
        let (odd4, pair4) = (odd ^ d, odd & d);
        let (odd5, pair5) = (odd4 ^ e, pair4 | odd4 & e);
        let two_or_three = five & (pair ^ pair5);
        Self {
            five_with_four: five & pair & pair5,
            five_with_three: two_or_three & odd5,
            five_with_more: five & (pair | pair5),
            five_with_any: five & (odd5 | pair | pair5),
            straight_with_three: straight & odd4 & pair,
            straight_with_two: straight & !odd4 & (pair ^ pair4),
            straight_with_any: straight & (odd4 | pair | pair4),
        }
    }
}

/// The windows of 5 between two points of `set`.
#[inline(always)]
pub(super) fn between<V: Bits>(set: &Ahead<V>, step: u32) -> V {
    set[0].back(step) & set[4].ahead(step)
}

/// All points of the given windows of 4 points.
#[inline(always)]
pub(super) fn smear_four<V: Bits>(windows: V, step: u32) -> V {
    let two = windows | windows.back(step);
    two | two.back(2 * step)
}

/// All points of the given windows of 5 points.
#[inline(always)]
pub(super) fn smear_five<V: Bits>(windows: V, step: u32) -> V {
    let three = windows | windows.back(step) | windows.back(2 * step);
    three | three.back(2 * step)
}

/// The windows of 5 points that lie in `set` altogether; if `exact`, with no point of `set` before or behind them.
#[inline(always)]
pub(super) fn fives<V: Bits>(set: V, step: u32, exact: bool) -> V {
    let two = set & set.ahead(step);
    let four = two & two.ahead(2 * step);
    let five = four & four.ahead(step);
    if exact { five & !(set.back(step) | set.ahead(2 * step).ahead(2 * step).ahead(step)) } else { five }
}

/// The enemy stones behind every point: a pair, and a row of three.
#[inline(always)]
pub(super) fn rows<V: Bits>(enemy: &Ahead<V>) -> [V; 2] {
    let pair = enemy[1] & enemy[2];
    [pair, pair & enemy[3]]
}

/// The empty points before and behind every row of 2 up to `longest` (2 or 3) enemy stones that an own stone shuts on the
/// other side, as `.oox`; and those enemy stones. The `rows` of the enemy lie between.
#[inline(always)]
pub(super) fn captures<V: Bits>(own: &Ahead<V>, rows: [V; 2], empty: &Ahead<V>, step: u32, longest: usize) -> (V, V) {
    let (mut points, mut stones) = (V::empty(), V::empty());
    let (found, mirrored) = (empty[0] & rows[0] & own[3], own[0] & rows[0] & empty[3]);
    let all = found | mirrored;
    if !all.is_empty() {
        points = found | mirrored.back(2 * step).back(step);
        stones = all.back(step) | all.back(2 * step);
    }
    if longest == 3 {
        let (found, mirrored) = (empty[0] & rows[1] & own[4], own[0] & rows[1] & empty[4]);
        let all = found | mirrored;
        if !all.is_empty() {
            points = points | found | mirrored.back(2 * step).back(2 * step);
            stones = stones | all.back(step) | all.back(2 * step) | all.back(2 * step).back(step);
        }
    }
    (points, stones)
}

/// The empty points at both ends of rows of 2 up to `longest` (2 or 3) stones, and those stones.
#[inline(always)]
pub(super) fn exposed<V: Bits>(rows: [V; 2], empty: &Ahead<V>, step: u32, longest: usize) -> (V, V) {
    let pair = empty[0] & rows[0] & empty[3];
    let mut ends = pair | pair.back(2 * step).back(step);
    let mut stones = pair.back(step) | pair.back(2 * step);
    if longest == 3 {
        let triple = empty[0] & rows[1] & empty[4];
        ends = ends | triple | triple.back(2 * step).back(2 * step);
        stones = stones | triple.back(step) | triple.back(2 * step) | triple.back(2 * step).back(step);
    }
    (ends, stones)
}

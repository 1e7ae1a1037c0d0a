//! Threat sets of a whole square board, by shifts of the stone bitboards.
//!
//! A window is named by its first point; shifting a set down by `k` steps asks about the `k`-th point of every
//! window at once.

use crate::rules::Line;
use crate::{Bitboard, PointSet};

/// What stones of one colour threaten to do: empty points by what a stone there would make, and captures.
/// A point may be in several sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats<S> {
    /// Completes a winning line.
    pub five: S,
    /// Makes a four with two points that complete it, as `.xxxx.`.
    pub straight_four: S,
    /// Leaves one stone missing in a line, as `xx.xx`.
    pub four: S,
    /// Makes a four in two lines or more; on a hexagon, where lines are not exact, also two in one direction.
    pub double_four: S,
    /// Makes a three that threatens a straight four, as `.xx.x.`.
    pub three: S,
    /// Makes threes in two lines or more.
    pub double_three: S,
    /// Leaves two stones missing in a line that no enemy stone blocks.
    pub two: S,
    /// Leaves three stones missing in a line that no enemy stone blocks.
    pub one: S,
    /// Captures.
    pub capture: S,
    /// The enemy stones that can be captured at once.
    pub capturable: S,
}

/// All threats of the stones `own` on a square board, by shape alone: legality is not asked for.
pub(crate) fn threats(
    own: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    steps: &[u32; 4],
    line: Line,
    longest: usize,
) -> Threats<Bitboard> {
    let [mut five, mut straight_four, mut four, mut double_four] = [Bitboard::EMPTY; 4];
    let [mut three, mut double_three, mut two, mut one] = [Bitboard::EMPTY; 4];
    for &step in steps {
        let [ones, twos, fours] = count(own, step, 5);
        let mut windows = all_five(own | empty, step);
        if line.exact {
            windows &= !(own << step | own >> (2 * step) >> (2 * step) >> step);
        }
        if line.open {
            windows &= !(enemy << step & enemy >> (2 * step) >> (2 * step) >> step);
        }
        five |= smear_five(windows & fours & !ones & !twos, step);
        let fours_here = smear_five(windows & twos & ones, step);
        double_four |= four & fours_here;
        four |= fours_here;
        two |= smear_five(windows & twos & !ones, step);
        one |= smear_five(windows & ones & !twos & !fours, step);

        // Windows of four with both neighbours empty: one stone short of a straight four, or two.
        let straight = four_windows(own, empty, step, line.exact);
        straight_four |= straight.three;
        double_three |= three & straight.two;
        three |= straight.two;
    }
    let (capture, capturable) =
        if longest > 0 { captures(own, enemy, empty, steps, longest) } else { (Bitboard::EMPTY, Bitboard::EMPTY) };
    Threats {
        five: five & empty,
        straight_four: straight_four & empty,
        four: four & empty,
        double_four: double_four & empty,
        three: three & empty,
        double_three: double_three & empty,
        two: two & empty,
        one: one & empty,
        capture,
        capturable,
    }
}

/// The points of the windows of 4 along one direction that can become a straight four, by own stones in them.
struct FourWindows {
    two: Bitboard,
    three: Bitboard,
}

/// The windows of 4 points of `own` and `open` whose neighbours are both in `open` and, if `exact`, have no own
/// stone behind them.
#[inline(always)]
fn four_windows(own: Bitboard, open: Bitboard, step: u32, exact: bool) -> FourWindows {
    let own1 = own >> step;
    let own2 = own >> (2 * step);
    let own3 = own2 >> step;
    let two = (own | open) & (own | open) >> step;
    let mut windows = two & two >> (2 * step) & open << step & open >> (2 * step) >> (2 * step);
    if exact {
        windows &= !(own << (2 * step) | own3 >> (2 * step));
    }
    let smear = |windows: Bitboard| {
        let two = windows | windows << step;
        two | two << (2 * step)
    };
    let (pair, half, pair2, half2) = (own & own1, own ^ own1, own2 & own3, own2 ^ own3);
    FourWindows {
        two: smear(windows & (half & half2 | pair & !(own2 | own3) | pair2 & !(own | own1))),
        three: smear(windows & (pair & half2 | half & pair2)),
    }
}

/// For every window of `length` points along `step`: how many of them are in `set`, as three bits.
fn count(set: Bitboard, step: u32, length: usize) -> [Bitboard; 3] {
    let mut bits = [Bitboard::EMPTY; 3];
    let mut point = set;
    for k in 0..length {
        if k > 0 {
            point = point >> step;
        }
        let mut carry = point;
        for bit in &mut bits {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }
    bits
}

/// The windows of 5 points along `step` that lie in `set` altogether.
#[inline(always)]
fn all_five(set: Bitboard, step: u32) -> Bitboard {
    let two = set & set >> step;
    let four = two & two >> (2 * step);
    four & four >> step
}

/// All points of the given windows of 5 points.
#[inline(always)]
fn smear_five(windows: Bitboard, step: u32) -> Bitboard {
    let two = windows | windows << step;
    let four = two | two << (2 * step);
    four | four << step
}

/// The empty points at which a stone makes a winning line of five, as `xx.xx`.
#[inline(always)]
pub(crate) fn five_points(own: Bitboard, enemy: Bitboard, empty: Bitboard, steps: &[u32; 4], line: Line) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    for &step in steps {
        let own1 = own >> step;
        let own2 = own >> (2 * step);
        let own3 = own2 >> step;
        let own4 = own2 >> (2 * step);
        // Four of the five: the first pair, the second pair, the last stone; one of them may lack one.
        let (pair, half) = (own & own1, own ^ own1);
        let (pair2, half2) = (own2 & own3, own2 ^ own3);
        let four = (pair & pair2) ^ (own4 & (pair & half2 | half & pair2));
        let mut windows = all_five(own | empty, step) & four;
        if line.exact {
            windows &= !(own << step | own4 >> step);
        }
        if line.open {
            let behind = enemy >> (2 * step) >> (2 * step) >> step;
            windows &= !(enemy << step & behind);
        }
        points |= smear_five(windows, step);
    }
    points & empty
}

/// The first points of the standing lines of five (exactly five if `exact`), in each direction.
#[inline(always)]
pub(crate) fn fives(own: Bitboard, steps: &[u32; 4], exact: bool) -> [Bitboard; 4] {
    steps.map(|step| {
        let windows = all_five(own, step);
        if exact { windows & !(own << step | own >> (2 * step) >> (2 * step) >> step) } else { windows }
    })
}

/// Whether a line of five (exactly five if `exact`) stands.
#[inline(always)]
pub(crate) fn has_five(own: Bitboard, steps: &[u32; 4], exact: bool) -> bool {
    let [a, b, c, d] = fives(own, steps, exact);
    !(a | b | c | d).is_empty()
}

/// The empty points at which a stone that captures nothing makes threes in two or more lines.
///
/// A three is a window of 4 with 3 own stones and 1 empty point, both neighbours empty and, if `exact`, no own
/// stone behind those: `.xxx.`, `.xx.x.`. `open` is what may count as empty in the window and beside it.
#[inline(always)]
pub(crate) fn double_threes(own: Bitboard, open: Bitboard, steps: &[u32; 4], exact: bool) -> Bitboard {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for &step in steps {
        let points = four_windows(own, open, step, exact).two;
        twice |= once & points;
        once |= points;
    }
    twice & open
}

/// The empty points that lie in two or more windows of 5 with 3 own stones and 2 empty points: all points that
/// make a double four, and some that do not.
pub(crate) fn double_four_suspects(own: Bitboard, open: Bitboard, steps: &[u32; 4]) -> Bitboard {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for &step in steps {
        let [ones, twos, _] = count(own, step, 5);
        let mut windows = all_five(own | open, step) & twos & ones;
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
    let points = steps.iter().fold(Bitboard::EMPTY, |points, &step| {
        let [ones, twos, fours] = count(own, step, 6);
        let five = all_five(own | empty, step);
        let windows = five & five >> step & fours & ones & !twos;
        points | smear_five(windows, step) | smear_five(windows, step) << step
    });
    points & empty
}

/// The empty points at which a stone captures, as `.oox`, and the enemy stones that can be captured so.
/// Rows of 2 up to `longest` are captured.
#[inline(always)]
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
        let mut row = (enemy & own >> step) >> step;
        let mut mirrored = (enemy & own << step) << step;
        for length in 2..=longest {
            row = (row & enemy) >> step;
            mirrored = (mirrored & enemy) << step;
            let (found, found_mirrored) = (row & empty, mirrored & empty);
            points |= found | found_mirrored;
            let (mut behind, mut before) = (found, found_mirrored);
            for _ in 0..length {
                behind = behind << step;
                before = before >> step;
                stones |= behind | before;
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
        let mut row = empty << step & own;
        for _ in 2..=longest {
            row = row << step & own;
            let far = row << step & empty;
            points |= far;
        }
        let mut row = empty >> step & own;
        for _ in 2..=longest {
            row = row >> step & own;
            let far = row >> step & empty;
            points |= far;
        }
    }
    points
}

/// All of `points` within two steps of `set`, in any direction, and `set` itself.
#[inline(always)]
pub(crate) fn dilate(set: Bitboard, steps: &[u32; 4], points: Bitboard) -> Bitboard {
    let around = |set: Bitboard| steps.iter().fold(set, |all, &step| all | set << step | set >> step) & points;
    around(around(set))
}

//! Sets of points of a whole square board, recomputed from the stones: what rules and search ask for one by one.

use super::line::Steps;
use super::windows::{self, Ahead, Windows, look_ahead, smear_five, smear_four};
use crate::rules::Line;
use crate::simd::{self, Kernel, Set};
use crate::{Bitboard, PointSet};

/// The winning points of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// The empty points at which a stone completes a winning line.
    pub(super) five: Bitboard,
    /// The empty points at which a stone captures.
    pub(super) capture: Bitboard,
    /// The enemy stones that can be captured at once.
    pub(super) capturable: Bitboard,
}

/// The winning points of one side found so far, in registers.
struct Reaching<V> {
    five: V,
    capture: V,
    capturable: V,
}

impl<V: Set> Reaching<V> {
    #[inline(always)]
    fn none() -> Self {
        Self { five: V::empty(), capture: V::empty(), capturable: V::empty() }
    }

    /// Adds what is found along `step`, whose `windows` those of this side are.
    #[inline(always)]
    fn add(&mut self, windows: &Windows<V>, [own, enemy, empty]: [&Ahead<V>; 3], step: u32, longest: usize) {
        if !windows.five_with_four.is_empty() {
            self.five = self.five | smear_five(windows.five_with_four, step) & empty[0];
        }
        if longest > 0 {
            let (points, stones) = windows::captures(own, windows::rows(enemy), empty, step, longest);
            (self.capture, self.capturable) = (self.capture | points, self.capturable | stones);
        }
    }

    #[inline(always)]
    fn store(self) -> Reach {
        Reach { five: self.five.store(), capture: self.capture.store(), capturable: self.capturable.store() }
    }
}

/// Functions that run with the widest vectors there are, but no wider than the board: a body over any type of [`Bits`].
macro_rules! kernels {
    ($($(#[$doc:meta])* $kernel:ident: fn $name:ident($($arg:ident: $type:ty),*) -> $output:ty, over $bits:ident $body:block)*) => {$(
        $(#[$doc])*
        pub(super) fn $name<'b>($($arg: $type),*) -> $output {
            let kernel = $kernel { $($arg),* };
            let words = kernel.steps.words;
            simd::run(kernel, words)
        }

        struct $kernel<'b> {
            $($arg: $type),*
        }

        impl Kernel for $kernel<'_> {
            type Output = $output;

            #[inline(always)]
            fn run<$bits: Set>(self) -> $output {
                let Self { $($arg),* } = self;
                $body
            }
        }
    )*};
}

kernels! {
    /// The empty points at which a stone makes a winning line of five, as `xx.xx`.
    FivePoints: fn five_points(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, line: Line
    ) -> Bitboard, over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let mut points = V::empty();
        for &step in steps.iter() {
            points = points | smear_five(lines(own, enemy, empty, step, line).five_with_four, step);
        }
        (points & empty).store()
    }

    /// The empty points at which a stone completes a winning line of five or leaves one stone missing in it.
    FourPoints: fn four_points(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, line: Line
    ) -> Bitboard, over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let mut points = V::empty();
        for &step in steps.iter() {
            let windows = lines(own, enemy, empty, step, line);
            points = points | smear_five(windows.five_with_four | windows.five_with_three, step);
        }
        (points & empty).store()
    }

    /// The first points of the standing lines of five (exactly five if `exact`), in each direction.
    Fives: fn fives(own: &'b Bitboard, steps: &'b Steps, exact: bool) -> [Bitboard; 4], over V {
        let own = V::load(own);
        let mut fives = [Bitboard::EMPTY; 4];
        for (windows, &step) in fives.iter_mut().zip(steps.iter()) {
            *windows = windows::fives(own, step, exact).store();
        }
        fives
    }

    /// Whether a line of five (exactly five if `exact`) stands.
    HasFive: fn has_five(own: &'b Bitboard, steps: &'b Steps, exact: bool) -> bool, over V {
        let own = V::load(own);
        let mut any = V::empty();
        for &step in steps.iter() {
            any = any | windows::fives(own, step, exact);
        }
        !any.is_empty()
    }

    /// The empty points at which a stone that captures nothing makes threes in two or more lines.
    ///
    /// A three is a window of 4 with 3 own stones and 1 empty point, both neighbours empty and, if longer lines are
    /// neutral, no own stone behind those: `.xxx.`, `.xx.x.`. `open` is what may count as empty in and beside it.
    DoubleThrees: fn double_threes(
        own: &'b Bitboard, open: &'b Bitboard, steps: &'b Steps, line: Line
    ) -> Bitboard, over V {
        let (own, open) = (V::load(own), V::load(open));
        let (mut once, mut twice) = (V::empty(), V::empty());
        for &step in steps.iter() {
            let threes = smear_four(lines(own, V::empty(), open, step, line).straight_with_two, step);
            twice = twice | once & threes;
            once = once | threes;
        }
        (twice & open).store()
    }

    /// The empty points that lie in two or more windows of 5 with 3 own stones and 2 empty points: all points that
    /// make a double four, and some that do not.
    DoubleFourSuspects: fn double_four_suspects(
        own: &'b Bitboard, open: &'b Bitboard, steps: &'b Steps, line: Line
    ) -> Bitboard, over V {
        let (own, open) = (V::load(own), V::load(open));
        let (mut once, mut twice) = (V::empty(), V::empty());
        for &step in steps.iter() {
            let mut windows = lines(own, V::empty(), open, step, line).five_with_three;
            for _ in 0..5 {
                twice = twice | once & windows;
                once = once | windows;
                windows = windows.back(step);
            }
        }
        (twice & open).store()
    }

    /// The empty points at which a stone makes a line of six or more: those next to a line that would be five with
    /// the stone, and longer.
    OverlinePoints: fn overline_points(own: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps) -> Bitboard, over V {
        let (own, empty) = (V::load(own), V::load(empty));
        let mut points = V::empty();
        for &step in steps.iter() {
            let (own, empty) = (look_ahead(own, step), look_ahead(empty, step));
            let five = Windows::new(&own, &empty, V::empty(), step, None).five_with_four;
            let longer = five & (own[0].back(step) | own[4].ahead(step));
            points = points | smear_five(longer, step);
        }
        (points & empty).store()
    }

    /// The empty points at which a stone captures, as `.oox`, and the enemy stones that can be captured so.
    /// Rows of 2 up to `longest` are captured.
    Captures: fn captures(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, longest: usize
    ) -> (Bitboard, Bitboard), over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let (mut points, mut stones) = (V::empty(), V::empty());
        for &step in steps.iter() {
            let rows = windows::rows(&look_ahead(enemy, step));
            let found = windows::captures(&look_ahead(own, step), rows, &look_ahead(empty, step), step, longest);
            (points, stones) = (points | found.0, stones | found.1);
        }
        (points.store(), stones.store())
    }

    /// Both ends of every row of 2 up to `longest` stones of `own` whose ends are both empty, as `.xx.`: where an
    /// enemy stone threatens to capture.
    CaptureThreats: fn capture_threats(
        own: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, longest: usize
    ) -> Bitboard, over V {
        let (own, empty) = (V::load(own), V::load(empty));
        let mut points = V::empty();
        for &step in steps.iter() {
            let (mut row, mut mirrored) = (empty.back(step) & own, empty.ahead(step) & own);
            for _ in 2..=longest {
                row = row.back(step) & own;
                mirrored = mirrored.ahead(step) & own;
                points = points | (row.back(step) | mirrored.ahead(step)) & empty;
            }
        }
        points.store()
    }

    /// All of `points` within two steps of `set`, in any direction, and `set` itself.
    Dilate: fn dilate(set: &'b Bitboard, steps: &'b Steps, points: &'b Bitboard) -> Bitboard, over V {
        let (mut near, points) = (V::load(set), V::load(points));
        for _ in 0..2 {
            let mut all = near;
            for &step in steps.iter() {
                all = all | near.back(step) | near.ahead(step);
            }
            near = all & points;
        }
        near.store()
    }

    /// The winning points of both colours: `own` first, then `enemy`; `lines` in the same order.
    BothReaches: fn reaches(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, lines: [Line; 2], longest: usize
    ) -> [Reach; 2], over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let (mut ours, mut theirs) = (Reaching::none(), Reaching::none());
        for &step in steps.iter() {
            let [own, enemy, empty] = [own, enemy, empty].map(|set| look_ahead(set, step));
            ours.add(&along(&own, &enemy, &empty, step, lines[0]), [&own, &enemy, &empty], step, longest);
            theirs.add(&along(&enemy, &own, &empty, step, lines[1]), [&enemy, &own, &empty], step, longest);
        }
        [ours.store(), theirs.store()]
    }

    /// Both reaches, and the empty points at which a stone of `own` completes a winning line or leaves one stone
    /// missing in it.
    Attack: fn attack(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, lines: [Line; 2], longest: usize
    ) -> (Bitboard, [Reach; 2]), over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let mut fours = V::empty();
        let (mut ours, mut theirs) = (Reaching::none(), Reaching::none());
        for &step in steps.iter() {
            let [own, enemy, empty] = [own, enemy, empty].map(|set| look_ahead(set, step));
            let windows = along(&own, &enemy, &empty, step, lines[0]);
            fours = fours | smear_five(windows.five_with_four | windows.five_with_three, step);
            ours.add(&windows, [&own, &enemy, &empty], step, longest);
            theirs.add(&along(&enemy, &own, &empty, step, lines[1]), [&enemy, &own, &empty], step, longest);
        }
        ((fours & empty).store(), [ours.store(), theirs.store()])
    }

    /// The ends of all rows of 2 up to `longest` stones of `own` that are empty at both ends and meet a line of five or
    /// more: where an enemy stone prepares to break it.
    BreakingEnds: fn breaking_ends(
        own: &'b Bitboard, empty: &'b Bitboard, steps: &'b Steps, longest: usize
    ) -> Bitboard, over V {
        let (own, empty) = (V::load(own), V::load(empty));
        let mut lines = V::empty();
        for &step in steps.iter() {
            let fives = windows::fives(own, step, false);
            if !fives.is_empty() {
                lines = lines | smear_five(fives, step);
            }
        }
        let mut ends = V::empty();
        for &step in steps.iter() {
            // Seen from the empty point before the row: its stones, whether one lies in a line, the point behind it.
            let (mut stone, mut in_line, mut behind) = (own.ahead(step), lines.ahead(step), empty.ahead(2 * step));
            let (mut row, mut meets) = (empty & stone, in_line);
            for length in 2..=longest {
                (stone, in_line, behind) = (stone.ahead(step), in_line.ahead(step), behind.ahead(step));
                (row, meets) = (row & stone, meets | in_line);
                let found = row & meets & behind;
                ends = ends | found;
                if !found.is_empty() {
                    let mut far = found;
                    for _ in 0..=length {
                        far = far.back(step);
                    }
                    ends = ends | far;
                }
            }
        }
        ends.store()
    }
}

/// The windows along `step`.
#[inline(always)]
fn lines<V: Set>(own: V, enemy: V, open: V, step: u32, line: Line) -> Windows<V> {
    along(&look_ahead(own, step), &look_ahead(enemy, step), &look_ahead(open, step), step, line)
}

/// The windows along `step`, of sets that look ahead.
#[inline(always)]
fn along<V: Set>(own: &Ahead<V>, enemy: &Ahead<V>, open: &Ahead<V>, step: u32, line: Line) -> Windows<V> {
    let shut = if line.open { windows::between(enemy, step) } else { V::empty() };
    let exact = if line.exact { Some(!V::empty()) } else { None };
    Windows::new(own, open, shut, step, exact)
}

//! Threat sets of a whole square board, recomputed from the stones.

use crate::Bitboard;
use crate::rules::Line;
use crate::simd::{self, Bits, Kernel};
use crate::windows::{self, Windows, smear_five, smear_four};

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
    /// Makes fours in two lines or more; on a hexagon, where lines are not exact, also two in one direction.
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

/// What stones of one colour would win by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reach {
    /// The empty points at which a stone completes a winning line.
    pub(crate) five: Bitboard,
    /// The empty points at which a stone captures.
    pub(crate) capture: Bitboard,
    /// The enemy stones that can be captured at once.
    pub(crate) capturable: Bitboard,
}

#[inline(always)]
fn reach<V: Bits>(own: V, enemy: V, empty: V, steps: &[u32; 4], line: Line, longest: usize) -> Reach {
    let (mut five, mut capture, mut capturable) = (V::empty(), V::empty(), V::empty());
    for &step in steps {
        let windows = Windows::new(own, enemy, empty, step, line).five_with_four;
        if !windows.is_empty() {
            five = five | smear_five(windows, step) & empty;
        }
        if longest > 0 {
            let (points, stones) = windows::captures(own, enemy, empty, step, longest);
            (capture, capturable) = (capture | points, capturable | stones);
        }
    }
    Reach { five: five.store(), capture: capture.store(), capturable: capturable.store() }
}

/// Functions that run with the widest vectors there are: a body over any type of [`Bits`].
macro_rules! kernels {
    ($($(#[$doc:meta])* $kernel:ident: fn $name:ident($($arg:ident: $type:ty),*) -> $output:ty, over $bits:ident $body:block)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name<'b>($($arg: $type),*) -> $output {
            simd::run($kernel { $($arg),* })
        }

        struct $kernel<'b> {
            $($arg: $type),*
        }

        impl Kernel for $kernel<'_> {
            type Output = $output;

            #[inline(always)]
            fn run<$bits: Bits>(self) -> $output {
                let Self { $($arg),* } = self;
                $body
            }
        }
    )*};
}

kernels! {
    /// All threats of the stones `own`, by shape alone: legality is not asked for.
    AllThreats: fn threats(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], line: Line, longest: usize
    ) -> Threats<Bitboard>, over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let [mut five, mut straight_four, mut four, mut double_four] = [V::empty(); 4];
        let [mut three, mut double_three, mut two, mut one] = [V::empty(); 4];
        let [mut capture, mut capturable] = [V::empty(); 2];
        for &step in steps {
            let windows = Windows::new(own, enemy, empty, step, line);
            if !windows.five_with_four.is_empty() {
                five = five | smear_five(windows.five_with_four, step);
            }
            if !windows.straight_with_three.is_empty() {
                straight_four = straight_four | smear_four(windows.straight_with_three, step);
            }
            if !windows.five_with_three.is_empty() {
                let fours = smear_five(windows.five_with_three, step);
                double_four = double_four | four & fours;
                four = four | fours;
            }
            let threes = smear_four(windows.straight_with_two, step);
            double_three = double_three | three & threes;
            three = three | threes;
            two = two | smear_five(windows.five_with_two, step);
            one = one | smear_five(windows.five_with_one, step);
            if longest > 0 {
                let (points, stones) = windows::captures(own, enemy, empty, step, longest);
                capture = capture | points;
                capturable = capturable | stones;
            }
        }
        Threats {
            five: (five & empty).store(),
            straight_four: (straight_four & empty).store(),
            four: (four & empty).store(),
            double_four: (double_four & empty).store(),
            three: (three & empty).store(),
            double_three: (double_three & empty).store(),
            two: (two & empty).store(),
            one: (one & empty).store(),
            capture: capture.store(),
            capturable: capturable.store(),
        }
    }

    /// The empty points at which a stone makes a winning line of five, as `xx.xx`.
    FivePoints: fn five_points(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], line: Line
    ) -> Bitboard, over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let points = steps.iter().fold(V::empty(), |points, &step| {
            points | smear_five(Windows::new(own, enemy, empty, step, line).five_with_four, step)
        });
        (points & empty).store()
    }

    /// The empty points at which a stone completes a winning line of five or leaves one stone missing in it.
    FourPoints: fn four_points(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], line: Line
    ) -> Bitboard, over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let points = steps.iter().fold(V::empty(), |points, &step| {
            let windows = Windows::new(own, enemy, empty, step, line);
            points | smear_five(windows.five_with_four | windows.five_with_three, step)
        });
        (points & empty).store()
    }

    /// The first points of the standing lines of five (exactly five if `exact`), in each direction.
    Fives: fn fives(own: &'b Bitboard, steps: &'b [u32; 4], exact: bool) -> [Bitboard; 4], over V {
        let own = V::load(own);
        steps.map(|step| windows::fives(own, step, exact).store())
    }

    /// Whether a line of five (exactly five if `exact`) stands.
    HasFive: fn has_five(own: &'b Bitboard, steps: &'b [u32; 4], exact: bool) -> bool, over V {
        let own = V::load(own);
        let any = steps.iter().fold(V::empty(), |any, &step| any | windows::fives(own, step, exact));
        !any.is_empty()
    }

    /// The empty points at which a stone that captures nothing makes threes in two or more lines.
    ///
    /// A three is a window of 4 with 3 own stones and 1 empty point, both neighbours empty and, if longer lines are
    /// neutral, no own stone behind those: `.xxx.`, `.xx.x.`. `open` is what may count as empty in and beside it.
    DoubleThrees: fn double_threes(
        own: &'b Bitboard, open: &'b Bitboard, steps: &'b [u32; 4], line: Line
    ) -> Bitboard, over V {
        let (own, open) = (V::load(own), V::load(open));
        let (mut once, mut twice) = (V::empty(), V::empty());
        for &step in steps {
            let line = Line { open: false, ..line };
            let threes = smear_four(Windows::new(own, own, open, step, line).straight_with_two, step);
            twice = twice | once & threes;
            once = once | threes;
        }
        (twice & open).store()
    }

    /// The empty points that lie in two or more windows of 5 with 3 own stones and 2 empty points: all points that
    /// make a double four, and some that do not.
    DoubleFourSuspects: fn double_four_suspects(
        own: &'b Bitboard, open: &'b Bitboard, steps: &'b [u32; 4], line: Line
    ) -> Bitboard, over V {
        let (own, open) = (V::load(own), V::load(open));
        let (mut once, mut twice) = (V::empty(), V::empty());
        for &step in steps {
            let line = Line { open: false, ..line };
            let mut windows = Windows::new(own, own, open, step, line).five_with_three;
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
    OverlinePoints: fn overline_points(own: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4]) -> Bitboard, over V {
        let (own, empty) = (V::load(own), V::load(empty));
        let any = Line { length: 5, exact: false, open: false };
        let points = steps.iter().fold(V::empty(), |points, &step| {
            let five = Windows::new(own, own, empty, step, any).five_with_four;
            let longer = five & (own.back(step) | own.ahead(2 * step).ahead(2 * step).ahead(step));
            points | smear_five(longer, step)
        });
        (points & empty).store()
    }

    /// The empty points at which a stone captures, as `.oox`, and the enemy stones that can be captured so.
    /// Rows of 2 up to `longest` are captured.
    Captures: fn captures(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], longest: usize
    ) -> (Bitboard, Bitboard), over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let (mut points, mut stones) = (V::empty(), V::empty());
        for &step in steps {
            let found = windows::captures(own, enemy, empty, step, longest);
            (points, stones) = (points | found.0, stones | found.1);
        }
        (points.store(), stones.store())
    }

    /// Both ends of every row of 2 up to `longest` stones of `own` whose ends are both empty, as `.xx.`: where an
    /// enemy stone threatens to capture.
    CaptureThreats: fn capture_threats(
        own: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], longest: usize
    ) -> Bitboard, over V {
        let (own, empty) = (V::load(own), V::load(empty));
        let mut points = V::empty();
        for &step in steps {
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
    Dilate: fn dilate(set: &'b Bitboard, steps: &'b [u32; 4], points: &'b Bitboard) -> Bitboard, over V {
        let (mut near, points) = (V::load(set), V::load(points));
        for _ in 0..2 {
            near = steps.iter().fold(near, |all, &step| all | near.back(step) | near.ahead(step)) & points;
        }
        near.store()
    }

    /// What stones of both colours would win by: `own` first, then `enemy`; `lines` in the same order.
    BothReaches: fn reaches(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], lines: [Line; 2], longest: usize
    ) -> [Reach; 2], over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        [reach(own, enemy, empty, steps, lines[0], longest), reach(enemy, own, empty, steps, lines[1], longest)]
    }

    /// The same, and the empty points at which a stone of `own` completes a winning line or leaves one stone missing in it.
    Attack: fn attack(
        own: &'b Bitboard, enemy: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], lines: [Line; 2], longest: usize
    ) -> (Bitboard, [Reach; 2]), over V {
        let (own, enemy, empty) = (V::load(own), V::load(enemy), V::load(empty));
        let mut fours = V::empty();
        for &step in steps {
            let windows = Windows::new(own, enemy, empty, step, lines[0]);
            fours = fours | smear_five(windows.five_with_four | windows.five_with_three, step);
        }
        let ours = reach(own, enemy, empty, steps, lines[0], longest);
        let theirs = reach(enemy, own, empty, steps, lines[1], longest);
        ((fours & empty).store(), [ours, theirs])
    }

    /// The ends of all rows of 2 up to `longest` stones of `own` that are empty at both ends and meet a line of five or
    /// more: where an enemy stone prepares to break it.
    BreakingEnds: fn breaking_ends(
        own: &'b Bitboard, empty: &'b Bitboard, steps: &'b [u32; 4], longest: usize
    ) -> Bitboard, over V {
        let (own, empty) = (V::load(own), V::load(empty));
        let mut lines = V::empty();
        for &step in steps {
            let fives = windows::fives(own, step, false);
            if !fives.is_empty() {
                lines = lines | smear_five(fives, step);
            }
        }
        let mut ends = V::empty();
        for &step in steps {
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

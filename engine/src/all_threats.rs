//! All threat sets of both sides of a square board, recomputed from the stones.

use crate::rules::Line;
use crate::simd::{Sides, SidesKernel};
use crate::windows::{self, Ahead, Windows, look_ahead, smear_five, smear_four};
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

/// What the stones of both sides threaten by shape alone: legality is not asked for. Arrays hold first what belongs to
/// the one side, then to the other.
pub(crate) struct AllThreats<'b> {
    pub(crate) stones: [&'b Bitboard; 2],
    pub(crate) empty: &'b Bitboard,
    pub(crate) steps: &'b [u32; 4],
    pub(crate) lines: [Line; 2],
    /// The longest row that is captured; 0 without captures.
    pub(crate) longest: usize,
}

impl SidesKernel for AllThreats<'_> {
    type Output = [Threats<Bitboard>; 2];

    #[inline(always)]
    fn run<V: Sides>(self) -> Self::Output {
        let [own, other] = self.lines;
        let (exact, open) = ([own.exact, other.exact], [own.open, other.open]);
        // The rules of most games are compiled into loops of their own.
        let found = match (exact, open) {
            ([false, false], [false, false]) => self.find::<V>(None, None),
            ([true, true], [false, false]) => self.find::<V>(Some(!V::empty()), None),
            _ => self.find::<V>(Some(whose(exact)), Some(whose(open))),
        };
        found.threats(V::load([self.empty; 2]))
    }
}

impl AllThreats<'_> {
    /// `exact` and `open` are all points of the sides that have these rules for their lines, if any has.
    #[inline(always)]
    fn find<V: Sides>(&self, exact: Option<V>, open: Option<V>) -> Found<V> {
        let (stones, empty) = (V::load(self.stones), V::load([self.empty; 2]));
        let mut found = Found::none();
        for &step in self.steps {
            found.add(&look_ahead(stones, step), &look_ahead(empty, step), step, exact, open, self.longest);
        }
        found
    }
}

/// All points of the sides that have a rule.
#[inline(always)]
fn whose<V: Sides>(rule: [bool; 2]) -> V {
    static POINTS: [Bitboard; 2] = [Bitboard::EMPTY, Bitboard::ALL];
    V::load([&POINTS[usize::from(rule[0])], &POINTS[usize::from(rule[1])]])
}

/// The threats found so far, on empty points or not.
struct Found<V>(Threats<V>);

impl<V: Sides> Found<V> {
    #[inline(always)]
    fn none() -> Self {
        let empty = V::empty();
        Self(Threats {
            five: empty,
            straight_four: empty,
            four: empty,
            double_four: empty,
            three: empty,
            double_three: empty,
            two: empty,
            one: empty,
            capture: empty,
            capturable: empty,
        })
    }

    /// Adds the threats along `step`. What is rare is looked for only where there is any.
    #[inline(always)]
    fn add(&mut self, own: &Ahead<V>, empty: &Ahead<V>, step: u32, exact: Option<V>, open: Option<V>, longest: usize) {
        let shut = if let Some(open) = open { windows::between(own, step).swap() & open } else { V::empty() };
        let windows = Windows::new(own, empty, shut, step, exact);
        if !windows.five_with_four.is_empty() {
            self.0.five = self.0.five | smear_five(windows.five_with_four, step);
        }
        if !windows.straight_with_three.is_empty() {
            self.0.straight_four = self.0.straight_four | smear_four(windows.straight_with_three, step);
        }
        if !windows.five_with_three.is_empty() {
            let fours = smear_five(windows.five_with_three, step);
            self.0.double_four = self.0.double_four | self.0.four & fours;
            self.0.four = self.0.four | fours;
        }
        let threes = smear_four(windows.straight_with_two, step);
        self.0.double_three = self.0.double_three | self.0.three & threes;
        self.0.three = self.0.three | threes;
        self.0.two = self.0.two | smear_five(windows.five_with_two, step);
        self.0.one = self.0.one | smear_five(windows.five_with_one, step);
        if longest > 0 {
            let [pairs, triples] = windows::rows(own);
            let (points, stones) = windows::captures(own, [pairs.swap(), triples.swap()], empty, step, longest);
            self.0.capture = self.0.capture | points;
            self.0.capturable = self.0.capturable | stones;
        }
    }

    /// The threats of each side; only empty points count.
    #[inline(always)]
    fn threats(self, empty: V) -> [Threats<Bitboard>; 2] {
        let both = Threats {
            five: (self.0.five & empty).store(),
            straight_four: (self.0.straight_four & empty).store(),
            four: (self.0.four & empty).store(),
            double_four: (self.0.double_four & empty).store(),
            three: (self.0.three & empty).store(),
            double_three: (self.0.double_three & empty).store(),
            two: (self.0.two & empty).store(),
            one: (self.0.one & empty).store(),
            capture: self.0.capture.store(),
            capturable: self.0.capturable.store(),
        };
        [both.of(0), both.of(1)]
    }
}

impl Threats<[Bitboard; 2]> {
    #[inline(always)]
    const fn of(&self, side: usize) -> Threats<Bitboard> {
        Threats {
            five: self.five[side],
            straight_four: self.straight_four[side],
            four: self.four[side],
            double_four: self.double_four[side],
            three: self.three[side],
            double_three: self.double_three[side],
            two: self.two[side],
            one: self.one[side],
            capture: self.capture[side],
            capturable: self.capturable[side],
        }
    }
}

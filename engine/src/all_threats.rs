//! All threat sets of both sides of a square board, recomputed from the stones.

use crate::rules::Line;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::simd::{Sides, SidesKernel};
use crate::windows::{self, Ahead, Windows, look_ahead, smear_five, smear_four};
use crate::{Bitboard, PointSet};

/// The threats of one colour: empty points by the shape that a stone there would make, and captures.
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
    /// Leaves no more than two stones missing in a line that no enemy stone blocks.
    pub two: S,
    /// Captures.
    pub capture: S,
    /// The enemy stones that can be captured at once.
    pub capturable: S,
    /// Leaves an enemy group one liberty, on a hexagon.
    pub atari: S,
    /// The pattern code of each point, as binary digits, lowest first: four digits that count the windows which a stone
    /// there would help to fill, and four for its class, what a stone would make there at most. 0 to 7 are nothing, a three, a double three, a four, a
    /// four and a three, a double four, a straight four, a five; 8 to 12 nothing, a three, a double three, a four, more than a
    /// four, and a capture; 13 to 15 nothing, a three or two, a four, and an attack on stones that can be captured after it.
    ///
    /// The windows are counted over all directions: one for each window of four points with empty ends and own stones,
    /// but no enemy stone, that the point lies in; one if it lies in such a window of five; two more if in one with two
    /// stones or more. On a hexagon, one for each line with own stones, but no enemy stone, two if there are two of them or
    /// more. The sum is cut off at the highest number that the digits can hold.
    ///
    /// Own stones that are in danger have numbers as well, of class 6, which no empty point has: 1 if they can be captured
    /// after an attack, 2 if after attacks in two directions or more, 3 if at once.
    ///
    /// On a hexagon, 1, 2 and 6 are classes of points where a stone, not capturing, would leave its group one liberty, none,
    /// and one, but make a four; 4 is the class of an own eye, which has no neighbours but own stones; and all stones have
    /// numbers of class 13, by the liberties of their groups, which are counted up to four.
    pub code: [S; 8],
}

impl<S> Threats<S> {
    /// The same threats with other sets of points.
    pub(crate) fn map<T>(self, set: impl Fn(S) -> T) -> Threats<T> {
        Threats {
            five: set(self.five),
            straight_four: set(self.straight_four),
            four: set(self.four),
            double_four: set(self.double_four),
            three: set(self.three),
            double_three: set(self.double_three),
            two: set(self.two),
            capture: set(self.capture),
            capturable: set(self.capturable),
            atari: set(self.atari),
            code: self.code.map(set),
        }
    }
}

/// The number of binary digits of a pattern code that count windows (see [`Threats::code`]).
pub const WINDOW_COUNT_BITS: usize = 4;

/// The strongest of what a stone would make, as three binary digits, lowest first: nothing, a three, a double three, a four,
/// a four and a three, a double four, a straight four, a five.
#[inline(always)]
pub(crate) fn class<S>(five: S, straight_four: S, [four, double_four]: [S; 2], [three, double_three]: [S; 2]) -> [S; 3]
where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + Not<Output = S>,
{
    let six = straight_four | five;
    let high = six | double_four | four & three;
    [five | !six & (double_four | !high & (four | three & !double_three)), six | !high & (four | double_three), high]
}

/// The digits of classes, from those of what is made without captures: where a stone captures, and where it attacks.
#[inline(always)]
pub(crate) fn with_captures<S>([low, middle, high]: [S; 3], capture: S, attack: S) -> [S; 4]
where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + BitXor<Output = S> + Not<Output = S>,
{
    let five = low & middle & high;
    let capture = capture & !five;
    let more = capture & high;
    let attack = attack & !(capture | high);
    [low & !(more | attack) | attack & !(low ^ middle), middle & !more | attack & low, high | attack, capture | attack]
}

/// The digits of `number` plus those of `more`; all digits are set where they do not hold the sum.
#[inline(always)]
pub(crate) fn add<S>(number: &mut [S; WINDOW_COUNT_BITS], more: [S; 3])
where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + BitXor<Output = S>,
{
    let [a, b, c, d] = *number;
    let (a, carry) = (a ^ more[0], a & more[0]);
    let (b, carry) = full_add(b, more[1], carry);
    let (c, carry) = full_add(c, more[2], carry);
    let (d, carry) = (d ^ carry, d & carry);
    *number = [a | carry, b | carry, c | carry, d | carry];
}

/// The lower and the upper digit of the sum.
#[inline(always)]
fn full_add<S>(a: S, b: S, c: S) -> (S, S)
where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + BitXor<Output = S>,
{
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// The threats of both sides by shape alone; legality is not checked. Each array holds one entry a side.
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
        // Specialised loops for the rules of most games.
        let found = match (exact, open) {
            _ if cfg!(small_module) => self.find::<V>(Some(whose(exact)), Some(whose(open))),
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

/// The threats found so far, on empty points or not; of their codes, the window counts.
struct Found<V> {
    threats: Threats<V>,
    /// The points where a stone attacks: it threatens to capture.
    attack: V,
    /// The stones that can be captured after an attack, and those that can in two directions or more.
    exposed: [V; 2],
}

impl<V: Sides> Found<V> {
    #[inline(always)]
    fn none() -> Self {
        let empty = V::empty();
        let threats = Threats {
            five: empty,
            straight_four: empty,
            four: empty,
            double_four: empty,
            three: empty,
            double_three: empty,
            two: empty,
            capture: empty,
            capturable: empty,
            atari: empty,
            code: [empty; 8],
        };
        Self { threats, attack: empty, exposed: [empty; 2] }
    }

    /// Adds the threats along `step`. Rare shapes are searched for only where a cheap test finds candidates.
    #[inline(always)]
    fn add(&mut self, own: &Ahead<V>, empty: &Ahead<V>, step: u32, exact: Option<V>, open: Option<V>, longest: usize) {
        let shut = if let Some(open) = open { windows::between(own, step).swap() & open } else { V::empty() };
        let windows = Windows::new(own, empty, shut, step, exact);
        let threats = &mut self.threats;
        if !windows.five_with_four.is_empty() {
            threats.five = threats.five | smear_five(windows.five_with_four, step);
        }
        if !windows.straight_with_three.is_empty() {
            threats.straight_four = threats.straight_four | smear_four(windows.straight_with_three, step);
        }
        if !windows.five_with_three.is_empty() {
            let fours = smear_five(windows.five_with_three, step);
            threats.double_four = threats.double_four | threats.four & fours;
            threats.four = threats.four | fours;
        }
        let threes = smear_four(windows.straight_with_two, step);
        threats.double_three = threats.double_three | threats.three & threes;
        threats.three = threats.three | threes;
        let more = smear_five(windows.five_with_more, step);
        threats.two = threats.two | more;
        self.count_windows(smear_five(windows.five_with_any, step), more, windows.straight_with_any, step);
        if longest > 0 {
            let [pairs, triples] = windows::rows(own);
            let (points, stones) = windows::captures(own, [pairs.swap(), triples.swap()], empty, step, longest);
            self.threats.capture = self.threats.capture | points;
            self.threats.capturable = self.threats.capturable | stones;
            let (points, stones) = windows::exposed([pairs, triples], empty, step, longest);
            self.attack = self.attack | points.swap();
            self.exposed = [self.exposed[0] | stones, self.exposed[1] | self.exposed[0] & stones];
        }
    }

    /// Counts, for their points, the windows of five with any own stones, with more than one, and in these windows of
    /// four.
    #[inline(always)]
    fn count_windows(&mut self, any: V, more: V, straight: V, step: u32) {
        let third = straight.back(2 * step);
        let (ones, twos) = full_add(straight, straight.back(step), third);
        let (ones, carry) = full_add(ones, third.back(step), any);
        let (twos, fours) = full_add(twos, carry, more);
        let [a, b, c, d, ..] = &mut self.threats.code;
        let mut number = [*a, *b, *c, *d];
        add(&mut number, [ones, twos, fours]);
        [*a, *b, *c, *d] = number;
    }

    /// The threats of each side.
    #[inline(always)]
    fn threats(self, empty: V) -> [Threats<Bitboard>; 2] {
        let Threats { five, straight_four, four, double_four, three, double_three, two, capture, capturable, .. } =
            self.threats;
        let [a, b, c, d, ..] = self.threats.code;
        let class = class(five, straight_four, [four, double_four], [three, double_three]);
        let [e, f, g, h] = with_captures(class, capture, self.attack);
        let ([once, twice], now) = (self.exposed, capturable.swap());
        let endangered = once | now;
        let both = Threats {
            five: (five & empty).store(),
            straight_four: (straight_four & empty).store(),
            four: (four & empty).store(),
            double_four: (double_four & empty).store(),
            three: (three & empty).store(),
            double_three: (double_three & empty).store(),
            two: (two & empty).store(),
            capture: capture.store(),
            capturable: capturable.store(),
            atari: [Bitboard::EMPTY; 2],
            code: [
                a & empty | once & !twice | now,
                b & empty | twice | now,
                c & empty,
                d & empty,
                e & empty,
                f & empty | endangered,
                g & empty | endangered,
                h & empty,
            ]
            .map(V::store),
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
            capture: self.capture[side],
            capturable: self.capturable[side],
            atari: self.atari[side],
            code: {
                let [a, b, c, d, e, f, g, h] = &self.code;
                [a[side], b[side], c[side], d[side], e[side], f[side], g[side], h[side]]
            },
        }
    }
}

//! Threats of both kinds of boards by shape: sets of points, and their pattern codes.

use std::ops::{BitAnd, BitOr, BitXor, Not};

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
pub(crate) fn full_add<S>(a: S, b: S, c: S) -> (S, S)
where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + BitXor<Output = S>,
{
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

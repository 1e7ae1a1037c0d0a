//! The value of a position: what a small network makes of the codes of its points.
//!
//! Every point adds up numbers that belong to its code for the side to move and to its code for the other side, and what
//! is positive of them is summed up over all points. The sums, and the circumstances of the position, go through two
//! layers of units that pass on what is positive, and end in one number. All of it is done with integers, so that it
//! comes out the same on every machine. (Networks of sets, whose members may come in any order: Zaheer et al. 2017.)

use crate::UNIT;
use crate::order::CODES;
use crate::value::{self, AT_A_TIME, CIRCUMSTANCES};

/// The number of units of each layer.
pub const UNITS: usize = 16;

/// The number of weights.
pub const TERMS: usize = (2 * CODES + CIRCUMSTANCES + 2 * UNITS + 2) * UNITS + 1;

/// Numbers for the units of a layer.
pub(crate) type Row = [i16; UNITS];

/// Parts of 1 in the numbers of points, and in all other weights.
const POINT: f32 = 64.0;
const WEIGHT: f32 = 256.0;

/// Sums over the points are divided by so much: then they are about as large as other numbers in the network.
pub const CROWD: f32 = 16.0;

/// Numbers of points are no larger, so that two of them have a sum.
const LARGEST: i16 = i16::MAX / 2;

/// A network with all its weights.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Network {
    /// The numbers of points by their codes for the side to move and for the other side.
    points: [[Row; CODES]; 2],
    /// What each circumstance adds to the first layer.
    circumstances: [Row; CIRCUMSTANCES],
    /// What the first layer makes of the sums, a row for each of its units.
    first: [Row; UNITS],
    /// What the second layer makes of the first, and what is added.
    second: [Row; UNITS],
    second_bias: Row,
    last: Row,
    last_bias: i16,
}

impl Network {
    /// The value for the side to move, in hundredths of a point.
    #[inline]
    pub(crate) fn value(&self, points: impl Iterator<Item = [u8; 2]>, circumstances: [usize; AT_A_TIME]) -> i32 {
        let mut sums = [0; UNITS];
        for [ours, theirs] in points {
            let (ours, theirs) = (&self.points[0][usize::from(ours)], &self.points[1][usize::from(theirs)]);
            for unit in 0..UNITS {
                sums[unit] = i16::saturating_add(sums[unit], (ours[unit] + theirs[unit]).max(0));
            }
        }
        let circumstances = circumstances.map(|number| &self.circumstances[number]);
        let bias = std::array::from_fn(|unit| circumstances.iter().map(|row| i32::from(row[unit])).sum::<i32>());
        // The sums are in parts of CROWD times POINT, all other numbers in parts of WEIGHT squared or, as they are passed on,
        // of four times WEIGHT.
        let passed = pass(&self.first, bias.map(|bias: i32| bias << 10), &sums, 8);
        let passed = pass(&self.second, self.second_bias.map(|bias| i32::from(bias) << 10), &passed, 8);
        let odds = (i32::from(self.last_bias) << 10).wrapping_add(dot(&self.last, &passed));
        ((i64::from(odds) * UNIT as i64) >> 18) as i32
    }
}

/// What a layer passes on.
#[inline]
fn pass(weights: &[Row; UNITS], bias: [i32; UNITS], input: &Row, shift: u32) -> Row {
    std::array::from_fn(|unit| {
        let sum = bias[unit].wrapping_add(dot(&weights[unit], input));
        (sum.max(0) >> shift).min(i16::MAX.into()) as i16
    })
}

#[inline]
fn dot(a: &Row, b: &Row) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).fold(0, i32::wrapping_add)
}

impl Network {
    /// The blocks of weights in their order: what they belong to, and the number of rows of [`UNITS`].
    fn layout() -> impl Iterator<Item = (&'static str, usize)> {
        [("ours", CODES), ("theirs", CODES)].into_iter().chain(value::LAYOUT).chain([
            ("first", UNITS),
            ("second", UNITS),
            ("bias", 1),
            ("last", 1),
        ])
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        let points = self.points.iter().flatten();
        points.chain(&self.circumstances).chain(&self.first).chain(&self.second).chain([&self.second_bias, &self.last])
    }

    /// The network with these weights.
    ///
    /// # Panics
    /// There are not [`TERMS`] of them.
    #[must_use]
    pub fn new(weights: &[f32]) -> Self {
        let (points, others) = weights.split_at(2 * CODES * UNITS);
        let round = |weights: &[f32], unit: f32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * unit).round() as i16).collect()
        };
        Self::from_numbers(&[round(points, POINT), round(others, WEIGHT)].concat()).expect("all weights")
    }

    /// The weights of the network.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        let numbers = self.numbers();
        let unit = |number| if number < 2 * CODES * UNITS { POINT } else { WEIGHT };
        numbers.enumerate().map(|(number, weight)| f32::from(weight) / unit(number)).collect()
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = i16> {
        self.rows().flatten().copied().chain([self.last_bias])
    }

    /// The network with these numbers, as [`Self::numbers`] gives them; `None` if they are too few or too many.
    pub(crate) fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let (&last_bias, rows) = numbers.split_last()?;
        let (rows, rest) = rows.as_chunks::<UNITS>();
        let mut rows = rows.iter().copied();
        let mut block = |len: usize| rows.by_ref().take(len).collect::<Vec<Row>>();
        let mut points = || {
            let numbers = block(CODES).into_iter();
            numbers.map(|row| row.map(|number| number.clamp(-LARGEST, LARGEST))).collect::<Vec<_>>().try_into().ok()
        };
        let network = Self {
            points: [points()?, points()?],
            circumstances: block(CIRCUMSTANCES).try_into().ok()?,
            first: block(UNITS).try_into().ok()?,
            second: block(UNITS).try_into().ok()?,
            second_bias: *block(1).first()?,
            last: *block(1).first()?,
            last_bias,
        };
        (rest.is_empty() && rows.next().is_none()).then_some(network)
    }

    /// The names of rows, in the order in which [`Self::numbers`] fills them.
    pub(crate) fn names() -> impl Iterator<Item = (&'static str, usize)> {
        let rows = Self::layout().flat_map(|(name, rows)| std::iter::repeat_n((name, UNITS), rows));
        rows.chain([("base", 1)])
    }
}

//! The value network: a permutation-invariant sum over points, then dense layers.
//!
//! Each point has two halves of [`LINE_CHANNELS`] channels: one from the view of the side to move, one from the view of its
//! opponent. A half is the ReLU of the sum of three rows: the two pattern codes of the point and its line patterns. The
//! accumulator holds both halves summed over all points. Their elementwise products, summed as well, mark points that both
//! sides want. Accumulator, product sums and global features feed three dense layers with clipped ReLU and one output.
//! All arithmetic is on integers, so every machine computes the same value. (Deep sets: Zaheer et al. 2017.)

use std::array;

use engine::internals::{IntegerKernel, Products, dispatch};
use engine::{Color, PointSet};

use crate::UNIT;
use crate::global_features::{self, ACTIVE_GLOBAL_FEATURES, GLOBAL_FEATURES};
use crate::line_patterns::LINES;
use crate::line_table::{LINE_CHANNELS, LineSums};
use crate::policy::PATTERN_CODES;

/// The width of the accumulator: sums over all points.
pub const ACCUMULATOR: usize = 32;

/// The inputs of the first layer: the accumulator and the sums of products of both halves.
pub const INPUTS: usize = ACCUMULATOR + LINE_CHANNELS;

/// The width of the first hidden layer.
pub const FIRST_HIDDEN: usize = 128;

/// The width of each of the two hidden layers after it.
pub const HIDDEN: usize = 32;

/// The number of parameters.
pub const PARAMETERS: usize = 2 * PATTERN_CODES * ACCUMULATOR
    + (GLOBAL_FEATURES + INPUTS) * FIRST_HIDDEN
    + (FIRST_HIDDEN + HIDDEN + 3) * HIDDEN
    + 1;

/// A row of the accumulator.
type Accumulator = [i16; ACCUMULATOR];

/// The weights of one input, a unit of the layer each.
type Row<const UNITS: usize = HIDDEN> = [i16; UNITS];

/// The weights of two inputs, interleaved unit by unit.
type Pairs<const UNITS: usize = HIDDEN> = [[i16; 2]; UNITS];

/// The quantisation scale of the weights of points; below, that of all other weights.
pub(crate) const POINT: f32 = 64.0;
const WEIGHT: f32 = 256.0;

/// The divisor of accumulator sums, which brings them to the size of other activations.
pub const ACCUMULATOR_SCALE: f32 = 16.0;

/// Activations are clipped here.
pub const CLIP: f32 = i16::MAX as f32 / POINT / ACCUMULATOR_SCALE;

/// The clip of the halves of a point before they are multiplied.
pub const PRODUCT_CLIP: f32 = LARGEST_FACTOR as f32 / POINT;

/// Largest factor of a product: shifted, it fits in 16 bits.
const LARGEST_FACTOR: i16 = (1 << 10) - 1;

/// Largest code weight: two of them plus all line weights fit in an `i16`.
const LARGEST: i16 = (i16::MAX - LINES as i16 * (1 << 7)) / 2;

/// A network with all its weights.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Network {
    /// The weights of points by their pattern codes for the side to move and for the other side.
    points: [[Accumulator; PATTERN_CODES]; 2],
    /// The weights of each global feature in the first layer.
    global_features: [Row<FIRST_HIDDEN>; GLOBAL_FEATURES],
    /// The weights of each accumulator sum in the first layer.
    first: [Pairs<FIRST_HIDDEN>; INPUTS / 2],
    /// The weights from the first layer to the second, then its bias.
    second: [Pairs; FIRST_HIDDEN / 2],
    second_bias: Row,
    /// The weights from the second layer to the third, then its bias.
    third: [Pairs; HIDDEN / 2],
    third_bias: Row,
    last: Row,
    last_bias: i16,
}

/// A forward pass over the points in `coded`, by their pattern codes for the side to move and for the other side.
pub(crate) struct Forward<'p, S: PointSet> {
    pub(crate) network: &'p Network,
    pub(crate) codes: &'p [S::Bytes; 2],
    pub(crate) coded: S,
    pub(crate) lines: &'p LineSums,
    pub(crate) to_move: Color,
    pub(crate) global_features: [usize; ACTIVE_GLOBAL_FEATURES],
}

impl<S: PointSet> Forward<'_, S> {
    /// The value for the side to move, in hundredths of a point.
    #[inline]
    pub(crate) fn value(self) -> i32 {
        dispatch(self)
    }
}

impl<S: PointSet> IntegerKernel for Forward<'_, S> {
    type Output = i32;

    #[inline(always)]
    fn compute<V: Products>(self) -> i32 {
        let network = self.network;
        let sums = self.sums::<V>();
        let mut bias = [0; FIRST_HIDDEN];
        for number in self.global_features {
            add(&mut bias, &network.global_features[number]);
        }
        // Scales: ACCUMULATOR_SCALE × POINT for the sums, WEIGHT² inside a layer, 4 × WEIGHT between layers.
        let passed = dense::<V, _>(&network.first, &bias, &sums);
        let passed = dense::<V, _>(&network.second, &network.second_bias, &passed);
        let passed = dense::<V, _>(&network.third, &network.third_bias, &passed);
        let mut odds = i32::from(network.last_bias) << 10;
        for (weight, number) in network.last.iter().zip(&passed) {
            odds = odds.wrapping_add(i32::from(*weight) * i32::from(*number));
        }
        ((i64::from(odds) * UNIT as i64) >> 18) as i32
    }
}

impl<S: PointSet> Forward<'_, S> {
    /// The inputs of the first layer: own half, other half and their products, each summed over all points.
    #[inline(always)]
    fn sums<V: Products>(&self) -> [i16; INPUTS] {
        let [mut of_ours, mut of_theirs, mut of_products] = [[0; LINE_CHANNELS]; 3];
        let (network, codes) = (self.network, self.codes.each_ref().map(AsRef::as_ref));
        // Black's half of a point, then White's.
        let lines: &[Half] = self.lines.as_flattened().as_chunks().0;
        let [our_lines, their_lines] = [self.to_move, !self.to_move].map(|color| &lines[color.index()..]);
        for word in 0..S::WORDS {
            let mut points = self.coded.word(word);
            while points != 0 {
                let point = word * 64 + points.trailing_zeros() as usize;
                points &= points - 1;
                let ours = halves(&network.points[0][usize::from(codes[0][point])]);
                let theirs = halves(&network.points[1][usize::from(codes[1][point])]);
                let ours_see = relu([ours[0], theirs[0], &our_lines[2 * point]]);
                let theirs_see = relu([ours[1], theirs[1], &their_lines[2 * point]]);
                add(&mut of_ours, &ours_see);
                add(&mut of_theirs, &theirs_see);
                add(&mut of_products, &product::<V>(&ours_see, &theirs_see));
            }
        }
        let (mut sums, all) = ([0; INPUTS], [of_ours, of_theirs, of_products]);
        sums.iter_mut().zip(all.as_flattened()).for_each(|(sum, &number)| *sum = number);
        sums
    }
}

/// Half of an accumulator row: the view of one side.
type Half = [i16; LINE_CHANNELS];

#[inline(always)]
fn halves(accumulator: &Accumulator) -> [&Half; 2] {
    let (halves, _) = accumulator.as_chunks();
    [&halves[0], &halves[1]]
}

/// ReLU of the sum of three rows.
#[inline(always)]
fn relu([ours, theirs, lines]: [&Half; 3]) -> Half {
    let mut sum = [0; LINE_CHANNELS];
    for lane in 0..LINE_CHANNELS {
        sum[lane] = (ours[lane] + theirs[lane] + lines[lane]).max(0);
    }
    sum
}

/// Rounded products of non-negative numbers, at the scale of the factors.
#[inline(always)]
fn product<V: Products>(a: &Half, b: &Half) -> Half {
    let (mut first, mut second) = (*a, *b);
    for lane in 0..LINE_CHANNELS {
        // Shifted by 9 bits in all: the rounded product drops 15 bits, and the 6 bits of POINT stay.
        first[lane] = a[lane].min(LARGEST_FACTOR) << 5;
        second[lane] = b[lane].min(LARGEST_FACTOR) << 4;
    }
    V::rounded_products(&first, &second)
}

#[inline(always)]
fn add<const LENGTH: usize>(sums: &mut [i16; LENGTH], numbers: &[i16; LENGTH]) {
    for lane in 0..LENGTH {
        sums[lane] = sums[lane].saturating_add(numbers[lane]);
    }
}

/// A dense layer with clipped ReLU; each of the `weights` belongs to two inputs.
#[inline(always)]
fn dense<V: Products, const UNITS: usize>(weights: &[Pairs<UNITS>], bias: &Row<UNITS>, input: &[i16]) -> Row<UNITS> {
    let mut sums = [0; UNITS];
    for (sum, bias) in sums.iter_mut().zip(bias) {
        *sum = i32::from(*bias) << 10;
    }
    for (pairs, &by) in weights.iter().zip(input.as_chunks().0) {
        for (sums, pairs) in sums.as_chunks_mut().0.iter_mut().zip(pairs.as_chunks().0) {
            V::add_products(sums, pairs, by);
        }
    }
    // A loop, which is inlined everywhere.
    let mut passed = [0; UNITS];
    for (passed, sum) in passed.iter_mut().zip(sums) {
        *passed = (sum.max(0) >> 8).min(i16::MAX.into()) as i16;
    }
    passed
}

/// Layer widths are multiples of the SIMD width of [`Products`]; input counts are even.
const _: () = assert!(
    INPUTS.is_multiple_of(2) && FIRST_HIDDEN.is_multiple_of(16) && HIDDEN.is_multiple_of(16) && LINE_CHANNELS == 16
);

/// Interleaves rows two by two.
fn paired<const UNITS: usize>(rows: &[Row<UNITS>]) -> Vec<Pairs<UNITS>> {
    rows.as_chunks().0.iter().map(|[first, second]| array::from_fn(|unit| [first[unit], second[unit]])).collect()
}

/// The rows of `pairs`, as they were before [`paired`].
fn rows_of<const UNITS: usize>(pairs: &[Pairs<UNITS>]) -> impl Iterator<Item = Row<UNITS>> {
    pairs.iter().flat_map(|pairs| [0, 1].map(|number| pairs.map(|pair| pair[number])))
}

/// Splits `count` rows off the front of `numbers`; `None` if there are too few.
fn rows<const UNITS: usize>(numbers: &mut &[i16], count: usize) -> Option<Vec<Row<UNITS>>> {
    let (taken, rest) = numbers.split_at_checked(count * UNITS)?;
    *numbers = rest;
    Some(taken.as_chunks().0.to_vec())
}

impl Network {
    /// The network with these weights.
    ///
    /// # Panics
    /// There are not [`PARAMETERS`] of them.
    #[must_use]
    pub fn new(weights: &[f32]) -> Self {
        let (points, others) = weights.split_at(2 * PATTERN_CODES * ACCUMULATOR);
        let round = |weights: &[f32], unit: f32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * unit).round() as i16).collect()
        };
        Self::from_numbers(&[round(points, POINT), round(others, WEIGHT)].concat()).expect("all weights")
    }

    /// The weights of the network.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        let unit = |number| if number < 2 * PATTERN_CODES * ACCUMULATOR { POINT } else { WEIGHT };
        self.numbers().enumerate().map(|(number, weight)| f32::from(weight) / unit(number)).collect()
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = i16> {
        let points = self.points.iter().flatten().flatten().copied();
        let wide = self.global_features.into_iter().chain(rows_of(&self.first)).flatten();
        let second = rows_of(&self.second).chain([self.second_bias]);
        let third = rows_of(&self.third).chain([self.third_bias, self.last]);
        points.chain(wide).chain(second.chain(third).flatten()).chain([self.last_bias])
    }

    /// The network with these numbers, as [`Self::numbers`] gives them; `None` if they are too few or too many.
    pub(crate) fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let numbers = &mut &*numbers;
        let points: Vec<Accumulator> = rows(numbers, 2 * PATTERN_CODES)?
            .iter()
            .map(|sums: &Accumulator| sums.map(|number| number.clamp(-LARGEST, LARGEST)))
            .collect();
        let (ours, theirs) = points.split_at(PATTERN_CODES);
        let network = Self {
            points: [ours.try_into().ok()?, theirs.try_into().ok()?],
            global_features: rows(numbers, GLOBAL_FEATURES)?.try_into().ok()?,
            first: paired(&rows(numbers, INPUTS)?).try_into().ok()?,
            second: paired(&rows(numbers, FIRST_HIDDEN)?).try_into().ok()?,
            second_bias: *rows(numbers, 1)?.first()?,
            third: paired(&rows(numbers, HIDDEN)?).try_into().ok()?,
            third_bias: *rows(numbers, 1)?.first()?,
            last: *rows(numbers, 1)?.first()?,
            last_bias: *numbers.split_off_first()?,
        };
        numbers.is_empty().then_some(network)
    }

    /// The names of rows and their lengths, in the order in which [`Self::numbers`] fills them.
    pub(crate) fn rows() -> impl Iterator<Item = (&'static str, usize)> {
        let points = [("ours", PATTERN_CODES, ACCUMULATOR), ("theirs", PATTERN_CODES, ACCUMULATOR)];
        let global_features = global_features::LAYOUT.map(|(name, rows)| (name, rows, FIRST_HIDDEN));
        let second = [("second", FIRST_HIDDEN, HIDDEN), ("second-bias", 1, HIDDEN)];
        let third = [("third", HIDDEN, HIDDEN), ("third-bias", 1, HIDDEN), ("last", 1, HIDDEN)];
        let layers = [("first", INPUTS, FIRST_HIDDEN)].into_iter().chain(second).chain(third);
        let blocks = points.into_iter().chain(global_features).chain(layers).chain([("base", 1, 1)]);
        blocks.flat_map(|(name, rows, length)| std::iter::repeat_n((name, length), rows))
    }
}

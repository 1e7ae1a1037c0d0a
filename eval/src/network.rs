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

use crate::global_features::{ACTIVE_GLOBAL_FEATURES, GLOBAL_FEATURES};
use crate::layout::{
    self, ACCUMULATOR, FIRST_HIDDEN, GLOBAL_FEATURE_WEIGHTS, HIDDEN, INPUTS, LINE_CHANNELS, NETWORK_LAYOUT, PARAMETERS,
    POINT_SCALE, PRODUCT_CLIP, UNIT, network_range,
};
use crate::line_patterns::LINES;
use crate::line_table::LineSums;
use crate::policy::PATTERN_CODES;

/// A row of the accumulator.
type Accumulator = [i16; ACCUMULATOR];

/// The weights of one input, a unit of the layer each.
type Row<const UNITS: usize = HIDDEN> = [i16; UNITS];

/// The weights of two inputs, interleaved unit by unit.
type Pairs<const UNITS: usize = HIDDEN> = [[i16; 2]; UNITS];

/// Largest factor of a product.
const LARGEST_FACTOR: i16 = (PRODUCT_CLIP * POINT_SCALE) as i16;

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
            V::add_row(&mut bias, &network.global_features[number]);
        }
        // Scales: ACCUMULATOR_SCALE × POINT_SCALE for the sums, its product with WEIGHT_SCALE inside a layer.
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
                let ours_see = V::relu([ours[0], theirs[0], &our_lines[2 * point]]);
                let theirs_see = V::relu([ours[1], theirs[1], &their_lines[2 * point]]);
                V::add_row(&mut of_ours, &ours_see);
                V::add_row(&mut of_theirs, &theirs_see);
                V::add_row(&mut of_products, &product::<V>(&ours_see, &theirs_see));
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

/// Rounded products of non-negative numbers, at the scale of the factors.
#[inline(always)]
fn product<V: Products>(a: &Half, b: &Half) -> Half {
    // Shifted by 9 bits in all: the rounded product drops 15 bits, and the 6 bits of POINT_SCALE stay.
    let (first, second) = (V::bounded(a, LARGEST_FACTOR, 5), V::bounded(b, LARGEST_FACTOR, 4));
    V::rounded_products(&first, &second)
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
    V::clipped(&sums)
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

/// The rows of the block `name`, among the weights of a network.
fn block<'n, const UNITS: usize>(numbers: &'n [i16], name: &str) -> &'n [Row<UNITS>] {
    numbers[network_range(name)].as_chunks().0
}

impl Network {
    /// The network with these weights.
    ///
    /// # Panics
    /// There are not [`PARAMETERS`] of them.
    #[must_use]
    pub fn new(weights: &[f32]) -> Self {
        let numbers: Vec<i16> = weights
            .iter()
            .zip(layout::scales(&NETWORK_LAYOUT))
            .map(|(weight, scale)| (weight * scale).round() as i16)
            .collect();
        Self::from_numbers(&numbers).filter(|_| weights.len() == PARAMETERS).expect("all weights")
    }

    /// The weights of the network.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.numbers().zip(layout::scales(&NETWORK_LAYOUT)).map(|(weight, scale)| f32::from(weight) / scale).collect()
    }

    /// The weights as integers, in the order of [`NETWORK_LAYOUT`].
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i16> {
        let points = self.points.iter().flatten().flatten().copied();
        let wide = self.global_features.into_iter().chain(rows_of(&self.first)).flatten();
        let second = rows_of(&self.second).chain([self.second_bias]);
        let third = rows_of(&self.third).chain([self.third_bias, self.last]);
        points.chain(wide).chain(second.chain(third).flatten()).chain([self.last_bias])
    }

    /// The network with these [`numbers`](Self::numbers); `None` unless there are [`PARAMETERS`] of them.
    pub(crate) fn from_numbers(numbers: &[i16]) -> Option<Self> {
        if numbers.len() != PARAMETERS {
            return None;
        }
        let points = |name| -> Option<[Accumulator; PATTERN_CODES]> {
            let clamped = |sums: &Accumulator| sums.map(|number| number.clamp(-LARGEST, LARGEST));
            block(numbers, name).iter().map(clamped).collect::<Vec<_>>().try_into().ok()
        };
        Some(Self {
            points: [points("ours")?, points("theirs")?],
            global_features: numbers[GLOBAL_FEATURE_WEIGHTS].as_chunks().0.try_into().ok()?,
            first: paired(block(numbers, "first")).try_into().ok()?,
            second: paired(block(numbers, "second")).try_into().ok()?,
            second_bias: block(numbers, "second-bias")[0],
            third: paired(block(numbers, "third")).try_into().ok()?,
            third_bias: block(numbers, "third-bias")[0],
            last: block(numbers, "last")[0],
            last_bias: numbers[network_range("base").start],
        })
    }
}

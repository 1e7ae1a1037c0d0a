//! The network in floating point, and how its loss grows with each weight.

use std::ops::Range;

use eval::{
    ACCUMULATOR, ACCUMULATOR_SCALE, CLIP, FIRST_HIDDEN, GLOBAL_FEATURES, HIDDEN, INPUTS, LINE_CHANNELS, LINE_CLASSES,
    PARAMETERS, PATTERN_CODES, PRODUCT_CLIP,
};

use crate::network::examples::{Coded, Example, NO_LINE};

/// Where the weights of each layer of a head begin.
const GLOBAL_FEATURE: usize = 2 * PATTERN_CODES * ACCUMULATOR;
const FIRST: usize = GLOBAL_FEATURE + GLOBAL_FEATURES * FIRST_HIDDEN;
const SECOND: usize = FIRST + INPUTS * FIRST_HIDDEN;
const SECOND_BIAS: usize = SECOND + FIRST_HIDDEN * HIDDEN;
const THIRD: usize = SECOND_BIAS + HIDDEN;
const THIRD_BIAS: usize = THIRD + HIDDEN * HIDDEN;
const LAST: usize = THIRD_BIAS + HIDDEN;
const LAST_BIAS: usize = LAST + HIDDEN;

/// A hidden layer of a head.
pub(crate) struct HiddenLayer {
    pub(crate) units: usize,
    /// The weights of what its units see, a row for each input.
    pub(crate) seen: Range<usize>,
    /// The deviation of these at the start.
    pub(crate) deviation: f32,
    /// The weights by which the next layer sees its units, a row for each of them.
    pub(crate) passed_on: Range<usize>,
}

pub(crate) const HIDDEN_LAYERS: [HiddenLayer; 3] = [
    HiddenLayer { units: FIRST_HIDDEN, seen: FIRST..SECOND, deviation: 0.12, passed_on: SECOND..SECOND_BIAS },
    HiddenLayer { units: HIDDEN, seen: SECOND..SECOND_BIAS, deviation: 0.12, passed_on: THIRD..THIRD_BIAS },
    HiddenLayer { units: HIDDEN, seen: THIRD..THIRD_BIAS, deviation: 0.18, passed_on: LAST..LAST_BIAS },
];

impl HiddenLayer {
    /// The weights of what a unit sees.
    pub(crate) fn seen_by(&self, unit: usize) -> impl Iterator<Item = usize> + use<> {
        self.seen.clone().skip(unit).step_by(self.units)
    }

    /// The weights by which the next layer sees a unit.
    pub(crate) fn passed_on_by(&self, unit: usize) -> Range<usize> {
        let width = self.passed_on.len() / self.units;
        let begin = self.passed_on.start + unit * width;
        begin..begin + width
    }
}

/// The weights of a head whose deviation at the start is not 0, layer by layer.
pub(crate) fn layers() -> impl Iterator<Item = (Range<usize>, f32)> {
    let hidden = HIDDEN_LAYERS.map(|layer| (layer.seen, layer.deviation));
    std::iter::once((0..GLOBAL_FEATURE, 0.15)).chain(hidden).chain([(LAST..LAST_BIAS, 0.15)])
}

/// The number of weights of line patterns.
pub(crate) const LINE_WEIGHTS: usize = LINE_CLASSES * LINE_CHANNELS;

/// A row of weights, or one of numbers that a layer passes on.
type Row<const LENGTH: usize = HIDDEN> = [f32; LENGTH];

/// A network: the weights of line patterns by class, those of a head, and for each class the one that the other side sees.
#[derive(Clone, Copy)]
pub(crate) struct Model<'w> {
    pub(crate) lines: &'w [f32],
    pub(crate) head: &'w [f32],
    pub(crate) exchanged: &'w [u16],
}

/// The gradient by the weights of a [`Model`].
pub(crate) struct Gradient<'g> {
    pub(crate) lines: &'g mut [f32],
    pub(crate) head: &'g mut [f32],
}

/// What the layers pass on, and the value, in natural logarithms of odds.
struct Passed {
    sums: Row<INPUTS>,
    first: Row<FIRST_HIDDEN>,
    second: Row,
    third: Row,
    value: f32,
}

fn row<const LENGTH: usize>(weights: &[f32], at: usize) -> &Row<LENGTH> {
    weights[at..].first_chunk().expect("a row")
}

fn row_mut<const LENGTH: usize>(weights: &mut [f32], at: usize) -> &mut Row<LENGTH> {
    weights[at..].first_chunk_mut().expect("a row")
}

/// Adds a row `times` times.
fn add<const LENGTH: usize>(sum: &mut Row<LENGTH>, row: &Row<LENGTH>, times: f32) {
    (0..LENGTH).for_each(|unit| sum[unit] += times * row[unit]);
}

fn dot<const LENGTH: usize>(a: &Row<LENGTH>, b: &Row<LENGTH>) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What is passed on.
fn passed<const LENGTH: usize>(sums: Row<LENGTH>) -> Row<LENGTH> {
    sums.map(|sum| sum.clamp(0.0, CLIP))
}

/// The errors of those units that would have passed on more, or less.
fn active<const LENGTH: usize>(errors: Row<LENGTH>, passed: &Row<LENGTH>) -> Row<LENGTH> {
    std::array::from_fn(|unit| if passed[unit] > 0.0 && passed[unit] < CLIP { errors[unit] } else { 0.0 })
}

/// What is multiplied of what a point passes on: what the side to move sees, and what the other does.
fn factors(point: &Row<ACCUMULATOR>) -> [Row<LINE_CHANNELS>; 2] {
    [0, LINE_CHANNELS].map(|at| row::<LINE_CHANNELS>(point, at).map(|number| number.min(PRODUCT_CLIP)))
}

/// Where the numbers of a point with these codes begin, for the side to move and for the other.
fn codes(codes: [u8; 2]) -> [usize; 2] {
    let [ours, theirs] = codes.map(usize::from);
    [ours * ACCUMULATOR, (PATTERN_CODES + theirs) * ACCUMULATOR]
}

impl Model<'_> {
    /// Where the numbers of the line patterns of a point begin, as the side to move and as the other sees them.
    fn patterns(&self, point: &Coded) -> impl Iterator<Item = [usize; 2]> {
        let exchanged = self.exchanged;
        let lines = point.classes.into_iter().filter(|&class| class != NO_LINE);
        lines.map(|class| [class, exchanged[usize::from(class)]].map(|class| usize::from(class) * LINE_CHANNELS))
    }

    /// What a point adds up, before what is negative of it is cut off.
    fn point(&self, point: &Coded) -> Row<ACCUMULATOR> {
        let [ours, theirs] = codes(point.codes).map(|at| row::<ACCUMULATOR>(self.head, at));
        let mut sum: Row<ACCUMULATOR> = std::array::from_fn(|lane| ours[lane] + theirs[lane]);
        for [ours, theirs] in self.patterns(point) {
            let (ours, theirs) = (row::<LINE_CHANNELS>(self.lines, ours), row::<LINE_CHANNELS>(self.lines, theirs));
            for lane in 0..LINE_CHANNELS {
                sum[lane] += ours[lane];
                sum[LINE_CHANNELS + lane] += theirs[lane];
            }
        }
        sum
    }

    /// What a layer passes on whose weights begin `at`, and whose sums begin with these.
    fn pass<const INPUT: usize, const UNITS: usize>(
        &self,
        at: usize,
        mut sums: Row<UNITS>,
        input: &Row<INPUT>,
    ) -> Row<UNITS> {
        (0..INPUT).for_each(|from| add(&mut sums, row(self.head, at + from * UNITS), input[from]));
        passed(sums)
    }

    fn forward(&self, example: &Example) -> Passed {
        let mut sums = [0.0; INPUTS];
        for point in &example.points {
            let point = self.point(point).map(|number| number.max(0.0));
            (0..ACCUMULATOR).for_each(|lane| sums[lane] += point[lane]);
            let [ours, theirs] = factors(&point);
            (0..LINE_CHANNELS).for_each(|lane| sums[ACCUMULATOR + lane] += ours[lane] * theirs[lane]);
        }
        let sums = passed(sums.map(|sum| sum / ACCUMULATOR_SCALE));
        let mut bias = [0.0; FIRST_HIDDEN];
        for number in example.global_features {
            add(&mut bias, row(self.head, GLOBAL_FEATURE + usize::from(number) * FIRST_HIDDEN), 1.0);
        }
        let first = self.pass(FIRST, bias, &sums);
        let second = self.pass(SECOND, *row(self.head, SECOND_BIAS), &first);
        let third = self.pass(THIRD, *row(self.head, THIRD_BIAS), &second);
        let value = self.head[LAST_BIAS] + dot(row(self.head, LAST), &third);
        Passed { sums, first, second, third, value }
    }

    /// The value of an example, in natural logarithms of odds for the side to move.
    pub(crate) fn value(&self, example: &Example) -> f32 {
        self.forward(example).value
    }

    /// Adds how the loss of an example grows with each weight; returns its value.
    pub(crate) fn add_gradient(&self, example: &Example, gradient: &mut Gradient<'_>) -> f32 {
        let passed = self.forward(example);
        let Gradient { lines, head } = gradient;
        let error = 1.0 / (1.0 + (-passed.value).exp()) - example.target;
        head[LAST_BIAS] += error;
        add(row_mut(head, LAST), &passed.third, error);
        let third = active(row(self.head, LAST).map(|weight| error * weight), &passed.third);
        add(row_mut(head, THIRD_BIAS), &third, 1.0);
        let second = active(self.back(THIRD, &third, &passed.second, head), &passed.second);
        add(row_mut(head, SECOND_BIAS), &second, 1.0);
        let first = active(self.back(SECOND, &second, &passed.first, head), &passed.first);
        for number in example.global_features {
            add(row_mut(head, GLOBAL_FEATURE + usize::from(number) * FIRST_HIDDEN), &first, 1.0);
        }
        let sums = active(self.back(FIRST, &first, &passed.sums, head), &passed.sums);
        let sums = sums.map(|slope| slope / ACCUMULATOR_SCALE);
        for point in &example.points {
            let here = self.point(point).map(|number| number.max(0.0));
            let factors = factors(&here);
            let share: Row<ACCUMULATOR> = std::array::from_fn(|lane| {
                let (half, channel) = (lane / LINE_CHANNELS, lane % LINE_CHANNELS);
                let of_product = if here[lane] < PRODUCT_CLIP {
                    sums[ACCUMULATOR + channel] * factors[1 - half][channel]
                } else {
                    0.0
                };
                if here[lane] > 0.0 { sums[lane] + of_product } else { 0.0 }
            });
            codes(point.codes).into_iter().for_each(|at| add(row_mut(head, at), &share, 1.0));
            let (of_ours, of_theirs) = share.split_at(LINE_CHANNELS);
            for [ours, theirs] in self.patterns(point) {
                add::<LINE_CHANNELS>(row_mut(lines, ours), row(of_ours, 0), 1.0);
                add::<LINE_CHANNELS>(row_mut(lines, theirs), row(of_theirs, 0), 1.0);
            }
        }
        passed.value
    }

    /// Goes back through a layer whose loss grows with its sums by `errors`; how the loss grows with its input.
    fn back<const INPUT: usize, const UNITS: usize>(
        &self,
        at: usize,
        errors: &Row<UNITS>,
        input: &Row<INPUT>,
        gradient: &mut [f32],
    ) -> Row<INPUT> {
        std::array::from_fn(|from| {
            let at = at + from * UNITS;
            add(row_mut(gradient, at), errors, input[from]);
            dot(row(self.head, at), errors)
        })
    }
}

const _: () = assert!(LAST_BIAS + 1 == PARAMETERS);

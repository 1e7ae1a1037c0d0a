//! The network in floating point: forward pass and gradient of the loss.

use std::ops::Range;

use eval::{
    ACCUMULATOR, ACCUMULATOR_SCALE, CLIP, FIRST_HIDDEN, GLOBAL_FEATURE_WEIGHTS, HIDDEN, INPUTS, LINE_CHANNELS,
    LINE_CLASSES, PARAMETERS, PATTERN_CODES, PRODUCT_CLIP, network_range,
};

use crate::network::examples::{Coded, Example, NO_LINE};

/// The first weight of each block of a head.
const GLOBAL_FEATURE: usize = GLOBAL_FEATURE_WEIGHTS.start;
const FIRST: usize = network_range("first").start;
const SECOND: usize = network_range("second").start;
const SECOND_BIAS: usize = network_range("second-bias").start;
const THIRD: usize = network_range("third").start;
const THIRD_BIAS: usize = network_range("third-bias").start;
const LAST: usize = network_range("last").start;
const LAST_BIAS: usize = network_range("base").start;

/// A hidden layer of a head.
pub(crate) struct HiddenLayer {
    pub(crate) units: usize,
    /// The weights from its inputs, a row for each input.
    pub(crate) inputs: Range<usize>,
    /// The standard deviation of these in a cold start.
    pub(crate) deviation: f32,
    /// The weights to the next layer, a row for each unit.
    pub(crate) outputs: Range<usize>,
}

impl HiddenLayer {
    const fn new(units: usize, inputs: &str, deviation: f32, outputs: &str) -> Self {
        Self { units, inputs: network_range(inputs), deviation, outputs: network_range(outputs) }
    }
}

pub(crate) const HIDDEN_LAYERS: [HiddenLayer; 3] = [
    HiddenLayer::new(FIRST_HIDDEN, "first", 0.12, "second"),
    HiddenLayer::new(HIDDEN, "second", 0.12, "third"),
    HiddenLayer::new(HIDDEN, "third", 0.18, "last"),
];

impl HiddenLayer {
    /// The weights from the inputs to a unit.
    pub(crate) fn inputs_of(&self, unit: usize) -> impl Iterator<Item = usize> + use<> {
        self.inputs.clone().skip(unit).step_by(self.units)
    }

    /// The weights from a unit to the next layer.
    pub(crate) fn outputs_of(&self, unit: usize) -> Range<usize> {
        let width = self.outputs.len() / self.units;
        let begin = self.outputs.start + unit * width;
        begin..begin + width
    }
}

/// The weights of a head that a cold start draws at random, layer by layer, and their standard deviation. All others start
/// at 0.
pub(crate) fn layers() -> impl Iterator<Item = (Range<usize>, f32)> {
    let hidden = HIDDEN_LAYERS.map(|layer| (layer.inputs, layer.deviation));
    std::iter::once((0..GLOBAL_FEATURE, 0.15)).chain(hidden).chain([(network_range("last"), 0.15)])
}

/// The standard deviation of a block of weights in a cold start.
pub(crate) fn initial_deviation(block: Range<usize>) -> f32 {
    layers().find(|(layer, _)| layer.contains(&block.start)).map_or(0.0, |(_, deviation)| deviation)
}

/// The number of weights of line patterns.
pub(crate) const LINE_WEIGHTS: usize = LINE_CLASSES * LINE_CHANNELS;

/// A row of weights or activations.
type Row<const LENGTH: usize = HIDDEN> = [f32; LENGTH];

/// A network: the weights of line patterns by class, those of a head, and the class of each pattern with colours exchanged.
#[derive(Clone, Copy)]
pub(crate) struct Model<'w> {
    pub(crate) lines: &'w [f32],
    pub(crate) head: &'w [f32],
    pub(crate) exchanged: &'w [u16],
}

/// The gradient of the loss by the weights of a [`Model`].
pub(crate) struct Gradient<'g> {
    pub(crate) lines: &'g mut [f32],
    pub(crate) head: &'g mut [f32],
}

/// The activations of all layers, and the value, in nats.
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

/// Clipped ReLU.
fn passed<const LENGTH: usize>(sums: Row<LENGTH>) -> Row<LENGTH> {
    sums.map(|sum| sum.clamp(0.0, CLIP))
}

/// The gradient behind the activation: 0 for units that are clipped.
fn active<const LENGTH: usize>(errors: Row<LENGTH>, passed: &Row<LENGTH>) -> Row<LENGTH> {
    std::array::from_fn(|unit| if passed[unit] > 0.0 && passed[unit] < CLIP { errors[unit] } else { 0.0 })
}

/// The factors of the products of a point: its clipped halves for the side to move and for the other.
fn factors(point: &Row<ACCUMULATOR>) -> [Row<LINE_CHANNELS>; 2] {
    [0, LINE_CHANNELS].map(|at| row::<LINE_CHANNELS>(point, at).map(|number| number.min(PRODUCT_CLIP)))
}

/// The first weights of a point with these codes, for the side to move and for the other.
fn codes(codes: [u8; 2]) -> [usize; 2] {
    let [ours, theirs] = codes.map(usize::from);
    [ours * ACCUMULATOR, (PATTERN_CODES + theirs) * ACCUMULATOR]
}

impl Model<'_> {
    /// The first weights of the line patterns of a point, for the side to move and for the other.
    fn patterns(&self, point: &Coded) -> impl Iterator<Item = [usize; 2]> {
        let exchanged = self.exchanged;
        let lines = point.classes.into_iter().filter(|&class| class != NO_LINE);
        lines.map(|class| [class, exchanged[usize::from(class)]].map(|class| usize::from(class) * LINE_CHANNELS))
    }

    /// The sums of a point before the ReLU.
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

    /// The activations of a dense layer whose weights begin `at`; `sums` is its bias.
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

    /// The value of an example for the side to move, in nats.
    pub(crate) fn value(&self, example: &Example) -> f32 {
        self.forward(example).value
    }

    /// Adds the gradient of the loss of an example; returns its value.
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

    /// Backpropagation through a dense layer: adds the gradient by its weights, returns the gradient by its input.
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

//! Fits a network by gradient descent (Adam, Kingma and Ba 2015), its steps first growing, then shrinking.

use std::f32::consts::PI;

use eval::{
    ACCUMULATOR, ACCUMULATOR_SCALE, ACTIVE_GLOBAL_FEATURES, CLIP, GLOBAL_FEATURES, HIDDEN, PARAMETERS, PATTERN_CODES,
};
use random::Dice;
use rayon::prelude::*;

/// What a network sees of a position, and the probability of a win that it should foretell.
pub(crate) struct Example<'s> {
    /// The codes of points for both sides, and the number of points that have them.
    pub(crate) kinds: &'s [(u16, u16)],
    pub(crate) global_features: [usize; ACTIVE_GLOBAL_FEATURES],
    pub(crate) target: f32,
}

/// Where the weights of each layer begin.
const GLOBAL_FEATURE: usize = 2 * PATTERN_CODES * ACCUMULATOR;
const FIRST: usize = GLOBAL_FEATURE + GLOBAL_FEATURES * HIDDEN;
const SECOND: usize = FIRST + ACCUMULATOR * HIDDEN;
const SECOND_BIAS: usize = SECOND + HIDDEN * HIDDEN;
const LAST: usize = SECOND_BIAS + HIDDEN;
const LAST_BIAS: usize = LAST + HIDDEN;

/// A row of weights, or one of numbers that a layer passes on.
type Row<const LENGTH: usize = HIDDEN> = [f32; LENGTH];

/// What the layers pass on, and the value, in natural logarithms of odds.
struct Passed {
    sums: Row<ACCUMULATOR>,
    first: Row,
    second: Row,
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

fn dot(a: &Row, b: &Row) -> f32 {
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

/// Where the numbers of points of this kind begin, for the side to move and for the other.
fn points(kind: u16) -> [usize; 2] {
    let [ours, theirs] = kind.to_le_bytes().map(usize::from);
    [ours * ACCUMULATOR, (PATTERN_CODES + theirs) * ACCUMULATOR]
}

fn pass<const INPUT: usize>(weights: &[f32], at: usize, mut sums: Row, input: &Row<INPUT>) -> Row {
    (0..INPUT).for_each(|from| add(&mut sums, row(weights, at + from * HIDDEN), input[from]));
    passed(sums)
}

fn forward(weights: &[f32], example: &Example<'_>) -> Passed {
    let mut sums = [0.0; ACCUMULATOR];
    for &(kind, times) in example.kinds {
        let [ours, theirs] = points(kind).map(|at| row::<ACCUMULATOR>(weights, at));
        let times = f32::from(times) / ACCUMULATOR_SCALE;
        (0..ACCUMULATOR).for_each(|unit| sums[unit] += (ours[unit] + theirs[unit]).max(0.0) * times);
    }
    let sums = passed(sums);
    let mut bias = [0.0; HIDDEN];
    example
        .global_features
        .iter()
        .for_each(|number| add(&mut bias, row(weights, GLOBAL_FEATURE + number * HIDDEN), 1.0));
    let first = pass(weights, FIRST, bias, &sums);
    let second = pass(weights, SECOND, *row(weights, SECOND_BIAS), &first);
    let value = weights[LAST_BIAS] + dot(row(weights, LAST), &second);
    Passed { sums, first, second, value }
}

/// The value of an example, in natural logarithms of odds for the side to move.
pub(crate) fn value(weights: &[f32], example: &Example<'_>) -> f32 {
    forward(weights, example).value
}

/// Adds how the loss of an example grows with each weight.
fn add_gradient(weights: &[f32], example: &Example<'_>, gradient: &mut [f32]) {
    let passed = forward(weights, example);
    let error = 1.0 / (1.0 + (-passed.value).exp()) - example.target;
    gradient[LAST_BIAS] += error;
    add(row_mut(gradient, LAST), &passed.second, error);
    let second = active(row(weights, LAST).map(|weight| error * weight), &passed.second);
    add(row_mut(gradient, SECOND_BIAS), &second, 1.0);
    let first = active(back(weights, SECOND, &second, &passed.first, gradient), &passed.first);
    for number in example.global_features {
        add(row_mut(gradient, GLOBAL_FEATURE + number * HIDDEN), &first, 1.0);
    }
    let sums = active(back(weights, FIRST, &first, &passed.sums, gradient), &passed.sums);
    for &(kind, times) in example.kinds {
        let at = points(kind);
        let [ours, theirs] = at.map(|at| row::<ACCUMULATOR>(weights, at));
        let times = f32::from(times) / ACCUMULATOR_SCALE;
        let share: Row<ACCUMULATOR> =
            std::array::from_fn(|unit| if ours[unit] + theirs[unit] > 0.0 { sums[unit] } else { 0.0 });
        at.into_iter().for_each(|at| add(row_mut(gradient, at), &share, times));
    }
}

/// Goes back through a layer whose loss grows with its sums by `errors`; how the loss grows with its input.
fn back<const INPUT: usize>(
    weights: &[f32],
    at: usize,
    errors: &Row,
    input: &Row<INPUT>,
    gradient: &mut [f32],
) -> Row<INPUT> {
    std::array::from_fn(|from| {
        let at = at + from * HIDDEN;
        add(row_mut(gradient, at), errors, input[from]);
        dot(row(weights, at), errors)
    })
}

/// Examples that are looked at before each step, and those that one thread looks at.
const BATCH: usize = 512;
const SHARE: usize = 128;

/// The length of the longest step, and the share of a gradient that is remembered, and of its square.
const STEP: f32 = 1e-2;
const MEMORY: [f32; 2] = [0.9, 0.999];

/// The share of all steps while they grow.
const GROWING: f32 = 0.25;

/// Gradients are no longer than this, in nats for each example.
const STEEPEST: f32 = 1.0;

/// What the numbers of codes have in common while they are learned, so that rare codes are judged by others: rows for the
/// upper halves of codes and for the lower halves, for either side, behind the weights.
const HALVES: usize = 2 * 16;
const COMMON: usize = 2 * HALVES * ACCUMULATOR;

/// Where the numbers of codes begin, and where those of one of their halves.
fn halves() -> impl Iterator<Item = (usize, usize)> {
    (0..2 * PATTERN_CODES).flat_map(|number| {
        let (halves, code) = (PARAMETERS + number / PATTERN_CODES * HALVES * ACCUMULATOR, number % PATTERN_CODES);
        [code / 16, 16 + code % 16].map(|half| (number * ACCUMULATOR, halves + half * ACCUMULATOR))
    })
}

/// The weights with what codes have in common added to their numbers.
fn folded(learned: &[f32]) -> Vec<f32> {
    let mut weights = learned[..PARAMETERS].to_vec();
    halves().for_each(|(code, half)| add::<ACCUMULATOR>(row_mut(&mut weights, code), row(learned, half), 1.0));
    weights
}

/// The gradient by what is learned, from that by the weights.
fn unfolded(gradient: &[f32]) -> Vec<f32> {
    let mut learned = gradient.to_vec();
    learned.resize(PARAMETERS + COMMON, 0.0);
    halves().for_each(|(code, half)| add::<ACCUMULATOR>(row_mut(&mut learned, half), row(gradient, code), 1.0));
    learned
}

/// The weights before anything is learned: small, and all different.
pub(crate) fn start(seed: u64) -> Vec<f32> {
    let mut dice = Dice::new(seed, 0, 0);
    // Six of a kind are nearly normal; their deviation is the square root of a half.
    let mut normal = |deviation: f32| {
        let sum: f32 = (0..6).map(|_| dice.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0).sum();
        sum * deviation / 2f32.sqrt()
    };
    let deviation = |number: usize| match number {
        0..FIRST | SECOND_BIAS..LAST | LAST_BIAS => 0.0,
        SECOND..SECOND_BIAS => 0.25,
        _ => 0.15,
    };
    folded(&(0..PARAMETERS + COMMON).map(|number| normal(deviation(number))).collect::<Vec<_>>())
}

/// The weights after so many looks at all the examples, from `weights` on.
pub(crate) fn descend(weights: Vec<f32>, examples: &[Example<'_>], looks: usize, seed: u64) -> Vec<f32> {
    let mut dice = Dice::new(seed, 1, 0);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut learned = weights;
    learned.resize(PARAMETERS + COMMON, 0.0);
    let mut means = [vec![0f32; learned.len()], vec![0f32; learned.len()]];
    let steps = looks * order.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..looks {
        for last in (1..order.len()).rev() {
            order.swap(last, dice.below(last + 1));
        }
        for batch in order.chunks(BATCH) {
            step += 1;
            let mut gradient = unfolded(&gradient(&folded(&learned), examples, batch));
            let length = gradient.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
            let scale = (STEEPEST / length).min(1.0);
            gradient.iter_mut().for_each(|slope| *slope *= scale);
            let rate = STEP * size(step as f32 / steps as f32);
            let correction = MEMORY.map(|memory| 1.0 - memory.powi(step));
            let [mean, square] = &mut means;
            for number in 0..learned.len() {
                let slope = gradient[number];
                mean[number] += (1.0 - MEMORY[0]) * (slope - mean[number]);
                square[number] += (1.0 - MEMORY[1]) * (slope * slope - square[number]);
                let deviation = (square[number] / correction[1]).sqrt() + 1e-8;
                learned[number] -= rate * mean[number] / correction[0] / deviation;
            }
        }
    }
    folded(&learned)
}

/// The size of a step after this share of all of them, from 0 to 1.
fn size(share: f32) -> f32 {
    let wave = |part: f32| (1.0 - (PI * part).cos()) / 2.0;
    if share < GROWING { wave(share / GROWING) } else { wave((1.0 - share) / (1.0 - GROWING)) }
}

/// The mean gradient of a batch; the same on any number of threads.
fn gradient(weights: &[f32], examples: &[Example<'_>], batch: &[usize]) -> Vec<f32> {
    let shares: Vec<Vec<f32>> = batch
        .par_chunks(SHARE)
        .map(|share| {
            let mut gradient = vec![0.0; PARAMETERS];
            share.iter().for_each(|&number| add_gradient(weights, &examples[number], &mut gradient));
            gradient
        })
        .collect();
    let mut sum = vec![0.0; PARAMETERS];
    for share in shares {
        sum.iter_mut().zip(share).for_each(|(sum, slope)| *sum += slope / batch.len() as f32);
    }
    sum
}

#[cfg(test)]
mod tests {
    use engine::{AnyRecord, Game, Move, PointSet, Record, Rules, Tactics, Visitor};
    use eval::{Features, UNIT, Weights};

    use super::*;
    use crate::samples::kinds;

    #[test]
    fn gradients_are_slopes() {
        let kinds: Vec<_> = (1..40).map(|kind| (kind * 1571, kind % 3 + 1)).collect();
        let example = Example { kinds: &kinds, global_features: [3, 50, 114, 122], target: 0.3 };
        let mut weights = start(5);
        weights.iter_mut().for_each(|weight| *weight += 0.01);
        let mut gradient = vec![0.0; PARAMETERS];
        add_gradient(&weights, &example, &mut gradient);
        let loss = |weights: &[f32]| {
            let value = f64::from(value(weights, &example));
            value.exp().ln_1p() - f64::from(example.target) * value
        };
        let used = (0..PARAMETERS).filter(|&number| gradient[number] != 0.0);
        let step = 1e-3;
        for number in used.step_by(7) {
            let [before, after] = [-step, step].map(|step| {
                let mut weights = weights.clone();
                weights[number] += step;
                loss(&weights)
            });
            let slope = (after - before) / f64::from(2.0 * step);
            let difference = (slope - f64::from(gradient[number])).abs();
            assert!(difference < 0.02 * slope.abs() + 1e-3, "{number}: {slope} {}", gradient[number]);
        }
    }

    #[test]
    fn examples_are_learned() {
        // A point of one kind is worth the more the more of them there are, but only without points of the other kind.
        let examples: Vec<_> = (0..64u16).map(|number| [(1u16, number % 8), (2 << 8, number / 8 % 2)]).collect();
        let examples: Vec<_> = examples
            .iter()
            .map(|kinds| Example {
                kinds,
                global_features: [0, 49, 113, 121],
                target: if kinds[1].1 == 0 { f32::from(kinds[0].1) / 8.0 } else { 0.25 },
            })
            .collect();
        let weights = descend(start(1), &examples, 2000, 1);
        for example in &examples {
            let foretold = 1.0 / (1.0 + (-value(&weights, example)).exp());
            assert!((foretold - example.target).abs() < 0.1, "{:?}: {foretold}", example.kinds);
        }
    }

    /// The integers of the engine and the numbers of the tuner, in random games.
    #[test]
    fn the_engine_computes_the_same() {
        struct Differences;

        impl Visitor for Differences {
            type Output = ();

            fn visit<P: Tactics>(self, game: &'static Game) {
                let weights = Weights::for_rules(game.rules());
                let mut dice = Dice::new(7, 0, 0);
                for _ in 0..4 {
                    let mut record = Record::new(P::start(game));
                    while record.position().outcome().is_none() && record.moves().len() < 80 {
                        let position = record.position();
                        let features = Features::of(position, &position.threats(), &weights);
                        let parameters = weights.of(position.to_move()).network().weights();
                        let kinds = kinds(&features);
                        let global_features = features.global_features();
                        let value = value(&parameters, &Example { kinds: &kinds, global_features, target: 0.0 });
                        let (slow, fast) = (f64::from(value) * UNIT, f64::from(features.value()));
                        assert!((slow - fast).abs() < 3.0 + slow.abs() / 50.0, "{slow} {fast}\n{position:?}");
                        let near: Vec<_> = (position.candidates() & position.legal()).iter().collect();
                        let Some(point) = dice.pick(&near) else { break };
                        record.play(Move::Place(point)).expect("a legal move");
                    }
                }
            }
        }

        for rules in Rules::ALL {
            Game::new(rules, None, None).expect("the usual board").visit(Differences);
        }
    }
}

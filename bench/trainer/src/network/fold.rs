//! Shared parts of weights during training, so that rare patterns learn from frequent ones.
//!
//! The weights of a line pattern are a sum: a part for the pattern, and parts for its cuts three, two and one cell from
//! the centre. The weights of a pattern code are a sum of a part for the code and one for each of its two halves.

use eval::{ACCUMULATOR, LINE_CLASSES, LINE_RADIUS, LinePatterns, PARAMETERS, PATTERN_CODES};

/// The levels of line patterns: whole ones, and the cut ones.
pub(crate) const LEVELS: usize = LINE_RADIUS;

/// Weights of line patterns, level by level.
pub(crate) struct LineFold {
    /// How many numbers a pattern has.
    channels: usize,
    /// For each level but the first the class whose row each class adds.
    cuts: Vec<Vec<u16>>,
}

impl LineFold {
    /// The fold for patterns with `channels` weights each.
    pub(crate) fn new(channels: usize) -> Self {
        Self { channels, cuts: (1..LEVELS).rev().map(|radius| LinePatterns::all().cut(radius)).collect() }
    }

    /// The weights, from those of all levels.
    pub(crate) fn fold(&self, levels: &[Vec<f32>]) -> Vec<f32> {
        let mut weights = levels[0].clone();
        for (cut, level) in self.cuts.iter().zip(&levels[1..]) {
            for (class, &cut) in cut.iter().enumerate() {
                let (to, from) = (class * self.channels, usize::from(cut) * self.channels);
                (0..self.channels).for_each(|lane| weights[to + lane] += level[from + lane]);
            }
        }
        weights
    }

    /// The gradient by all levels, from that by the weights.
    pub(crate) fn unfold(&self, gradient: Vec<f32>) -> Vec<Vec<f32>> {
        let of_cut = |cut: &Vec<u16>| {
            let mut level = vec![0.0; LINE_CLASSES * self.channels];
            for (class, &cut) in cut.iter().enumerate() {
                let (from, to) = (class * self.channels, usize::from(cut) * self.channels);
                (0..self.channels).for_each(|lane| level[to + lane] += gradient[from + lane]);
            }
            level
        };
        let cuts: Vec<_> = self.cuts.iter().map(of_cut).collect();
        std::iter::once(gradient).chain(cuts).collect()
    }
}

/// The values of half a pattern code: four of its eight bits.
pub(crate) const HALF_CODES: usize = 16;

/// Rows for the upper halves of codes and for the lower halves, for either side, behind the weights of a head.
const HALVES: usize = 2 * HALF_CODES;

/// How many numbers of a head are learned.
pub(crate) const LEARNED: usize = PARAMETERS + 2 * HALVES * ACCUMULATOR;

/// Where the numbers of codes begin, and where those of one of their halves.
fn halves() -> impl Iterator<Item = (usize, usize)> {
    (0..2 * PATTERN_CODES).flat_map(|number| {
        let (halves, code) = (PARAMETERS + number / PATTERN_CODES * HALVES * ACCUMULATOR, number % PATTERN_CODES);
        [code / HALF_CODES, HALF_CODES + code % HALF_CODES]
            .map(|half| (number * ACCUMULATOR, halves + half * ACCUMULATOR))
    })
}

/// The weights of a head with what codes have in common added to their numbers.
pub(crate) fn fold_codes(learned: &[f32]) -> Vec<f32> {
    let mut weights = learned[..PARAMETERS].to_vec();
    for (code, half) in halves() {
        (0..ACCUMULATOR).for_each(|lane| weights[code + lane] += learned[half + lane]);
    }
    weights
}

/// The gradient by what is learned of a head, from that by its weights.
pub(crate) fn unfold_codes(mut gradient: Vec<f32>) -> Vec<f32> {
    gradient.resize(LEARNED, 0.0);
    for (code, half) in halves() {
        (0..ACCUMULATOR).for_each(|lane| gradient[half + lane] += gradient[code + lane]);
    }
    gradient
}

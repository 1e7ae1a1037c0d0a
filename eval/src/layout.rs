//! The layout of all weights: names, shapes and scales. Inference, weight files, their text and the trainer follow it.
//!
//! Weights are integers in blocks of rows. The weights of a side to move are the blocks of [`NETWORK_LAYOUT`], then those of
//! [`POLICY_LAYOUT`]; a table of line patterns has the blocks of [`LINE_LAYOUT`].

use std::iter::repeat_n;
use std::ops::Range;

use crate::global_features::{self, GLOBAL_FEATURES};
use crate::line_patterns::LINE_CLASSES;
use crate::policy::{PATTERN_CODES, POLICY_BLOCKS};

/// Consecutive rows of weights under one name.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The name of each row.
    pub name: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The weights of a row.
    pub columns: usize,
    /// The quantisation scale: the integer that stands for a weight of 1.
    pub scale: f32,
}

impl Block {
    const fn new(name: &'static str, rows: usize, columns: usize, scale: f32) -> Self {
        Self { name, rows, columns, scale }
    }

    /// The number of weights.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether there are no weights.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The channels of a point that depend on its line patterns as one side sees them.
pub const LINE_CHANNELS: usize = 16;

/// The width of the accumulator: sums over all points, one half for each side.
pub const ACCUMULATOR: usize = 2 * LINE_CHANNELS;

/// The inputs of the first layer: the accumulator and the sums of products of both halves.
pub const INPUTS: usize = ACCUMULATOR + LINE_CHANNELS;

/// The width of the first hidden layer.
pub const FIRST_HIDDEN: usize = 128;

/// The width of each of the two hidden layers after it.
pub const HIDDEN: usize = 32;

/// The quantisation scale of the weights of points and line patterns.
pub const POINT_SCALE: f32 = 64.0;

/// The quantisation scale of all other weights of the network.
pub const WEIGHT_SCALE: f32 = 256.0;

/// The quantisation scale of the policy: logits are in hundredths of a nat.
pub const POLICY_SCALE: f32 = 100.0;

/// The divisor of accumulator sums, which brings them to the size of other activations.
pub const ACCUMULATOR_SCALE: f32 = 16.0;

/// Activations are clipped here.
pub const CLIP: f32 = i16::MAX as f32 / POINT_SCALE / ACCUMULATOR_SCALE;

/// The clip of the halves of a point before they are multiplied: shifted, the integer fits in 16 bits.
pub const PRODUCT_CLIP: f32 = ((1 << 10) - 1) as f32 / POINT_SCALE;

/// Hundredths of a point in a nat of odds: a side that wins e times as often as it loses is two points ahead.
pub const UNIT: f64 = 200.0;

/// The blocks of a network, in order.
pub const NETWORK_LAYOUT: [Block; 14] = {
    let [level, captured, capturable, endangered, filled] = global_features::LAYOUT;
    [
        // By the pattern code of a point for the side to move, and for the other side.
        Block::new("ours", PATTERN_CODES, ACCUMULATOR, POINT_SCALE),
        Block::new("theirs", PATTERN_CODES, ACCUMULATOR, POINT_SCALE),
        // Biases of the first layer by the active global features.
        Block::new(level.0, level.1, FIRST_HIDDEN, WEIGHT_SCALE),
        Block::new(captured.0, captured.1, FIRST_HIDDEN, WEIGHT_SCALE),
        Block::new(capturable.0, capturable.1, FIRST_HIDDEN, WEIGHT_SCALE),
        Block::new(endangered.0, endangered.1, FIRST_HIDDEN, WEIGHT_SCALE),
        Block::new(filled.0, filled.1, FIRST_HIDDEN, WEIGHT_SCALE),
        // The layers, a row for each input.
        Block::new("first", INPUTS, FIRST_HIDDEN, WEIGHT_SCALE),
        Block::new("second", FIRST_HIDDEN, HIDDEN, WEIGHT_SCALE),
        Block::new("second-bias", 1, HIDDEN, WEIGHT_SCALE),
        Block::new("third", HIDDEN, HIDDEN, WEIGHT_SCALE),
        Block::new("third-bias", 1, HIDDEN, WEIGHT_SCALE),
        Block::new("last", 1, HIDDEN, WEIGHT_SCALE),
        Block::new("base", 1, 1, WEIGHT_SCALE),
    ]
};

/// The blocks of a policy, in order.
pub const POLICY_LAYOUT: [Block; 3] = {
    let [make, prevent, both] = POLICY_BLOCKS;
    [
        Block::new(make.0, make.1 * make.2, make.3, POLICY_SCALE),
        Block::new(prevent.0, prevent.1 * prevent.2, prevent.3, POLICY_SCALE),
        Block::new(both.0, both.1 * both.2, both.3, POLICY_SCALE),
    ]
};

/// The blocks of a table of line patterns, in order.
pub const LINE_LAYOUT: [Block; 2] =
    [Block::new("line", LINE_CLASSES, LINE_CHANNELS, POINT_SCALE), Block::new("policy", 1, LINE_CLASSES, POLICY_SCALE)];

/// The number of weights of a network.
pub const PARAMETERS: usize = {
    let last = NETWORK_LAYOUT[NETWORK_LAYOUT.len() - 1].name;
    network_range(last).end
};

/// The indices of the weights of all global features, a row for each feature.
pub const GLOBAL_FEATURE_WEIGHTS: Range<usize> = {
    let begin = network_range(global_features::LAYOUT[0].0).start;
    begin..begin + GLOBAL_FEATURES * FIRST_HIDDEN
};

/// The indices of the weights of the block `name` among those of a network.
///
/// # Panics
/// No block of [`NETWORK_LAYOUT`] has this name; in a constant, this is an error of compilation.
#[must_use]
pub const fn network_range(name: &str) -> Range<usize> {
    let (mut begin, mut number) = (0, 0);
    while number < NETWORK_LAYOUT.len() {
        let block = &NETWORK_LAYOUT[number];
        if equal(block.name.as_bytes(), name.as_bytes()) {
            return begin..begin + block.len();
        }
        begin += block.len();
        number += 1;
    }
    panic!("no block of the network has this name")
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The name and length of each row of `blocks`.
pub(crate) fn rows(blocks: &'static [Block]) -> impl Iterator<Item = (&'static str, usize)> {
    blocks.iter().flat_map(|block| repeat_n((block.name, block.columns), block.rows))
}

/// The scale of each weight of `blocks`.
pub(crate) fn scales(blocks: &'static [Block]) -> impl Iterator<Item = f32> {
    blocks.iter().flat_map(|block| repeat_n(block.scale, block.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_names_and_follow_one_another() {
        let mut end = 0;
        for block in &NETWORK_LAYOUT {
            let range = network_range(block.name);
            assert_eq!((range.start, range.len()), (end, block.len()), "{}", block.name);
            end = range.end;
        }
        assert_eq!(end, PARAMETERS);
        assert_eq!(GLOBAL_FEATURE_WEIGHTS.end, network_range("first").start);
    }
}

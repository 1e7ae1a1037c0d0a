//! Chance with a fixed seed, and how much of it.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A random source that repeats itself.
pub struct Dice(StdRng);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    /// True `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list that is not empty, all equally likely.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// `rounds` times the factor that the environment variable `NINUKI_TEST_ROUNDS` asks for.
pub fn rounds(rounds: usize) -> usize {
    let factor = std::env::var("NINUKI_TEST_ROUNDS").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
    ((rounds as f64 * factor) as usize).max(1)
}

/// The numbers of `rounds(count)` positions: from 0, or behind as many such ranges as the environment variable
/// `NINUKI_TEST_SHIFT` says, so that a long test can be run in parts.
pub fn numbers(count: usize) -> std::ops::Range<u64> {
    let shift = std::env::var("NINUKI_TEST_SHIFT").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let length = rounds(count) as u64;
    shift * length..(shift + 1) * length
}

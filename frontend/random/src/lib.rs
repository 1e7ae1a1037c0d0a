//! Random numbers that are the same on every machine and in every version.
//!
//! # Examples
//! ```
//! use ninuki_random::Dice;
//!
//! let mut dice = Dice::new(1, 2, 3);
//! assert_eq!((dice.below(100), dice.below(100)), (80, 6));
//! assert_eq!(dice.pick(&["a", "b", "c"]), Some("a"));
//! ```

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// SplitMix64: a fixed random number for each `seed`, by Sebastiano Vigna's finaliser.
#[must_use]
pub const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The step between the states of SplitMix64.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers for one purpose. Results depend on the standard ChaCha stream alone:
/// derived functions of libraries, such as a choice among n, may change between versions.
#[derive(Clone)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of `seed` for candidate `number`; `purpose` keeps the streams of one candidate apart.
    #[must_use]
    pub fn new(seed: u64, number: u64, purpose: u64) -> Self {
        let mut bytes = [0; 32];
        for (part, value) in bytes.chunks_exact_mut(8).zip([seed, number, purpose]) {
            part.copy_from_slice(&value.to_le_bytes());
        }
        Self(ChaCha8Rng::from_seed(bytes))
    }

    /// The number of words that were taken from the stream.
    #[must_use]
    pub fn position(&self) -> u128 {
        self.0.get_word_pos()
    }

    /// Continues after this number of words.
    pub fn set_position(&mut self, words: u128) {
        self.0.set_word_pos(words);
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1, without 1.
    pub fn share(&mut self) -> f64 {
        const PARTS: usize = 1 << 24;
        self.below(PARTS) as f64 / PARTS as f64
    }

    /// One of `items`, all equally likely; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the reference implementation for the state 0.
    #[test]
    fn mix_is_splitmix64() {
        assert_eq!([mix(0), mix(GOLDEN)], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut dice = Dice::new(1, 2, 3);
        let thrown: Vec<_> = (0..8).map(|_| dice.below(100)).collect();
        assert_eq!(thrown, [80, 6, 11, 79, 2, 5, 98, 86], "shipped sets are made again from their seeds");
    }

    #[test]
    fn streams_continue_at_their_position() {
        let mut dice = Dice::new(1, 2, 3);
        let _ = [dice.below(7), dice.below(7), dice.below(7)];
        let mut again = Dice::new(1, 2, 3);
        again.set_position(dice.position());
        assert_eq!(again.below(1000), dice.clone().below(1000));
    }

    #[test]
    fn streams_differ_in_every_part_of_their_name() {
        let thrown = |seed, number, purpose| Dice::new(seed, number, purpose).below(usize::MAX);
        let streams = [thrown(0, 0, 0), thrown(1, 0, 0), thrown(0, 1, 0), thrown(0, 0, 1)];
        assert!((0..4).all(|i| (0..i).all(|j| streams[i] != streams[j])));
    }
}

//! Random numbers for the tests: SplitMix64.

use super::counts::Points;
use super::score::score_of_elo;

pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Evenly distributed in 0..1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A game at an Elo difference, drawn with the probability `draws`.
    pub(super) fn game(&mut self, elo: f64, draws: f64) -> Points {
        let (x, score) = (self.unit(), score_of_elo(elo));
        if x < score - draws / 2.0 {
            Points::Win
        } else if x < score + draws / 2.0 {
            Points::Draw
        } else {
            Points::Loss
        }
    }
}

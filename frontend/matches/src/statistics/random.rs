//! Random games for tests.

use random::Dice;

use super::counts::Points;
use super::score::score_of_elo;

pub(super) struct Random(Dice);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Dice::new(seed, 0, 0))
    }

    /// Returns a uniformly distributed number in 0..1.
    pub(super) fn unit(&mut self) -> f64 {
        self.0.share()
    }

    /// Returns a game at an Elo difference with the probability `draws` of a draw.
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

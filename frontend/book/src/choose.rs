//! Moves of a book for a game: one of the good ones, by chance.

use engine::{AnyRecord, Move};
use random::Dice;

use crate::Book;

impl Book {
    /// Returns one of the moves that lose at most `drop` of win rate, each the more likely the less it loses; `None` if the book
    /// has no move, or one side wins. `drop` and `softness`, the loss that makes a move e times less likely, are shares of 1.
    pub fn choose(&self, record: &dyn AnyRecord, drop: f64, softness: f64, dice: &mut Dice) -> Option<Move> {
        let position = self.get(record)?;
        if position.score().is_proven() {
            return None;
        }
        let best = position.score().win_rate();
        let weight = |rate: f64| if best - rate <= drop { ((rate - best) / softness.max(1e-3)).exp() } else { 0.0 };
        let weights: Vec<f64> = position.best.iter().map(|found| weight(found.score.win_rate())).collect();
        let mut left = dice.share() * weights.iter().sum::<f64>();
        let chosen = position.best.iter().zip(&weights).find(|(_, weight)| {
            left -= **weight;
            left < 0.0
        });
        // An image of the move suits as well: the dice choose among them.
        let mv = chosen.map(|(found, _)| found.mv)?;
        let mut images = self.images(record, mv);
        images.retain(|&image| record.copy().play(image).is_ok());
        dice.pick(&images)
    }
}

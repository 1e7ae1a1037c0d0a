//! Positions of the opening book.

use engine::Move;
use search::{Limits, Score};

use super::Session;
use crate::refusal::Refusal;

impl Session<'_> {
    /// The best move of the position in the opening book and its value, if the manager allows the book and the move. Proved
    /// positions are left to the search.
    pub(super) fn known(&mut self, limits: &Limits) -> Result<Option<(Move, Score)>, Refusal> {
        let Some(book) = self.book.filter(|_| self.settings.book) else { return Ok(None) };
        let record = self.state.record()?;
        let allowed = |&(mv, score): &(Move, Score)| {
            let is_free = matches!(mv, Move::Place(point) if limits.allows(point));
            is_free && !score.is_proven() && record.copy().play(mv).is_ok()
        };
        let found = book(record).into_iter().next().filter(allowed);
        if let Some((_, score)) = found {
            self.remark(&format!("from the opening book, ev {}", score.value()));
        }
        Ok(found)
    }
}

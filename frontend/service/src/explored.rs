//! Positions of libraries beside those of the opening books.

use book::json::{Known, KnownValue};
use book::{Book, shipped};
use engine::AnyRecord;
use library::json::ExploredMove;
use serde::Serialize;

/// The games of a position in a library, and the moves played there.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explored {
    /// The games and moves.
    #[serde(flatten)]
    pub library: library::json::Explored<PlayedMove>,
    /// The position in the opening book; missing if the game has no book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<Known>,
}

/// A move that was played in a position.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ExploredMove"))]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move with its games.
    #[serde(flatten)]
    pub played: ExploredMove,
    /// Its value in the opening book, if the book has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<KnownValue>,
}

impl Explored {
    /// Joins what a library has of a position, the one of `record`, with its opening book.
    #[must_use]
    pub fn of(explored: &library::Explored, record: &dyn AnyRecord) -> Self {
        let book = shipped(record.game());
        let value = |played: &library::Explorable| book.as_ref()?.candidate(record, played.mv);
        let mut library = explored.json();
        let played = std::mem::take(&mut library.moves).into_iter().zip(&explored.moves);
        let moves =
            played.map(|(played, found)| PlayedMove { played, book: value(found).as_ref().map(KnownValue::of) });
        let library = library.with_moves(moves.collect());
        let book = book.as_deref().map(|book: &Book| Known::of(Some(book), record));
        Self { library, book }
    }
}

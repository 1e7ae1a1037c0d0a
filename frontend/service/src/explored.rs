//! Positions of libraries beside those of the opening books.

use book::json::{Known, KnownValue};
use book::{Book, shipped};
use engine::AnyRecord;
use library::json::{ExploredMove, Game};
use serde::Serialize;

/// The games of a position in a library, and the moves played there.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explored {
    /// The games that went through the position.
    pub games: u64,
    /// The games that Black won.
    pub x: u64,
    /// The games that White won.
    pub o: u64,
    /// The draws.
    pub draws: u64,
    /// The engine's evaluation of the position, if it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<library::Evaluation>,
    /// The moves, the most played first.
    pub moves: Vec<PlayedMove>,
    /// The games with the highest mean rating.
    pub top: Vec<Game>,
    /// The newest games.
    pub recent: Vec<Game>,
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
        let library::json::Explored { games, x, o, draws, evaluation, moves, top, recent, .. } = explored.json();
        let value = |played: &library::Explorable| book.as_ref()?.candidate(record, played.mv);
        let moves = moves
            .into_iter()
            .zip(&explored.moves)
            .map(|(played, found)| PlayedMove { played, book: value(found).as_ref().map(KnownValue::of) });
        let moves = moves.collect();
        let book = book.as_deref().map(|book: &Book| Known::of(Some(book), record));
        Self { games, x, o, draws, evaluation, moves, top, recent, book }
    }
}

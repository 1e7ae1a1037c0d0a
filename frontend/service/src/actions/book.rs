//! The moves of an opening book.

use analysis::json::{Value as Score, rounded};
use book::{BookPosition, Candidate, opening, shipped};
use engine::AnyRecord;
use engine::notation::move_text;
use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;

/// Looks a position up in the opening book of its game.
pub(crate) struct Book;

/// A position of the opening book. If the game has no book, values are null and there are no moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Book"))]
pub(crate) struct BookAnswer {
    /// The positions of the book; 0 if the game has none.
    positions: usize,
    /// The name of the opening; null if it has none.
    opening: Option<&'static str>,
    /// The value for the side to move; null if the position was not searched.
    score: Option<Score>,
    /// The probability that the side to move wins.
    winrate: Option<f64>,
    /// The nodes of the search of the position.
    nodes: Option<u64>,
    /// The depth of that search, in plies.
    depth: Option<u32>,
    /// The moves, the best first; of moves that are images of each other one.
    moves: Vec<BookMove>,
}

/// A move of the book and its value for the side that makes it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BookMove {
    #[serde(rename = "move")]
    mv: String,
    score: Score,
    /// The probability that this side wins.
    winrate: f64,
    /// The nodes of the search after the move; null if the book does not have that position.
    nodes: Option<u64>,
}

impl Act for Book {
    const NAME: &'static str = "book";
    const ABOUT: &'static str = "the moves of the opening book in the position";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME];
    type Answer = BookAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let game = Start::of(&query.fields, &dispatcher.budget())?.into_replayed();
        Self::answer(dispatcher, &query.id, &BookAnswer::of(game.record.as_ref()));
        Ok(())
    }
}

impl BookAnswer {
    fn of(record: &dyn AnyRecord) -> Self {
        let book = shipped(record.game());
        let position = book.as_ref().and_then(|book| book.get(record));
        let candidates = book.as_ref().map(|book| book.candidates(record)).unwrap_or_default();
        let score = position.as_ref().map(BookPosition::score);
        let listed = |candidate: &Candidate| BookMove {
            mv: move_text(record.game().grid(), candidate.mv),
            score: candidate.score.into(),
            winrate: rounded(candidate.score.win_rate()),
            nodes: candidate.nodes,
        };
        Self {
            positions: book.as_ref().map_or(0, |book| book.positions().len()),
            opening: opening(record).map(|opening| opening.name),
            score: score.map(Score::from),
            winrate: score.map(|score| rounded(score.win_rate())),
            nodes: position.as_ref().map(|position| position.nodes),
            depth: position.as_ref().map(|position| position.depth),
            moves: candidates.iter().map(listed).collect(),
        }
    }
}

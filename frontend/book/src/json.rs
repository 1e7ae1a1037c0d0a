//! Positions of a book as objects of JSON.

use analysis::json::{Value, rounded};
use engine::AnyRecord;
use engine::notation::move_text;
use serde::Serialize;

use crate::{Book, Candidate, opening};

/// A position of an opening book. If the game has no book, values are null and there are no moves.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BookPosition"))]
#[non_exhaustive]
pub struct Known {
    /// The positions of the book; 0 if the game has none.
    pub positions: usize,
    /// The name of the opening; null if it has none.
    pub opening: Option<&'static str>,
    /// The value for the side to move; null if the position was not searched.
    pub score: Option<Value>,
    /// The probability that the side to move wins.
    pub winrate: Option<f64>,
    /// The nodes of the search of the position.
    pub nodes: Option<u64>,
    /// The depth of that search, in plies.
    pub depth: Option<u32>,
    /// The moves, the best first; of moves that are images of each other one.
    pub moves: Vec<KnownMove>,
}

/// A move of the book and its value for the side that makes it.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BookMove"))]
#[non_exhaustive]
pub struct KnownMove {
    /// The move: of its images the first in the order of names.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    #[serde(flatten)]
    pub value: KnownValue,
}

/// The value of a move in the opening book, for the side that makes it.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BookValue"))]
#[non_exhaustive]
pub struct KnownValue {
    /// The value for that side.
    pub score: Value,
    /// The probability that this side wins.
    pub winrate: f64,
    /// The nodes of the search after the move; null if the book does not have that position.
    pub nodes: Option<u64>,
}

impl Known {
    /// Looks a position up in the book of its game, if it has one.
    #[must_use]
    pub fn of(book: Option<&Book>, record: &dyn AnyRecord) -> Self {
        let position = book.and_then(|book| book.get(record));
        let candidates = book.map(|book| book.candidates(record)).unwrap_or_default();
        let score = position.as_ref().map(crate::BookPosition::score);
        let listed = |candidate: &Candidate| KnownMove {
            mv: move_text(record.game().grid(), candidate.mv),
            value: KnownValue::of(candidate),
        };
        Self {
            positions: book.map_or(0, |book| book.positions().len()),
            opening: opening(record).map(|opening| opening.name),
            score: score.map(Value::from),
            winrate: score.map(|score| rounded(score.win_rate())),
            nodes: position.as_ref().map(|position| position.nodes),
            depth: position.as_ref().map(|position| position.depth),
            moves: candidates.iter().map(listed).collect(),
        }
    }
}

impl KnownValue {
    /// Returns the value of a candidate.
    #[must_use]
    pub fn of(candidate: &Candidate) -> Self {
        let Candidate { score, nodes, .. } = *candidate;
        Self { score: score.into(), winrate: rounded(score.win_rate()), nodes }
    }
}

//! Positions and games as objects of JSON.

use records::Size;
use serde::Serialize;

use crate::evaluation::Evaluation;

/// The games of a position in a library, and the moves played there, each an `M`.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explored<M = ExploredMove> {
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
    pub evaluation: Option<Evaluation>,
    /// The moves, the most played first.
    pub moves: Vec<M>,
    /// The games with the highest mean rating.
    pub top: Vec<Game>,
    /// The newest games.
    pub recent: Vec<Game>,
}

impl<M> Explored<M> {
    /// The same with other moves.
    #[must_use]
    pub fn with_moves<N>(self, moves: Vec<N>) -> Explored<N> {
        let Self { games, x, o, draws, evaluation, moves: _, top, recent } = self;
        Explored { games, x, o, draws, evaluation, moves, top, recent }
    }
}

/// A move that was played in a position.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExploredMove {
    /// The move: of its images the first in the order of names.
    #[serde(rename = "move")]
    pub mv: String,
    /// The games with it.
    pub games: u64,
    /// The games that Black won.
    pub x: u64,
    /// The games that White won.
    pub o: u64,
    /// The draws.
    pub draws: u64,
    /// The mean rating of the players who made it; null if none is known.
    pub rating: Option<u16>,
    /// The last year in which it was played; null if none is known.
    pub last: Option<u16>,
    /// The games that came to the position after it by another move; null if they are not counted.
    pub transpositions: Option<u64>,
    /// The number of its images in the position, itself included.
    pub images: usize,
    /// The engine's evaluation of the position after it, if it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
}

/// A game of a library.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LibraryGame"))]
#[non_exhaustive]
pub struct Game {
    /// Its number in the library.
    pub id: i64,
    /// The name of the game.
    pub game: &'static str,
    /// The side of the board, or width and height.
    #[cfg_attr(feature = "schema", schemars(with = "SizeSchema"))]
    pub size: Size,
    /// The number of moves.
    pub plies: usize,
    /// The position with which it begins, if that is not the empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// The result, x, o or draw; null if it is not known.
    pub result: Option<&'static str>,
    /// Why the game is over; null if it is not known.
    pub reason: Option<String>,
    /// The result of the record, if the board shows another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The player of Black.
    pub x: String,
    /// The player of White.
    pub o: String,
    /// The rating of Black; null if it is not known.
    pub x_rating: Option<u16>,
    /// The rating of White; null if it is not known.
    pub o_rating: Option<u16>,
    /// The day, or any other text of the record.
    pub date: String,
    /// The event.
    pub event: String,
    /// The round.
    pub round: String,
    /// The place.
    pub place: String,
    /// The opening.
    pub opening: String,
    /// The file that it was read from.
    pub source: Option<String>,
    /// The line of that file on which it begins, counted from 1.
    pub line: Option<usize>,
    /// The number of moves before the position or pattern of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

/// The schema of [`Size`].
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "only its schema is used")]
enum SizeSchema {
    Side(usize),
    Sides(String),
}

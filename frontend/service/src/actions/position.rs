//! The state of a game.

use std::collections::BTreeMap;

use engine::notation::move_text;
use engine::{AnyRecord, Color, IllegalMove};
use records::{Replayed, Size};
use serde::Serialize;

use crate::action::Act;
use crate::answer::{Keys, OutcomeAnswer, Sides, points};
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::problem::{Problem, Values};
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;

/// Describes the state of a game.
pub(crate) struct Position;

/// The state of a game: the fields of `ninuki replay --json --legal`, and more.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Position"))]
pub(crate) struct PositionAnswer {
    game: &'static str,
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Size"))]
    size: Size,
    plies: usize,
    moves: Vec<PlayedMove>,
    /// The number of stones that each side has captured.
    captured: Captured,
    /// The side to move; null if the game is over.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Side>"))]
    to_move: Option<char>,
    /// Whether the side to move must break a five.
    pending_five: bool,
    /// How the game ended; null if it is not over.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Outcome>"))]
    outcome: Option<OutcomeAnswer>,
    /// The legal placements.
    legal: Vec<String>,
    /// Always null: the moves are legal.
    error: (),
    /// The position as text.
    position: String,
    /// The points with stones of each side.
    stones: Sides,
    /// The stones of lines that have won, or win unless they are broken now.
    decisive: Vec<String>,
    /// The empty points where the rules forbid a placement, by reason.
    refused: Vec<RefusedPoints>,
    /// The points that are forbidden to Black.
    forbidden: Vec<String>,
    /// Whether the side to move may exchange the colours.
    swap_offered: bool,
    /// Whether the side to move has no placement and passes.
    may_pass: bool,
    /// The keys of the position, with `keys`.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Keys>,
}

/// A move and the stones that it captured.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PlayedMove {
    #[serde(rename = "move")]
    mv: String,
    captured: Vec<String>,
}

/// Numbers of captured stones.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Captured {
    x: u16,
    o: u16,
}

/// Empty points where the rules forbid a placement, and why.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RefusedPoints {
    /// The reason in English.
    reason: String,
    /// The reason for programs.
    code: Code,
    /// Values of the reason by name, as its code has them.
    #[serde(skip_serializing_if = "Values::is_empty")]
    values: Values,
    points: Vec<String>,
}

impl Act for Position {
    const NAME: &'static str = "position";
    const ABOUT: &'static str = "stones, captures, legal and refused points, outcome";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, &["keys"]];
    type Answer = PositionAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let game = Start::of(&query.fields, &dispatcher.budget())?.into_replayed();
        let keys = query.fields.keys.then(|| Keys::of(game.record.as_ref()));
        Self::answer(dispatcher, &query.id, &PositionAnswer { keys, ..Self::run(game) });
        Ok(())
    }
}

impl Position {
    /// The state of a game, its legal moves, and its forbidden points.
    fn run(mut game: Replayed) -> PositionAnswer {
        let position = game.record.position_text();
        let forbidden = if game.outcome().is_some() { Vec::new() } else { records::forbidden(game.record.as_mut()) };
        let record = game.record.as_ref();
        let grid = record.game().grid();
        let is_open = record.outcome().is_none();
        let played = |(mv, taken): &(_, Vec<_>)| PlayedMove {
            mv: move_text(grid, *mv),
            captured: points(grid, taken.iter().copied()),
        };
        PositionAnswer {
            game: record.game().rules().name,
            size: Size::of(grid),
            plies: game.moves.len(),
            moves: game.moves.iter().map(played).collect(),
            captured: Captured { x: record.captured(Color::Black), o: record.captured(Color::White) },
            to_move: game.to_move().map(Color::symbol),
            pending_five: game.pending_five(),
            outcome: game.outcome().map(OutcomeAnswer::from),
            legal: points(grid, game.legal().into_iter()),
            error: (),
            position,
            stones: Sides { x: stones(record, Color::Black), o: stones(record, Color::White) },
            decisive: points(grid, pictures::decisive(&game).into_iter()),
            refused: refused(record),
            forbidden: points(grid, forbidden.into_iter()),
            swap_offered: is_open && record.swap_offered(),
            may_pass: is_open && record.legal().is_empty(),
            keys: None,
        }
    }
}

/// The points with stones of a colour.
fn stones(record: &dyn AnyRecord, color: Color) -> Vec<String> {
    let grid = record.game().grid();
    points(grid, grid.points().filter(|&point| record.stone(point) == Some(color)))
}

/// The empty points that the rules refuse, by reason.
fn refused(record: &dyn AnyRecord) -> Vec<RefusedPoints> {
    let mut found: BTreeMap<String, (IllegalMove, Vec<String>)> = BTreeMap::new();
    if record.outcome().is_none() {
        let grid = record.game().grid();
        for point in grid.points().filter(|&point| record.is_empty(point) && record.stone(point).is_none()) {
            if let Err(error) = record.check(point) {
                let (_, points) = found.entry(error.to_string()).or_insert((error, Vec::new()));
                points.push(grid.name(point));
            }
        }
    }
    let entry = |(reason, (error, points))| {
        let Problem { code, values, .. } = Problem::from(error);
        RefusedPoints { reason, code, values, points }
    };
    found.into_iter().map(entry).collect()
}

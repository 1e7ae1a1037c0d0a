//! A finished game of a tournament that is watched.

use std::collections::BTreeMap;

use matches::tournament::Played;
use matches::watch::Watch as Journal;
use records::Size;
use serde::Serialize;

use super::read::flags;
use super::watch::{ReportedValues, unreadable};
use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Reads a game of a journal.
pub(crate) struct WatchedGame {
    fields: Fields,
}

/// A finished game of a tournament, with the fields of a query for its game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "WatchedGame"))]
pub(crate) struct WatchedGameAnswer {
    /// The name of the journal.
    journal: String,
    /// The number in the schedule, from 0; null for the board of the tournament alone.
    game: Option<usize>,
    /// The name of the game.
    rules: Option<&'static str>,
    /// The rules of an own game, in place of a name.
    rules_text: Option<String>,
    /// The size of the board.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Size"))]
    size: Size,
    /// The number of stones in a row that wins, on a hexagon.
    length: usize,
    /// Rules that differ from their usual values.
    flags: BTreeMap<&'static str, &'static str>,
    /// The position of the start; null for the empty board.
    position: Option<String>,
    /// The moves.
    moves: Vec<String>,
    /// The number of moves of the opening.
    book: usize,
    /// The engines that began as Black and White.
    players: [String; 2],
    /// Whether the engines exchanged colours.
    swapped: bool,
    /// The winner, an index into `players`; null for a draw.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    winner: Option<usize>,
    /// Why the game ended.
    reason: String,
    /// The time of each move, in milliseconds.
    ms: Vec<f64>,
    /// The reported values for each move; empty without reports.
    info: Vec<Option<ReportedValues>>,
    /// The time of the end, in seconds since 1970.
    ended: u64,
}

impl Act for WatchedGame {
    const NAME: &'static str = "watched_game";
    const ABOUT: &'static str = "a finished game of a tournament; without a number the board of the tournament";
    const FIELDS: &'static [&'static [&'static str]] = &[&["journal", "game", "priority"]];
    type Answer = WatchedGameAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |fields| Self { fields });
        Ok(())
    }
}

impl Task for WatchedGame {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Fields { journal, game, .. } = &self.fields;
        let answer = worker.shared.options.watched.look(journal.as_deref(), |name, journal| {
            let Some(number) = *game else { return Ok(WatchedGameAnswer::of(name, journal, None)) };
            let played = journal.played(number).map_err(|error| unreadable(name, &error))?;
            let none = || {
                let problem = Code::NoSuchGame.says(format!("the journal has no game {number}"));
                Wrong::new("game", problem.with("games", journal.games()))
            };
            Ok(WatchedGameAnswer::of(name, journal, Some(played.ok_or_else(none)?)))
        })?;
        call.answer_unless_ended(worker.sink(), answer)
    }

    fn takes_turns(&self) -> bool {
        false
    }
}

impl WatchedGameAnswer {
    fn of(name: &str, journal: &Journal, played: Option<Played>) -> Self {
        let (number, played) = (played.as_ref().map(|played| played.game), played.unwrap_or_default());
        let (game, rules) = (journal.game(), journal.game().rules());
        let own = variants::line(rules);
        Self {
            journal: name.to_owned(),
            game: number,
            rules: own.is_none().then_some(rules.name),
            flags: if own.is_some() { BTreeMap::new() } else { flags(game) },
            rules_text: own,
            size: Size::of(game.grid()),
            length: game.length(),
            position: played.position,
            moves: played.moves,
            book: played.book,
            players: played.players,
            swapped: played.swapped,
            winner: played.winner,
            reason: played.reason,
            ms: played.ms,
            info: played.info.into_iter().map(|info| info.map(ReportedValues::of)).collect(),
            ended: played.ended,
        }
    }
}

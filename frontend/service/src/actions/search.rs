//! The games of a library by position, pattern and headers.

use library::Search as Asked;
use records::Budget;
use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Finds games of a library.
pub(crate) struct Search {
    asked: Asked,
    fields: Fields,
}

/// The games of a library that were found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Found"))]
pub(crate) struct SearchAnswer {
    /// The games, in the order of their numbers.
    games: Vec<library::json::Game>,
    /// Whether there are more; `after` with the last number finds them.
    more: bool,
}

/// The most games without a limit.
const USUAL: usize = 100;

impl Act for Search {
    const NAME: &'static str = "search";
    const ABOUT: &'static str = "games of a library by position, pattern and headers";
    const FIELDS: &'static [&'static [&'static str]] =
        &[GAME, &["library", "filter", "pattern", "exchanged", "limit", "after", "priority"]];
    type Answer = SearchAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        dispatcher.shared.options.libraries.check(query.fields.library.as_deref())?;
        let asked = asked(&query.fields, &dispatcher.budget())?;
        Self::queue(dispatcher, query, |fields| Self { asked, fields });
        Ok(())
    }
}

/// The search of a query: a game without moves and position stands for all of its games.
fn asked(fields: &Fields, budget: &Budget) -> Result<Asked, Wrong> {
    let mut asked = Asked::default();
    let names_game = fields.rules.is_some() || fields.rules_text.is_some() || fields.size.is_some();
    if fields.position.is_some() || !fields.moves.words().is_empty() {
        asked.position = Some(Start::of(fields, budget)?.entry());
    } else if names_game {
        asked.game = Some(Start::of(fields, budget)?.game());
    }
    asked.pattern.clone_from(&fields.pattern);
    asked.exchanged = fields.exchanged;
    asked.filter = fields.filter.parse()?;
    asked.after = fields.after;
    Ok(asked)
}

impl Task for Search {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { asked, fields } = *self;
        let most = fields.limit.map_or(USUAL, |limit| limit.get().into());
        let mut answer = SearchAnswer { games: Vec::new(), more: false };
        let libraries = &worker.shared.options.libraries;
        libraries.read(fields.library.as_deref(), &call.budget, |library| {
            library.search(&asked, |found| {
                answer.more = answer.games.len() == most;
                // The name of a move takes some 30 bytes.
                let bytes = 1000 + 32 * found.game.moves.len() as u64;
                if answer.more || call.budget.reserve(bytes).is_err() {
                    return false;
                }
                answer.games.push(found.json());
                true
            })
        })?;
        call.answer_unless_ended(worker.sink(), answer)
    }

    fn takes_turns(&self) -> bool {
        false
    }
}

//! The moves played in a position of a library.

use library::{Explored as Found, Query as Asked};
use records::Replayed;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::explored::Explored;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Looks a position up in a library.
pub(crate) struct Explore {
    asked: Asked,
    fields: Fields,
}

impl Act for Explore {
    const NAME: &'static str = "explore";
    const ABOUT: &'static str =
        "the moves played in the position, and its games, in a library, beside the opening book";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, &["library", "filter", "limit", "priority"]];
    type Answer = Explored;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        dispatcher.shared.options.libraries.check(query.fields.library.as_deref())?;
        let mut asked = Asked::of(Start::of(&query.fields, &dispatcher.budget())?.entry());
        asked.filter = query.fields.filter.parse()?;
        Self::queue(dispatcher, query, |fields| Self { asked, fields });
        Ok(())
    }
}

impl Task for Explore {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { asked, fields } = *self;
        let libraries = &worker.shared.options.libraries;
        let mut explored: Found =
            libraries.read(fields.library.as_deref(), &call.budget, |library| library.explore(&asked))?;
        explored.moves.truncate(fields.limit.map_or(usize::MAX, |limit| limit.get().into()));
        let position = Replayed::of(&asked.entry);
        call.answer_unless_ended(worker.sink(), Explored::of(&explored, position.record.as_ref()))
    }

    fn takes_turns(&self) -> bool {
        false
    }
}

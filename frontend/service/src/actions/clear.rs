//! Clears the transposition table.

use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;

/// Clears the shared table.
pub(crate) struct Clear;

/// The table is clear.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Cleared {
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::always"))]
    done: bool,
}

impl Act for Clear {
    const NAME: &'static str = "clear";
    const ABOUT: &'static str = "clears the transposition table";
    const FIELDS: &'static [&'static [&'static str]] = &[];
    type Answer = Cleared;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.shared.table().clear();
        Self::answer(dispatcher, &query.id, &Cleared { done: true });
        Ok(())
    }
}

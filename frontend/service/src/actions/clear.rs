//! Clears the transposition table.

use serde::Serialize;

use super::Act;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::shared::Shared;

/// Clears the shared table.
pub(crate) struct Clear;

/// The table is clear.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Cleared {
    #[cfg_attr(test, schemars(schema_with = "crate::schema::always"))]
    done: bool,
}

impl Act for Clear {
    const NAME: &'static str = "clear";
    const ABOUT: &'static str = "clears the transposition table";
    const FIELDS: &'static [&'static [&'static str]] = &[];
    type Answer = Cleared;

    fn take(query: Query, shared: &Shared) -> Result<(), Wrong> {
        shared.table.clear();
        shared.answer::<Self>(&query.id, &Cleared { done: true });
        Ok(())
    }
}

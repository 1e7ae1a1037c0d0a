//! The moves of an opening book.

use ::book::json::Known;
use ::book::shipped;
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
    #[serde(flatten)]
    known: Known,
}

impl Act for Book {
    const NAME: &'static str = "book";
    const ABOUT: &'static str = "the moves of the opening book in the position";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME];
    type Answer = BookAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let game = Start::of(&query.fields, &dispatcher.budget())?.into_replayed();
        let record = game.record.as_ref();
        let known = Known::of(shipped(record.game()).as_deref(), record);
        Self::answer(dispatcher, &query.id, &BookAnswer { known });
        Ok(())
    }
}

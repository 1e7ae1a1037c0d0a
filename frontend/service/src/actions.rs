//! Actions of queries: one file and one line of [`ENTRIES`] each.

mod analyze;
mod balance;
mod board;
#[cfg(feature = "book")]
mod book;
mod clear;
#[cfg(feature = "files")]
mod convert;
#[cfg(feature = "engines")]
mod engine;
#[cfg(feature = "library")]
mod explore;
mod games;
#[cfg(feature = "making")]
mod make_puzzles;
mod opening;
#[cfg(feature = "files")]
mod picture;
mod play;
mod position;
#[cfg(feature = "puzzles")]
mod puzzle;
#[cfg(feature = "shipped")]
mod puzzles;
mod query_version;
#[cfg(feature = "files")]
mod read;
mod resources;
mod review;
#[cfg(feature = "library")]
mod search;
mod solve;
mod terminate;
mod terminate_all;
mod threats;
#[cfg(feature = "files")]
mod verify;
#[cfg(feature = "watching")]
mod watch;
#[cfg(feature = "watching")]
mod watched_game;
#[cfg(feature = "files")]
mod write;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::{Refusal, Wrong};
use crate::signature::Action;

/// An action with its code.
pub(crate) struct Entry {
    pub(crate) action: Action,
    take: fn(Query, &Dispatcher) -> Result<(), Wrong>,
    /// The schema of its answers.
    #[cfg(test)]
    pub(crate) answer: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

impl Entry {
    const fn of<A: Act>() -> Self {
        Self {
            action: Action::new(A::NAME, A::ABOUT, A::FIELDS),
            take: A::take,
            #[cfg(test)]
            answer: schemars::SchemaGenerator::subschema_for::<A::Answer>,
        }
    }
}

/// All actions, by name.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::of::<analyze::Analyze>(),
    Entry::of::<balance::Balance>(),
    Entry::of::<board::Board>(),
    #[cfg(feature = "book")]
    Entry::of::<book::Book>(),
    Entry::of::<clear::Clear>(),
    #[cfg(feature = "files")]
    Entry::of::<convert::Convert>(),
    #[cfg(feature = "engines")]
    Entry::of::<engine::Engine>(),
    #[cfg(feature = "library")]
    Entry::of::<explore::Explore>(),
    Entry::of::<games::Games>(),
    #[cfg(feature = "making")]
    Entry::of::<make_puzzles::MakePuzzles>(),
    Entry::of::<opening::Open>(),
    #[cfg(feature = "files")]
    Entry::of::<picture::Picture>(),
    Entry::of::<play::Play>(),
    Entry::of::<position::Position>(),
    #[cfg(feature = "puzzles")]
    Entry::of::<puzzle::Puzzle>(),
    #[cfg(feature = "shipped")]
    Entry::of::<puzzles::Puzzles>(),
    Entry::of::<query_version::QueryVersion>(),
    #[cfg(feature = "files")]
    Entry::of::<read::Read>(),
    Entry::of::<resources::Resources>(),
    Entry::of::<review::Review>(),
    #[cfg(feature = "library")]
    Entry::of::<search::Search>(),
    Entry::of::<solve::Solve>(),
    Entry::of::<terminate::Terminate>(),
    Entry::of::<terminate_all::TerminateAll>(),
    Entry::of::<threats::Threats>(),
    #[cfg(feature = "files")]
    Entry::of::<verify::Verify>(),
    #[cfg(feature = "watching")]
    Entry::of::<watch::Watch>(),
    #[cfg(feature = "watching")]
    Entry::of::<watched_game::WatchedGame>(),
    #[cfg(feature = "files")]
    Entry::of::<write::Write>(),
];

/// All actions, by name.
pub fn actions() -> impl Iterator<Item = &'static Action> + Clone {
    ENTRIES.iter().map(|entry| &entry.action)
}

/// Takes a line: answers it at once, or queues its tasks. Blank lines are skipped.
pub(crate) fn take(dispatcher: &Dispatcher, line: &[u8]) {
    if line.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    if let Err(refusal) = query(dispatcher, line) {
        dispatcher.shared.sink.refuse(&refusal);
    }
}

fn query(dispatcher: &Dispatcher, line: &[u8]) -> Result<(), Box<Refusal>> {
    let mut query = Query::parse(line, actions())?;
    let id = query.id.clone();
    for warning in std::mem::take(&mut query.warnings) {
        dispatcher.shared.sink.warn(&warning.warning(id.clone()));
    }
    let entry = ENTRIES.iter().find(|entry| entry.action.name() == query.action);
    entry.map_or(Ok(()), |entry| (entry.take)(query, dispatcher)).map_err(|wrong| wrong.of(id))
}

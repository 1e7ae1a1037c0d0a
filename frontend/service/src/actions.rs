//! Actions of queries: one file and one line of [`ACTIONS`] each.

mod analyze;
mod balance;
mod board;
mod clear;
mod convert;
mod games;
mod opening;
mod picture;
mod play;
mod position;
mod query_version;
mod read;
mod review;
mod solve;
mod terminate;
mod terminate_all;
mod threats;
mod verify;
mod write;

use std::fmt;

#[cfg(test)]
pub(crate) use analyze::TERMINATED;

use crate::answer::Answer;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::shared::Shared;

/// An action: its name, its fields and its answer.
pub(crate) trait Act {
    /// The name in queries and answers.
    const NAME: &'static str;
    /// One line for help and documentation.
    const ABOUT: &'static str;
    /// The names of its fields, in groups, without `id` and `action`.
    const FIELDS: &'static [&'static [&'static str]];
    /// The final answer.
    type Answer: Answer;

    /// Answers a query at once, or queues its tasks.
    ///
    /// # Errors
    /// A field is wrong.
    fn take(query: Query, shared: &Shared) -> Result<(), Wrong>;
}

/// The fields that describe a game.
pub(crate) const GAME: &[&str] = &["rules", "rules_text", "size", "length", "flags", "position", "moves"];

/// The fields that bound a search.
pub(crate) const LIMITS: &[&str] = &["nodes", "time", "depth"];

/// An action that queries ask for.
pub struct Action {
    name: &'static str,
    about: &'static str,
    fields: &'static [&'static [&'static str]],
    pub(crate) take: fn(Query, &Shared) -> Result<(), Wrong>,
    #[cfg(test)]
    pub(crate) answer: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

impl Action {
    const fn of<A: Act>() -> Self {
        Self {
            name: A::NAME,
            about: A::ABOUT,
            fields: A::FIELDS,
            take: A::take,
            #[cfg(test)]
            answer: schemars::SchemaGenerator::subschema_for::<A::Answer>,
        }
    }

    /// The name in queries and answers.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// One line of help.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The names of its fields, without `id` and `action`.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.fields.iter().copied().flatten().copied()
    }

    /// The names of its fields in groups.
    #[cfg(test)]
    pub(crate) const fn groups(&self) -> &'static [&'static [&'static str]] {
        self.fields
    }

    /// The action with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        ACTIONS.iter().find(|action| action.name == name)
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All actions, by name.
pub static ACTIONS: [Action; 19] = [
    Action::of::<analyze::Analyze>(),
    Action::of::<balance::Balance>(),
    Action::of::<board::Board>(),
    Action::of::<clear::Clear>(),
    Action::of::<convert::Convert>(),
    Action::of::<games::Games>(),
    Action::of::<opening::Open>(),
    Action::of::<picture::Picture>(),
    Action::of::<play::Play>(),
    Action::of::<position::Position>(),
    Action::of::<query_version::QueryVersion>(),
    Action::of::<read::Read>(),
    Action::of::<review::Review>(),
    Action::of::<solve::Solve>(),
    Action::of::<terminate::Terminate>(),
    Action::of::<terminate_all::TerminateAll>(),
    Action::of::<threats::Threats>(),
    Action::of::<verify::Verify>(),
    Action::of::<write::Write>(),
];

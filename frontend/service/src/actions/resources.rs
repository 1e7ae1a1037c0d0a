//! Threads and memory of searches.

use std::num::NonZeroUsize;
#[cfg(feature = "threads")]
use std::time::Duration;

use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Sets threads and memory of searches.
pub(crate) struct Resources {
    threads: Option<usize>,
    /// In MiB.
    hash: Option<usize>,
}

/// Threads and memory of the searches that begin from now on, and their limits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Resources"))]
pub(crate) struct ResourcesAnswer {
    /// The threads of each search.
    threads: usize,
    /// The memory of the transposition table, in MiB.
    hash: usize,
    /// The most threads.
    most_threads: usize,
    /// The most memory of the table, in MiB.
    most_hash: usize,
}

impl Act for Resources {
    const NAME: &'static str = "resources";
    const ABOUT: &'static str = "sets threads and memory of searches, or lists them with their limits";
    const FIELDS: &'static [&'static [&'static str]] = &[&["threads", "hash"]];
    type Answer = ResourcesAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let now = ResourcesAnswer::of(&dispatcher.shared);
        let threads = within("threads", query.fields.threads, now.most_threads)?;
        let hash = within("hash", query.fields.hash, now.most_hash)?;
        if threads.is_none() && hash.is_none() {
            Self::answer(dispatcher, &query.id, &now);
            return Ok(());
        }
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |_| Self { threads, hash });
        Ok(())
    }
}

/// The interval of looks at the table, and the most looks.
#[cfg(feature = "threads")]
const LOOK: (Duration, u32) = (Duration::from_millis(5), 200);

impl Task for Resources {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let shared = &worker.shared;
        let hash = self.hash.map_or_else(|| shared.hash(), |size| size << 20);
        shared.resize(self.threads.unwrap_or_else(|| shared.threads()), hash);
        // A search that was ended just now still uses the old table.
        #[cfg(feature = "threads")]
        for _ in 0..LOOK.1 {
            if shared.is_resized() || call.budget.check().is_err() {
                break;
            }
            std::thread::sleep(LOOK.0);
        }
        call.answer(&shared.sink, ResourcesAnswer::of(shared));
        Ok(())
    }
}

impl ResourcesAnswer {
    fn of(shared: &Shared) -> Self {
        let options = &shared.options;
        Self {
            threads: shared.threads(),
            hash: shared.hash() >> 20,
            most_threads: options.most_threads.max(options.search_threads),
            most_hash: options.most_hash.max(options.hash) >> 20,
        }
    }
}

/// A number of a field, at most `most`.
///
/// # Errors
/// It is larger.
fn within(field: &str, number: Option<NonZeroUsize>, most: usize) -> Result<Option<usize>, Wrong> {
    match number.map(NonZeroUsize::get) {
        Some(number) if number > most => {
            Err(Wrong::new(field, Code::BadValue.says(format!("at most {most}")).with("most", most)))
        }
        number => Ok(number),
    }
}

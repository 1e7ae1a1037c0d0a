//! Ends the queries with an id.

use super::Act;
use crate::answer::TerminateAnswer;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::shared::Shared;

/// Ends the queries with an id.
pub(crate) struct Terminate;

impl Act for Terminate {
    const NAME: &'static str = "terminate";
    const ABOUT: &'static str = "ends the queries with this id";
    const FIELDS: &'static [&'static [&'static str]] = &[&["terminate_id"]];
    type Answer = TerminateAnswer;

    fn take(query: Query, shared: &Shared) -> Result<(), Wrong> {
        let target = query.terminate_id.ok_or_else(|| Wrong::missing("terminate_id"))?;
        let terminated = shared.terminate(Some(&target));
        shared.answer::<Self>(&query.id, &TerminateAnswer { terminated });
        Ok(())
    }
}

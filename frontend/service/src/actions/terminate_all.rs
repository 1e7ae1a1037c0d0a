//! Ends all queries.

use super::Act;
use crate::answer::TerminateAnswer;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::shared::Shared;

/// Ends all queries.
pub(crate) struct TerminateAll;

impl Act for TerminateAll {
    const NAME: &'static str = "terminate_all";
    const ABOUT: &'static str = "ends all queries";
    const FIELDS: &'static [&'static [&'static str]] = &[];
    type Answer = TerminateAnswer;

    fn take(query: Query, shared: &Shared) -> Result<(), Wrong> {
        let terminated = shared.terminate(None);
        shared.answer::<Self>(&query.id, &TerminateAnswer { terminated });
        Ok(())
    }
}

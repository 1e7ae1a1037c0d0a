//! Ends all queries.

use crate::action::Act;
use crate::answer::TerminateAnswer;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;

/// Ends all queries.
pub(crate) struct TerminateAll;

impl Act for TerminateAll {
    const NAME: &'static str = "terminate_all";
    const ABOUT: &'static str = "ends all queries";
    const FIELDS: &'static [&'static [&'static str]] = &[];
    type Answer = TerminateAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let terminated = dispatcher.terminate(None);
        Self::answer(dispatcher, &query.id, &TerminateAnswer { terminated });
        Ok(())
    }
}

//! Ends the queries with an id.

use crate::action::Act;
use crate::answer::TerminateAnswer;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;

/// Ends the queries with an id.
pub(crate) struct Terminate;

impl Act for Terminate {
    const NAME: &'static str = "terminate";
    const ABOUT: &'static str = "ends the queries with this id";
    const FIELDS: &'static [&'static [&'static str]] = &[&["terminate_id"]];
    type Answer = TerminateAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let target = query.terminate_id.ok_or_else(|| Wrong::missing("terminate_id"))?;
        let terminated = dispatcher.terminate(Some(&target));
        Self::answer(dispatcher, &query.id, &TerminateAnswer { terminated });
        Ok(())
    }
}

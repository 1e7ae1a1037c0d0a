//! The trait of actions: their name, their fields, and how they take a query.

use crate::answer::Answer;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::id::Id;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::task::{Call, Task};

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
    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong>;

    /// Sends the answer of an action that takes no time.
    fn answer(dispatcher: &Dispatcher, id: &Id, answer: &Self::Answer) {
        dispatcher.shared.sink.answer(id, Self::NAME, answer);
    }

    /// The call of a query, with a budget.
    fn call(dispatcher: &Dispatcher, id: &Id, fields: &Fields) -> Call {
        Call { id: id.clone(), action: Self::NAME, budget: dispatcher.budget(), is_short: fields.is_short() }
    }

    /// Queues the task of a query.
    fn queue(dispatcher: &Dispatcher, query: Query, task: impl FnOnce(Fields) -> Self)
    where
        Self: Task + Sized + 'static,
    {
        let Query { id, fields, bytes, .. } = query;
        let (priority, call) = (fields.priority, Self::call(dispatcher, &id, &fields));
        dispatcher.add(call, priority, bytes, Box::new(task(fields)));
    }
}

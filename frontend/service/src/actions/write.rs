//! A game with its variations as a record.

use records::{Claim, Replayed};

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::files::{Written, written};
use crate::node::Ended;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::tree::built;
use crate::worker::Worker;

/// Writes a game.
pub(crate) struct Write {
    fields: Fields,
}

impl Act for Write {
    const NAME: &'static str = "write";
    const ABOUT: &'static str = "a list of nodes as a record";
    const FIELDS: &'static [&'static [&'static str]] =
        &[GAME, &["to", "to_encoding", "tree", "about", "result", "result_text", "main_line", "priority"]];
    type Answer = Written;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |fields| Self { fields });
        Ok(())
    }
}

impl Task for Write {
    #[inline(never)]
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let (fields, budget) = (&self.fields, &call.budget);
        let to =
            fields.to.ok_or_else(|| Wrong::new("to", Code::Missing.says("the format that is wanted is missing")))?;
        let start = Start::of(fields, budget)?;
        let mut tree = built(&start, &fields.tree, budget)?;
        if fields.main_line {
            tree = tree.main_line();
        }
        let mut entry = start.entry();
        entry.about = fields.about.clone();
        entry.moves = tree.written(0).collect();
        entry.changes = tree.changes();
        let replayed = Replayed::within(&entry, budget)?;
        let asked = fields.result.as_ref().map(Ended::claim).transpose()?;
        entry.result_text = fields.result_text.trim().to_owned();
        let asked = asked.or_else(|| Claim::stated(&entry.result_text));
        entry.result = replayed.outcome().map(Claim::from).or(asked);
        entry.tree = if fields.main_line { to.main_line(&tree) } else { Some(tree) };
        to.check_in(&entry, fields.to_encoding).map_err(|error| Wrong::new("to", error))?;
        call.answer_unless_ended(worker.sink(), written(to, &[entry], fields.to_encoding, budget)?)
    }
}

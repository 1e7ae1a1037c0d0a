//! Records in another format.

use records::{Entry, Replayed};

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::files::{MOST_REMARKS, Written, choice, games_missing, input, remarks, unreadable, written};
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Converts records.
pub(crate) struct Convert {
    fields: Fields,
}

impl Act for Convert {
    const NAME: &'static str = "convert";
    const ABOUT: &'static str = "records in another format";
    const FIELDS: &'static [&'static [&'static str]] =
        &[GAME, &["from", "to", "text", "data", "encoding", "columns", "stones", "to_encoding", "priority"]];
    type Answer = Written;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |fields| Self { fields });
        Ok(())
    }
}

impl Task for Convert {
    #[inline(never)]
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let (fields, budget) = (&self.fields, &call.budget);
        let from = fields
            .from
            .ok_or_else(|| Wrong::new("from", Code::Missing.says("the format of the records is missing")))?;
        let to =
            fields.to.ok_or_else(|| Wrong::new("to", Code::Missing.says("the format that is wanted is missing")))?;
        let games = from.read(input(fields, budget)?, &choice(fields, budget)?);
        let games = games.map_err(|error| Wrong::new("rules", error))?;
        let (mut entries, mut said) = (Vec::<Entry>::new(), Vec::new());
        for game in games {
            budget.check()?;
            let mut entry = game.map_err(unreadable)?;
            budget.reserve(entry.memory())?;
            let replayed = Replayed::within(&entry, budget)?;
            if let Some(error) = replayed.error {
                return Err(Wrong::new("text", error));
            }
            entry.result = replayed.claim(&entry);
            said.extend(remarks(&replayed.remarks));
            to.check_in(&entry, fields.to_encoding).map_err(|error| Wrong::new("to", error))?;
            entries.push(entry);
        }
        if entries.is_empty() {
            return Err(games_missing());
        }
        if to.is_single() && entries.len() > 1 {
            let games = entries.len();
            let problem = Code::OneGame.says(format!("{to} holds one game only, there are {games}"));
            return Err(Wrong::new("to", problem.with("format", to.name()).with("games", games)));
        }
        said.truncate(MOST_REMARKS);
        let answer = Written { remarks: said, ..written(to, &entries, fields.to_encoding, budget)? };
        call.answer_unless_ended(worker.sink(), answer)
    }
}

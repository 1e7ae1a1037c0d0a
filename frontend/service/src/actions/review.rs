//! Every move of a game judged.

use std::cell::Cell;
use std::ops::Range;
use std::time::Duration;

use analysis::json::{ReviewedGame, ReviewedMove, review_json, reviewed_moves};
use analysis::{Review as Reviewed, Spending};
use records::Entry;
use search::proof;
use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::fields::{Fields, USUAL_NODES};
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::{GAME, LIMITS};
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::{OWN_TABLE, Worker};

/// Judges the moves of a game.
pub(crate) struct Review {
    start: Start,
    fields: Fields,
}

/// An answer of a review.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ReviewAnswer"))]
#[serde(untagged)]
pub(crate) enum ReviewAnswer {
    /// The last answer.
    Final(Box<ReviewedGame>),
    /// A partial answer.
    Progress(ReviewProgress),
}

/// The progress of a review.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReviewProgress {
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::always"))]
    partial: bool,
    /// The number of judged positions.
    done: usize,
    /// The number of all positions.
    of: usize,
    /// With `report_moves`: the moves judged since the last report, the last one of the game in the first report that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ReviewedMove>>,
}

impl Act for Review {
    const NAME: &'static str = "review";
    const ABOUT: &'static str = "every move of the game judged";
    const FIELDS: &'static [&'static [&'static str]] =
        &[GAME, LIMITS, &["about", "report_every", "report_moves", "priority"]];
    type Answer = ReviewAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let start = Start::of(&query.fields, &dispatcher.budget())?;
        Self::queue(dispatcher, query, |fields| Self { start, fields });
        Ok(())
    }
}

impl Task for Review {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { start, fields } = *self;
        let effort = fields.effort(&call.budget);
        let nodes = effort.nodes.unwrap_or(USUAL_NODES);
        let solver = proof::Effort { nodes, time: effort.time.unwrap_or(Duration::MAX), shortest: false };
        let spending = Spending { effort, solver, memory: worker.shared.hash().min(OWN_TABLE) };
        let (done, of) = (Cell::new(0), start.moves().len() + 1);
        let on_position = |review: &Reviewed, judged: Range<usize>| {
            // Without threads no other code checks the time.
            let _ = call.budget.check();
            done.set(done.get() + 1);
            let mut progress = ReviewProgress { partial: true, done: done.get(), of, moves: None };
            if fields.report_moves {
                progress.moves = Some(reviewed_moves(review, judged));
                // The moves of a dropped report would be lost.
                call.answer(worker.sink(), ReviewAnswer::Progress(progress));
            } else if fields.report_every.is_some() {
                call.report(worker.sink(), ReviewAnswer::Progress(progress));
            }
        };
        let entry = Some(Entry { about: fields.about.clone(), ..start.entry() });
        let review =
            Reviewed::of(String::new(), entry, start.into_replayed(), spending, call.budget.stop(), &on_position);
        call.answer_within(worker.sink(), ReviewAnswer::Final(Box::new(review_json(&review))));
        Ok(())
    }

    fn missing_weights(&self) -> Option<&'static str> {
        self.start.missing_weights()
    }
}

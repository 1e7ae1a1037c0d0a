//! The moves whose values are nearest to a target.

use std::num::NonZeroUsize;

use analysis::Line;
use analysis::json::rounded;
use openings::by_distance;
use serde::Serialize;

use crate::action::Act;
use crate::answer::RatedMove;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::{GAME, LIMITS};
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Searches all moves of a position.
pub(crate) struct Balance {
    start: Start,
    fields: Fields,
}

/// Moves by the distance of their values from `bias`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Balance"))]
pub(crate) struct BalanceAnswer {
    /// The target for the side that moves, in hundredths of a point.
    bias: i32,
    /// The last finished depth, in plies.
    depth: u32,
    /// Visited positions.
    nodes: u64,
    /// The moves, the nearest first.
    moves: Vec<RatedMove>,
}

impl Act for Balance {
    const NAME: &'static str = "balance";
    const ABOUT: &'static str = "the moves with values nearest to a target";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, LIMITS, &["bias", "lines", "priority"]];
    type Answer = BalanceAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let start = Start::of(&query.fields, &dispatcher.budget())?.unfinished()?;
        Self::queue(dispatcher, query, |fields| Self { start, fields });
        Ok(())
    }
}

impl Task for Balance {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { start, fields } = &*self;
        let mut analyst = worker.analyst(start, start.moves().len(), false);
        let effort = fields.effort(&call.budget);
        let found = analyst.think(effort, usize::MAX, call.budget.stop(), &mut |_| ());
        worker.retire(analyst, false);
        let mut lines = found.lines;
        by_distance(&mut lines, fields.bias);
        lines.truncate(fields.lines.map_or(1, NonZeroUsize::get));
        let rated = |line: &Line| RatedMove {
            mv: start.game().display_moves(&[line.best()]).to_string(),
            score: line.score.into(),
            winrate: rounded(line.score.win_rate()),
        };
        let moves = lines.iter().map(rated).collect();
        let answer = BalanceAnswer { bias: fields.bias, depth: found.depth, nodes: found.nodes, moves };
        call.answer_within(worker.sink(), answer);
        Ok(())
    }

    fn missing_weights(&self) -> Option<&'static str> {
        self.start.missing_weights()
    }
}

//! Wins by threats, with certificates.

use std::time::Duration;

use analysis::json::names;
use engine::Move;
use search::proof::{self, Answer as Proof, solve_game};
use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Looks for a win by threats.
pub(crate) struct Solve {
    start: Start,
    fields: Fields,
}

/// The result of the solver.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Solution"))]
pub(crate) struct SolveAnswer {
    /// Whether the side to move wins by threats.
    proved: bool,
    /// The length of the win, in plies.
    #[cfg_attr(test, schemars(range(min = 1)))]
    plies: Option<u32>,
    /// The moves of the win.
    pv: Vec<String>,
    /// Visited positions.
    nodes: u64,
    /// Without a proof: whether all lines of threats were tried.
    exhausted: bool,
    /// With a proof: whether no shorter line of threats wins.
    shortest: bool,
    /// The proof as text, for the action `verify`.
    certificate: Option<String>,
}

impl Act for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "a forced win by threats with its certificate";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, &["nodes", "time", "shortest", "priority"]];
    type Answer = SolveAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let start = Start::of(&query.fields, &dispatcher.budget())?.unfinished()?;
        Self::queue(dispatcher, query, |fields| Self { start, fields });
        Ok(())
    }
}

impl Task for Solve {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { start, fields } = &*self;
        let bounds = fields.effort(&call.budget);
        let (nodes, time) = (bounds.nodes.unwrap_or(u64::MAX), bounds.time.unwrap_or(Duration::MAX));
        let effort = proof::Effort { nodes, time, shortest: fields.shortest };
        let (setup, moves) = start.followed(start.moves().len());
        let solved = solve_game(start.game(), setup.as_ref(), &moves, effort, call.budget.stop());
        let solution = solved.expect("the game was played before");
        let (plies, line, shortest, exhausted): (_, Vec<Move>, _, _) = match solution.answer {
            Proof::Win { plies, line, shortest, .. } => (Some(plies), line, shortest, false),
            Proof::NotFound { exhausted } => (None, Vec::new(), false, exhausted),
        };
        let answer = SolveAnswer {
            proved: plies.is_some(),
            plies,
            pv: names(start.game(), &line),
            nodes: solution.nodes,
            exhausted,
            shortest,
            certificate: solution.certificate,
        };
        call.answer_within(worker.sink(), answer);
        Ok(())
    }
}

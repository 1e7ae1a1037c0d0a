//! Puzzles from a game.

use puzzles::{Effort, Form, Maker};
use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::puzzle::PuzzleInfo;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Makes puzzles from a game.
pub(crate) struct MakePuzzles {
    start: Start,
}

/// The puzzles of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "MadePuzzles"))]
pub(crate) struct MakeAnswer {
    /// The puzzles, in the order of their moves.
    puzzles: Vec<PuzzleInfo>,
    /// The same with their proofs, each the `text` of the action `puzzle`.
    lines: Vec<String>,
    /// The number of searched positions.
    positions: u64,
    /// Whether the whole game was searched.
    complete: bool,
}

impl Act for MakePuzzles {
    const NAME: &'static str = "make_puzzles";
    const ABOUT: &'static str = "puzzles from the positions of a game";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, &["priority"]];
    type Answer = MakeAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let start = Start::of(&query.fields, &dispatcher.budget())?;
        Self::queue(dispatcher, query, |_| Self { start });
        Ok(())
    }
}

impl Task for MakePuzzles {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let (setup, moves) = self.start.followed(self.start.moves().len());
        let mut maker = Maker::new(Effort::default());
        let made = maker.game(self.start.game(), setup.as_ref(), &moves, "a game", call.budget.stop());
        let answer = MakeAnswer {
            puzzles: made.puzzles.iter().map(PuzzleInfo::from).collect(),
            lines: made.puzzles.iter().map(|puzzle| Form::Json.write(puzzle).trim_end().to_owned()).collect(),
            positions: made.positions,
            complete: made.complete,
        };
        call.answer_within(worker.sink(), answer);
        Ok(())
    }

    fn missing_weights(&self) -> Option<&'static str> {
        self.start.missing_weights()
    }
}

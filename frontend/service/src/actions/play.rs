//! The move of a playing level.

use std::num::NonZeroU64;
use std::time::Duration;

use analysis::Level;
use analysis::json::{Value as Score, rounded};
use random::Dice;
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Chooses a move at a level.
pub(crate) struct Play {
    start: Start,
    fields: Fields,
}

/// The move of a level.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Played"))]
pub(crate) struct PlayAnswer {
    #[serde(rename = "move")]
    mv: String,
    level: u8,
    score: Score,
    /// The probability that the side that moves wins.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    winrate: f64,
}

/// The level of a query without one.
const LEVEL: u8 = 10;

/// The time of a move in a query without one.
const TIME: Duration = Duration::from_secs(2);

impl Act for Play {
    const NAME: &'static str = "play";
    const ABOUT: &'static str = "the move of a playing level";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME, &["level", "time", "seed", "priority"]];
    type Answer = PlayAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let start = Start::of(&query.fields, &dispatcher.budget())?.unfinished()?;
        Self::queue(dispatcher, query, |fields| Self { start, fields });
        Ok(())
    }
}

impl Task for Play {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { start, fields } = &*self;
        let number = fields.level.unwrap_or(LEVEL);
        let level: Level = number.to_string().parse().map_err(|error| Wrong::new("level", error))?;
        let time = fields.time.map(NonZeroU64::get).map_or(TIME, Duration::from_millis);
        let time = call.budget.left().map_or(time, |left| left.min(time));
        let chosen = worker.opponent(start, time, Dice::new(fields.seed, 0, 0), |opponent| {
            let mut opponent = opponent.stopped_by(call.budget.stop());
            let chosen = opponent.choose(level);
            (opponent, chosen)
        });
        let none = || Wrong::new("moves", Code::Terminated.says("the search was ended before it found a move"));
        let (mv, score) = chosen.ok_or_else(none)?;
        let mv = start.game().display_moves(&[mv]).to_string();
        let answer = PlayAnswer { mv, level: number, score: score.into(), winrate: rounded(score.win_rate()) };
        call.answer_within(worker.sink(), answer);
        Ok(())
    }

    fn missing_weights(&self) -> Option<&'static str> {
        self.start.missing_weights()
    }
}

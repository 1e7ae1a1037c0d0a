//! The move of an engine of another program.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::json::names;
use engine::{AnyRecord, Move, SetUp, record};
use protocol::SearchValues;
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::foreign::{Asked, Fault, Heard, Time};
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Lets an engine move.
pub(crate) struct Engine {
    start: Start,
    fields: Fields,
}

/// The move of an engine of another program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "EngineMove"))]
pub(crate) struct EngineAnswer {
    /// Whether the engine is still thinking.
    partial: bool,
    /// The name of the engine.
    engine: String,
    /// The move; null in partial answers.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The time since the question, in milliseconds.
    time_ms: u64,
    /// The depth that the engine reports, in plies; null if it reports none.
    depth: Option<u32>,
    /// The number of positions that it reports.
    nodes: Option<u64>,
    /// The score for the side to move as the engine writes it: each program has its own scale.
    score: Option<String>,
    /// The legal moves of the best line that it reports; empty if it reports none.
    line: Vec<String>,
    /// The last messages of the engine, at most 20.
    messages: Vec<String>,
}

/// The time of a move in a query without one.
const TIME: Duration = Duration::from_secs(2);

/// The most messages that are kept.
const MESSAGES: usize = 20;

impl Act for Engine {
    const NAME: &'static str = "engine";
    const ABOUT: &'static str = "the move of an engine that the program was started with";
    const FIELDS: &'static [&'static [&'static str]] =
        &[GAME, &["engine", "time", "clock", "report_every", "priority"]];
    type Answer = EngineAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        dispatcher.shared.options.engines.named(query.fields.engine.as_deref())?;
        let start = Start::of(&query.fields, &dispatcher.budget())?.unfinished()?;
        let (setup, _) = start.followed(start.moves().len());
        if setup.is_some_and(|SetUp { captured, .. }| captured != [0, 0]) {
            return Err(Wrong::new("position", Code::Position.says("engines take no position with captured stones")));
        }
        Self::queue(dispatcher, query, |fields| Self { start, fields });
        Ok(())
    }
}

impl Task for Engine {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let shared = Arc::clone(&worker.shared);
        let (name, asked) = self.asked(worker, call)?;
        let (began, game) = (Instant::now(), self.start.game());
        let heard = shared.foreign.ask(asked);
        let every = self.fields.report_every.map(Duration::from_millis);
        let (mut messages, mut last): (Vec<String>, Option<Instant>) = (Vec::new(), None);
        let mut told = SearchValues::default();
        let answer = |messages: &[String], told: &SearchValues, mv: Option<Move>| EngineAnswer {
            partial: mv.is_none(),
            engine: name.clone(),
            mv: mv.map(|mv| game.display_moves(&[mv]).to_string()),
            time_ms: began.elapsed().as_millis() as u64,
            depth: told.depth,
            nodes: told.nodes,
            score: told.score.clone(),
            line: names(game, &told.moves(self.record(), mv)),
            messages: messages.to_vec(),
        };
        for heard in heard {
            match heard {
                Heard::Message(text) => {
                    if messages.len() == MESSAGES {
                        messages.remove(0);
                    }
                    told.read(&text);
                    messages.push(text);
                    if every.is_some_and(|every| last.is_none_or(|last| last.elapsed() >= every)) {
                        last = Some(Instant::now());
                        call.report(&shared.sink, answer(&messages, &told, None));
                    }
                }
                Heard::Done(Ok(mv)) => {
                    call.answer(&shared.sink, answer(&messages, &told, Some(mv)));
                    return Ok(());
                }
                Heard::Done(Err(fault)) => return Err(Wrong::new("engine", fault.of(&name))),
            }
        }
        Err(Wrong::new("engine", Fault::Stopped.of(&name)))
    }

    fn takes_turns(&self) -> bool {
        false
    }
}

impl Engine {
    /// The game up to the question.
    fn record(&self) -> Box<dyn AnyRecord> {
        let (setup, moves) = self.start.followed(self.start.moves().len());
        let mut record = record(self.start.game(), setup.as_ref()).expect("the position was set up before");
        for mv in moves {
            record.play(mv).expect("the move was played before");
        }
        record
    }

    /// The name of the engine, and the question to it.
    fn asked(&self, worker: &Worker, call: &Call) -> Result<(String, Asked), Wrong> {
        let options = &worker.shared.options;
        let (name, program) = options.engines.named(self.fields.engine.as_deref())?;
        let guard = options.engines.guard.clone().expect("engines have a guard");
        let turn = self.fields.time.map(NonZeroU64::get).map_or(TIME, Duration::from_millis);
        let clock = self.fields.clock.map(|(whole, left)| (Duration::from_millis(whole), Duration::from_millis(left)));
        let bounded = |time: Duration| call.budget.left().map_or(time, |left| left.min(time)).min(LONGEST);
        let time = Time { turn: bounded(turn), clock: clock.map(|(whole, left)| (whole, bounded(left))) };
        let (setup, moves) = self.start.followed(self.start.moves().len());
        let memory = if options.limits.memory < u64::MAX { options.limits.memory } else { 0 };
        let stop = Arc::clone(call.budget.stop());
        let (game, name, program) = (self.start.game(), name.to_owned(), program.clone());
        Ok((name.clone(), Asked { name, program, guard, game, setup, moves, time, memory, stop }))
    }
}

/// The longest time of a move.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

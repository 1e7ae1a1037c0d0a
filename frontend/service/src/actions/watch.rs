//! A tournament that is watched.

use engine::notation::shorten;
use matches::statistics::Verdict;
use matches::tournament::{Played, SearchInfo, Standing};
use matches::watch::{RunningGame, TestState, Watch as Journal};
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Looks at the journal of a tournament.
pub(crate) struct Watch {
    fields: Fields,
}

/// A tournament: its standings, its newest games, and those in progress.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Watched"))]
pub(crate) struct WatchAnswer {
    /// The name of the journal.
    journal: String,
    /// The game with its board, as `renju 15x15`.
    title: String,
    /// The name of the game.
    rules: &'static str,
    /// The number of finished games.
    finished: usize,
    /// Whether older lines of the journal are still being read.
    reading: bool,
    /// Why the rest of the journal cannot be read; null if it can.
    problem: Option<String>,
    /// The engines, the best first.
    standings: Vec<StandingAnswer>,
    /// The sequential test; null without one.
    test: Option<TestAnswer>,
    /// Finished games, the newest first.
    games: Vec<FinishedGame>,
    /// Whether there are older games.
    more: bool,
    /// Games in progress.
    running: Vec<GameInProgress>,
}

/// Results of an engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Standing"))]
struct StandingAnswer {
    name: String,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The rating in Elo, seen from the first engine of the tournament; null without enough games.
    elo: Option<f64>,
    /// Half the width of its 95 % interval; null if there is none.
    margin: Option<f64>,
    /// Games lost by a fault.
    faults: u64,
}

/// A sequential test.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SequentialTest"))]
struct TestAnswer {
    /// The log-likelihood ratio.
    llr: f64,
    /// The ratio at which the first hypothesis is accepted.
    lower: f64,
    /// The ratio at which the second hypothesis is accepted.
    upper: f64,
    /// The accepted hypothesis; null without a decision.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    accepted: Option<u8>,
}

/// A finished game of a tournament.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "FinishedGame"))]
struct FinishedGame {
    /// The number in the schedule, from 0.
    game: usize,
    /// The engines that began as Black and White.
    players: [String; 2],
    /// The winner, an index into `players`; null for a draw.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    winner: Option<usize>,
    /// Why the game ended.
    reason: String,
    /// Whether a fault ended it.
    fault: bool,
    /// The number of moves.
    plies: usize,
    /// The time of the end, in seconds since 1970.
    ended: u64,
}

/// A game in progress.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "GameInProgress"))]
struct GameInProgress {
    /// The number in the schedule, from 0.
    game: usize,
    /// The engines that began as Black and White.
    players: [String; 2],
    /// Whether the engines exchanged colours.
    swapped: bool,
    /// The position of the start; null for the empty board.
    position: Option<String>,
    /// The moves so far.
    moves: Vec<String>,
    /// The engine whose turn it is, an index into `players`.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    turn: usize,
    /// The time of the turn so far, in milliseconds.
    turn_ms: u64,
    /// The clocks of both engines at the begin of the turn, in milliseconds; null without a limit for the game.
    left: [Option<u64>; 2],
    /// The reported values of each engine for its last move; null without a report.
    last: [Option<ReportedValues>; 2],
}

/// Values that an engine reported with its move; null where it did not.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ReportedValues"))]
pub(crate) struct ReportedValues {
    /// The depth in plies.
    depth: Option<u32>,
    /// The number of positions.
    nodes: Option<u64>,
    /// The score for the engine in its own units; ±(30000 − distance) for a forced win or loss.
    #[cfg_attr(test, schemars(range(min = i32::MIN, max = i32::MAX)))]
    score: Option<i32>,
}

/// The games of an answer without a limit, and the most.
const GAMES: (usize, usize) = (50, 500);

impl Act for Watch {
    const NAME: &'static str = "watch";
    const ABOUT: &'static str = "standings, newest games and games in progress of a tournament";
    const FIELDS: &'static [&'static [&'static str]] = &[&["journal", "limit", "after", "priority"]];
    type Answer = WatchAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        Self::queue(dispatcher, query, |fields| Self { fields });
        Ok(())
    }
}

impl Task for Watch {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Fields { journal, limit, after, .. } = &self.fields;
        let most = limit.map_or(GAMES.0, |limit| usize::from(limit.get()).min(GAMES.1));
        let skipped = after.map_or(0, |after| usize::try_from(after).unwrap_or(0));
        let watched = &worker.shared.options.watched;
        let answer = watched.look(journal.as_deref(), |name, journal| WatchAnswer::of(name, journal, skipped, most))?;
        call.answer_unless_ended(worker.sink(), answer)
    }

    fn takes_turns(&self) -> bool {
        false
    }
}

impl WatchAnswer {
    fn of(name: &str, journal: &mut Journal, skipped: usize, most: usize) -> Result<Self, Wrong> {
        let newest = journal.newest(skipped, most).map_err(|error| unreadable(name, &error))?;
        Ok(Self {
            journal: name.to_owned(),
            title: journal.title(),
            rules: journal.game().rules().name,
            finished: journal.games(),
            reading: journal.is_behind(),
            problem: journal.problem().map(ToString::to_string),
            standings: journal.standings().iter().map(StandingAnswer::of).collect(),
            test: journal.test().map(TestAnswer::of),
            more: skipped + newest.len() < journal.games(),
            games: newest.into_iter().map(FinishedGame::of).collect(),
            running: journal.running().into_iter().map(GameInProgress::of).collect(),
        })
    }
}

/// The refusal of a query whose journal cannot be read.
pub(crate) fn unreadable(name: &str, error: &impl ToString) -> Wrong {
    Wrong::new("journal", Code::Journal.says(error.to_string()).with("name", name))
}

impl StandingAnswer {
    fn of(standing: &Standing) -> Self {
        let finite = |number: f64| number.is_finite().then_some((10.0 * number).round() / 10.0);
        Self {
            name: standing.name.clone(),
            wins: standing.games.wins,
            draws: standing.games.draws,
            losses: standing.games.losses,
            elo: standing.rating.and_then(|rating| finite(rating.value)),
            margin: standing.rating.and_then(|rating| finite(rating.margin)),
            faults: standing.faults,
        }
    }
}

impl TestAnswer {
    fn of(test: TestState) -> Self {
        let accepted = match test.verdict {
            Verdict::AcceptH0 => Some(0),
            Verdict::AcceptH1 => Some(1),
            _ => None,
        };
        Self { llr: test.llr, lower: test.lower, upper: test.upper, accepted }
    }
}

impl FinishedGame {
    fn of(played: Played) -> Self {
        Self {
            game: played.game,
            winner: played.winner,
            reason: shorten(&played.reason),
            fault: played.fault.is_some(),
            plies: played.moves.len(),
            ended: played.ended,
            players: played.players,
        }
    }
}

impl GameInProgress {
    fn of(running: RunningGame) -> Self {
        Self {
            game: running.game,
            swapped: running.swapped,
            turn: running.turn,
            turn_ms: running.turn_ms(),
            left: running.left,
            last: running.last.map(|info| info.map(ReportedValues::of)),
            position: running.position,
            moves: running.moves,
            players: running.players,
        }
    }
}

impl ReportedValues {
    pub(crate) fn of(info: SearchInfo) -> Self {
        let SearchInfo { depth, nodes, score, .. } = info;
        Self { depth, nodes, score }
    }
}

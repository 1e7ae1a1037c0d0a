//! The best lines of positions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use analysis::json::{Value as Score, names, rounded};
use analysis::{Among, Found, Line};
use engine::{Color, Game, Move, Point};
use records::Exceeded;
use search::{End, Instant};
use serde::Serialize;

use crate::action::Act;
use crate::answer::{Keys, OutcomeAnswer, TERMINATED};
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::{Fields, Plies};
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::{GAME, LIMITS};
use crate::sink::Sink;
use crate::start::Start;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Searches the position after `ply` moves.
pub(crate) struct Analyze {
    start: Arc<Start>,
    fields: Arc<Fields>,
    ply: usize,
    among: Among,
}

/// The best lines of a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Analysis {
    /// The number of moves before the position.
    ply: usize,
    /// Whether another answer follows for this position.
    partial: bool,
    /// The side to move; null if the game is over or the position was not searched.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Side>"))]
    to_move: Option<char>,
    /// The last finished depth, in plies.
    depth: u32,
    /// The deepest searched ply.
    seldepth: u32,
    /// Visited positions.
    nodes: u64,
    /// Visited positions per second.
    nps: u64,
    /// The time of the search, in milliseconds.
    time_ms: u64,
    /// The best move; null if the game is over, or if the search was ended before it had one.
    best: Option<String>,
    /// The best lines, the best first.
    lines: Vec<BestLine>,
    /// Why the search ended; null in partial answers and if the game is over.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::ended"))]
    ended: Option<String>,
    /// How the game ended; null if it is not over.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Outcome>"))]
    outcome: Option<OutcomeAnswer>,
    /// The keys of the position, with `keys`.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Keys>,
    /// With `policy` the probability of each legal placement before the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<BTreeMap<String, f64>>,
}

/// One of the best lines.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Line"))]
struct BestLine {
    /// The value for the side to move, or for that of `perspective`.
    score: Score,
    /// The probability that this side wins.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    winrate: f64,
    /// The moves, the best first.
    pv: Vec<String>,
    /// The probability of the first move before the search; null for `swap` and `pass`.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    prior: Option<f64>,
}

impl Act for Analyze {
    const NAME: &'static str = "analyze";
    const ABOUT: &'static str = "the best lines of positions of a game";
    const FIELDS: &'static [&'static [&'static str]] = &[
        GAME,
        LIMITS,
        &["left", "increment"],
        &["plies", "lines", "only", "except", "perspective"],
        &["priority", "priorities", "report_every", "own_table", "keys", "policy"],
    ];
    type Answer = Analysis;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let Query { id, fields, bytes, .. } = query;
        let start = Arc::new(Start::of(&fields, &dispatcher.budget())?);
        let (plies, among) = (start.plies(fields.plies.as_ref())?, start.among(&fields)?);
        let priorities = priorities(&fields, &plies)?;
        let fields = Arc::new(fields);
        // The tasks share the fields of the line.
        let bytes = bytes / plies.len();
        for (ply, priority) in plies.into_iter().zip(priorities) {
            let (start, fields) = (Arc::clone(&start), Arc::clone(&fields));
            let call = Self::call(dispatcher, &id, &fields);
            dispatcher.add(call, priority, bytes, Box::new(Self { start, fields, ply, among }));
        }
        Ok(())
    }
}

/// The priority of each of the sorted `plies`.
///
/// # Errors
/// There are not as many priorities as positions.
fn priorities(fields: &Fields, plies: &[usize]) -> Result<Vec<i32>, Wrong> {
    let Some(given) = &fields.priorities else { return Ok(vec![fields.priority; plies.len()]) };
    let asked = if let Some(Plies::List(list)) = &fields.plies { list } else { plies };
    if given.len() != asked.len() {
        let problem = Code::BadValue.says(format!("each of the {} plies has a priority", asked.len()));
        return Err(Wrong::new("priorities", problem));
    }
    let priority =
        |ply| asked.iter().zip(given).find(|(asked, _)| **asked == ply).map_or(fields.priority, |(_, it)| *it);
    Ok(plies.iter().map(|&ply| priority(ply)).collect())
}

impl Task for Analyze {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let Self { start, fields, ply, among } = &*self;
        let mut analyst = worker.analyst(start, *ply, fields.own_table).with_whole_lines();
        let effort = fields.effort(&call.budget);
        let keys = fields.keys.then(|| Keys::of(analyst.record()));
        let priors = analyst.policy();
        let policy = fields.policy.then(|| policy(start.game(), &priors));
        if let Some(outcome) = analyst.record().outcome() {
            worker.retire(analyst, fields.own_table);
            let answer = Analysis { keys, policy, ..Analysis::unsearched(*ply, Some(outcome.into()), None) };
            call.answer(worker.sink(), answer);
            return Ok(());
        }
        let every = fields.report_every.map(Duration::from_millis);
        let (shared, mut last) = (Arc::clone(&worker.shared), None::<Instant>);
        let to_move = analyst.record().to_move();
        let perspective = fields.perspective.map_or(to_move, Color::from);
        let answer = |found: &Found, partial| Analysis {
            to_move: Some(to_move.symbol()),
            ..Analysis::found(start.game(), *ply, perspective == to_move, &priors, found, partial)
        };
        let mut on_depth = |found: &Found| {
            // The first report is sent at once.
            let is_due = every.is_some_and(|every| last.is_none_or(|last| last.elapsed() >= every));
            if found.end.is_none() && is_due {
                last = Some(Instant::now());
                call.report(&shared.sink, answer(found, true));
            }
        };
        let lines = fields.lines.map_or(1, NonZeroUsize::get);
        let found = analyst.think_among(*among, effort, lines, call.budget.stop(), &mut on_depth);
        worker.retire(analyst, fields.own_table);
        let field = if fields.only.words().is_empty() { "except" } else { "only" };
        let none = || Wrong::new(field, Code::NoPlacement.says("no legal placement is left to think about"));
        let mut found = found.ok_or_else(none)?;
        // The flag is set at the end of the time, too, where the search did not look at its clock by then.
        if found.end == Some(End::Stopped) && call.budget.is_late() {
            found.end = Some(End::Time);
        }
        let answer = Analysis { keys, policy, ..answer(&found, false) };
        call.answer_within(worker.sink(), answer);
        Ok(())
    }

    fn missing_weights(&self) -> Option<&'static str> {
        self.start.missing_weights()
    }

    fn terminated(&self, call: &Call, sink: &Sink) {
        let limit = Some(Exceeded::Stopped.into());
        let answer = Analysis::unsearched(self.ply, None, Some(TERMINATED));
        sink.answer_within(&call.id, call.action, answer, limit);
    }
}

/// The probabilities of placements by their names, rounded to six decimals.
fn policy(game: &Game, policy: &[(Point, f64)]) -> BTreeMap<String, f64> {
    policy.iter().map(|&(point, part)| (game.grid().name(point), six_decimals(part))).collect()
}

fn six_decimals(part: f64) -> f64 {
    (part * 1e6).round() / 1e6
}

impl Analysis {
    /// The answer for a position that was not searched.
    fn unsearched(ply: usize, outcome: Option<OutcomeAnswer>, ended: Option<&str>) -> Self {
        Self {
            ply,
            partial: false,
            to_move: None,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            nps: 0,
            time_ms: 0,
            best: None,
            lines: Vec::new(),
            ended: ended.map(str::to_owned),
            outcome,
            keys: None,
            policy: None,
        }
    }

    /// The answer of a search, with the values of the side to move or of the other side.
    fn found(game: &Game, ply: usize, to_move: bool, priors: &[(Point, f64)], found: &Found, partial: bool) -> Self {
        let prior = |line: &Line| {
            let Move::Place(best) = line.best() else { return None };
            priors.iter().find(|(point, _)| *point == best).map(|&(_, part)| six_decimals(part))
        };
        let score = |line: &Line| if to_move { line.score } else { -line.score };
        let line = |line: &Line| BestLine {
            score: score(line).into(),
            winrate: rounded(score(line).win_rate()),
            pv: names(game, &line.moves),
            prior: prior(line),
        };
        let ended = |end: End| end.to_string();
        Self {
            ply,
            partial,
            to_move: None,
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            nps: found.speed(),
            time_ms: found.time.as_millis() as u64,
            best: found.lines.first().map(|line| game.display_moves(&[line.best()]).to_string()),
            lines: found.lines.iter().map(line).collect(),
            ended: found.end.filter(|_| !partial).map(ended),
            outcome: None,
            keys: None,
            policy: None,
        }
    }
}

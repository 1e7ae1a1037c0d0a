//! A thread that searches, with memory that stays warm.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::Move;
use records::Replayed;
use review::json::{names, review_json, rounded};
use review::{Among, Analyst, Effort, Found, Review, Spending};
use search::proof::{self, Answer as Proof, solve_game};
use search::{Resources, SharedTable, player};
use serde::Serialize;
use serde_json::Value;

use crate::actions;
use crate::answer::{Analysis, BalanceAnswer, BalancedMove, SolveAnswer};
use crate::fields::Fields;
use crate::queue::Job;
use crate::refusal::{Refusal, Wrong};
use crate::service::{Options, Sink};
use crate::start::Start;

/// What is to be found out.
pub(crate) enum Task {
    /// The best lines after so many moves.
    Analyze {
        start: Arc<Start>,
        fields: Arc<Fields>,
        ply: usize,
        among: Among,
    },
    Balance {
        start: Start,
        fields: Box<Fields>,
    },
    Convert {
        fields: Box<Fields>,
    },
    Review {
        start: Start,
        fields: Box<Fields>,
    },
    Solve {
        start: Start,
        fields: Box<Fields>,
    },
    Verify {
        certificate: String,
    },
}

impl Task {
    /// The name of its action.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Analyze { .. } => "analyze",
            Self::Balance { .. } => "balance",
            Self::Convert { .. } => "convert",
            Self::Review { .. } => "review",
            Self::Solve { .. } => "solve",
            Self::Verify { .. } => "verify",
        }
    }
}

/// A search without limits ends after so many nodes.
const USUAL_NODES: u64 = 100_000;

/// The memory of a search that shares no table, in bytes.
const OWN_TABLE: usize = 16 << 20;

/// One thread and what it keeps from one job to the next.
pub(crate) struct Worker<'s> {
    options: &'s Options,
    table: &'s SharedTable,
    sink: &'s Sink,
    resources: Resources,
    /// For searches that share no table.
    own: Resources,
}

impl<'s> Worker<'s> {
    pub(crate) fn new(options: &'s Options, table: &'s SharedTable, sink: &'s Sink) -> Self {
        Self { options, table, sink, resources: Resources::default(), own: Resources::default() }
    }

    /// Does what a job asks for, and answers.
    pub(crate) fn work(&mut self, job: Job) {
        let Job { id, task, stop, .. } = job;
        let name = task.name();
        let done = match task {
            Task::Analyze { start, fields, ply, among } => self.analyze(&id, &start, &fields, ply, among, &stop),
            Task::Balance { start, fields } => {
                let answer = self.balance(&start, &fields, &stop);
                self.answer(&id, name, answer);
                Ok(())
            }
            Task::Convert { fields } => actions::convert(&fields).map(|answer| self.answer(&id, name, answer)),
            Task::Review { start, fields } => {
                let review = self.review(&start, &fields, &stop);
                self.answer(&id, name, review_json(&review));
                Ok(())
            }
            Task::Solve { start, fields } => {
                self.answer(&id, name, solve(&start, &fields, &stop));
                Ok(())
            }
            Task::Verify { certificate } => {
                self.answer(&id, name, actions::verify(&certificate));
                Ok(())
            }
        };
        if let Err(wrong) = done {
            self.sink.refuse(&wrong.of(id));
        }
    }

    fn answer(&self, id: &Value, action: &'static str, of: impl Serialize) {
        self.sink.answer(id, action, of);
    }

    /// An analyst of the game after `ply` moves, with the memory of this thread.
    fn analyst(&mut self, start: &Start, ply: usize, own: bool) -> Analyst {
        let mut player = player(start.game, start.setup.as_ref()).expect("it was set up before");
        if own {
            player.set_memory(OWN_TABLE);
            player.inherit(std::mem::take(&mut self.own));
        } else {
            player.inherit(std::mem::take(&mut self.resources));
            player.share(self.table);
        }
        for &mv in &start.moves[..ply] {
            player.play(mv).expect("it was played before");
        }
        Analyst::of(player, self.options.search_threads)
    }

    /// Takes the memory back.
    fn retire(&mut self, analyst: Analyst, own: bool) {
        let resources = analyst.into_player().release();
        *(if own { &mut self.own } else { &mut self.resources }) = resources;
    }

    fn analyze(
        &mut self,
        id: &Value,
        start: &Start,
        fields: &Fields,
        ply: usize,
        among: Among,
        stop: &AtomicBool,
    ) -> Result<(), Wrong> {
        let mut analyst = self.analyst(start, ply, fields.own_table);
        if analyst.record().outcome().is_some() {
            self.retire(analyst, fields.own_table);
            let game = Replayed::from(start.entry_of(ply));
            self.answer(id, "analyze", Analysis::unsearched(ply, game.outcome_json(), None));
            return Ok(());
        }
        let every = fields.report_every.map(Duration::from_millis);
        let (sink, mut last) = (self.sink, Instant::now());
        let to_move = analyst.record().to_move();
        let answer = |found: &Found, partial| Analysis::found(start.game, ply, to_move, found, partial);
        let mut on_depth = |found: &Found| {
            if found.end.is_none() && every.is_some_and(|every| last.elapsed() >= every) {
                last = Instant::now();
                sink.report(id, "analyze", answer(found, true));
            }
        };
        let lines = fields.lines.map_or(1, NonZeroUsize::get);
        let found = analyst.think_among(among, effort(fields), lines, stop, &mut on_depth);
        self.retire(analyst, fields.own_table);
        let field = if fields.only.words().is_empty() { "except" } else { "only" };
        let found = found.ok_or_else(|| Wrong::new(field, "no legal placement is left to think about"))?;
        self.answer(id, "analyze", answer(&found, false));
        Ok(())
    }

    fn balance(&mut self, start: &Start, fields: &Fields, stop: &AtomicBool) -> BalanceAnswer {
        let mut analyst = self.analyst(start, start.moves.len(), false);
        let found = analyst.think(effort(fields), usize::MAX, stop, &mut |_| ());
        self.retire(analyst, false);
        let mut lines = found.lines;
        lines.sort_by_key(|line| line.score.value().abs_diff(fields.bias));
        lines.truncate(fields.lines.map_or(1, NonZeroUsize::get));
        let balanced = |line: &review::Line| BalancedMove {
            mv: start.game.display_moves(&[line.best()]).to_string(),
            score: line.score.into(),
            winrate: rounded(line.score.win_rate()),
        };
        let moves = lines.iter().map(balanced).collect();
        BalanceAnswer { bias: fields.bias, depth: found.depth, nodes: found.nodes, moves }
    }

    fn review(&self, start: &Start, fields: &Fields, stop: &AtomicBool) -> Review {
        let effort = effort(fields);
        let nodes = effort.nodes.unwrap_or(USUAL_NODES);
        let solver = proof::Effort { nodes, time: effort.time.unwrap_or(Duration::MAX), shortest: false };
        let spending = Spending { effort, solver, memory: self.options.hash.min(OWN_TABLE) };
        Review::new(String::new(), Ok(start.entry()), spending, stop, &|| ())
    }
}

/// What bounds a search.
fn effort(fields: &Fields) -> Effort {
    let nodes = fields.nodes.map(NonZeroU64::get);
    let time = fields.time.map(|millis| Duration::from_millis(millis.get()));
    let depth = fields.depth.map(NonZeroU32::get);
    let is_free = nodes.is_none() && time.is_none() && depth.is_none();
    Effort { time, depth, nodes: nodes.or(is_free.then_some(USUAL_NODES)) }
}

fn solve(start: &Start, fields: &Fields, stop: &AtomicBool) -> SolveAnswer {
    let Effort { nodes, time, .. } = effort(fields);
    let nodes = nodes.unwrap_or(u64::MAX);
    let effort = proof::Effort { nodes, time: time.unwrap_or(Duration::MAX), shortest: fields.shortest };
    let solved = solve_game(start.game, start.setup.as_ref(), &start.moves, effort, stop);
    let solution = solved.expect("it was played before");
    let (plies, line, shortest, exhausted): (_, Vec<Move>, _, _) = match solution.answer {
        Proof::Win { plies, line, shortest, .. } => (Some(plies), line, shortest, false),
        Proof::NotFound { exhausted } => (None, Vec::new(), false, exhausted),
    };
    SolveAnswer {
        proved: plies.is_some(),
        plies,
        pv: names(start.game, &line),
        nodes: solution.nodes,
        exhausted,
        shortest,
        certificate: solution.certificate,
    }
}

/// The answer to a job that was ended before it began.
pub(crate) fn ended(job: &Job, sink: &Sink) {
    match &job.task {
        Task::Analyze { ply, .. } => {
            sink.answer(&job.id, "analyze", Analysis::unsearched(*ply, None, Some("terminated")));
        }
        task => sink.refuse(&Refusal {
            id: job.id.clone(),
            error: format!("terminated before \"{}\" began", task.name()),
            field: None,
        }),
    }
}

//! A thread that searches, with memory that stays warm.

use std::cell::Cell;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use analysis::json::{names, review_json, rounded};
use analysis::{Among, Analyst, Effort, Found, Level, Opponent, Review, Spending};
use engine::Move;
use random::Dice;
use records::opening_rule::Opening;
use records::{Budget, Exceeded, Replayed};
use search::proof::{self, Answer as Proof, CheckLimits, solve_game};
use search::{Instant, Resources, player};
use serde::Serialize;

use crate::answer::{Analysis, BalanceAnswer, BalancedMove, PlayAnswer, ReviewProgress, SolveAnswer};
use crate::fields::Fields;
use crate::id::Id;
use crate::limit::Limit;
use crate::opening;
use crate::picture;
use crate::queue::Job;
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::sink::Sink;
use crate::start::Start;
use crate::{actions, trees, verify};

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
    Opening {
        opening: Opening,
        fields: Box<Fields>,
    },
    Picture {
        fields: Box<Fields>,
    },
    Play {
        start: Start,
        fields: Box<Fields>,
    },
    Read {
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
        fields: Box<Fields>,
    },
    Write {
        fields: Box<Fields>,
    },
}

impl Task {
    /// The name of its action.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Analyze { .. } => "analyze",
            Self::Balance { .. } => "balance",
            Self::Convert { .. } => "convert",
            Self::Opening { .. } => "opening",
            Self::Picture { .. } => "picture",
            Self::Play { .. } => "play",
            Self::Read { .. } => "read",
            Self::Review { .. } => "review",
            Self::Solve { .. } => "solve",
            Self::Verify { .. } => "verify",
            Self::Write { .. } => "write",
        }
    }

    /// The game whose weights it needs and nobody has loaded.
    pub(crate) fn missing_weights(&self) -> Option<&'static str> {
        match self {
            Self::Analyze { start, .. } => search::missing_weights(start.game.rules()),
            Self::Balance { start, .. } | Self::Play { start, .. } | Self::Review { start, .. } => {
                search::missing_weights(start.game.rules())
            }
            Self::Opening { opening, .. } => search::missing_weights(opening.record().game().rules()),
            Self::Convert { .. }
            | Self::Picture { .. }
            | Self::Read { .. }
            | Self::Solve { .. }
            | Self::Verify { .. }
            | Self::Write { .. } => None,
        }
    }
}

/// A search without limits ends after so many nodes.
const USUAL_NODES: u64 = 100_000;

/// How long a level thinks about a move at most, if nothing is asked for.
const PLAY_TIME: Duration = Duration::from_secs(2);

/// The memory of a search that shares no table, in bytes.
const OWN_TABLE: usize = 16 << 20;

/// The least memory of the check of a certificate, in bytes.
const LEAST_CHECK: usize = 16 << 20;

/// One thread and what it keeps from one job to the next.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    resources: Resources,
    /// For searches that share no table.
    own: Resources,
}

impl Worker {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        Self { shared: Arc::clone(shared), resources: Resources::default(), own: Resources::default() }
    }

    /// Does what a job asks for, and answers. What searches nothing stands in functions of its own (`inline(never)`): a search is
    /// left and returned to where there are no threads, and that makes all code around it larger.
    pub(crate) fn work(&mut self, job: Job) {
        let Job { id, task, budget, .. } = job;
        let name = task.name();
        let done = match task {
            Task::Analyze { start, fields, ply, among } => self.analyze(&id, &start, &fields, ply, among, &budget),
            Task::Balance { start, fields } => {
                let answer = self.balance(&start, &fields, &budget);
                self.answer_within(&id, name, answer, &budget);
                Ok(())
            }
            Task::Convert { fields } => actions::convert(&fields, &budget).map(|answer| self.answer(&id, name, answer)),
            Task::Opening { opening, fields } => {
                let effort = self.effort(&fields, &budget);
                let answer = opening::answer(&opening, effort, fields.seed, budget.stop());
                self.answer_within(&id, name, answer, &budget);
                Ok(())
            }
            Task::Picture { fields } => picture::picture(&fields, &budget).map(|answer| self.answer(&id, name, answer)),
            Task::Play { start, fields } => {
                self.play(&start, &fields, &budget).map(|answer| self.answer_within(&id, name, answer, &budget))
            }
            Task::Read { fields } => trees::read(&fields, &budget).map(|answer| self.answer(&id, name, answer)),
            Task::Write { fields } => trees::write(&fields, &budget).map(|answer| self.answer(&id, name, answer)),
            Task::Review { start, fields } => {
                let review = self.review(&id, &start, &fields, &budget);
                self.answer_within(&id, name, review_json(&review), &budget);
                Ok(())
            }
            Task::Solve { start, fields } => {
                let answer = self.solve(&start, &fields, &budget);
                self.answer_within(&id, name, answer, &budget);
                Ok(())
            }
            Task::Verify { certificate, fields } => {
                self.answer(&id, name, verify::verify(&certificate, self.check_limits(&fields), budget.stop()));
                Ok(())
            }
        };
        if let Err(wrong) = done {
            // An exceeded limit is the reason, whatever error it caused.
            let wrong = budget.check().err().map_or(wrong, |limit| ended_by(limit, name));
            self.shared.sink.refuse(&wrong.of(id));
        }
    }

    fn answer(&self, id: &Id, action: &'static str, of: impl Serialize) {
        self.shared.sink.answer(id, action, of);
    }

    /// Gives an answer, which names the limit at which the action ended.
    fn answer_within(&self, id: &Id, action: &'static str, of: impl Serialize, budget: &Budget) {
        self.shared.sink.answer_within(id, action, of, budget.check().err().map(Limit::from));
    }

    /// An analyst of the game after `ply` moves, with the memory of this thread.
    fn analyst(&mut self, start: &Start, ply: usize, own: bool) -> Analyst {
        let (setup, moves) = start.followed(ply);
        let mut player = player(start.game, setup.as_ref()).expect("it was set up before");
        if own {
            player.set_memory(OWN_TABLE);
            player.inherit(std::mem::take(&mut self.own));
        } else {
            player.inherit(std::mem::take(&mut self.resources));
            player.share(&self.shared.table);
        }
        for mv in moves {
            player.play(mv).expect("it was played before");
        }
        Analyst::of(player, self.shared.options.search_threads)
    }

    /// Takes the memory back.
    fn retire(&mut self, analyst: Analyst, own: bool) {
        let resources = analyst.into_player().release();
        *(if own { &mut self.own } else { &mut self.resources }) = resources;
    }

    fn analyze(
        &mut self,
        id: &Id,
        start: &Start,
        fields: &Fields,
        ply: usize,
        among: Among,
        budget: &Budget,
    ) -> Result<(), Wrong> {
        let (mut analyst, effort) = (self.analyst(start, ply, fields.own_table), self.effort(fields, budget));
        if analyst.record().outcome().is_some() {
            self.retire(analyst, fields.own_table);
            let game = Replayed::from(start.entry_of(ply));
            self.answer(id, "analyze", Analysis::unsearched(ply, game.outcome_json(), None));
            return Ok(());
        }
        let every = fields.report_every.map(Duration::from_millis);
        let (shared, mut last) = (Arc::clone(&self.shared), None::<Instant>);
        let to_move = analyst.record().to_move();
        let answer = |found: &Found, partial| Analysis::found(start.game, ply, to_move, found, partial);
        let mut on_depth = |found: &Found| {
            // The first is told at once.
            let is_due = every.is_some_and(|every| last.is_none_or(|last| last.elapsed() >= every));
            if found.end.is_none() && is_due {
                last = Some(Instant::now());
                shared.sink.report(id, "analyze", answer(found, true));
            }
        };
        let lines = fields.lines.map_or(1, NonZeroUsize::get);
        let found = analyst.think_among(among, effort, lines, budget.stop(), &mut on_depth);
        self.retire(analyst, fields.own_table);
        let field = if fields.only.words().is_empty() { "except" } else { "only" };
        let found = found.ok_or_else(|| Wrong::new(field, "no legal placement is left to think about"))?;
        self.answer_within(id, "analyze", answer(&found, false), budget);
        Ok(())
    }

    fn balance(&mut self, start: &Start, fields: &Fields, budget: &Budget) -> BalanceAnswer {
        let mut analyst = self.analyst(start, start.moves.len(), false);
        let found = analyst.think(self.effort(fields, budget), usize::MAX, budget.stop(), &mut |_| ());
        self.retire(analyst, false);
        let mut lines = found.lines;
        lines.sort_by_key(|line| line.score.value().abs_diff(fields.bias));
        lines.truncate(fields.lines.map_or(1, NonZeroUsize::get));
        let balanced = |line: &analysis::Line| BalancedMove {
            mv: start.game.display_moves(&[line.best()]).to_string(),
            score: line.score.into(),
            winrate: rounded(line.score.win_rate()),
        };
        let moves = lines.iter().map(balanced).collect();
        BalanceAnswer { bias: fields.bias, depth: found.depth, nodes: found.nodes, moves }
    }

    fn play(&mut self, start: &Start, fields: &Fields, budget: &Budget) -> Result<PlayAnswer, Wrong> {
        let number = fields.level.unwrap_or(10);
        let level: Level = number.to_string().parse().map_err(|error| Wrong::new("level", error))?;
        let (setup, moves) = start.followed(start.moves.len());
        let mut player = player(start.game, setup.as_ref()).expect("it was set up before");
        player.set_memory(OWN_TABLE);
        player.inherit(std::mem::take(&mut self.own));
        let time = fields.time.map_or(PLAY_TIME, |millis| Duration::from_millis(millis.get()));
        let (time, threads) = (budget.left().map_or(time, |left| left.min(time)), self.shared.options.search_threads);
        let mut opponent = Opponent::new(player, time, threads, Dice::new(fields.seed, 0, 0)).stopped_by(budget.stop());
        for mv in moves {
            opponent.follow(mv);
        }
        let chosen = opponent.choose(level);
        self.own = opponent.into_player().release();
        let (mv, score) = chosen.ok_or_else(|| Wrong::new("moves", "the search was ended before it found a move"))?;
        let mv = start.game.display_moves(&[mv]).to_string();
        Ok(PlayAnswer { mv, level: number, score: score.into(), winrate: rounded(score.win_rate()) })
    }

    fn review(&self, id: &Id, start: &Start, fields: &Fields, budget: &Budget) -> Review {
        let effort = self.effort(fields, budget);
        let nodes = effort.nodes.unwrap_or(USUAL_NODES);
        let solver = proof::Effort { nodes, time: effort.time.unwrap_or(Duration::MAX), shortest: false };
        let spending = Spending { effort, solver, memory: self.shared.options.hash.min(OWN_TABLE) };
        let (done, of) = (Cell::new(0), start.moves.len() + 1);
        let on_position = || {
            // Without a thread that watches it, the time is looked at here.
            let _ = budget.check();
            done.set(done.get() + 1);
            if fields.report_every.is_some() {
                self.shared.sink.report(id, "review", ReviewProgress { partial: true, done: done.get(), of });
            }
        };
        Review::new(String::new(), Ok(start.entry()), spending, budget.stop(), &on_position)
    }

    fn solve(&self, start: &Start, fields: &Fields, budget: &Budget) -> SolveAnswer {
        let Effort { nodes, time, .. } = self.effort(fields, budget);
        let nodes = nodes.unwrap_or(u64::MAX);
        let effort = proof::Effort { nodes, time: time.unwrap_or(Duration::MAX), shortest: fields.shortest };
        solve(start, effort, budget.stop())
    }

    /// The limits of the check of a certificate.
    fn check_limits(&self, fields: &Fields) -> CheckLimits {
        let longest = self.shared.options.limits.time;
        let time = fields.time.map_or(longest, |millis| longest.min(Duration::from_millis(millis.get())));
        let positions = fields.nodes.map_or(u64::MAX, NonZeroU64::get);
        let memory = self.shared.options.hash.max(LEAST_CHECK);
        let limits = CheckLimits::default().time(time).positions(positions).memory(memory);
        limits.threads(self.shared.options.search_threads)
    }

    /// What bounds a search.
    fn effort(&self, fields: &Fields, budget: &Budget) -> Effort {
        let nodes = fields.nodes.map(NonZeroU64::get);
        let time = fields.time.map(|millis| Duration::from_millis(millis.get()));
        let depth = fields.depth.map(NonZeroU32::get);
        let is_free = nodes.is_none() && time.is_none() && depth.is_none();
        let time = time.into_iter().chain(budget.left()).min();
        Effort { time, depth, nodes: nodes.or(is_free.then_some(USUAL_NODES)) }
    }
}

fn solve(start: &Start, effort: proof::Effort, stop: &AtomicBool) -> SolveAnswer {
    let (setup, moves) = start.followed(start.moves.len());
    let solved = solve_game(start.game, setup.as_ref(), &moves, effort, stop);
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

/// The refusal of an action that ended at a limit.
fn ended_by(limit: Exceeded, action: &str) -> Wrong {
    match limit {
        Exceeded::Stopped => Wrong::line(format!("terminated while \"{action}\" was under way")).limited(limit.into()),
        _ => limit.into(),
    }
}

/// The answer to a job that was ended before it began.
pub(crate) fn ended(job: &Job, sink: &Sink) {
    match &job.task {
        Task::Analyze { ply, .. } => {
            let limit = Some(Exceeded::Stopped.into());
            sink.answer_within(&job.id, "analyze", Analysis::unsearched(*ply, None, Some("terminated")), limit);
        }
        task => {
            let wrong = Wrong::line(format!("terminated before \"{}\" began", task.name()));
            sink.refuse(&wrong.limited(Exceeded::Stopped.into()).of(job.id.clone()));
        }
    }
}

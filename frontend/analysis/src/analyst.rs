//! The thought about a position, depth by depth.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyRecord, Bitboard, Move, Point, PointSet, SetUp};
use search::{End, Limits, Player, Report, Score, player};

use crate::watch::{self, until};

/// What bounds the thought about one position. Nothing set means: until stopped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// The most time.
    pub time: Option<Duration>,
    /// The depth to be reached, in plies.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
}

/// The placements that are thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Among {
    /// If not empty: no others.
    pub only: Bitboard,
    /// Not these.
    pub except: Bitboard,
}

impl Among {
    /// All placements.
    pub const ALL: Self = Self { only: Bitboard::EMPTY, except: Bitboard::EMPTY };

    fn has(&self, point: Point) -> bool {
        (self.only.is_empty() || self.only.contains(point)) && !self.except.contains(point)
    }
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its value for the side to move.
    pub score: Score,
    /// Its moves, one at least.
    pub moves: Vec<Move>,
}

impl Line {
    /// Its first move.
    #[must_use]
    pub fn best(&self) -> Move {
        self.moves[0]
    }
}

/// What is known once a depth is finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The depth, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time since the request.
    pub time: Duration,
    /// The best lines, the best first; one at least.
    pub lines: Vec<Line>,
    /// The value of the best placement for the side to move, whether or not colours may be exchanged before it.
    pub stones: Score,
    /// Why the thought ended; `None` while it goes on.
    pub end: Option<End>,
}

impl Found {
    /// Positions per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// One who follows a game and thinks about its positions.
pub struct Analyst {
    player: Box<dyn Player>,
    threads: usize,
}

impl Analyst {
    /// An analyst of the game that began with `setup` and went on with the moves of `record`.
    ///
    /// # Panics
    /// The game did not begin with it.
    pub fn new(record: &dyn AnyRecord, setup: Option<&SetUp>, threads: usize, memory: usize) -> Self {
        let mut player = player(record.game(), setup).expect("the game began with it");
        player.set_memory(memory);
        for mv in record.moves() {
            player.play(mv).expect("the game went on with it");
        }
        Self::of(player, threads)
    }

    /// An analyst that thinks with `player`, who follows the game already.
    #[must_use]
    pub fn of(player: Box<dyn Player>, threads: usize) -> Self {
        Self { player, threads }
    }

    /// The player, for the next analyst.
    #[must_use]
    pub fn into_player(self) -> Box<dyn Player> {
        self.player
    }

    /// The game as it stands.
    #[must_use]
    pub fn record(&self) -> &dyn AnyRecord {
        self.player.record()
    }

    /// Takes the newest move back.
    pub fn take_back(&mut self) -> Option<Move> {
        self.player.take_back()
    }

    /// Thinks about all moves but one, as [`think`](Self::think) does about all. `None` if there is no other.
    pub fn think_excluding(&mut self, excluded: Point, effort: Effort, stop: &AtomicBool) -> Option<Found> {
        let mut except = Bitboard::EMPTY;
        except.insert(excluded);
        self.think_among(Among { except, ..Among::ALL }, effort, 1, stop, &mut |_| ())
    }

    /// Thinks until the effort is spent, `stop` is set or nothing is left to find out; the first depth is always finished.
    /// Calls `on_depth` with what is known after each depth, and once more if a depth that was cut short had a better
    /// move. Returns what was told last.
    ///
    /// # Panics
    /// The game is over.
    pub fn think(
        &mut self,
        effort: Effort,
        lines: usize,
        stop: &AtomicBool,
        on_depth: &mut dyn FnMut(&Found),
    ) -> Found {
        self.think_of(Among::ALL, effort, lines, stop, on_depth)
    }

    /// Thinks about some moves only, as [`think`](Self::think) does about all. `None` if these are some and none is legal.
    ///
    /// # Panics
    /// The game is over.
    pub fn think_among(
        &mut self,
        among: Among,
        effort: Effort,
        lines: usize,
        stop: &AtomicBool,
        on_depth: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        // Where all may be thought about and none is legal, there is the pass.
        let is_any = among == Among::ALL || self.record().legal().into_iter().any(|point| among.has(point));
        is_any.then(|| self.think_of(among, effort, lines, stop, on_depth))
    }

    fn think_of(
        &mut self,
        among: Among,
        effort: Effort,
        lines: usize,
        stop: &AtomicBool,
        on_depth: &mut dyn FnMut(&Found),
    ) -> Found {
        let legal = self.record().legal().into_iter().filter(|&point| among.has(point)).count();
        let count = lines.min(legal.max(1));
        let mut reporter = Reporter { wanted: lines, count, offer: self.offer(), before: 0, told: None, on_depth };
        let Among { only, except } = among;
        let limits = Limits {
            depth: effort.depth,
            nodes: effort.nodes,
            threads: self.threads,
            lines,
            only,
            except,
            ..Limits::none()
        };
        // A clock of the search would spare forced moves the thought. Here they are worth it, if a thread can watch.
        let limits = Limits { turn: effort.time.filter(|_| !watch::IS_KEPT), ..limits };
        let player = self.player.as_mut();
        let (mut searched, is_late) = until(effort.time, stop, |stop| {
            if limits.depth.or(limits.nodes.map(|_| 0)).is_none() {
                player.prepare(&Limits { turn: effort.time, ..limits }, stop);
            }
            reporter.search(player, &limits, stop)
        });
        let end = searched.answer.end.map(|end| if is_late && end == End::Stopped { End::Time } else { end });
        if matches!(searched.answer.end, Some(End::Stopped | End::Time)) && reporter.told.is_none() {
            reporter.before = searched.answer.nodes;
            let nodes = limits.nodes.map(|nodes| nodes - reporter.before);
            searched = reporter.search(
                player,
                &Limits { depth: Some(1), nodes, turn: None, ..limits },
                &AtomicBool::new(false),
            );
        }
        if reporter.told.is_none() && !searched.at_first_sight.is_empty() {
            reporter.tell(searched.at_first_sight);
        }
        reporter.conclude(Report { end, ..searched.answer })
    }

    /// Whether colours may be exchanged now, and if so, whether the side to move decides.
    fn offer(&self) -> Option<bool> {
        let record = self.record();
        Some(record.swap_decider()? == record.to_move())
    }
}

/// What the player said at the end.
struct Searched {
    answer: Report,
    /// The lines as they look without a finished depth, if there is none.
    at_first_sight: Vec<Report>,
}

/// Puts the lines of each depth together.
struct Reporter<'t> {
    wanted: usize,
    /// How many lines the search finds at each depth.
    count: usize,
    offer: Option<bool>,
    /// The positions visited before the thought that is listened to.
    before: u64,
    told: Option<Found>,
    on_depth: &'t mut dyn FnMut(&Found),
}

impl Reporter<'_> {
    /// Has the player think, and tells of every depth.
    fn search(&mut self, player: &mut dyn Player, limits: &Limits, stop: &AtomicBool) -> Searched {
        let (mut reports, mut at_first_sight): (Vec<Report>, _) = (Vec::new(), Vec::new());
        let mut on_info = |report: &Report| {
            if report.depth == 0 {
                return at_first_sight.push(report.clone());
            }
            if report.rank == 0 && !reports.is_empty() {
                self.tell(std::mem::take(&mut reports));
            }
            reports.push(report.clone());
            if reports.len() == self.count {
                self.tell(std::mem::take(&mut reports));
            }
        };
        let answer = player.think(limits, stop, &mut on_info).expect("there is an answer while the game goes on");
        if !reports.is_empty() {
            self.tell(reports);
        }
        Searched { answer, at_first_sight }
    }

    /// Tells of the lines that a depth ended with, one at least.
    fn tell(&mut self, reports: Vec<Report>) {
        let lines = reports.iter().map(|report| Line { score: report.score, moves: report.line.clone() }).collect();
        if let Some(last) = reports.last() {
            self.say(last, lines);
        }
    }

    /// Tells of `lines`, known at the time of `report`.
    fn say(&mut self, report: &Report, lines: Vec<Line>) {
        let Report { depth, seldepth, nodes, time, .. } = *report;
        let stones = lines[0].score;
        let mut lines = match self.offer {
            Some(decides) => with_swap(lines, decides),
            None => lines,
        };
        lines.truncate(self.wanted);
        let (depth, seldepth, nodes) = (depth.max(1), seldepth.max(1), self.before + nodes);
        let found = Found { depth, seldepth, nodes, time, lines, stones, end: None };
        (self.on_depth)(&found);
        self.told = Some(found);
    }

    /// Tells of the answer, if it says more than what was told last. Returns what is known at the end.
    fn conclude(mut self, answer: Report) -> Found {
        let (nodes, time, end) = (self.before + answer.nodes, answer.time, answer.end);
        self.tell_answer(answer);
        let found = self.told.expect("something was told");
        Found { nodes, time, end, ..found }
    }

    fn tell_answer(&mut self, answer: Report) {
        let Some(told) = &self.told else { return self.tell(vec![answer]) };
        let others = told.lines.iter().filter(|line| line.best() != Move::Swap);
        let same = others.clone().next().is_some_and(|line| line.best() == answer.best);
        let proves = answer.score.is_proven() && answer.score != told.stones;
        if answer.depth > told.depth && (!same || proves) {
            let first = Line { score: answer.score, moves: answer.line.clone() };
            // None of the others is better at this depth, whatever it was before.
            let lower = |line: &Line| Line { score: line.score.min(answer.score), moves: line.moves.clone() };
            let others = others.filter(|line| line.best() != answer.best).map(lower);
            let lines = std::iter::once(first).chain(others).collect();
            self.say(&answer, lines);
        }
    }
}

/// The lines with the exchange of colours among them. If the opponent decides, it is there only if that is the better choice.
fn with_swap(mut lines: Vec<Line>, decides: bool) -> Vec<Line> {
    let best = &lines[0];
    let moves = std::iter::once(Move::Swap).chain(best.moves.iter().copied()).collect();
    let swap = Line { score: -best.score, moves };
    if decides {
        let place = lines.iter().position(|line| line.score < swap.score).unwrap_or(lines.len());
        lines.insert(place, swap);
    } else if best.score > Score::DRAW {
        lines.insert(0, swap);
    }
    lines
}

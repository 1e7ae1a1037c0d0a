//! Searches of a position, depth by depth.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyRecord, Bitboard, Move, Point, PointSet, SetUp};
use search::{End, Limits, Player, Report, Score, player};

use crate::watch::{self, until};

/// The limits of a search. Without any, it runs until stopped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// The most time.
    pub time: Option<Duration>,
    /// The depth to be reached, in plies.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
}

/// The placements that are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Among {
    /// If not empty, no other placement is searched.
    pub only: Bitboard,
    /// Placements that are not searched.
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

/// The result of a finished depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The depth, in plies.
    pub depth: u32,
    /// The deepest searched ply.
    pub seldepth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time since the request.
    pub time: Duration,
    /// The best lines, the best first; one at least.
    pub lines: Vec<Line>,
    /// The value of the best placement for the side to move, whether or not colours may be exchanged before it.
    pub stones: Score,
    /// Why the search ended; `None` during the search.
    pub end: Option<End>,
}

impl Found {
    /// Positions per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// A player with a game, for searches of its positions.
pub struct Analyst {
    player: Box<dyn Player>,
    threads: usize,
}

impl Analyst {
    /// Creates an analyst of the game with the start `setup` and the moves of `record`.
    ///
    /// # Panics
    /// `setup` is not the start of the game.
    pub fn new(record: &dyn AnyRecord, setup: Option<&SetUp>, threads: usize, memory: usize) -> Self {
        let mut player = player(record.game(), setup).expect("the game began with it");
        player.set_memory(memory);
        for mv in record.moves() {
            player.play(mv).expect("the record has legal moves");
        }
        Self::of(player, threads)
    }

    /// Creates an analyst that searches with `player`, which has the game already.
    #[must_use]
    pub fn of(player: Box<dyn Player>, threads: usize) -> Self {
        Self { player, threads }
    }

    /// Returns the player, for the next analyst.
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

    /// Searches all moves but one, like [`think`](Self::think). Returns `None` if there is no other.
    pub fn think_excluding(&mut self, excluded: Point, effort: Effort, stop: &AtomicBool) -> Option<Found> {
        let mut except = Bitboard::EMPTY;
        except.insert(excluded);
        self.think_among(Among { except, ..Among::ALL }, effort, 1, stop, &mut |_| ())
    }

    /// Searches until the effort is spent, `stop` is set or the result is proven; the first depth is always finished.
    /// Calls `on_depth` with the result of each depth, and once more if a depth that was cut short had a better move.
    /// Returns the last result.
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

    /// Searches the placements of `among` only, like [`think`](Self::think). Returns `None` if none of them is legal.
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
        // Without a restriction, a position without a legal placement has a pass.
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
        let mut reporter = Reporter { wanted: lines, count, offer: self.offer(), before: 0, latest: None, on_depth };
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
        // A clock of the search would skip forced moves. Analysis searches them, if a thread keeps the time.
        let limits = Limits { turn: effort.time.filter(|_| !watch::IS_KEPT), ..limits };
        let player = self.player.as_mut();
        let (mut searched, is_late) = until(effort.time, stop, |stop| {
            if limits.depth.or(limits.nodes.map(|_| 0)).is_none() {
                player.prepare(&Limits { turn: effort.time, ..limits }, stop);
            }
            reporter.search(player, &limits, stop)
        });
        let end = searched.answer.end.map(|end| if is_late && end == End::Stopped { End::Time } else { end });
        if matches!(searched.answer.end, Some(End::Stopped | End::Time)) && reporter.latest.is_none() {
            reporter.before = searched.answer.nodes;
            let nodes = limits.nodes.map(|nodes| nodes - reporter.before);
            searched = reporter.search(
                player,
                &Limits { depth: Some(1), nodes, turn: None, ..limits },
                &AtomicBool::new(false),
            );
        }
        if reporter.latest.is_none() && !searched.at_first_sight.is_empty() {
            reporter.report(searched.at_first_sight);
        }
        reporter.conclude(Report { end, ..searched.answer })
    }

    /// If colours may be exchanged now, whether the side to move decides.
    fn offer(&self) -> Option<bool> {
        let record = self.record();
        Some(record.swap_decider()? == record.to_move())
    }
}

/// The result of the player.
struct Searched {
    answer: Report,
    /// The lines before the first finished depth.
    at_first_sight: Vec<Report>,
}

/// Collects the lines of each depth.
struct Reporter<'t> {
    wanted: usize,
    /// The number of lines that the search finds at each depth.
    count: usize,
    offer: Option<bool>,
    /// The positions visited by earlier searches.
    before: u64,
    latest: Option<Found>,
    on_depth: &'t mut dyn FnMut(&Found),
}

impl Reporter<'_> {
    /// Runs the search of a player and reports every depth.
    fn search(&mut self, player: &mut dyn Player, limits: &Limits, stop: &AtomicBool) -> Searched {
        let (mut reports, mut at_first_sight): (Vec<Report>, _) = (Vec::new(), Vec::new());
        let mut on_info = |report: &Report| {
            if report.depth == 0 {
                return at_first_sight.push(report.clone());
            }
            if report.rank == 0 && !reports.is_empty() {
                self.report(std::mem::take(&mut reports));
            }
            reports.push(report.clone());
            if reports.len() == self.count {
                self.report(std::mem::take(&mut reports));
            }
        };
        let answer = player.think(limits, stop, &mut on_info).expect("there is an answer while the game goes on");
        if !reports.is_empty() {
            self.report(reports);
        }
        Searched { answer, at_first_sight }
    }

    /// Reports the lines of a finished depth, at least one.
    fn report(&mut self, reports: Vec<Report>) {
        let lines = reports.iter().map(|report| Line { score: report.score, moves: report.line.clone() }).collect();
        if let Some(last) = reports.last() {
            self.emit(last, lines);
        }
    }

    /// Reports `lines` with the figures of `report`.
    fn emit(&mut self, report: &Report, lines: Vec<Line>) {
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
        self.latest = Some(found);
    }

    /// Reports the answer if it differs from the last report. Returns the final result.
    fn conclude(mut self, answer: Report) -> Found {
        let (nodes, time, end) = (self.before + answer.nodes, answer.time, answer.end);
        self.report_answer(answer);
        let found = self.latest.expect("a depth was reported");
        Found { nodes, time, end, ..found }
    }

    fn report_answer(&mut self, answer: Report) {
        let Some(latest) = &self.latest else { return self.report(vec![answer]) };
        let others = latest.lines.iter().filter(|line| line.best() != Move::Swap);
        let same = others.clone().next().is_some_and(|line| line.best() == answer.best);
        let proves = answer.score.is_proven() && answer.score != latest.stones;
        if answer.depth > latest.depth && (!same || proves) {
            let first = Line { score: answer.score, moves: answer.line.clone() };
            // None of the others is better at this depth, whatever it was before.
            let lower = |line: &Line| Line { score: line.score.min(answer.score), moves: line.moves.clone() };
            let others = others.filter(|line| line.best() != answer.best).map(lower);
            let lines = std::iter::once(first).chain(others).collect();
            self.emit(&answer, lines);
        }
    }
}

/// Adds the exchange of colours to the lines. If the opponent decides, only if the exchange is the better choice.
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

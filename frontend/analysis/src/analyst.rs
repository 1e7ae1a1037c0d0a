//! Searches of a position, depth by depth.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyRecord, Bitboard, Move, Point, PointSet, SetUp};
pub use search::AnalysisLine as Line;
use search::{Analysis, End, Limits, Player, Score, player};

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
    /// The time left for the whole game: the search chooses how much of it the move takes.
    pub left: Option<Duration>,
    /// The time added to `left` after each move.
    pub increment: Duration,
}

/// Limits with a clock of the search.
impl From<Effort> for Limits {
    fn from(Effort { time, depth, nodes, left, increment }: Effort) -> Self {
        Self { turn: time, depth, nodes, left, increment, ..Self::none() }
    }
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
    /// An analysis of at most `wanted` lines after `before` nodes; `offer` is whether the side
    /// to move decides on a swap, if one is offered.
    fn new(analysis: &Analysis, offer: Option<bool>, wanted: usize, before: u64) -> Self {
        let Analysis { depth, seldepth, nodes, time, ref lines, end, .. } = *analysis;
        let stones = lines[0].score;
        let mut lines = match offer {
            Some(decides) => with_swap(lines.clone(), decides),
            None => lines.clone(),
        };
        lines.truncate(wanted);
        Self { depth: depth.max(1), seldepth: seldepth.max(1), nodes: before + nodes, time, lines, stones, end }
    }

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
    whole_lines: bool,
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
        Self { player, threads, whole_lines: false }
    }

    /// Continues the lines of all searches beyond their principal variation, see [`Limits::whole_lines`].
    #[must_use]
    pub fn with_whole_lines(self) -> Self {
        Self { whole_lines: true, ..self }
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

    /// The policy of the player for the position: see [`Player::policy`].
    #[must_use]
    pub fn policy(&self) -> Vec<(Point, f64)> {
        self.player.policy()
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
        let offer = self.offer();
        let Among { only, except } = among;
        let limits = Limits {
            depth: effort.depth,
            nodes: effort.nodes,
            left: effort.left,
            increment: effort.increment,
            threads: self.threads,
            lines,
            only,
            except,
            whole_lines: self.whole_lines,
            ..Limits::none()
        };
        // A clock of the search would skip forced moves. Analysis searches them, if a thread keeps the time.
        let limits = Limits { turn: effort.time.filter(|_| !watch::IS_KEPT), ..limits };
        let player = self.player.as_mut();
        let (analysis, is_late) = until(effort.time, stop, |stop| {
            if limits.depth.or(limits.nodes.map(|_| 0)).is_none() {
                player.prepare(&Limits { turn: effort.time, ..limits }, stop);
            }
            analyse(player, &limits, stop, &mut |analysis| on_depth(&Found::new(analysis, offer, lines, 0)))
        });
        let end = analysis.end.map(|end| if is_late && end == End::Stopped { End::Time } else { end });
        let (mut before, mut analysis) = (0, analysis);
        if analysis.depth == 0 && matches!(analysis.end, Some(End::Stopped | End::Time)) {
            // The first depth is always finished.
            before = analysis.nodes;
            let nodes = limits.nodes.map(|nodes| nodes - before);
            let limits = Limits { depth: Some(1), nodes, turn: None, left: None, ..limits };
            analysis = analyse(player, &limits, &AtomicBool::new(false), &mut |analysis| {
                on_depth(&Found::new(analysis, offer, lines, before));
            });
        }
        if analysis.depth == 0 {
            on_depth(&Found { end: None, ..Found::new(&analysis, offer, lines, before) });
        }
        Found { end, ..Found::new(&analysis, offer, lines, before) }
    }

    /// If colours may be exchanged now, whether the side to move decides.
    fn offer(&self) -> Option<bool> {
        let record = self.record();
        Some(record.swap_decider()? == record.to_move())
    }
}

fn analyse(
    player: &mut dyn Player,
    limits: &Limits,
    stop: &AtomicBool,
    on_depth: &mut dyn FnMut(&Analysis),
) -> Analysis {
    player.analyse(limits, stop, on_depth).expect("an analysis, as the game is not over")
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

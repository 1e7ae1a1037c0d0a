//! Puzzles from games: positions in which one move wins, or one does not lose.

mod only_move;
mod self_play;
mod twins;
mod win;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{AnyRecord, Bitboard, Game, Move, Point, PointSet, SetUp, record};
use search::{Analysis, AnalysisLine, Limits, Player, Resources, player};

use crate::{CheckError, Difficulty, Kind, Puzzle};
use twins::Twins;

pub use self_play::SelfPlay;

/// The effort spent on a position, in nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Of the first look at a position.
    pub probe: u64,
    /// Of the solver, for a proof.
    pub prove: u64,
    /// Of the search for a second solution, or for a refutation of the only move.
    pub refute: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { probe: 600, prove: 20_000, refute: 10_000 }
    }
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Headway {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// Positions that were searched.
    pub positions: u64,
    /// Whether the whole game was searched.
    pub complete: bool,
}

/// The least win rate at which a proof is looked for.
const PROMISING: f64 = 0.75;

/// The least win rate of a second move that spoils a puzzle.
const SPOILED: f64 = 0.9;

/// The moves of a game before its first puzzle.
const OPENING: usize = 6;

/// Part of an effort that is spent first: most positions fail by it.
const QUICK: u64 = 10;

/// The longest certificate, in bytes.
const LONGEST: usize = 12_000;

/// Memory of searches, in bytes.
const MEMORY: usize = 4 << 20;

/// Makes puzzles from games. Results depend on the games, the effort and the puzzles found before alone.
pub struct Maker {
    effort: Effort,
    twins: Twins,
    resources: Resources,
}

impl Maker {
    /// A maker that has found nothing yet.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self { effort, twins: Twins::default(), resources: Resources::default() }
    }

    /// Refuses twins of this puzzle from now on.
    pub fn knows(&mut self, puzzle: &Puzzle) {
        self.twins.is_new(puzzle);
    }

    /// The puzzles of a game, until `stop` is set. `source` names the game in them.
    pub fn game(
        &mut self,
        game: &'static Game,
        setup: Option<&SetUp>,
        moves: &[Move],
        source: &str,
        stop: &AtomicBool,
    ) -> Headway {
        let mut headway = Headway::default();
        let Ok(mut now) = record(game, setup) else { return headway };
        let mut last = Last::default();
        for mv in moves {
            if stop.load(Relaxed) {
                return headway;
            }
            if setup.is_some() || now.moves().len() >= OPENING {
                let probe = self.think(now.as_ref(), self.effort.probe, 2, Bitboard::EMPTY, stop);
                let lines = probe.map(|probe| probe.lines).unwrap_or_default();
                headway.positions += 1;
                self.look(now.as_ref(), &lines, source, &mut last, &mut headway.puzzles, stop);
            }
            if now.play(*mv).is_err() || now.outcome().is_some() {
                break;
            }
        }
        headway.complete = !stop.load(Relaxed);
        headway
    }

    /// Looks for a puzzle in a position, of which a short search has found these lines.
    fn look(
        &mut self,
        now: &dyn AnyRecord,
        lines: &[AnalysisLine],
        source: &str,
        last: &mut Last,
        found: &mut Vec<Puzzle>,
        stop: &AtomicBool,
    ) {
        let [best, others @ ..] = lines else { return };
        if now.outcome().is_some() || now.swap_offered() {
            return;
        }
        let ply = now.moves().len();
        let position = now.position_text();
        let Ok(setup) = now.game().parse_position(&position) else { return };
        let source = format!("{source}, move {}", ply + 1);
        let lost = |line: &AnalysisLine| line.score.plies_to_loss().is_some();
        let puzzle = if best.score.win_rate() >= PROMISING && best.score.plies_to_win() != Some(1) {
            // A quick solver is enough for what a short search does not find.
            let prove = if best.score.is_proven() { self.effort.prove } else { self.effort.prove / QUICK };
            self.win(now.game(), &setup, position, source, prove, stop)
        } else if others.first().is_some_and(lost) && !best.score.is_proven() && !now.pending_five() {
            self.only_move(now.game(), &setup, position, source, stop)
        } else {
            None
        };
        // A puzzle whose search was stopped may have another solution.
        let Some(puzzle) = puzzle.filter(|_| !stop.load(Relaxed)) else { return };
        if last.is_same(&puzzle, ply) {
            return;
        }
        // The next positions of a twin are refused as well.
        *last = Last { solution: Some(puzzle.solution), until: ply + puzzle.plies as usize };
        if self.twins.is_new(&puzzle) {
            found.push(puzzle);
        }
    }

    /// A search of a position with new memory.
    fn think(
        &mut self,
        position: &dyn AnyRecord,
        nodes: u64,
        lines: usize,
        except: Bitboard,
        stop: &AtomicBool,
    ) -> Option<Analysis> {
        let setup = position.game().parse_position(&position.position_text()).ok()?;
        let limits = Limits { nodes: Some(nodes), lines, except, ..Limits::none() };
        self.search(position.game(), &setup, &limits, stop)
    }

    fn search(&mut self, game: &'static Game, setup: &SetUp, limits: &Limits, stop: &AtomicBool) -> Option<Analysis> {
        let mut player = self.player(game, Some(setup))?;
        let found = player.analyse(limits, stop, &mut |_| ());
        self.resources = player.release();
        found
    }

    fn player(&mut self, game: &'static Game, setup: Option<&SetUp>) -> Option<Box<dyn Player>> {
        let mut player = player(game, setup).ok()?;
        player.set_memory(MEMORY);
        player.inherit(std::mem::take(&mut self.resources));
        Some(player)
    }

    /// The lowest level whose depth and nodes find the solution.
    fn level(&mut self, game: &'static Game, setup: &SetUp, solution: Point, stop: &AtomicBool) -> Option<u32> {
        (1..=Difficulty::LEVELS).find(|number| {
            let Ok(level) = number.to_string().parse::<analysis::Level>() else { return false };
            let strength = level.strength();
            let limits = Limits { depth: strength.depth, nodes: strength.nodes, ..Limits::none() };
            let found = self.search(game, setup, &limits, stop);
            found.is_some_and(|found| found.lines.first().is_some_and(|line| line.best() == Move::Place(solution)))
        })
    }
}

/// The last puzzle of a game.
#[derive(Default)]
struct Last {
    solution: Option<Point>,
    /// The move at which its proof ends.
    until: usize,
}

impl Last {
    /// Whether a position belongs to the last puzzle: its win continues, or it is the same solution.
    fn is_same(&self, puzzle: &Puzzle, ply: usize) -> bool {
        self.solution == Some(puzzle.solution) || ply < self.until
    }
}

/// Tries the claim about the other first moves again, with a search of `nodes` nodes.
///
/// # Errors
/// Another move wins, or the only move loses.
pub(crate) fn recheck(puzzle: &Puzzle, nodes: u64, stop: &AtomicBool) -> Result<(), CheckError> {
    let mut maker = Maker::new(Effort::default());
    let name = |point| puzzle.game.grid().name(point);
    match puzzle.kind {
        Kind::Win => {
            let except = Bitboard::EMPTY | Bitboard::of(puzzle.solution);
            let limits = Limits { nodes: Some(nodes), except, ..Limits::none() };
            let second = maker.search(puzzle.game, &puzzle.setup, &limits, stop);
            match second.as_ref().and_then(|found| found.lines.first()) {
                Some(line) if line.score.plies_to_win().is_some() => match line.best() {
                    Move::Place(point) => Err(CheckError::Second(name(point))),
                    _ => Ok(()),
                },
                _ => Ok(()),
            }
        }
        Kind::OnlyMove => match maker.is_lost(puzzle.game, &puzzle.setup, puzzle.solution, nodes, stop) {
            true => Err(CheckError::Loses(name(puzzle.solution))),
            false => Ok(()),
        },
    }
}

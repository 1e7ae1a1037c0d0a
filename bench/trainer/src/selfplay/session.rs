//! A player that plays against itself, and chance.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{AnyRecord, Game, Move, Point};
use random::Dice;
use search::{Limits, Player, Report, Resources, Score, player};

use crate::data::{Line, Searched};
use crate::quiet::is_calm;
use crate::selfplay::opening::Balance;

/// The transposition table, in bytes: few nodes need little, and it stays in the cache.
const MEMORY: usize = 1 << 20;

/// How often the number of nodes is doubled for a search that did not look two plies ahead, at most.
const MOST_DOUBLINGS: u32 = 7;

/// Random moves are at most so far from another stone.
const NEAR: usize = 2;

/// A game in progress.
pub(crate) struct Session<'s> {
    player: Box<dyn Player>,
    pub(crate) dice: Dice,
    /// Set from outside to end it.
    stop: &'s AtomicBool,
}

impl<'s> Session<'s> {
    /// The empty board.
    pub(crate) fn new(game: &'static Game, dice: Dice, resources: Resources, stop: &'s AtomicBool) -> Self {
        let mut player = player(game, None).expect("the empty board");
        player.set_memory(MEMORY);
        player.inherit(resources);
        Self { player, dice, stop }
    }

    /// Memory and threads for the next session.
    pub(crate) fn release(mut self) -> Resources {
        self.player.release()
    }

    pub(crate) fn record(&self) -> &dyn AnyRecord {
        self.player.record()
    }

    /// Plays a move; `None` if it is not legal.
    pub(crate) fn play(&mut self, mv: Move) -> Option<()> {
        self.player.play(mv).ok().map(|_| ())
    }

    pub(crate) fn take_back(&mut self) -> Option<Move> {
        self.player.take_back()
    }

    /// The number of stones on the board.
    pub(crate) fn stones(&self) -> usize {
        self.record().game().grid().points().filter(|&point| self.record().stone(point).is_some()).count()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The result of a search of `nodes` nodes, or of more until depth 2; with the best `lines` if more than one.
    /// `None` if the game is over or the session is to end.
    pub(crate) fn search(&mut self, nodes: u64, lines: usize) -> Option<Searched> {
        self.search_and_sample(nodes, lines, 0).map(|(searched, _)| searched)
    }

    /// The result of such a search, and random positions of its tree, as the moves that lead there.
    pub(crate) fn search_and_sample(
        &mut self,
        nodes: u64,
        lines: usize,
        samples: usize,
    ) -> Option<(Searched, Vec<Vec<Move>>)> {
        let mut doublings = 0;
        loop {
            let limits = Limits { nodes: Some(nodes << doublings), lines, samples, ..Limits::none() };
            let mut found: Vec<Report> = Vec::new();
            let report = self.player.think(&limits, self.stop, &mut |report| {
                // The lines of a deeper search replace those before.
                if report.rank == 0 {
                    found.clear();
                }
                found.push(report.clone());
            })?;
            if self.is_stopped() {
                return None;
            }
            let enough = report.depth >= 2 || report.score.is_proven() || report.best == Move::Pass;
            if enough || doublings == MOST_DOUBLINGS {
                let searched = self.searched(&report, if lines > 1 { &found } else { &[] });
                return Some((searched, report.samples));
            }
            doublings += 1;
        }
    }

    fn searched(&mut self, report: &Report, found: &[Report]) -> Searched {
        // The last iteration may have been cut short, with another score and best move; the lines are those of the
        // previous one.
        let lines = found.iter().map(|line| Line { mv: line.best, score: line.score }).collect();
        Searched {
            score: report.score,
            best: report.best,
            quiet: self.is_quiet(report.best),
            nodes: report.nodes,
            lines,
        }
    }

    /// Whether the position is quiet, see [`data`](crate::data), where `best` is the best move.
    fn is_quiet(&mut self, best: Move) -> bool {
        if !is_calm(self.record()) {
            return false;
        }
        let Ok(captured) = self.player.play(best) else { return false };
        let record = self.record();
        let quiet = captured.is_empty() && record.outcome().is_none() && is_calm(record);
        self.player.take_back();
        quiet
    }

    /// Whether `path` can be played, and nothing is pending at its end.
    pub(crate) fn leads_to_calm(&mut self, path: &[Move]) -> bool {
        let played = path.iter().take_while(|&&mv| self.player.play(mv).is_ok()).count();
        let calm = played == path.len() && self.record().outcome().is_none() && is_calm(self.record());
        for _ in 0..played {
            self.player.take_back();
        }
        calm
    }

    /// A legal move near other stones that chance picks, where neither side could win by the next stone.
    pub(crate) fn near_move(&mut self) -> Option<Move> {
        let record = self.record();
        if !is_calm(record) {
            return None;
        }
        let stones: Vec<Point> = record.game().grid().points().filter(|&point| record.stone(point).is_some()).collect();
        self.pick(|distance, point| stones.iter().any(|&stone| distance(stone, point) <= NEAR))
    }

    /// A random legal placement among those `allowed`; the predicate gets the function that measures distances.
    pub(crate) fn pick(&mut self, allowed: impl Fn(&dyn Fn(Point, Point) -> usize, Point) -> bool) -> Option<Move> {
        let record = self.player.record();
        let grid = record.game().grid();
        let distance = |a: Point, b: Point| {
            let ((ax, ay), (bx, by)) = (grid.xy(a), grid.xy(b));
            ax.abs_diff(bx).max(ay.abs_diff(by))
        };
        let points: Vec<Point> = record.legal().into_iter().filter(|&point| allowed(&distance, point)).collect();
        self.dice.pick(&points).map(Move::Place)
    }

    /// Whether neither side is ahead and the game is not over.
    pub(crate) fn is_balanced(&mut self, Balance { nodes, window }: Balance) -> bool {
        let is_within = |score: Score| !score.is_proven() && score.value().abs() <= window;
        self.record().outcome().is_none() && self.search(nodes, 1).is_some_and(|found| is_within(found.score))
    }
}

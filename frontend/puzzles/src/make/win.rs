//! Positions in which one move wins.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Bitboard, Game, Move, Point, PointSet, SetUp, Tactics, Visitor};
use search::proof::{Answer, Certificate, Effort as Solving, Step, VcfSolver, Verdict, solve_game};
use search::{Analysis, Limits};

use super::{LONGEST, Maker, QUICK, SPOILED};
use crate::themes::themes;
use crate::{Difficulty, Kind, Others, Puzzle};

/// Lines of the search for a second solution.
const LINES: usize = 4;

impl Maker {
    /// The puzzle of a position, if a proof is found that begins with one move, and no other move seems to win.
    pub(super) fn win(
        &mut self,
        game: &'static Game,
        setup: &SetUp,
        position: String,
        source: String,
        prove: u64,
        stop: &AtomicBool,
    ) -> Option<Puzzle> {
        let effort = Solving { nodes: prove, time: Duration::MAX, shortest: true };
        let solution = solve_game(game, Some(setup), &[], effort, stop).ok()?;
        let Answer::Win { plies, .. } = solution.answer else { return None };
        let text = solution.certificate.filter(|text| text.len() <= LONGEST && plies >= 3)?;
        let certificate = Certificate::parse(&text).ok()?;
        let Some(Step::Attack { at, .. }) = certificate.strategy.steps().last() else { return None };
        let at = *at;
        self.second(game, setup, at, self.effort.refute / QUICK, 1, stop)?;
        let second = self.second(game, setup, at, self.effort.refute, LINES, stop)?;
        let even = second.lines.iter().filter(|line| line.score.win_rate() >= 0.5);
        let plausible = even.count() as u32;
        let level = self.level(game, setup, at, stop);
        let (refuted, open) = game.visit(Refuted { setup, solution: at })?;
        Some(Puzzle {
            game,
            setup: setup.clone(),
            position,
            kind: Kind::Win,
            solution: at,
            plies,
            themes: themes(Kind::Win, &certificate),
            certificate,
            refutations: Vec::new(),
            others: Others { refuted, open, nodes: self.effort.refute },
            difficulty: Difficulty { plies, plausible, level },
            source,
        })
    }
}

impl Maker {
    /// The best lines of the other moves; `None` if one of them seems to win.
    fn second(
        &mut self,
        game: &'static Game,
        setup: &SetUp,
        solution: Point,
        nodes: u64,
        lines: usize,
        stop: &AtomicBool,
    ) -> Option<Analysis> {
        let except = Bitboard::of(solution);
        let limits = Limits { nodes: Some(nodes), lines, except, ..Limits::none() };
        let found = self.search(game, setup, &limits, stop)?;
        found.lines.iter().all(|line| line.score.win_rate() < SPOILED).then_some(found)
    }
}

/// Counts the other moves that lose to a VCF, and those that do not.
struct Refuted<'s> {
    setup: &'s SetUp,
    solution: Point,
}

/// Nodes of the VCF search after each move.
const NODES: u64 = 40;

/// The longest VCF after each move, in fours.
const FOURS: u32 = 4;

impl Visitor for Refuted<'_> {
    type Output = Option<(u32, u32)>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
        let start = P::set_up(game, self.setup).ok()?;
        let mut solver = VcfSolver::with_memory(1 << 20);
        let (mut refuted, mut open) = (0, 0);
        for point in start.legal().iter().filter(|&point| point != self.solution) {
            let Ok(next) = start.play(Move::Place(point)) else { continue };
            let lost = match next.outcome() {
                Some(outcome) => outcome.winner == Some(!start.to_move()),
                None => matches!(solver.search(&next, FOURS, NODES), Verdict::Win { .. }),
            };
            *if lost { &mut refuted } else { &mut open } += 1;
        }
        Some((refuted, open))
    }
}

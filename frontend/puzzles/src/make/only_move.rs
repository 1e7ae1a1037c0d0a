//! Positions in which one move does not lose.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Bitboard, Game, Move, Point, PointSet, SetUp, ThreatState, record};
use search::Limits;
use search::proof::{Answer, Certificate, CheckLimits, Effort as Solving, solve_game};

use super::{LONGEST, Maker};
use crate::themes::themes;
use crate::{Difficulty, Kind, Others, Puzzle, Refutation};

/// Positions of the check whether the threatened win punishes a move as it is.
const POSITIONS: u64 = 50_000;

/// The most moves that the threatened win does not punish as it is.
const MOST: usize = 10;

/// The least number of moves that do not lose to the next stone.
const LEAST: usize = 2;

impl Maker {
    /// The puzzle of a position, if the opponent threatens a win, and certificates refute all moves but one.
    pub(super) fn only_move(
        &mut self,
        game: &'static Game,
        setup: &SetUp,
        position: String,
        source: String,
        stop: &AtomicBool,
    ) -> Option<Puzzle> {
        let passed = SetUp { to_move: !setup.to_move, ..setup.clone() };
        let (plies, threat) = self.solved(game, &passed, stop)?;
        let now = record(game, Some(setup)).ok()?;
        match now.threat_state() {
            ThreatState::Wins => return None,
            ThreatState::Threatened(answers) if answers.len() < LEAST => return None,
            _ => {}
        }
        let mut better = Vec::new();
        let legal = now.legal();
        for &at in &legal {
            let mut next = now.copy();
            next.play(Move::Place(at)).ok()?;
            if let Some(outcome) = next.outcome() {
                if outcome.winner == Some(!now.to_move()) {
                    continue;
                }
                return None;
            }
            let position = next.position_text();
            let setup = game.parse_position(&position).ok()?;
            let strategy = threat.strategy.clone();
            let certificate = Certificate { game, setup: setup.clone(), position, strategy };
            let limits = CheckLimits::default().positions(POSITIONS);
            if certificate.verify_within(limits, stop, &mut |_| ()).is_err() {
                better.push((at, setup));
                if better.len() > MOST {
                    return None;
                }
            }
        }
        let (mut solution, mut refutations, mut bytes) = (None, Vec::new(), 0);
        for (at, after) in better {
            match self.solved(game, &after, stop) {
                Some((_, certificate)) => {
                    bytes += certificate.to_string().len();
                    refutations.push(Refutation { at, certificate });
                }
                None if solution.is_none() && bytes <= 2 * LONGEST => solution = Some(at),
                None => return None,
            }
        }
        let solution = solution?;
        let nodes = self.effort.refute;
        if bytes > 2 * LONGEST || self.is_lost(game, setup, solution, nodes, stop) {
            return None;
        }
        let plausible = refutations.len() as u32;
        let level = self.level(game, setup, solution, stop);
        Some(Puzzle {
            game,
            setup: setup.clone(),
            position,
            kind: Kind::OnlyMove,
            solution,
            plies,
            themes: themes(Kind::OnlyMove, &threat),
            certificate: threat,
            refutations,
            others: Others { refuted: legal.len() as u32 - 1, open: 0, nodes },
            difficulty: Difficulty { plies, plausible, level },
            source,
        })
    }

    /// The win of the side to move, and its plies.
    fn solved(&self, game: &'static Game, setup: &SetUp, stop: &AtomicBool) -> Option<(u32, Certificate)> {
        let effort = Solving { nodes: self.effort.prove, time: Duration::MAX, shortest: false };
        let solution = solve_game(game, Some(setup), &[], effort, stop).ok()?;
        let Answer::Win { plies, .. } = solution.answer else { return None };
        let text = solution.certificate.filter(|text| text.len() <= LONGEST)?;
        Some((plies, Certificate::parse(&text).ok()?))
    }

    /// Whether a move loses: by a proof of the solver, or by the search; each of `nodes` nodes.
    pub(super) fn is_lost(
        &mut self,
        game: &'static Game,
        setup: &SetUp,
        at: Point,
        nodes: u64,
        stop: &AtomicBool,
    ) -> bool {
        let limits = Limits { nodes: Some(nodes), only: Bitboard::of(at), ..Limits::none() };
        let found = self.search(game, setup, &limits, stop);
        let lost = |score: search::Score| score.plies_to_loss().is_some();
        if found.and_then(|found| Some(lost(found.lines.first()?.score))).unwrap_or(true) {
            return true;
        }
        let effort = Solving { nodes, time: Duration::MAX, shortest: false };
        let Ok(mut next) = record(game, Some(setup)) else { return true };
        if next.play(Move::Place(at)).is_err() {
            return true;
        }
        if let Some(outcome) = next.outcome() {
            return outcome.winner == Some(!setup.to_move);
        }
        let Ok(after) = game.parse_position(&next.position_text()) else { return true };
        let solved = solve_game(game, Some(&after), &[], effort, stop);
        solved.map_or(true, |solution| matches!(solution.answer, Answer::Win { .. }))
    }
}

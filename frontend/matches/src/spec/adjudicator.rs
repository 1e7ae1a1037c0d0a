//! Adjudication of a running game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Game, Move, SetUp};
use search::proof::{Answer, Effort, solve_game};

use super::adjudication::{AGREED_DRAW, AGREED_WIN, Adjudication, Agreement, MAX_MOVES, PROVED};

/// Scores of both sides, move by move, and the rules of adjudication.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// From the first player's view; `None` for a move without a score.
    scores: Vec<Option<i32>>,
}

/// Result of an adjudicated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ruling {
    /// Seat of the winner, 0 or 1; `None` for a draw.
    pub(crate) winner: Option<usize>,
    /// Reason as the journal holds it.
    pub(crate) reason: &'static str,
}

impl Ruling {
    /// Returns a win of the side to move, on `seat`, if the solver proves one after `moves` from `setup` or the start.
    pub(crate) fn by_proof(
        positions: u64,
        game: &'static Game,
        setup: Option<&SetUp>,
        moves: &[Move],
        seat: usize,
    ) -> Option<Self> {
        // A node limit makes replays of the game end alike; a time limit would not.
        let effort = Effort { nodes: positions, time: Duration::MAX, shortest: false };
        let solution = solve_game(game, setup, moves, effort, &AtomicBool::new(false)).ok()?;
        matches!(solution.answer, Answer::Win { .. }).then_some(Self { winner: Some(seat), reason: PROVED })
    }
}

impl Adjudicator {
    /// Returns an adjudicator for a new game.
    pub(crate) const fn new(rules: Adjudication) -> Self {
        Self { rules, scores: Vec::new() }
    }

    /// Adds a move of `seat` with its `score` from the mover's view. `plies` counts the moves of the game.
    pub(crate) fn moved(&mut self, seat: usize, score: Option<i32>, plies: usize) -> Option<Ruling> {
        self.scores.push(score.map(|score| if seat == 0 { score } else { -score }));
        if self.agree(self.rules.win, plies, |score, bound| score >= bound) {
            return Some(Ruling { winner: Some(0), reason: AGREED_WIN });
        }
        if self.agree(self.rules.win, plies, |score, bound| score <= -bound) {
            return Some(Ruling { winner: Some(1), reason: AGREED_WIN });
        }
        if self.agree(self.rules.draw, plies, |score, bound| score.abs() <= bound) {
            return Some(Ruling { winner: None, reason: AGREED_DRAW });
        }
        let long = self.rules.max_moves.is_some_and(|most| plies >= most);
        long.then_some(Ruling { winner: None, reason: MAX_MOVES })
    }

    /// Whether the last scores of both sides satisfy an agreement.
    fn agree(&self, agreement: Option<Agreement>, plies: usize, says: impl Fn(i32, i32) -> bool) -> bool {
        let Some(Agreement { score: bound, moves, after }) = agreement else { return false };
        let newest = self.scores.len().checked_sub(2 * moves).map(|from| &self.scores[from..]);
        let all = |scores: &[Option<i32>]| scores.iter().all(|score| score.is_some_and(|score| says(score, bound)));
        plies >= after && newest.is_some_and(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruling(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Ruling)> {
        let mut judge = Adjudicator::new(rules);
        (0..).zip(scores).find_map(|(ply, &score)| Some((ply, judge.moved(ply % 2, score, ply + 1)?)))
    }

    #[test]
    fn both_engines_must_agree_long_enough() {
        let rules = Adjudication { win: "500:2".parse().ok(), ..Adjudication::default() };
        let scores = [Some(600), Some(-500), Some(700), Some(-499), Some(800), Some(-900), Some(1000), Some(-600)];
        assert_eq!(ruling(rules, &scores).map(|(ply, ruling)| (ply, ruling.winner)), Some((7, Some(0))));
        assert_eq!(ruling(rules, &[Some(600), None, Some(700), Some(-800), Some(600)]), None);
        let lost = [Some(-600), Some(600), Some(-600), Some(600)];
        assert_eq!(ruling(rules, &lost).map(|(_, ruling)| ruling.winner), Some(Some(1)));
    }

    #[test]
    fn draws_by_score_and_by_length() {
        let rules = Adjudication { draw: "10:1:4".parse().ok(), max_moves: Some(6), ..Adjudication::default() };
        assert_eq!(ruling(rules, &[Some(0); 9]).map(|(ply, ruling)| (ply, ruling.reason)), Some((3, "agreed draw")));
        assert_eq!(ruling(rules, &[None; 9]).map(|(ply, ruling)| (ply, ruling.reason)), Some((5, "max moves")));
        for wrong in ["", "5", "5:0", "x:1", "1:2:3:4", "-5:2"] {
            assert!(wrong.parse::<Agreement>().is_err(), "{wrong}");
        }
    }
}

//! Games that end before the rules end them, where the user wants that.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Game, Move, SetUp};
use search::proof::{Answer, Effort, solve_game};
use serde::{Deserialize, Serialize};

use crate::SettingError;

const AGREED_WIN: &str = "agreed win";
const AGREED_DRAW: &str = "agreed draw";
const MAX_MOVES: &str = "max moves";
/// The reason of a win that the solver proved.
pub(super) const PROVED: &str = "proved win";

/// When a game is over although it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    /// One side wins when both agree on that.
    pub win: Option<Agreement>,
    /// A draw when both agree on that.
    pub draw: Option<Agreement>,
    /// A draw after so many moves, those of the opening included.
    pub max_moves: Option<usize>,
    /// The side to move wins when a win by threats is proved within so many positions.
    pub prove: Option<u64>,
}

impl Adjudication {
    /// Whether somebody wins a game that was adjudicated for this reason; `None` if none is.
    pub(super) fn has_winner(&self, reason: &str) -> Option<bool> {
        match reason {
            AGREED_WIN if self.win.is_some() => Some(true),
            PROVED if self.prove.is_some() => Some(true),
            AGREED_DRAW if self.draw.is_some() => Some(false),
            MAX_MOVES if self.max_moves.is_some() => Some(false),
            _ => None,
        }
    }
}

/// On what both engines must agree, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Agreement {
    /// The score, in the engines' own units: at least for a win, at most for a draw.
    pub score: i32,
    /// In so many moves in a row of each.
    pub moves: usize,
    /// After so many moves of the game.
    pub after: usize,
}

impl FromStr for Agreement {
    type Err = SettingError;

    /// Reads `SCORE:MOVES` or `SCORE:MOVES:AFTER`.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let wrong = || SettingError(format!("\"{text}\" is not SCORE:MOVES or SCORE:MOVES:AFTER, as in 1000:4:30"));
        let numbers = text.split(':').map(str::parse).collect::<Result<Vec<u32>, _>>().map_err(|_| wrong())?;
        let (score, moves, after) = match numbers[..] {
            [score, moves] => (score, moves, 0),
            [score, moves, after] => (score, moves, after),
            _ => return Err(wrong()),
        };
        let score = i32::try_from(score).map_err(|_| wrong())?;
        if moves == 0 {
            return Err(wrong());
        }
        Ok(Self { score, moves: moves as usize, after: after as usize })
    }
}

/// The scores that both sides gave, move by move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judge {
    rules: Adjudication,
    /// Seen from the first player; `None` where nothing was said.
    scores: Vec<Option<i32>>,
}

/// How a game was adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ruling {
    /// The winner, 0 or 1; `None` for a draw.
    pub(crate) winner: Option<usize>,
    pub(crate) reason: &'static str,
}

impl Ruling {
    /// A proved win of the side to move, who sits on `seat`, after `moves` from the start or `setup`.
    pub(crate) fn by_proof(
        positions: u64,
        game: &'static Game,
        setup: Option<&SetUp>,
        moves: &[Move],
        seat: usize,
    ) -> Option<Self> {
        // Positions are counted, not time, so that a repeated game ends alike.
        let effort = Effort { nodes: positions, time: Duration::MAX, shortest: false };
        let solution = solve_game(game, setup, moves, effort, &AtomicBool::new(false)).ok()?;
        matches!(solution.answer, Answer::Win { .. }).then_some(Self { winner: Some(seat), reason: PROVED })
    }
}

impl Judge {
    pub(crate) const fn new(rules: Adjudication) -> Self {
        Self { rules, scores: Vec::new() }
    }

    /// Player `seat` moved and gave `score`, seen from himself; the game has `plies` moves now.
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
        let mut judge = Judge::new(rules);
        (0..).zip(scores).find_map(|(ply, &score)| Some((ply, judge.moved(ply % 2, score, ply + 1)?)))
    }

    #[test]
    fn both_must_agree_for_long_enough() {
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

//! Rules that end a game before the rules of the game do.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::SettingError;

/// Reason of a win on whose score both engines agreed.
pub(crate) const AGREED_WIN: &str = "agreed win";
/// Reason of a draw on whose score both engines agreed.
pub(crate) const AGREED_DRAW: &str = "agreed draw";
/// Reason of a draw by the number of moves.
pub(crate) const MAX_MOVES: &str = "max moves";
/// Reason of a win that the solver proved.
pub(crate) const PROVED: &str = "proved win";

/// Conditions under which a game ends early.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    /// A win when both engines agree on the score.
    pub win: Option<Agreement>,
    /// A draw when both engines agree on the score.
    pub draw: Option<Agreement>,
    /// Number of moves after which a game is drawn, opening included.
    pub max_moves: Option<usize>,
    /// Node limit of the solver that looks for a win by threats; the side to move wins if it proves one.
    pub prove: Option<u64>,
}

impl Adjudication {
    /// Returns whether a game that ends for this reason has a winner; `None` if no game ends so.
    pub(crate) fn has_winner(&self, reason: &str) -> Option<bool> {
        match reason {
            AGREED_WIN if self.win.is_some() => Some(true),
            PROVED if self.prove.is_some() => Some(true),
            AGREED_DRAW if self.draw.is_some() => Some(false),
            MAX_MOVES if self.max_moves.is_some() => Some(false),
            _ => None,
        }
    }
}

/// Agreement of both engines on a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Agreement {
    /// Score in the engines' units: a lower bound for a win, an upper bound for a draw.
    pub score: i32,
    /// Number of consecutive moves of each engine.
    pub moves: usize,
    /// Number of moves of the game before the agreement counts.
    pub after: usize,
}

impl FromStr for Agreement {
    type Err = SettingError;

    /// Parses `SCORE:MOVES` or `SCORE:MOVES:AFTER`.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let wrong = || SettingError::Agreement(text.to_owned());
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

//! A game with what the search said about its positions.

use engine::{AnyRecord, Color, Game, Move};
use search::Score;

use crate::data::FormatError;

/// A game of the engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SavedGame {
    /// The board it was played on.
    pub(crate) game: &'static Game,
    /// Its number among all games of this name and seed.
    pub(crate) number: u64,
    /// `None` for a draw.
    pub(crate) winner: Option<Color>,
    pub(crate) ending: Ending,
    /// Whether it began in the middle of a long balanced game.
    pub(crate) long_opening: bool,
    /// The plies before the first search.
    pub(crate) opening: usize,
    pub(crate) plies: Vec<Ply>,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The rules end it.
    Rules,
    /// The search of the last ply proved who wins.
    Proven,
    /// It became longer than games are allowed to be, and counts as a draw.
    TooLong,
    /// Left open: the winner is unknown. Each search describes its own position alone.
    Open,
}

/// A move, and the position in which it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ply {
    pub(crate) mv: Move,
    /// Whether chance chose it: in the opening, and where it is not the best move.
    pub(crate) random: bool,
    /// The result of the search, if there was one.
    pub(crate) searched: Option<Searched>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Searched {
    /// The value for the side to move.
    pub(crate) score: Score,
    pub(crate) best: Move,
    /// Whether nothing is pending and the best move forces nothing, see [`data`](crate::data).
    pub(crate) quiet: bool,
    /// The nodes it took.
    pub(crate) nodes: u64,
    /// The best lines where several were asked for, the best first.
    pub(crate) lines: Vec<Line>,
}

/// The first move of a line, and its value for the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) mv: Move,
    pub(crate) score: Score,
}

impl SavedGame {
    /// The result for `color`: 1 a win, 0.5 a draw, 0 a loss; of an open game 0.5.
    pub(crate) fn result(&self, color: Color) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == color)))
    }

    /// The searched positions, which one learns from.
    pub(crate) fn positions(&self) -> usize {
        self.plies.iter().filter(|ply| ply.searched.is_some()).count()
    }

    /// Plays the game through and calls `each` with every position, the ply played there, its number, and the number of stones
    /// on the board.
    ///
    /// # Errors
    /// A move is not legal, or the result is not that of the rules.
    pub(crate) fn replay(&self, mut each: impl FnMut(&dyn AnyRecord, &Ply, usize, usize)) -> Result<(), FormatError> {
        let wrong = |ply| FormatError::Illegal { game: self.number, ply };
        let mut record = self.game.record();
        let mut stones = 0;
        for (number, ply) in self.plies.iter().enumerate() {
            if record.outcome().is_some() {
                return Err(wrong(number));
            }
            each(record.as_ref(), ply, number, stones);
            let captured = record.play(ply.mv).map_err(|_| wrong(number))?;
            stones = stones + usize::from(matches!(ply.mv, Move::Place(_))) - captured.len();
        }
        match record.outcome() {
            Some(outcome) if self.ending == Ending::Open || outcome.winner == self.winner => Ok(()),
            None if self.ending != Ending::Rules => Ok(()),
            _ => Err(FormatError::Result { game: self.number }),
        }
    }
}

//! Verification of games from a journal: a replay by the rules.

use engine::notation::{parse_move, shorten};
use engine::{AnyRecord, Move, record};

use super::error::FieldError;
use super::played::Played;
use super::validation::{Openings, Validator};
use crate::spec::adjudication::PROVED;
use crate::spec::adjudicator::Adjudicator;

/// Winner's seat and reason of an end.
type End = (Option<usize>, String);

impl Validator<'_> {
    /// Replays a game that [`Self::check`] accepts: the rules must accept its moves and end it alike.
    ///
    /// # Errors
    /// The first invalid field.
    pub(crate) fn replay(&self, played: &Played) -> Result<(), FieldError> {
        let game = self.plan.game;
        let position = |message: String| FieldError::new("position", message);
        let setup = played.position.as_deref().map(|text| game.parse_position(text)).transpose();
        let setup = setup.map_err(|error| position(error.to_string()))?;
        let mut record = record(game, setup.as_ref()).map_err(|error| position(error.to_string()))?;
        // Where the players make the opening, the moves do not give the colours.
        let mut seats = if matches!(self.openings, Openings::Made) && played.swapped { [1, 0] } else { [0, 1] };
        let (mut adjudicator, mut ruling) = (Adjudicator::new(self.plan.tournament.adjudication), None);
        for (index, text) in played.moves.iter().enumerate() {
            let seat = seats[record.to_move().index()];
            let refused = |message: String| FieldError::new("moves", format!("ply {}: {text}: {message}", index + 1));
            let mv = parse_move(game.grid(), text).map_err(|error| refused(error.to_string()))?;
            record.play(mv).map_err(|error| refused(error.to_string()))?;
            if mv == Move::Swap {
                seats.swap(0, 1);
            } else if index >= played.book {
                let score = played.info.get(index).copied().flatten().and_then(|info| info.score);
                ruling = adjudicator.moved(seat, score, index + 1);
            }
        }
        let mover = seats[record.to_move().index()];
        match end_by_rules(record.as_ref(), seats) {
            Some((_, reason)) if played.fault.is_some() => {
                Err(FieldError::new("fault", format!("the rules ended the game by {reason}")))
            }
            Some(end) => compare(played, end),
            None if played.fault.is_some() => Ok(()),
            None if played.reason == PROVED => compare(played, (Some(mover), PROVED.to_owned())),
            None => match ruling {
                Some(ruling) => compare(played, (ruling.winner, ruling.reason.to_owned())),
                None => {
                    let message = format!("{}, but the moves do not end the game", shorten(&played.reason));
                    Err(FieldError::new("reason", message))
                }
            },
        }
    }
}

fn end_by_rules(record: &dyn AnyRecord, seats: [usize; 2]) -> Option<End> {
    let outcome = record.outcome()?;
    Some((outcome.winner.map(|color| seats[color.index()]), outcome.reason.to_string()))
}

/// Checks that a game ended as its moves do.
fn compare(played: &Played, (winner, reason): End) -> Result<(), FieldError> {
    if played.reason != reason {
        let message = format!("the moves end the game by {reason}, not by {}", shorten(&played.reason));
        return Err(FieldError::new("reason", message));
    }
    if played.winner != winner {
        let name = |winner: Option<usize>| winner.map_or("nobody".to_owned(), |seat| format!("player {seat}"));
        let message = format!("by the moves {} won, not {}", name(winner), name(played.winner));
        return Err(FieldError::new("winner", message));
    }
    Ok(())
}

//! Validation of games from a journal: fields that must agree with the plan of the tournament.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use engine::Reason;
use engine::notation::{move_text, parse_move, shorten};
use engine::record;

use super::error::FieldError;
use super::played::Played;
use crate::spec::plan::Plan;
use crate::spec::schedule::Fixture;
use openings::lists::Opening;

/// Reasons of the rules for a win.
const WINS: [Reason; 6] =
    [Reason::Five, Reason::UnbrokenFive, Reason::FiveLeftByCapture, Reason::Captures, Reason::Line, Reason::Foul];

/// Reasons of the rules for a draw.
const DRAWS: [Reason; 5] =
    [Reason::FifthCaptureLeavesFive, Reason::FiveForBoth, Reason::FullBoard, Reason::NoLegalMove, Reason::Repetition];

/// Openings that games are checked against.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Openings<'p> {
    /// The openings of the schedule.
    Given(&'p [Opening]),
    /// None: the players make them.
    Made,
    /// None: the list is not available.
    Unknown,
}

/// A validator of games against the plan of their tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Validator<'p> {
    pub(super) plan: &'p Plan,
    pub(super) openings: Openings<'p>,
}

impl<'p> Validator<'p> {
    /// Returns a validator with the openings of the tournament; `None` where the players make them.
    pub(crate) fn new(plan: &'p Plan, openings: Option<&'p [Opening]>) -> Self {
        Self { plan, openings: openings.map_or(Openings::Made, Openings::Given) }
    }

    /// Returns a validator without a list of openings.
    pub(crate) fn without_openings(plan: &'p Plan) -> Self {
        Self { plan, openings: if plan.players_make_openings() { Openings::Made } else { Openings::Unknown } }
    }

    /// Returns the plan of the tournament.
    pub(crate) const fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// Checks a game without playing it: its place in the schedule, its opening, its numbers, and that winner, reason and fault
    /// agree.
    ///
    /// # Errors
    /// The first invalid field.
    pub(crate) fn check(&self, played: &Played) -> Result<(), FieldError> {
        if played.game >= self.plan.schedule.most_games() {
            let message = format!("{} is too large, no tournament has so many games", played.game);
            return Err(FieldError::new("game", message));
        }
        let fixture = self.plan.schedule.fixture(played.game);
        self.check_fixture(&fixture, played)?;
        self.check_names(played)?;
        self.check_opening(&fixture, played)?;
        check_numbers(played)?;
        self.check_end(played)?;
        self.check_exchanges(played)
    }

    fn check_fixture(&self, fixture: &Fixture, played: &Played) -> Result<(), FieldError> {
        let names = fixture.players.map(|index| self.plan.name(index));
        let number = played.game;
        if played.players != names {
            let ([one, other], [black, white]) = (names, played.players.each_ref().map(|name| shorten(name)));
            let message = format!("game {number} is of {one} and {other}, not of {black} and {white}");
            return Err(FieldError::new("players", message));
        }
        if played.opening != fixture.opening {
            let (opening, other) = (fixture.opening, played.opening);
            let message = format!("game {number} has opening {opening} in this tournament, not {other}");
            return Err(FieldError::new("opening", message));
        }
        Ok(())
    }

    /// Checks that moves have the names that this program writes.
    fn check_names(&self, played: &Played) -> Result<(), FieldError> {
        let grid = self.plan.game.grid();
        for (ply, text) in (1..).zip(&played.moves) {
            let invalid = |message: String| FieldError::new("moves", format!("ply {ply}: {message}"));
            let mv = parse_move(grid, text).map_err(|error| invalid(error.to_string()))?;
            let name = move_text(grid, mv);
            if *text != name {
                return Err(invalid(format!("\"{}\" is written {name} here", shorten(text))));
            }
        }
        Ok(())
    }

    fn opening(&self, fixture: &Fixture) -> Option<Cow<'p, Opening>> {
        match self.openings {
            Openings::Given(openings) => {
                openings.get(fixture.opening).map(|opening| opening.turned(self.plan.game.grid(), fixture.symmetry))
            }
            Openings::Made | Openings::Unknown => None,
        }
    }

    /// Checks that a game starts with its opening.
    fn check_opening(&self, fixture: &Fixture, played: &Played) -> Result<(), FieldError> {
        if matches!(self.openings, Openings::Unknown) {
            return match played.book > played.moves.len() {
                true => Err(FieldError::new(
                    "book",
                    format!("the game has {} moves, not {}", played.moves.len(), played.book),
                )),
                false => Ok(()),
            };
        }
        let game = self.plan.game;
        // An engine that does not start loses before the opening is played.
        let unplayed = played.moves.is_empty() && played.fault.is_some();
        let opening = self.opening(fixture);
        let setup = opening.as_ref().and_then(|opening| opening.setup.as_ref());
        let position = setup.and_then(|setup| Some(record(game, Some(setup)).ok()?.position_text()));
        if played.position != position && !(unplayed && played.position.is_none()) {
            let expected = position.map_or("the empty board".to_owned(), |text| format!("\"{text}\""));
            return Err(FieldError::new("position", format!("the opening starts from {expected}")));
        }
        let moves = opening.as_ref().map(|opening| &opening.moves[..]).unwrap_or_default();
        let book = if unplayed { 0 } else { moves.len() };
        if played.book != book {
            return Err(FieldError::new("book", format!("the opening has {book} moves, not {}", played.book)));
        }
        for (index, &mv) in moves.iter().enumerate().take(book) {
            let (ply, name) = (index + 1, move_text(game.grid(), mv));
            if played.moves.get(index) != Some(&name) {
                return Err(FieldError::new("moves", format!("ply {ply}: the opening has {name} here")));
            }
        }
        Ok(())
    }

    /// Checks that winner, reason and fault agree.
    fn check_end(&self, played: &Played) -> Result<(), FieldError> {
        let reason = shorten(&played.reason);
        let wrong_winner = |message: String| Err(FieldError::new("winner", message));
        if let Some((seat, fault)) = played.fault {
            if played.reason != fault.to_string() {
                return Err(FieldError::new("reason", format!("the fault is {fault}, the reason {reason}")));
            }
            if played.winner != Some(1 - seat) {
                return wrong_winner(format!("who commits a fault loses, and player {seat} did"));
            }
            return Ok(());
        }
        match self.has_winner(&played.reason) {
            None => {
                let message = format!("no game of this tournament ends by \"{reason}\"");
                return Err(FieldError::new("reason", message));
            }
            Some(true) if played.winner.is_none() => {
                return wrong_winner(format!("somebody wins by {reason}, nobody did"));
            }
            Some(false) if played.winner.is_some() => {
                return wrong_winner(format!("nobody wins by {reason}, somebody did"));
            }
            Some(_) => {}
        }
        match played.detail.is_some() || !played.stderr.is_empty() {
            true => Err(FieldError::new("fault", "details of one are given, but none is")),
            false => Ok(()),
        }
    }

    /// Checks that the players exchanged colours as often as the moves exchange them.
    fn check_exchanges(&self, played: &Played) -> Result<(), FieldError> {
        let swaps = played.moves.iter().filter(|text| *text == "swap").count();
        if !matches!(self.openings, Openings::Made) && played.swapped != (swaps % 2 == 1) {
            return Err(FieldError::new("swapped", format!("the moves exchange colours {swaps} times")));
        }
        Ok(())
    }

    /// Returns whether a game without a fault has a winner if it ends for this reason; `None` if none ends so.
    fn has_winner(&self, reason: &str) -> Option<bool> {
        let is = |known: &Reason| known.to_string() == reason;
        match () {
            () if WINS.iter().any(is) => Some(true),
            () if DRAWS.iter().any(is) => Some(false),
            () => self.plan.tournament.adjudication.has_winner(reason),
        }
    }
}

/// Checks that times and search information belong to moves and that times are not negative.
fn check_numbers(played: &Played) -> Result<(), FieldError> {
    let moves = played.moves.len();
    if played.ms.len() != moves {
        return Err(FieldError::new("ms", format!("there are {} times of {moves} moves", played.ms.len())));
    }
    if !played.info.is_empty() && played.info.len() != moves {
        return Err(FieldError::new("info", format!("there are {} remarks on {moves} moves", played.info.len())));
    }
    if let Some(ply) = played.ms.iter().position(|&ms| ms < 0.0) {
        return Err(FieldError::new("ms", format!("ply {} took {} ms", ply + 1, played.ms[ply])));
    }
    if played.seconds < 0.0 {
        return Err(FieldError::new("seconds", format!("the game took {}", played.seconds)));
    }
    Ok(())
}

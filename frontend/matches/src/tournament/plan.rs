//! What a tournament says about its games before they are played: the games of a journal must agree with it.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use engine::notation::{move_text, parse_move, shorten};

use engine::{AnyRecord, Color, Game, Move, Reason, record};

use crate::openings::Opening;
use crate::tournament::adjudication::{Adjudication, Judge, PROVED};
use crate::tournament::contest::Contest;
use crate::tournament::event::Event;
use crate::tournament::played::Played;
use crate::tournament::schedule::{Fixture, Schedule};

/// How the rules end games that somebody wins.
const WINS: [Reason; 6] =
    [Reason::Five, Reason::UnbrokenFive, Reason::FiveLeftByCapture, Reason::Captures, Reason::Line, Reason::Foul];

/// How the rules end games that nobody wins.
const DRAWS: [Reason; 5] =
    [Reason::FifthCaptureLeavesFive, Reason::FiveForBoth, Reason::FullBoard, Reason::NoLegalMove, Reason::Repetition];

/// Where openings come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Openings<'c> {
    Given(&'c [Opening]),
    /// The players make them themselves.
    Made,
    /// They were given, but are not at hand.
    Unknown,
}

/// Who plays what, from which openings, and how games may end.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'c> {
    pub(crate) game: &'static Game,
    /// The names of the engines.
    pub(crate) names: Vec<&'c str>,
    pub(crate) schedule: &'c Schedule,
    pub(crate) openings: Openings<'c>,
    pub(crate) adjudication: Adjudication,
}

impl<'c> Plan<'c> {
    /// The plan of a contest.
    pub(crate) fn new(contest: &'c Contest) -> Self {
        Self {
            game: contest.game_info.game,
            names: contest.contestants.iter().map(|contestant| contestant.entrant.name.as_str()).collect(),
            schedule: &contest.schedule,
            openings: contest.openings.as_deref().map_or(Openings::Made, Openings::Given),
            adjudication: contest.adjudication,
        }
    }

    /// The plan of a tournament whose openings are not at hand.
    pub(crate) fn of_event(event: &'c Event) -> Self {
        Self {
            game: event.game,
            names: event.conditions.iter().map(|engine| engine.name.as_str()).collect(),
            schedule: &event.schedule,
            openings: if event.swap2 { Openings::Made } else { Openings::Unknown },
            adjudication: event.adjudication,
        }
    }

    /// Checks all of a game that can be checked without playing it: its place in the schedule, its opening, its numbers,
    /// and that winner, reason and fault fit together.
    ///
    /// # Errors
    /// The first field that is wrong, and why.
    pub(crate) fn check(&self, played: &Played) -> Result<(), String> {
        if played.game >= self.schedule.most_games() {
            return Err(format!("game: {} is too large, no tournament has so many games", played.game));
        }
        let fixture = self.schedule.fixture(played.game);
        self.check_fixture(&fixture, played)?;
        self.check_moves(&fixture, played)?;
        check_numbers(played)?;
        self.check_end(played)
    }

    fn check_fixture(&self, fixture: &Fixture, played: &Played) -> Result<(), String> {
        let names = fixture.players.map(|index| self.names[index]);
        if played.players != names {
            let ([one, other], [black, white]) = (names, played.players.each_ref().map(|name| shorten(name)));
            let number = played.game;
            return Err(format!("players: game {number} is of {one} and {other}, not of {black} and {white}"));
        }
        if played.opening != fixture.opening {
            let (number, opening, other) = (played.game, fixture.opening, played.opening);
            return Err(format!("opening: game {number} has opening {opening} in this tournament, not {other}"));
        }
        Ok(())
    }

    fn opening(&self, fixture: &Fixture) -> Option<Cow<'c, Opening>> {
        match self.openings {
            Openings::Given(openings) => {
                openings.get(fixture.opening).map(|opening| opening.turned(self.game.grid(), fixture.symmetry))
            }
            Openings::Made | Openings::Unknown => None,
        }
    }

    /// The moves have the names of moves, and the opening comes first.
    fn check_moves(&self, fixture: &Fixture, played: &Played) -> Result<(), String> {
        let grid = self.game.grid();
        for (ply, text) in (1..).zip(&played.moves) {
            let mv = parse_move(grid, text).map_err(|error| format!("moves: ply {ply}: {error}"))?;
            let name = move_text(grid, mv);
            if *text != name {
                return Err(format!("moves: ply {ply}: \"{}\" is written {name} here", shorten(text)));
            }
        }
        if matches!(self.openings, Openings::Unknown) {
            return match played.book > played.moves.len() {
                true => Err(format!("book: the game has {} moves, not {}", played.moves.len(), played.book)),
                false => Ok(()),
            };
        }
        // An engine that does not start loses before the opening is played.
        let unplayed = played.moves.is_empty() && played.fault.is_some();
        let opening = self.opening(fixture);
        let setup = opening.as_ref().and_then(|opening| opening.setup.as_ref());
        let position = setup.and_then(|setup| Some(record(self.game, Some(setup)).ok()?.position_text()));
        if played.position != position && !(unplayed && played.position.is_none()) {
            let expected = position.map_or("the empty board".to_owned(), |text| format!("\"{text}\""));
            return Err(format!("position: the opening starts from {expected}"));
        }
        let moves = opening.as_ref().map(|opening| &opening.moves[..]).unwrap_or_default();
        let book = if unplayed { 0 } else { moves.len() };
        if played.book != book {
            return Err(format!("book: the opening has {book} moves, not {}", played.book));
        }
        for (index, &mv) in moves.iter().enumerate().take(book) {
            let (ply, name) = (index + 1, move_text(grid, mv));
            if played.moves.get(index) != Some(&name) {
                return Err(format!("moves: ply {ply}: the opening has {name} here"));
            }
        }
        Ok(())
    }

    /// Winner, reason, fault and exchange of colours fit together.
    fn check_end(&self, played: &Played) -> Result<(), String> {
        let reason = shorten(&played.reason);
        if let Some((seat, fault)) = played.fault {
            if played.reason != fault.to_string() {
                return Err(format!("reason: the fault is {fault}, the reason {reason}"));
            }
            if played.winner != Some(1 - seat) {
                return Err(format!("winner: who commits a fault loses, and player {seat} did"));
            }
        } else {
            match self.has_winner(&played.reason) {
                None => return Err(format!("reason: no game of this tournament ends by \"{reason}\"")),
                Some(true) if played.winner.is_none() => {
                    return Err(format!("winner: somebody wins by {reason}, nobody did"));
                }
                Some(false) if played.winner.is_some() => {
                    return Err(format!("winner: nobody wins by {reason}, somebody did"));
                }
                Some(_) => {}
            }
            if played.detail.is_some() || !played.stderr.is_empty() {
                return Err("fault: details of one are given, but none is".to_owned());
            }
        }
        let swaps = played.moves.iter().filter(|text| *text == "swap").count();
        if !matches!(self.openings, Openings::Made) && played.swapped != (swaps % 2 == 1) {
            return Err(format!("swapped: the moves exchange colours {swaps} times"));
        }
        Ok(())
    }

    /// Whether somebody wins a game that ends without a fault for this reason; `None` if none does.
    fn has_winner(&self, reason: &str) -> Option<bool> {
        let is = |known: &Reason| known.to_string() == reason;
        match () {
            () if WINS.iter().any(is) => Some(true),
            () if DRAWS.iter().any(is) => Some(false),
            () => self.adjudication.has_winner(reason),
        }
    }

    /// Plays a game again that [`Self::check`] allows: the rules must accept its moves, and end it as it ended.
    ///
    /// # Errors
    /// The first field that is wrong, and why.
    pub(crate) fn replay(&self, played: &Played) -> Result<(), String> {
        let setup = played.position.as_deref().map(|text| self.game.parse_position(text)).transpose();
        let setup = setup.map_err(|error| format!("position: {error}"))?;
        let mut record = record(self.game, setup.as_ref()).map_err(|error| format!("position: {error}"))?;
        // Where the players make the opening, the moves do not tell who has which colour.
        let mut seats = if matches!(self.openings, Openings::Made) && played.swapped { [1, 0] } else { [0, 1] };
        let (mut judge, mut ruling) = (Judge::new(self.adjudication), None);
        for (index, text) in played.moves.iter().enumerate() {
            let seat = seats[record.to_move().index()];
            let refused = |why: &dyn std::fmt::Display| format!("moves: ply {}: {text}: {why}", index + 1);
            let mv = parse_move(self.game.grid(), text).map_err(|error| refused(&error))?;
            record.play(mv).map_err(|error| refused(&error))?;
            if mv == Move::Swap {
                seats.swap(0, 1);
            } else if index >= played.book {
                let score = played.info.get(index).copied().flatten().and_then(|remarks| remarks.score);
                ruling = judge.moved(seat, score, index + 1);
            }
        }
        let mover = seats[record.to_move().index()];
        match by_rules(record.as_ref(), seats) {
            Some((_, reason)) if played.fault.is_some() => Err(format!("fault: the rules ended the game by {reason}")),
            Some(end) => compare(played, end),
            None if played.fault.is_some() => Ok(()),
            None if played.reason == PROVED => compare(played, (Some(mover), PROVED.to_owned())),
            None => match ruling {
                Some(ruling) => compare(played, (ruling.winner, ruling.reason.to_owned())),
                None => Err(format!("reason: {}, but the moves do not end the game", shorten(&played.reason))),
            },
        }
    }
}

/// How the rules ended a game: the seat of the winner, and why.
fn by_rules(record: &dyn AnyRecord, seats: [usize; 2]) -> Option<(Option<usize>, String)> {
    let outcome = record.outcome()?;
    Some((outcome.winner.map(|color: Color| seats[color.index()]), outcome.reason.to_string()))
}

/// Checks that a game ended as its moves say.
fn compare(played: &Played, (winner, reason): (Option<usize>, String)) -> Result<(), String> {
    if played.reason != reason {
        return Err(format!("reason: the moves end the game by {reason}, not by {}", shorten(&played.reason)));
    }
    if played.winner != winner {
        let name = |winner: Option<usize>| winner.map_or("nobody".to_owned(), |seat| format!("player {seat}"));
        return Err(format!("winner: by the moves {} won, not {}", name(winner), name(played.winner)));
    }
    Ok(())
}

/// Times and remarks belong to moves, and time does not run backwards.
fn check_numbers(played: &Played) -> Result<(), String> {
    let moves = played.moves.len();
    if played.ms.len() != moves {
        return Err(format!("ms: there are {} times of {moves} moves", played.ms.len()));
    }
    if !played.info.is_empty() && played.info.len() != moves {
        return Err(format!("info: there are {} remarks on {moves} moves", played.info.len()));
    }
    if let Some(ply) = played.ms.iter().position(|&ms| ms < 0.0) {
        return Err(format!("ms: ply {} took {} ms", ply + 1, played.ms[ply]));
    }
    if played.seconds < 0.0 {
        return Err(format!("seconds: the game took {}", played.seconds));
    }
    Ok(())
}

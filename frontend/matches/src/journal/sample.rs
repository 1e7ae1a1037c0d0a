//! Journals of random games, for tests of readers.

use std::path::Path;

use engine::notation::move_text;
use engine::{Color, Game, Move, Point, record};
use random::Dice;
use records::checksum;
use serde_json::Value;

use super::error::{JournalError, JournalErrorKind};
use super::fault::Fault;
use super::line::Line;
use super::played::Played;
use super::read;
use super::validation::Validator;
use crate::Error;
use crate::spec::adjudication::Adjudication;
use crate::spec::engine::EngineSpec;
use crate::spec::plan::Plan;
use crate::spec::schedule::{Format, OpeningOrder};
use crate::spec::timeouts::Timeouts;
use crate::spec::tournament::{Choices, Tournament};
use openings::lists::Opening;

/// Names of the engines, which are never started.
const NAMES: [&str; 2] = ["one", "other"];

/// Number of moves after which a game is drawn.
const LONGEST: usize = 60;

/// Pairs of the tournament.
const ROUNDS: usize = 4;

/// A tournament that is never played. Its journals hold random games.
#[derive(Debug)]
pub struct Sample {
    plan: Plan,
    openings: Vec<Opening>,
}

impl Sample {
    /// Returns eight games between two engines, from the empty board and from a first move.
    #[must_use]
    pub fn new(game: &'static Game) -> Self {
        let start = record(game, None).expect("the empty board");
        let first = start.legal().first().map(|&point: &Point| Move::Place(point));
        let openings = vec![
            Opening { setup: None, moves: Vec::new() },
            Opening { setup: None, moves: first.into_iter().collect() },
        ];
        let choices = Choices {
            engines: NAMES.map(|name| EngineSpec { name: name.to_owned(), ..EngineSpec::default() }).to_vec(),
            format: Format::RoundRobin,
            seeds: None,
            opening_order: OpeningOrder::default(),
            seed: 1,
            adjudication: Adjudication { max_moves: Some(LONGEST), ..Adjudication::default() },
            limits: Timeouts::default(),
            sprt: None,
        };
        let tournament = Tournament::new(game, Some(&openings), choices);
        Self { plan: Plan::new(tournament, game, ROUNDS, None), openings }
    }

    /// Returns a journal with all games. With odd seeds it has no checksums, as journals of older programs.
    #[must_use]
    pub fn journal(&self, seed: u64) -> Vec<u8> {
        let sealed = |object: String| if seed.is_multiple_of(2) { checksum::sealed(&object) } else { object };
        let mut text = sealed(Value::Object(self.plan.head.clone()).to_string());
        let mut dice = Dice::new(seed, 0, 0);
        for number in 0..self.plan.schedule.games() {
            let played = self.played(number, &mut dice);
            text += "\n";
            text += &sealed(serde_json::to_string(&played).expect("a game is a text"));
        }
        (text + "\n").into_bytes()
    }

    /// Returns a random game. In the last game an engine runs out of time.
    fn played(&self, number: usize, dice: &mut Dice) -> Played {
        let fixture = self.plan.schedule.fixture(number);
        let opening = &self.openings[fixture.opening];
        let mut record = record(self.plan.game, None).expect("the empty board");
        let (mut moves, mut swapped) = (opening.moves.clone(), false);
        for &mv in &opening.moves {
            record.play(mv).expect("a first move is legal");
        }
        while record.outcome().is_none() && moves.len() < LONGEST {
            let legal = record.legal();
            let mv = match () {
                () if record.swap_offered() && dice.below(2) == 0 => Move::Swap,
                () if legal.is_empty() => Move::Pass,
                () => Move::Place(legal[dice.below(legal.len())]),
            };
            record.play(mv).expect("a legal move");
            swapped ^= mv == Move::Swap;
            moves.push(mv);
        }
        let seat = |color: Color| color.index() ^ usize::from(swapped);
        let overtime = number + 1 == self.plan.schedule.games() && record.outcome().is_none();
        let fault = overtime.then(|| (seat(record.to_move()), Fault::Time));
        let (winner, reason) = match (record.outcome(), fault) {
            (Some(outcome), _) => (outcome.winner.map(seat), outcome.reason.to_string()),
            (None, Some((seat, fault))) => (Some(1 - seat), fault.to_string()),
            (None, None) => (None, "max moves".to_owned()),
        };
        Played {
            game: number,
            opening: fixture.opening,
            players: fixture.players.map(|index| NAMES[index].to_owned()),
            swapped,
            winner,
            reason,
            fault,
            detail: fault.map(|_| "it answered after 900 ms".to_owned()),
            position: None,
            ms: moves.iter().map(|_| dice.below(900) as f64).collect(),
            book: opening.moves.len(),
            moves: moves.into_iter().map(|mv| move_text(self.plan.game.grid(), mv)).collect(),
            seconds: 1.5,
            ended: 1_700_000_000,
            ..Played::default()
        }
    }

    /// Reads a journal of this tournament as `ninuki tournament` does, and with `verify` replays its games. Returns the games.
    ///
    /// # Errors
    /// The journal is invalid; the message is one line.
    pub fn read(&self, bytes: &[u8], verify: bool) -> Result<Vec<Played>, Error> {
        Ok(self.games(bytes, verify)?)
    }

    fn games(&self, bytes: &[u8], verify: bool) -> Result<Vec<Played>, JournalError> {
        let validator = Validator::new(&self.plan, Some(&self.openings));
        let mut games = Vec::new();
        let mut take = |line: &Line| -> Result<(), JournalErrorKind> {
            let Line::Game(played) = line else { return Ok(()) };
            validator.check(played)?;
            if verify {
                validator.replay(played)?;
            }
            games.push((**played).clone());
            Ok(())
        };
        read::games(Path::new("journal"), &mut &*bytes, &self.plan.head, &mut take)?;
        Ok(games)
    }
}

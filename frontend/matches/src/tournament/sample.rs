//! Journals without a tournament: to try what is read from them.

use engine::notation::move_text;
use engine::{Color, Game, Move, Point, record};
use serde_json::{Map, Value, json};

use crate::openings::Opening;
use crate::tournament::adjudication::Adjudication;
use crate::tournament::fault::Fault;
use crate::tournament::journal::{self, Line};
use crate::tournament::plan::{Openings, Plan};
use crate::tournament::played::Played;
use crate::tournament::schedule::{Format, Schedule};
use random::Dice;
use records::checksum;

/// The names of the engines, which nobody starts.
const NAMES: [&str; 2] = ["one", "other"];

/// The most moves of a game; a longer one is drawn.
const LONGEST: usize = 60;

/// A tournament that is never held: its journals have games at random.
#[derive(Debug)]
pub struct Sample {
    game: &'static Game,
    schedule: Schedule,
    openings: Vec<Opening>,
}

impl Sample {
    /// Eight games between two engines, from the empty board and from a first move.
    #[must_use]
    pub fn new(game: &'static Game) -> Self {
        let start = record(game, None).expect("the empty board");
        let first = start.legal().first().map(|&point: &Point| Move::Place(point));
        let openings = vec![
            Opening { setup: None, moves: Vec::new() },
            Opening { setup: None, moves: first.into_iter().collect() },
        ];
        Self { game, schedule: Schedule::new(Format::RoundRobin, 2, 4, openings.len(), 1), openings }
    }

    fn settings(&self) -> Map<String, Value> {
        let settings = json!({ "ninuki": "tournament", "version": 1, "game": self.game.rules().name });
        settings.as_object().cloned().unwrap_or_default()
    }

    /// A journal with all games. Those of odd seeds have no checksums, as old journals.
    #[must_use]
    pub fn journal(&self, seed: u64) -> Vec<u8> {
        let line = |object: String| if seed.is_multiple_of(2) { checksum::sealed(&object) } else { object };
        let mut text = line(Value::Object(self.settings()).to_string());
        let mut dice = Dice::new(seed, 0, 0);
        for number in 0..self.schedule.games() {
            let played = self.played(number, &mut dice);
            text += "\n";
            text += &line(serde_json::to_string(&played).expect("a game is a text"));
        }
        (text + "\n").into_bytes()
    }

    /// A game at random; in the last an engine runs out of time.
    fn played(&self, number: usize, dice: &mut Dice) -> Played {
        let fixture = self.schedule.fixture(number);
        let opening = &self.openings[fixture.opening];
        let mut record = record(self.game, None).expect("the empty board");
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
        let late = number + 1 == self.schedule.games() && record.outcome().is_none();
        let fault = late.then(|| (seat(record.to_move()), Fault::Time));
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
            moves: moves.into_iter().map(|mv| move_text(self.game.grid(), mv)).collect(),
            seconds: 1.5,
            ended: 1_700_000_000,
            ..Played::default()
        }
    }

    /// Reads a journal of this tournament as `ninuki tournament` does, and with `verify` plays its games again: the games.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn read(&self, bytes: &[u8], verify: bool) -> Result<Vec<Played>, String> {
        let plan = Plan {
            game: self.game,
            names: NAMES.to_vec(),
            schedule: &self.schedule,
            openings: Openings::Given(&self.openings),
            adjudication: Adjudication { max_moves: Some(LONGEST), ..Adjudication::default() },
        };
        let mut games = Vec::new();
        let mut take = |line: &Line| {
            let Line::Game(played) = line else { return Ok(()) };
            plan.check(played)?;
            if verify {
                plan.replay(played)?;
            }
            games.push((**played).clone());
            Ok(())
        };
        let read = journal::games(&mut &*bytes, &self.settings(), &mut take);
        read.map(|_| games).map_err(|why| format!("journal{why}"))
    }
}

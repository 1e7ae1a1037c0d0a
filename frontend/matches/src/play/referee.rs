//! The referee of a game between two players.

use std::time::{Duration, Instant};

use engine::notation::move_text;
use engine::{AnyRecord, Color, Game, Move, SetUp, record};
use protocol::{Command, Reply};

use super::clock::Clock;
use super::expected::Expected;
use super::failure::Failure;
use super::outcome::End;
use super::player::Player;
use super::running::{Running, RunningGame, now};
use crate::journal::fault::Fault;
use crate::journal::played::Played;
use crate::journal::search_info::SearchInfo;
use crate::spec::adjudication::Adjudication;
use crate::spec::adjudicator::{Adjudicator, Ruling};
use openings::lists::Opening;

/// Rules and opening of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'r> {
    pub(super) game: &'static Game,
    /// The opening; `None` where the players make it by swap-2.
    pub(super) opening: Option<&'r Opening>,
    pub(super) adjudication: Adjudication,
}

impl<'r> Rules<'r> {
    /// Returns the initial position, if it is not the empty board.
    pub(super) fn setup(&self) -> Option<&'r SetUp> {
        self.opening.and_then(|opening| opening.setup.as_ref())
    }

    fn book(&self) -> &'r [Move] {
        self.opening.map(|opening| &opening.moves[..]).unwrap_or_default()
    }
}

/// A failure and the seat of the player who is responsible.
pub(super) type Failed = (usize, Failure);

/// A decision of a player: its reply, its milliseconds and its search information.
pub(super) type Decision = (Reply, f64, Option<SearchInfo>);

/// The place of a game among those in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'r> {
    pub(super) running: &'r Running,
    /// The number of the thread.
    pub(super) slot: usize,
}

/// A game in progress. The player who begins as Black has seat 0.
pub(super) struct Referee<'g, 'e> {
    players: [&'g mut Player<'e>; 2],
    clocks: [Clock; 2],
    pub(super) rules: Rules<'g>,
    pub(super) record: Box<dyn AnyRecord>,
    /// Seats of Black and White.
    pub(super) seats: [usize; 2],
    /// Number of moves sent to each seat; `None` if the next command must send the whole board.
    pub(super) sent: [Option<usize>; 2],
    /// Colour of each move.
    pub(super) colors: Vec<Color>,
    /// Whether the offer to exchange colours was answered.
    pub(super) offered: bool,
    /// Number of moves of the opening.
    book: usize,
    /// Milliseconds of each move.
    ms: Vec<f64>,
    info: Vec<Option<SearchInfo>>,
    adjudicator: Adjudicator,
    shown: Shown<'g>,
}

impl<'g, 'e> Referee<'g, 'e> {
    /// Returns a game after its opening, which must be legal.
    pub(super) fn new(
        players: [&'g mut Player<'e>; 2],
        clocks: [Clock; 2],
        rules: Rules<'g>,
        shown: Shown<'g>,
    ) -> Self {
        let setup = rules.setup();
        let mut game = Self {
            players,
            clocks,
            rules,
            record: record(rules.game, setup).expect("openings are checked"),
            seats: [0, 1],
            sent: if setup.is_some() { [None; 2] } else { [Some(0); 2] },
            colors: Vec::new(),
            offered: false,
            book: 0,
            ms: Vec::new(),
            info: Vec::new(),
            adjudicator: Adjudicator::new(rules.adjudication),
            shown,
        };
        for &mv in rules.book() {
            game.play(mv, 0.0, None).expect("openings are checked");
        }
        game.book = game.colors.len();
        game
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// There is no result: the tournament was stopped, or the runner was suspended.
    pub(super) fn run(mut self, game: usize, names: [&str; 2]) -> Result<Played, Failure> {
        let began = Instant::now();
        self.show(game, names);
        let end = match self.play_to_end() {
            Ok(end) => end,
            Err((seat, Failure::Fault(fault, detail))) => End::by_fault(seat, fault, detail),
            Err((_, failure)) => return Err(failure),
        };
        Ok(self.into_played(end, began.elapsed(), names))
    }

    /// Adds the game to those in progress.
    fn show(&self, game: usize, names: [&str; 2]) {
        let (players, position) = (names.map(str::to_owned), self.position());
        let moves = self.moves();
        self.shown
            .running
            .begin(self.shown.slot, RunningGame { game, players, position, moves, ..RunningGame::default() });
    }

    /// Returns the initial position as text, if it is not the empty board.
    fn position(&self) -> Option<String> {
        let position = |setup: &SetUp| record(self.rules.game, Some(setup)).map(|record| record.position_text());
        self.rules.setup().map(|setup| position(setup).unwrap_or_default())
    }

    fn moves(&self) -> Vec<String> {
        self.record.moves().into_iter().map(|mv| move_text(self.rules.game.grid(), mv)).collect()
    }

    fn into_played(mut self, end: End, time: Duration, names: [&str; 2]) -> Played {
        let evidence = end.fault.map(|(seat, _)| self.players[seat].evidence()).unwrap_or_default();
        let delay = self.players.iter().map(|player| player.runner_delay()).max().unwrap_or_default();
        let silent = self.info.iter().all(Option::is_none);
        Played {
            swapped: self.seats == [1, 0],
            position: self.position(),
            moves: self.moves(),
            book: self.book,
            idle_cpu: [0, 1].map(|seat| self.players[seat].idle_cpu().as_millis() as u64),
            ms: self.ms,
            info: if silent { Vec::new() } else { self.info },
            runner_delay: delay.as_millis() as u64,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
            ..end.into_played(evidence, names)
        }
    }

    fn play_to_end(&mut self) -> Result<End, Failed> {
        if self.rules.opening.is_none() {
            self.swap2()?;
        }
        let mut ruling = None;
        loop {
            if let Some(outcome) = self.record.outcome() {
                let winner = outcome.winner.map(|color| self.seats[color.index()]);
                return Ok(End::regular(winner, outcome.reason.to_string()));
            }
            if let Some(Ruling { winner, reason }) = ruling.or_else(|| self.proved()) {
                return Ok(End::regular(winner, reason));
            }
            if self.record.swap_offered() && !self.offered {
                self.offer()?;
            }
            ruling = self.turn()?;
        }
    }

    /// Returns a win of the side to move, if wins are adjudicated by proof and the solver proves one.
    fn proved(&self) -> Option<Ruling> {
        let nodes = self.rules.adjudication.prove?;
        let seat = self.seats[self.record.to_move().index()];
        Ruling::by_proof(nodes, self.rules.game, self.rules.setup(), &self.record.moves(), seat)
    }

    /// Plays a move of the side to move.
    fn turn(&mut self) -> Result<Option<Ruling>, Failed> {
        let seat = self.seats[self.record.to_move().index()];
        let command = self.command(seat);
        let (reply, ms, info) = self.ask(seat, &command, Expected::Move)?;
        let mv = match reply {
            Reply::Move(cell) => Move::Place(self.point(seat, cell)?),
            _ => Move::Pass,
        };
        let score = info.and_then(|info| info.score);
        self.play(mv, ms, info).map_err(|failure| (seat, failure))?;
        self.sent[seat] = Some(self.colors.len());
        Ok(self.adjudicator.moved(seat, score, self.colors.len()))
    }

    /// Sends a command to a player and waits for the answer while its clock runs.
    pub(super) fn ask(&mut self, seat: usize, command: &Command, expected: Expected) -> Result<Decision, Failed> {
        self.shown.running.change(self.shown.slot, |game| {
            let left = |clock: &Clock| clock.left().map(|left| left.as_millis() as u64);
            (game.turn, game.since, game.left) = (seat, now(), [left(&self.clocks[0]), left(&self.clocks[1])]);
        });
        let [first, second] = &mut self.players;
        let (player, opponent) = if seat == 0 { (first, second) } else { (second, first) };
        let thought =
            player.think(command, &self.clocks[seat], opponent, expected).map_err(|failure| match failure {
                Failure::Opponent(fault, detail) => (1 - seat, Failure::Fault(fault, detail)),
                failure => (seat, failure),
            })?;
        self.clocks[seat].moved(thought.time);
        let info = (thought.info != SearchInfo::default()).then_some(thought.info);
        self.shown.running.change(self.shown.slot, |game| game.last[seat] = info);
        Ok((thought.reply, thought.time.as_micros() as f64 / 1000.0, info))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is illegal.
    pub(super) fn play(&mut self, mv: Move, ms: f64, info: Option<SearchInfo>) -> Result<(), Failure> {
        let color = self.record.to_move();
        if let Err(error) = self.record.play(mv) {
            let name = move_text(self.rules.game.grid(), mv);
            return Err(Failure::fault(Fault::IllegalMove, format!("{name}: {error}")));
        }
        self.colors.push(color);
        self.ms.push(ms);
        self.info.push(info);
        if mv == Move::Swap {
            self.seats.swap(0, 1);
        }
        let (text, swapped) = (move_text(self.rules.game.grid(), mv), self.seats == [1, 0]);
        self.shown.running.change(self.shown.slot, |game| {
            game.moves.push(text);
            game.swapped = swapped;
        });
        Ok(())
    }
}

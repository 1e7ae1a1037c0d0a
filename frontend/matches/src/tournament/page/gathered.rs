//! What a page tells of the games, gathered one game at a time.

use std::collections::BTreeMap;
use std::io;

use engine::Game;

use super::replay::{Replay, places};
use super::usage::Usage;
use super::viewer::Viewer;
use crate::statistics::{GameCounts, Points};
use crate::tournament::event::Event;
use crate::tournament::fault::{Cause, Fault};
use crate::tournament::played::Played;
use crate::tournament::tally::{Result as GameResult, Results};

/// A fault, and what the engine said last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Faulty {
    /// The engine.
    pub(super) player: usize,
    pub(super) fault: Fault,
    /// Whose doing it was, if not the engine's.
    pub(super) cause: Option<Cause>,
    pub(super) detail: String,
    /// The last lines between the runner and the engine, and those that it wrote to standard error.
    pub(super) words: [Vec<String>; 2],
}

/// The games from one opening.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct FromOpening {
    /// Its moves, or the position that it is.
    pub(super) text: String,
    /// Games won by Black, drawn, won by White.
    pub(super) colors: GameCounts,
}

/// The games on one machine.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct OnMachine {
    pub(super) games: u64,
    /// The seconds of all of them.
    pub(super) seconds: f64,
    /// The least and the most positions per second of perft there.
    pub(super) bench: Option<(u64, u64)>,
    /// The milliseconds by which the runner itself was late, the longest time that it was.
    pub(super) late: u64,
}

/// What is told of the games.
#[derive(Debug)]
pub(crate) struct Gathered {
    game: &'static Game,
    pub(super) names: Vec<String>,
    /// The place of each point, by its index, in the order of the board.
    places: Vec<usize>,
    pub(super) results: Results,
    /// What each engine did with its time.
    pub(super) usages: Vec<Usage>,
    /// By the number of the game.
    pub(super) faults: BTreeMap<usize, Faulty>,
    /// By the number of the opening.
    pub(super) openings: BTreeMap<usize, FromOpening>,
    /// How games ended, with those that Black won, that were drawn, that White won.
    pub(super) reasons: BTreeMap<String, GameCounts>,
    /// By the names of the machines.
    pub(super) machines: BTreeMap<String, OnMachine>,
    /// Attempts at games that do not count, as they were played again.
    pub(super) attempts: usize,
    /// When the first game began and the last one ended, in seconds since 1970.
    pub(super) span: Option<(f64, u64)>,
    /// The seconds of all games together.
    pub(super) seconds: f64,
    pub(super) viewer: Viewer,
}

impl Gathered {
    /// Nothing yet.
    pub(crate) fn new(event: &Event) -> Self {
        let game = event.game;
        let names: Vec<String> = event.conditions.iter().map(|engine| engine.name.clone()).collect();
        Self {
            game,
            usages: vec![Usage::default(); names.len()],
            names,
            places: places(game),
            results: Results::new(),
            faults: BTreeMap::new(),
            openings: BTreeMap::new(),
            reasons: BTreeMap::new(),
            machines: BTreeMap::new(),
            attempts: 0,
            span: None,
            seconds: 0.0,
            viewer: Viewer::default(),
        }
    }

    /// Adds a game. One between engines that do not take part is left out.
    ///
    /// # Errors
    /// It cannot be packed.
    pub(crate) fn add(&mut self, played: &Played) -> io::Result<()> {
        let player = |name: &str| self.names.iter().position(|known| known == name);
        let [Some(first), Some(second)] = played.players.each_ref().map(|name| player(name)) else { return Ok(()) };
        let players = [first, second];
        let replay = Replay::new(self.game, &self.places, played);
        for (seat, &player) in players.iter().enumerate() {
            self.usages[player].add(played, |ply| replay.seats.get(ply) == Some(&seat));
        }
        self.count(played);
        let faulty = played.fault.map(|(seat, fault)| {
            let detail = played.detail.clone().unwrap_or_default();
            let words = [played.dialogue.clone(), played.stderr.clone()];
            Faulty { player: players[seat], fault, cause: played.cause, detail, words }
        });
        let colors = if played.swapped { [second, first] } else { players };
        self.viewer.add(played, &replay, colors, faulty.as_ref().map(|faulty| faulty.player))?;
        self.faults.extend(faulty.map(|faulty| (played.game, faulty)));
        self.results.insert(played.game, GameResult::from(played));
        Ok(())
    }

    /// Counts how and from which opening it was played, when and where.
    fn count(&mut self, played: &Played) {
        let points = match played.winning_color() {
            Some(0) => Points::Win,
            Some(_) => Points::Loss,
            None => Points::Draw,
        };
        self.reasons.entry(played.reason.clone()).or_default().add(points);
        let opening = self.openings.entry(played.opening).or_default();
        opening.colors.add(points);
        if opening.text.is_empty() {
            let start = played.position.iter().map(String::as_str);
            let moves = played.moves.iter().take(played.book).map(String::as_str);
            opening.text = start.chain(moves).collect::<Vec<_>>().join(" ");
        }
        let began = played.ended as f64 - played.seconds;
        let (first, last) = self.span.unwrap_or((began, played.ended));
        self.span = Some((first.min(began), last.max(played.ended)));
        self.seconds += played.seconds;
        self.attempts += played.attempts.len();
        let machine = played.machine.clone().unwrap_or_else(|| "not known".to_owned());
        self.machines.entry(machine).or_default().add(played);
    }
}

impl OnMachine {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.seconds += played.seconds;
        self.late = self.late.max(played.late);
        if let Some(bench) = played.bench {
            let (least, most) = self.bench.unwrap_or((bench, bench));
            self.bench = Some((least.min(bench), most.max(bench)));
        }
    }
}

//! Data of all games for a page, gathered one game at a time.

use std::collections::BTreeMap;
use std::io;

use engine::Game;

use super::replay::{Replay, places};
use super::usage::Usage;
use super::viewer::Viewer;
use crate::journal::fault::{Cause, Fault};
use crate::journal::played::Played;
use crate::results::game_result::{GameResult, Results};
use crate::spec::plan::Plan;
use crate::statistics::{GameCounts, Points};

/// A fault with the last lines of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Faulty {
    /// Engine at fault.
    pub(super) player: usize,
    pub(super) fault: Fault,
    /// Cause, if not the engine itself.
    pub(super) cause: Option<Cause>,
    pub(super) detail: String,
    /// Last lines of the dialogue, and of standard error.
    pub(super) words: [Vec<String>; 2],
}

/// Games from an opening.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct FromOpening {
    /// Moves or position.
    pub(super) text: String,
    /// Results from the view of Black.
    pub(super) colors: GameCounts,
}

/// Games on a machine.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct OnMachine {
    pub(super) games: u64,
    /// Duration of all games, in seconds.
    pub(super) seconds: f64,
    /// Smallest and largest number of positions per second of perft.
    pub(super) bench: Option<(u64, u64)>,
    /// Longest delay of the runner, in milliseconds.
    pub(super) runner_delay: u64,
}

/// Data of all games.
#[derive(Debug)]
pub(crate) struct Gathered {
    game: &'static Game,
    pub(super) names: Vec<String>,
    /// Place of each point in the order of the board, by its index.
    places: Vec<usize>,
    pub(super) results: Results,
    /// Use of time of each engine.
    pub(super) usages: Vec<Usage>,
    /// Faults by the number of the game.
    pub(super) faults: BTreeMap<usize, Faulty>,
    /// Games by the number of the opening.
    pub(super) openings: BTreeMap<usize, FromOpening>,
    /// Results by the reason of the end, from the view of Black.
    pub(super) reasons: BTreeMap<String, GameCounts>,
    /// Games by the name of the machine.
    pub(super) machines: BTreeMap<String, OnMachine>,
    /// Number of attempts that were replayed.
    pub(super) attempts: usize,
    /// Begin of the first game and end of the last one, in seconds since 1970.
    pub(super) span: Option<(f64, u64)>,
    /// Duration of all games, in seconds.
    pub(super) seconds: f64,
    pub(super) viewer: Viewer,
}

impl Gathered {
    /// Returns the data of no game.
    pub(crate) fn new(plan: &Plan) -> Self {
        let game = plan.game;
        let names: Vec<String> = plan.names().map(str::to_owned).collect();
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

    /// Adds a game. A game between other engines is ignored.
    ///
    /// # Errors
    /// The game cannot be compressed.
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
        self.runner_delay = self.runner_delay.max(played.runner_delay);
        if let Some(bench) = played.bench {
            let (least, most) = self.bench.unwrap_or((bench, bench));
            self.bench = Some((least.min(bench), most.max(bench)));
        }
    }
}

//! The same game in the engine and before the referee, compared after every move.

use std::fmt::Write;

use engine::{Color, Move, SetUpError};
use tests::referee::{Referee, Stone};

use crate::probe::{Probe, place, probe};
use crate::scene::{At, Scene, Setting, stone};

/// How a game ended: the winner and the reason.
pub(crate) type End = Option<(Option<Color>, String)>;

/// A set-up position before the referee.
pub(crate) fn referee(scene: &Scene) -> Referee {
    let stones: Vec<_> = scene.stones.iter().map(|&((x, y), color)| (x, y, stone(color))).collect();
    let (to_move, captured) = (stone(scene.to_move), scene.captured.map(u32::from));
    let Setting { name, size, length, flags, .. } = scene.setting;
    let referee = Referee::set_up(name, size, length, flags, &stones, to_move, captured);
    referee.unwrap_or_else(|error| panic!("{scene:?}: {error}")).walled(&scene.walls)
}

/// One game, judged twice.
pub(crate) struct Duel {
    pub(crate) setting: Setting,
    pub(crate) engine: Box<dyn Probe>,
    pub(crate) referee: Referee,
    /// The set-up position that the game began with; for messages.
    start: Option<String>,
    /// Where the game comes from, such as a seed; for messages.
    pub(crate) source: String,
}

impl Duel {
    /// A game from the empty board.
    pub(crate) fn start(setting: Setting) -> Self {
        let game = setting.game().unwrap_or_else(|error| panic!("{setting:?}: {error}"));
        let engine = probe(game, None).expect("the empty board");
        let Setting { name, base, size, length, flags } = setting;
        let referee = match base {
            None => Referee::new(name, size, length, flags),
            Some(base) => Referee::own(base, size, length, flags),
        };
        let referee = referee.unwrap_or_else(|error| panic!("{setting:?}: {error}"));
        Self { setting, engine, referee, start: None, source: String::new() }
    }

    /// A game from a set-up position; `None` if it holds a group without liberties.
    pub(crate) fn possible(scene: &Scene) -> Option<Self> {
        let setting = scene.setting;
        let game = setting.game().unwrap_or_else(|error| panic!("{setting:?}: {error}"));
        let engine = match probe(game, Some(&scene.set_up(game))) {
            Ok(engine) => engine,
            Err(SetUpError::NoLiberty(_)) => return None,
            Err(error) => panic!("{scene:?}: {error}"),
        };
        let referee = referee(scene);
        let start = Some(engine.position_text());
        let duel = Self { setting, engine, referee, start, source: String::new() };
        duel.compare();
        Some(duel)
    }

    /// A game from a set-up position that must be possible.
    pub(crate) fn set_up(scene: &Scene) -> Self {
        Self::possible(scene).unwrap_or_else(|| panic!("a group has no liberty in {scene:?}"))
    }

    /// Plays a stone for both; the captured points, or why both refuse it.
    pub(crate) fn play(&mut self, at: At) -> Result<Vec<At>, String> {
        let taken = self.agree_on(at)?;
        self.compare();
        Ok(taken)
    }

    /// Plays a stone for both and compares all but the boards and the legal moves after it.
    pub(crate) fn play_lightly(&mut self, at: At) -> Result<Vec<At>, String> {
        let taken = self.agree_on(at)?;
        self.compare_state();
        Ok(taken)
    }

    /// Plays a stone for both and compares what they say about it, but not the position after it.
    fn agree_on(&mut self, at: At) -> Result<Vec<At>, String> {
        let theirs = self.referee.play(at.0, at.1);
        let Some(mv) = place(self.engine.game(), at) else {
            self.demand(theirs.is_err(), "the referee plays off the board");
            return Err("off the board".to_owned());
        };
        let grid = *self.engine.game().grid();
        let name = grid.name(grid.point(at.0, at.1).expect("a point"));
        match (self.engine.play(mv), theirs) {
            (Ok(ours), Ok(theirs)) => {
                let mut ours: Vec<At> = ours.into_iter().map(|point| grid.xy(point)).collect();
                ours.sort_unstable();
                self.demand(
                    ours == theirs,
                    &format!("{name} captures {ours:?} in the engine, {theirs:?} by the rules"),
                );
                Ok(ours)
            }
            (Err(ours), Err(theirs)) => {
                let named = ["double three", "double four", "suicide"].iter().find(|name| theirs.starts_with(**name));
                let same = named.is_none_or(|name| ours.to_string().starts_with(name));
                self.demand(same, &format!("{name} is refused as {ours} by the engine, as {theirs} by the rules"));
                Err(theirs)
            }
            (Ok(_), Err(theirs)) => self.fail(&format!("the engine played {name}, refused by the rules as {theirs}")),
            (Err(ours), Ok(_)) => self.fail(&format!("the engine refuses {name} as {ours}")),
        }
    }

    /// Plays every stone in turn from here, legal or not, and takes it back.
    pub(crate) fn compare_every_move(&mut self) {
        let grid = *self.engine.game().grid();
        let here = self.referee.clone();
        for at in grid.points().map(|point| grid.xy(point)) {
            if self.agree_on(at).is_ok() {
                self.compare_state();
                self.engine.take_back();
                self.referee = here.clone();
            }
        }
    }

    /// Exchanges colours for both, or says why both refuse.
    pub(crate) fn swap(&mut self) -> Result<(), String> {
        let (ours, theirs) = (self.engine.play(Move::Swap), self.referee.swap());
        self.demand(ours.is_ok() == theirs.is_ok(), &format!("swap: engine {ours:?}, rules {theirs:?}"));
        self.compare();
        theirs
    }

    /// Passes for both, or says why both refuse.
    pub(crate) fn pass(&mut self) -> Result<(), String> {
        let (ours, theirs) = (self.engine.play(Move::Pass), self.referee.pass());
        self.demand(ours.is_ok() == theirs.is_ok(), &format!("pass: engine {ours:?}, rules {theirs:?}"));
        self.compare();
        theirs
    }

    /// The end of the game.
    pub(crate) fn end(&self) -> End {
        self.engine.outcome().map(|outcome| (outcome.winner, outcome.reason.to_string()))
    }

    /// The legal placements, sorted.
    pub(crate) fn legal(&self) -> Vec<At> {
        let mut legal: Vec<At> =
            self.engine.legal().into_iter().map(|point| self.engine.game().grid().xy(point)).collect();
        legal.sort_unstable();
        legal
    }

    /// Whether both refuse a stone at `at`. Nothing is played.
    pub(crate) fn refuses(&mut self, at: At) -> bool {
        let here = self.referee.clone();
        let refused = self.agree_on(at).is_err();
        if !refused {
            self.engine.take_back();
            self.referee = here;
        }
        refused
    }

    /// Compares everything that both can be asked about the position.
    pub(crate) fn compare(&self) {
        self.compare_state();
        let grid = self.engine.game().grid();
        for point in grid.points() {
            let (x, y) = grid.xy(point);
            let ours = self.engine.stone(point).map(stone);
            self.demand(ours == self.referee.stone(x, y), &format!("{} holds {ours:?}", grid.name(point)));
        }
        let (ours, theirs) = (self.legal(), self.referee.legal());
        let only = |these: &[At], those: &[At]| {
            let names = these.iter().filter(|at| !those.contains(at));
            names.map(|&(x, y)| grid.name(grid.point(x, y).expect("a point"))).collect::<Vec<_>>().join(" ")
        };
        if ours != theirs {
            let (ours, theirs) = (only(&ours, &theirs), only(&theirs, &ours));
            self.fail(&format!("legal in the engine only: {ours}; by the rules only: {theirs}"));
        }
    }

    /// Compares what needs no look at the board.
    fn compare_state(&self) {
        let end = self.end().map(|(winner, reason)| (winner.map(stone), reason));
        let theirs = self.referee.outcome().map(|(winner, reason)| (winner, reason.to_owned()));
        self.demand(end == theirs, &format!("the game has ended: engine {end:?}, rules {theirs:?}"));
        let captured = Color::ALL.map(|color| u32::from(self.engine.captured(color)));
        let theirs = self.referee.captured();
        self.demand(captured == theirs, &format!("captured: engine {captured:?}, rules {theirs:?}"));
        let pending = self.engine.pending_five();
        self.demand(pending == self.referee.pending_five(), &format!("a five is pending in the engine: {pending}"));
        let to_move = stone(self.engine.to_move());
        self.demand(to_move == self.referee.to_move(), &format!("to move in the engine: {to_move:?}"));
        let offered = self.engine.swap_offered();
        if offered || self.engine.moves().len() < 9 {
            let theirs = self.referee.clone().swap().is_ok();
            self.demand(offered == theirs, &format!("the engine offers a swap: {offered}"));
        }
    }

    fn demand(&self, same: bool, what: &str) {
        if !same {
            self.fail(what);
        }
    }

    /// Fails with everything that is needed to see the position again.
    pub(crate) fn fail(&self, what: &str) -> ! {
        panic!("{what}\n{}", self.description())
    }

    /// The game, its flags, the moves, and the board by the referee.
    pub(crate) fn description(&self) -> String {
        let game = self.engine.game();
        let Setting { name, size, length, flags, .. } = self.setting;
        let mut text = format!("{}\n--rules {name} --size {size} --length {length}", self.source);
        for (flag, value) in flags {
            let _ = write!(text, " --flag {flag}={value}");
        }
        let moves = self.engine.moves().into_iter().map(|mv| engine::notation::move_text(game.grid(), mv));
        let moves = moves.collect::<Vec<_>>().join(" ");
        let start = self.start.as_ref().map_or_else(String::new, |start| format!("position {start} "));
        let _ = writeln!(text, "\n{start}moves {moves}\nnow {}", self.engine.position_text());
        for y in 0..game.grid().height() {
            for x in 0..game.grid().width() {
                text.push_str(match (self.referee.on_board(x, y), self.referee.stone(x, y)) {
                    (false, _) => "  ",
                    (_, None) => ". ",
                    (_, Some(Stone::X)) => "x ",
                    (_, Some(Stone::O)) => "o ",
                });
            }
            text.push('\n');
        }
        text
    }
}

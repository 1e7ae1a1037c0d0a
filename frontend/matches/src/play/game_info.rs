//! `INFO` commands that describe the game and the settings to an engine.

use std::time::Duration;

use engine::Game;

use protocol::{Command, GameForm, Info};

use super::error::EngineErrorKind;
use crate::spec::engine::EngineSpec;

/// The game of a tournament and the move limit, as engines receive them.
#[derive(Clone, Debug)]
pub(crate) struct GameInfo {
    pub(crate) game: &'static Game,
    /// Time for a move without a time control.
    pub(crate) think: Duration,
}

impl GameInfo {
    /// Returns the form in which an engine that plays `games` receives the rules.
    ///
    /// # Errors
    /// The engine does not play the game.
    pub(super) fn form(&self, games: Option<&[String]>) -> Result<GameForm, EngineErrorKind> {
        let name = self.game.rules().name;
        GameForm::of(self.game, games).ok_or_else(|| match games {
            Some(games) => EngineErrorKind::OtherGames(name, games.to_vec()),
            None => EngineErrorKind::UnknownGame(name),
        })
    }

    /// Returns the command that sets the board.
    pub(super) fn start(&self) -> Command {
        Command::Start { width: self.game.grid().width(), height: self.game.grid().height() }
    }

    /// Returns the settings of the user. An engine that refuses one would play under other conditions.
    pub(super) fn wishes(engine: &EngineSpec) -> Vec<Info> {
        let mut infos = Vec::new();
        infos.extend(engine.depth.map(Info::MaxDepth));
        infos.extend(engine.nodes.map(Info::MaxNode));
        infos.extend(engine.threads.map(Info::ThreadNum));
        let options = engine.options.iter().map(|(key, value)| Info::parse(&format!("{key} {value}")));
        infos.extend(options);
        infos
    }

    /// Returns all settings in the order in which they are sent.
    pub(super) fn infos(&self, engine: &EngineSpec, form: GameForm) -> Vec<Info> {
        let mut infos = form.infos(self.game);
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let (whole, turn) = engine.tc.map_or((None, None), |control| (control.whole, control.turn));
        infos.push(Info::TimeoutTurn(millis(turn.or(whole).unwrap_or(self.think))));
        infos.push(Info::TimeoutMatch(whole.map_or(0, millis)));
        infos.push(Info::TimeLeft(whole.map_or(GameForm::UNLIMITED, |whole| millis(whole).cast_signed())));
        let increment = engine.tc.map_or(0, |control| millis(control.increment));
        infos.extend((increment > 0).then_some(Info::TimeIncrement(increment)));
        infos.push(Info::MaxMemory(engine.memory_bytes().unwrap_or(0)));
        infos.extend(Self::wishes(engine));
        infos
    }
}

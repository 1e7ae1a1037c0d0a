//! `INFO` commands that describe the game and the settings to an engine.

use std::time::Duration;

use engine::{Game, Rules};

use protocol::{Command, Info};

use super::error::EngineErrorKind;
use crate::spec::engine::EngineSpec;

/// Form in which an engine receives the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RulesFormat {
    /// `INFO rule N`.
    Number(u32),
    /// `INFO game NAME` with flags and the line length.
    Name,
    /// `INFO rules_file TEXT` with the line length, for a custom game.
    Text,
}

/// Numbers of `INFO rule` that any engine may support.
const NUMBERS: [u32; 5] = [0, 1, 4, 8, 9];

/// Value of `INFO time_left` without a limit.
const UNLIMITED: i64 = i32::MAX as i64;

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
    pub(super) fn rules_format(&self, games: Option<&[String]>) -> Result<RulesFormat, EngineErrorKind> {
        let rules = self.game.rules();
        if rules.base.is_some() {
            return Ok(RulesFormat::Text);
        }
        if let Some(games) = games {
            return match self.is_among(games) {
                true => Ok(RulesFormat::Name),
                false => Err(EngineErrorKind::OtherGames(rules.name, games.to_vec())),
            };
        }
        let number = NUMBERS.into_iter().find(|&number| Rules::gomocup(number).as_ref() == Some(rules));
        number.map(RulesFormat::Number).ok_or(EngineErrorKind::UnknownGame(rules.name))
    }

    /// Whether `games` contain the game.
    pub(super) fn is_among(&self, games: &[String]) -> bool {
        games.iter().any(|name| name.eq_ignore_ascii_case(self.game.rules().name))
    }

    /// Returns names and values of changed rulings; those of a custom game are in its text.
    fn flags(&self) -> Vec<(&'static str, &'static str)> {
        self.game.rules().changed_flags().into_iter().map(|(flag, value)| (flag.name, value)).collect()
    }

    /// Returns the command that sets the board.
    pub(super) fn start(&self) -> Command {
        Command::Start { width: self.game.grid().width(), height: self.game.grid().height() }
    }

    /// Returns the settings that name the game. An engine that refuses one cannot play.
    pub(super) fn rules(&self, format: RulesFormat) -> Vec<Info> {
        let rules = self.game.rules();
        let mut infos = vec![match format {
            RulesFormat::Number(number) => Info::Rule(number),
            RulesFormat::Name => Info::Game(rules.name.to_owned()),
            RulesFormat::Text => Info::RulesFile(variants::line(rules).unwrap_or_default()),
        }];
        if matches!(format, RulesFormat::Name | RulesFormat::Text) {
            let flag = |name: &str, value: &str| Info::Flag { name: name.to_owned(), value: value.to_owned() };
            infos.extend(self.flags().into_iter().map(|(name, value)| flag(name, value)));
            let usual = rules.line[0].length;
            infos.extend((self.game.length() != usual).then_some(Info::LineLength(self.game.length())));
        }
        infos
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
    pub(super) fn infos(&self, engine: &EngineSpec, format: RulesFormat) -> Vec<Info> {
        let mut infos = self.rules(format);
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let (whole, turn) = engine.tc.map_or((None, None), |control| (control.whole, control.turn));
        infos.push(Info::TimeoutTurn(millis(turn.or(whole).unwrap_or(self.think))));
        infos.push(Info::TimeoutMatch(whole.map_or(0, millis)));
        infos.push(Info::TimeLeft(whole.map_or(UNLIMITED, |whole| millis(whole).cast_signed())));
        let increment = engine.tc.map_or(0, |control| millis(control.increment));
        infos.extend((increment > 0).then_some(Info::TimeIncrement(increment)));
        infos.push(Info::MaxMemory(engine.memory_bytes().unwrap_or(0)));
        infos.extend(Self::wishes(engine));
        infos
    }
}

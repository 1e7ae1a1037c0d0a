//! The game that is played, and how engines are told of it.

use std::time::Duration;

use engine::{Game, Rules};

use crate::tournament::entrant::Entrant;
use protocol::{Command, Info};

/// How long engines may take for what no clock measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// To answer `START` and `ABOUT`.
    pub start: Duration,
    /// To move without a time control.
    pub think: Duration,
    /// To leave after `END`.
    pub end: Duration,
    /// By which a move may be late.
    pub margin: Duration,
}

impl Default for Timeouts {
    /// 10 s to start, a minute to move, a second to leave, a tenth of a second late.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            think: Duration::from_secs(60),
            end: Duration::from_secs(1),
            margin: Duration::from_millis(100),
        }
    }
}

/// How an engine is told which game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// `INFO rule N`.
    Number(u32),
    /// `INFO game NAME`, with flags and the length of lines.
    Name,
    /// `INFO rules_file TEXT`, with the length of lines: a game of one's own.
    Text,
}

/// The `INFO rule` numbers that every engine may know.
const NUMBERS: [u32; 5] = [0, 1, 4, 8, 9];

/// What `INFO time_left` says where time is not limited.
const UNLIMITED: i64 = i32::MAX as i64;

/// The game that is played.
#[derive(Clone, Debug)]
pub(crate) struct GameInfo {
    /// The game.
    pub game: &'static Game,
    /// The time for a move where no time control gives one.
    pub think: Duration,
}

impl GameInfo {
    /// How an engine that plays `games` is told; why not, if it cannot be.
    pub(crate) fn told(&self, games: Option<&[String]>) -> Result<Told, String> {
        let rules = self.game.rules();
        if rules.base.is_some() {
            return Ok(Told::Text);
        }
        if let Some(games) = games {
            return match self.is_among(games) {
                true => Ok(Told::Name),
                false => Err(format!("it does not play {}, but {}", rules.name, games.join(", "))),
            };
        }
        let number = NUMBERS.into_iter().find(|&number| Rules::gomocup(number).as_ref() == Some(rules));
        number.map(Told::Number).ok_or_else(|| {
            let name = rules.name;
            format!("it does not say that it plays {name} (games= would), and {name} is no game of Gomocup")
        })
    }

    /// Whether the game is one of `games`.
    pub(crate) fn is_among(&self, games: &[String]) -> bool {
        games.iter().any(|name| name.eq_ignore_ascii_case(self.game.rules().name))
    }

    /// The rulings that are changed, as names and values; those of a game of one's own belong to its text.
    pub(crate) fn flags(&self) -> Vec<(&'static str, &'static str)> {
        self.game.rules().changed_flags().into_iter().map(|(flag, value)| (flag.name, value)).collect()
    }

    pub(crate) fn start(&self) -> Command {
        Command::Start { width: self.game.grid().width(), height: self.game.grid().height() }
    }

    /// The settings that name the game: an engine that refuses one cannot play.
    pub(crate) fn rules(&self, told: Told) -> Vec<Info> {
        let rules = self.game.rules();
        let mut infos = vec![match told {
            Told::Number(number) => Info::Rule(number),
            Told::Name => Info::Game(rules.name.to_owned()),
            Told::Text => Info::RulesFile(variants::line(rules).unwrap_or_default()),
        }];
        if matches!(told, Told::Name | Told::Text) {
            let flag = |name: &str, value: &str| Info::Flag { name: name.to_owned(), value: value.to_owned() };
            infos.extend(self.flags().into_iter().map(|(name, value)| flag(name, value)));
            let usual = rules.line[0].length;
            infos.extend((self.game.length() != usual).then_some(Info::LineLength(self.game.length())));
        }
        infos
    }

    /// The settings that the user asked for: an engine that refuses one would not play as it should.
    pub(crate) fn wishes(entrant: &Entrant) -> Vec<Info> {
        let mut infos = Vec::new();
        infos.extend(entrant.depth.map(Info::MaxDepth));
        infos.extend(entrant.nodes.map(Info::MaxNode));
        infos.extend(entrant.threads.map(Info::ThreadNum));
        let options = entrant.options.iter().map(|(key, value)| Info::parse(&format!("{key} {value}")));
        infos.extend(options);
        infos
    }

    /// All settings, in the order in which they are sent.
    pub(crate) fn infos(&self, entrant: &Entrant, told: Told) -> Vec<Info> {
        let mut infos = self.rules(told);
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let (whole, turn) = entrant.tc.map_or((None, None), |control| (control.whole, control.turn));
        infos.push(Info::TimeoutTurn(millis(turn.or(whole).unwrap_or(self.think))));
        infos.push(Info::TimeoutMatch(whole.map_or(0, millis)));
        infos.push(Info::TimeLeft(whole.map_or(UNLIMITED, |whole| millis(whole).cast_signed())));
        let increment = entrant.tc.map_or(0, |control| millis(control.increment));
        infos.extend((increment > 0).then_some(Info::TimeIncrement(increment)));
        infos.push(Info::MaxMemory(entrant.memory_bytes().unwrap_or(0)));
        infos.extend(Self::wishes(entrant));
        infos
    }
}

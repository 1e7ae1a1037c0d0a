//! Which tournament it is, as the first line of its journal says: all that its reports need besides the games.

use engine::{Game, Rules};
use records::{Choice, Shard, Size};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::tournament::adjudication::Adjudication;
use crate::tournament::conditions::Conditions;
use crate::tournament::progress::SequentialTest;
use crate::tournament::schedule::{Format, OpeningOrder, Schedule};

/// A tournament, as far as it is known without its engines.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) game: &'static Game,
    /// Those of the engines, in the order in which they were given.
    pub(crate) conditions: Vec<Conditions>,
    pub(crate) format: Format,
    /// How many engines, the first, meet the others in a gauntlet.
    pub(crate) seeds: usize,
    pub(crate) schedule: Schedule,
    pub(crate) test: Option<SequentialTest>,
    pub(crate) adjudication: Adjudication,
    /// Whether the players make the openings themselves.
    pub(crate) swap2: bool,
    /// The pairs that are played here, if not all.
    pub(crate) shard: Option<Shard>,
}

/// The first line of a journal.
#[derive(Deserialize)]
struct Header {
    game: String,
    board: Size,
    length: usize,
    flags: Vec<(String, String)>,
    rules: Option<String>,
    engines: Vec<Conditions>,
    format: Format,
    openings: Openings,
    seed: u64,
    adjudication: Adjudication,
    limits: Limits,
    sprt: Option<Map<String, Value>>,
    #[serde(default)]
    opening_order: OpeningOrder,
    #[serde(default)]
    seeds: Option<usize>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Openings {
    Given {
        count: usize,
    },
    #[expect(dead_code, reason = "the word says that the players make them")]
    Made(String),
}

#[derive(Deserialize)]
struct Limits {
    r#move: u64,
}

impl Header {
    fn game(&self) -> Result<&'static Game, String> {
        let rules = match &self.rules {
            Some(own) => variants::parse(own).map_err(|why| format!("rules: {why}"))?,
            None => Rules::named(&self.game).map_err(|why| format!("game: {why}"))?,
        };
        let board = self.board;
        let size = if rules.hexagonal() { Size::from(board.width.div_ceil(2)) } else { board };
        let flags = self.flags.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let choice =
            Choice { own: Some(rules), size: Some(size), length: Some(self.length), flags, ..Choice::default() };
        choice.game().map_err(|why| why.to_string())
    }
}

/// A sequential test from its settings.
fn test(settings: &Map<String, Value>) -> Result<SequentialTest, String> {
    let word = |(key, value): (&String, &Value)| match value {
        Value::String(text) => format!("{key}={text} "),
        value => format!("{key}={value} "),
    };
    let text: String = settings.iter().map(word).collect();
    text.parse().map_err(|why| format!("sprt: {why}"))
}

impl Event {
    /// The tournament with these settings, in which each two that meet play so many pairs.
    ///
    /// # Errors
    /// They are not those of a tournament.
    pub(crate) fn read(settings: &Map<String, Value>, rounds: usize) -> Result<Self, String> {
        if settings.get("ninuki") != Some(&Value::from("tournament")) {
            return Err("this is not the journal of a tournament".to_owned());
        }
        let header: Header = serde_json::from_value(Value::Object(settings.clone())).map_err(|why| why.to_string())?;
        if header.engines.len() < 2 {
            return Err("engines: a tournament needs two or more".to_owned());
        }
        let game = header.game()?;
        let test = header.sprt.as_ref().map(test).transpose()?;
        let mut conditions = header.engines;
        conditions.iter_mut().for_each(|engine| engine.limit_moves(header.limits.r#move));
        let (openings, swap2) = match header.openings {
            Openings::Given { count } => (count, false),
            Openings::Made(_) => (1, true),
        };
        let players = conditions.len();
        let mut schedule = Schedule::new(header.format, players, rounds, openings, header.seed);
        if let Some(seeds) = header.seeds {
            schedule = schedule.with_seeds(players, seeds);
        }
        Ok(Self {
            game,
            schedule: schedule.with_order(header.opening_order),
            seeds: header.seeds.unwrap_or(1),
            conditions,
            format: header.format,
            test,
            adjudication: header.adjudication,
            swap2,
            shard: None,
        })
    }

    /// Whether a game is played here.
    pub(crate) fn is_here(&self, game: usize) -> bool {
        self.shard.is_none_or(|shard| shard.has(game / 2))
    }

    /// The number of games that are played here.
    pub(crate) fn games(&self) -> usize {
        (0..self.schedule.games()).filter(|&game| self.is_here(game)).count()
    }

    /// What an engine is called.
    pub(crate) fn name(&self, player: usize) -> &str {
        &self.conditions[player].name
    }

    /// What is played: `renju 15x15`.
    pub(crate) fn game_text(&self) -> String {
        let (game, rules) = (self.game, self.game.rules());
        let (width, height) = (game.grid().width(), game.grid().height());
        let size = if rules.hexagonal() { format!("side {}", game.grid().size()) } else { format!("{width}x{height}") };
        let flags = rules.changed_flags().into_iter().map(|(flag, value)| format!(", {}={value}", flag.name));
        let lines = match game.length() == rules.line[0].length {
            true => String::new(),
            false => format!(", lines of {}", game.length()),
        };
        format!("{} {size}{lines}{}", rules.name, flags.collect::<String>())
    }
}

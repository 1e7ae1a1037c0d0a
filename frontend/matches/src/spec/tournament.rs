//! Head of a journal: the description of a tournament.

use engine::notation::move_text;
use engine::{Game, Grid, Rules};
use records::{Choice, Size};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::adjudication::Adjudication;
use super::digest::digest;
use super::engine::EngineSpec;
use super::error::HeadError;
use super::schedule::{Format, OpeningOrder, Schedule};
use super::sequential_test::SequentialTest;
use super::timeouts::Timeouts;
use openings::lists::Opening;

/// A tournament: all data that its games depend on. The number of games is not part of it, so a tournament can be extended.
///
/// As a JSON object it is the first line of the journal. Fields that were added later have defaults and are omitted where
/// they have them, so that heads of older journals compare equal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tournament {
    ninuki: Kind,
    #[serde(default)]
    version: u32,
    game: String,
    #[serde(serialize_with = "width_by_height")]
    board: Size,
    /// Number of stones in a winning line.
    length: usize,
    /// Changed rulings of the game.
    flags: Vec<(String, String)>,
    /// Rules of a custom game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    pub(crate) engines: Vec<EngineSpec>,
    pub(crate) format: Format,
    /// Number of seeds of a gauntlet, if it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seeds: Option<usize>,
    pub(crate) openings: OpeningSet,
    #[serde(default, skip_serializing_if = "OpeningOrder::is_default")]
    opening_order: OpeningOrder,
    /// Seed of the order of openings.
    seed: u64,
    pub(crate) adjudication: Adjudication,
    pub(crate) limits: Timeouts,
    pub(crate) sprt: Option<SequentialTest>,
}

/// The value of the field `ninuki`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Tournament,
}

/// Version of the head's format.
const VERSION: u32 = 1;

/// Source of the openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum OpeningSet {
    /// A list of openings.
    Given {
        /// Number of openings.
        count: usize,
        /// Digest of the list, in hexadecimal digits.
        #[serde(default)]
        digest: String,
    },
    /// The players make the openings.
    Made(OpeningRule),
}

/// A rule by which the players make the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OpeningRule {
    /// Swap-2.
    Swap2,
}

impl OpeningSet {
    /// Returns the description of a list of openings, or of swap-2.
    pub(crate) fn new(openings: Option<&[Opening]>, grid: &Grid) -> Self {
        let Some(openings) = openings else { return Self::Made(OpeningRule::Swap2) };
        let text = openings.iter().flat_map(|opening| {
            let setup = opening.setup.as_ref().map(|setup| format!("{setup:?}")).unwrap_or_default();
            let moves: String = opening.moves.iter().map(|&mv| move_text(grid, mv) + " ").collect();
            (setup + &moves + "\n").into_bytes()
        });
        let text: Vec<u8> = text.collect();
        Self::Given { count: openings.len(), digest: format!("{:016x}", digest(&text)) }
    }

    /// Returns the number of openings, 1 where the players make them.
    const fn count(&self) -> usize {
        match self {
            Self::Given { count, .. } => *count,
            Self::Made(_) => 1,
        }
    }
}

/// Choices of a tournament that do not depend on its game.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// Engines after the probe.
    pub(crate) engines: Vec<EngineSpec>,
    pub(crate) format: Format,
    pub(crate) seeds: Option<usize>,
    pub(crate) opening_order: OpeningOrder,
    pub(crate) seed: u64,
    pub(crate) adjudication: Adjudication,
    pub(crate) limits: Timeouts,
    pub(crate) sprt: Option<SequentialTest>,
}

impl Tournament {
    /// Returns a tournament on `game` from `openings`; `None` where the players make them.
    pub(crate) fn new(game: &Game, openings: Option<&[Opening]>, choices: Choices) -> Self {
        let (rules, grid) = (game.rules(), game.grid());
        let Choices { engines, format, seeds, opening_order, seed, adjudication, limits, sprt } = choices;
        let flags = rules.changed_flags().into_iter();
        Self {
            ninuki: Kind::Tournament,
            version: VERSION,
            game: rules.name.to_owned(),
            board: Size { width: grid.width(), height: grid.height() },
            length: game.length(),
            flags: flags.map(|(flag, value)| (flag.name.to_owned(), value.to_owned())).collect(),
            rules: variants::line(rules),
            engines,
            format,
            seeds,
            openings: OpeningSet::new(openings, grid),
            opening_order,
            seed,
            adjudication,
            limits,
            sprt,
        }
    }

    /// Reads the head of a journal.
    ///
    /// # Errors
    /// A field is missing or invalid.
    pub(crate) fn read(head: &Map<String, Value>) -> Result<Self, HeadError> {
        if head.get("ninuki") != Some(&Value::from("tournament")) {
            return Err(HeadError::NotATournament);
        }
        let tournament: Self =
            serde_json::from_value(Value::Object(head.clone())).map_err(|error| HeadError::Field(error.to_string()))?;
        match tournament.engines.len() < 2 {
            true => Err(HeadError::TooFewEngines),
            false => Ok(tournament),
        }
    }

    /// Returns the head of the journal.
    pub(crate) fn head(&self) -> Map<String, Value> {
        let head = serde_json::to_value(self).expect("strings and numbers are JSON");
        head.as_object().cloned().unwrap_or_default()
    }

    /// Returns the game.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn game(&self) -> Result<&'static Game, HeadError> {
        let rules = match &self.rules {
            Some(text) => variants::parse(text).map_err(HeadError::Rules)?,
            None => Rules::named(&self.game).map_err(|error| HeadError::Game(error.to_string()))?,
        };
        let size = if rules.hexagonal() { Size::from(self.board.width.div_ceil(2)) } else { self.board };
        let flags = self.flags.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let choice =
            Choice { own: Some(rules), size: Some(size), length: Some(self.length), flags, ..Choice::default() };
        choice.game().map_err(HeadError::Choice)
    }

    /// Returns the schedule with `rounds` pairs of each meeting.
    pub(crate) fn schedule(&self, rounds: usize) -> Schedule {
        let players = self.engines.len();
        let schedule = Schedule::new(self.format, players, rounds, self.openings.count(), self.seed);
        let schedule = schedule.with_order(self.opening_order);
        match self.seeds {
            Some(seeds) => schedule.with_seeds(players, seeds),
            None => schedule,
        }
    }
}

fn width_by_height<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{}x{}", size.width, size.height))
}

/// Fields of an engine that explain a head without being part of its identity.
const REMARKS: [&str; 3] = ["about", "rules", "tc_by_default"];

/// Returns the part of a head that identifies its tournament.
pub(crate) fn identity(head: &Map<String, Value>) -> Map<String, Value> {
    let mut head = head.clone();
    let engines = head.get_mut("engines").and_then(Value::as_array_mut);
    for engine in engines.into_iter().flatten().filter_map(Value::as_object_mut) {
        REMARKS.iter().for_each(|key| drop(engine.remove(*key)));
    }
    head
}

/// Returns the default name of a journal with this head.
pub(crate) fn journal_name(head: &Map<String, Value>) -> String {
    let text = Value::Object(identity(head)).to_string();
    format!("ninuki-{:016x}.jsonl", digest(text.as_bytes()))
}

#[cfg(test)]
mod tests;

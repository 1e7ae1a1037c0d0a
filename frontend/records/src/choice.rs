//! Options of reading: game, board and start. A record completes them.

use std::fmt;

use engine::notation::{parse_position, shorten};
use engine::{Game, Rules, SetUp};
use serde::{Deserialize, Serialize};

use crate::capacity::Form;
use crate::{Budget, Encoding, Size};

/// Game, board and start that are asked for. A field that is not set has the value of the record, or else the usual one.
///
/// # Examples
/// ```
/// use ninuki_records::Choice;
///
/// let choice = Choice { rules: Some("pente".to_owned()), size: Some(13.into()), ..Choice::default() };
/// let game = choice.game()?;
/// assert_eq!((game.rules().name, game.grid().width()), ("pente", 13));
/// # Ok::<(), ninuki_records::ChoiceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Choice {
    /// The name of the game.
    pub rules: Option<String>,
    /// Custom rules, in place of a named game; not serialized.
    #[serde(skip)]
    pub own: Option<Rules>,
    /// The size of the board.
    pub size: Option<Size>,
    /// The number of stones in a row that wins, where it can be chosen.
    pub length: Option<usize>,
    /// Flags of the rules, each as `NAME=VALUE`.
    pub flags: Vec<String>,
    /// The text of the position from which games start.
    pub position: Option<String>,
    /// Whether columns of lists of moves are lettered without I, whatever the game has.
    pub go_columns: bool,
    /// Whether lists of moves are stones whose order means nothing: set-up positions.
    pub stones: bool,
    /// The character set of the file, whatever it says of itself.
    pub encoding: Option<Encoding>,
    /// Limits of reading; not serialized.
    #[serde(skip)]
    pub budget: Budget,
}

/// Errors of games and starts that are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoiceError {
    /// There is no such game, board or line length, or a flag is not one of the game's.
    Game(String),
    /// A flag, shortened, that is not written `NAME=VALUE`.
    Flag(String),
    /// The position cannot be read or set up.
    Position(String),
    /// A record names no game; it can be one of these.
    Unnamed(Vec<&'static str>),
}

/// Options that messages name.
const OPTIONS: [(&str, &str); 2] = [("--rules", "rules"), ("--encoding", "encoding")];

/// A message in which options are named as the fields of a query or the arguments of a function: `rules` for `--rules`.
///
/// # Examples
/// ```
/// assert_eq!(ninuki_records::as_fields("no game is named, --rules names it"), "no game is named, rules names it");
/// ```
#[must_use]
pub fn as_fields(message: &str) -> String {
    OPTIONS.into_iter().fold(message.to_owned(), |text, (option, field)| text.replace(option, field))
}

/// How messages about records without a game begin.
pub(super) const UNNAMED: &str = "no game is named here";

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(why) => f.write_str(why),
            Self::Flag(text) => write!(f, "the flag \"{text}\" has no value, it is written NAME=VALUE"),
            Self::Position(why) => write!(f, "the position: {why}"),
            Self::Unnamed(games) => write!(f, "{UNNAMED}, --rules names it: {}", games.join(", ")),
        }
    }
}

impl std::error::Error for ChoiceError {}

impl Choice {
    /// The game that is asked for.
    ///
    /// # Errors
    /// There is no such game, or it has no such board or flag.
    pub fn game(&self) -> Result<&'static Game, ChoiceError> {
        self.game_of(None, None)
    }

    /// Whether it says which rules hold, so that a record is not asked.
    #[must_use]
    pub const fn names_rules(&self) -> bool {
        self.rules.is_some() || self.own.is_some()
    }

    /// Checks a choice that records may complete: it must suit some game.
    ///
    /// # Errors
    /// No game can be played with it.
    pub fn check(&self) -> Result<(), ChoiceError> {
        let suits = |rules: Rules| self.game_of(Some(rules), None).is_ok();
        if self.own.is_none() && Rules::ALL.into_iter().any(suits) { Ok(()) } else { self.game().map(drop) }
    }

    /// The game of a record that may name its rules and the width and height of its board. Options go before the record,
    /// and the record before the usual values.
    ///
    /// # Errors
    /// There is no such game, or it has no such board or flag.
    pub fn game_of(&self, rules: Option<Rules>, sides: Option<(usize, usize)>) -> Result<&'static Game, ChoiceError> {
        let wrong = |why: &dyn fmt::Display| ChoiceError::Game(why.to_string());
        let mut rules = match (&self.own, &self.rules, rules) {
            (Some(own), ..) => own.clone(),
            (None, Some(name), _) => Rules::named(&shorten(name)).map_err(|error| wrong(&error))?,
            (None, None, Some(rules)) => rules,
            // The first in the list is the game that is played unless another is asked for.
            (None, None, None) => Rules::ALL[0].clone(),
        };
        for flag in &self.flags {
            let (name, value) = flag.split_once('=').ok_or_else(|| ChoiceError::Flag(shorten(flag)))?;
            rules.set_flag(name.trim(), value.trim()).map_err(|error| wrong(&error))?;
        }
        let recorded = sides.map(|(width, height)| Size { width, height });
        let Size { width, height } = self.size.or(recorded).unwrap_or_else(|| rules.default_size.into());
        self.budget.game(rules, (width, height), self.length).map_err(|error| wrong(&error))
    }

    /// That a record names no game, and which it can be on a board with these sides.
    pub(super) fn unnamed(&self, form: Form, sides: Option<(usize, usize)>) -> ChoiceError {
        let suits = |rules: &Rules| self.game_of(Some(rules.clone()), sides).is_ok_and(|game| form.check(game).is_ok());
        ChoiceError::Unnamed(Rules::ALL.into_iter().filter(suits).map(|rules| rules.name).collect())
    }

    /// The position that is asked for on the board of `game`, if there is one.
    ///
    /// # Errors
    /// The text is no position of the game.
    pub fn setup(&self, game: &'static Game) -> Result<Option<SetUp>, ChoiceError> {
        let wrong = |why: &dyn fmt::Display| ChoiceError::Position(why.to_string());
        let Some(text) = &self.position else { return Ok(None) };
        let mut tokens = text.split_whitespace().peekable();
        let setup = parse_position(game, &mut tokens).map_err(|error| wrong(&error))?;
        if let Some(more) = tokens.next() {
            let more = shorten(more);
            return Err(wrong(&format!("\"{more}\" follows the position, moves are given apart from it")));
        }
        engine::record(game, Some(&setup)).map_err(|error| wrong(&error))?;
        Ok(Some(setup))
    }
}

//! Errors in settings of a tournament.

use std::fmt;
use std::io;
use std::path::PathBuf;

use engine::Color;
use engine::notation::shorten;
use engines::Error as ProgramError;
use engines::process::program::plain;
use records::CapacityError;

use crate::statistics::{InvalidSprt, UnknownModel};

/// An invalid setting. The message gives the allowed values.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum SettingError {
    /// A word of an engine's settings is not `KEY=VALUE`; `known` lists the keys.
    NotASetting {
        /// The word.
        word: String,
        /// The allowed keys.
        known: &'static str,
    },
    /// A word of a test's settings is not `KEY=VALUE`.
    NotKeyValue(String),
    /// An unknown key; `known` lists the keys.
    Unknown {
        /// The key.
        key: String,
        /// The allowed keys.
        known: &'static str,
    },
    /// The value of a key is not a number.
    NotANumber(String, String),
    /// The value of a key is not a positive whole number.
    NotPositive(String, String),
    /// The value of a key is too large.
    TooLarge(String, String),
    /// The value of a key is none of two words.
    Neither {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// The two words, joined by "nor".
        allowed: &'static str,
    },
    /// An empty name, or one with control characters.
    Name,
    /// An option without a key.
    OptionKey,
    /// An option with a line end in its key or value.
    OptionLineEnd(String),
    /// A command line with an open quote; the message of its parser.
    Words(String),
    /// An engine without a command.
    NoCommand,
    /// Not `MATCH/TURN+INC`.
    TimeControl(String),
    /// Not `SCORE:MOVES[:AFTER]`.
    Agreement(String),
    /// An unknown model of a test.
    Model(UnknownModel),
    /// Parameters that make no test.
    Test(InvalidSprt),
    /// Fewer than two engines.
    TooFewEngines,
    /// A number of seeds that does not suit the number of engines.
    Seeds(usize),
    /// A test with this number of engines, which is not two.
    TestEngines(usize),
    /// A game that is not played with the swap-2 opening.
    NoSwap2(&'static str),
    /// A game in which a repeated position may invalidate a proof.
    Repetition(&'static str),
    /// A board that a record format does not hold.
    Board(CapacityError),
    /// Not `NAME=RATING`.
    Anchor(String),
    /// No engine has this name; the names of the engines.
    UnknownEngine(String, Vec<String>),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASetting { word, known } => {
                write!(f, "\"{}\" is no setting, one is written KEY=VALUE with {known}", shorten(word))
            }
            Self::NotKeyValue(word) => write!(f, "\"{}\" is not KEY=VALUE", shorten(word)),
            Self::Unknown { key, known } => write!(f, "unknown setting \"{}\", known are {known}", shorten(key)),
            Self::NotANumber(key, value) => write!(f, "{key}={} is no number", shorten(value)),
            Self::NotPositive(key, value) => write!(f, "{key}={} is no number from 1 on", shorten(value)),
            Self::TooLarge(key, value) => write!(f, "{key}={value} is too large"),
            Self::Neither { key, value, allowed } => write!(f, "{key}={} is neither {allowed}", shorten(value)),
            Self::Name => f.write_str("name= needs a name"),
            Self::OptionKey => f.write_str("option. needs a key, as in option.hash_size=65536"),
            Self::OptionLineEnd(key) => write!(f, "option.{} must not have a line end", shorten(key)),
            Self::Words(why) => f.write_str(why),
            Self::NoCommand => f.write_str("cmd= is missing"),
            Self::TimeControl(text) => {
                write!(f, "\"{text}\" is no time control, it is written MATCH/TURN+INC in seconds, as in 180/30+1")
            }
            Self::Agreement(text) => write!(f, "\"{text}\" is not SCORE:MOVES or SCORE:MOVES:AFTER, as in 1000:4:30"),
            Self::Model(error) => error.fmt(f),
            Self::Test(error) => error.fmt(f),
            Self::TooFewEngines => f.write_str("a tournament needs two engines or more"),
            Self::Seeds(engines) => write!(f, "a gauntlet of {engines} engines has 1 to {} seeds", engines - 1),
            Self::TestEngines(engines) => write!(f, "it compares two engines, {engines} are given"),
            Self::NoSwap2(game) => write!(f, "this opening is not played in {game}"),
            Self::Repetition(game) => write!(f, "in {game} a repeated position may undo a proof"),
            Self::Board(error) => error.fmt(f),
            Self::Anchor(text) => write!(f, "\"{}\" is not NAME=RATING", shorten(text)),
            Self::UnknownEngine(name, names) => {
                write!(f, "no engine is called \"{}\", there are {}", shorten(name), names.join(", "))
            }
        }
    }
}

impl std::error::Error for SettingError {}

impl From<InvalidSprt> for SettingError {
    fn from(error: InvalidSprt) -> Self {
        Self::Test(error)
    }
}

impl From<UnknownModel> for SettingError {
    fn from(error: UnknownModel) -> Self {
        Self::Model(error)
    }
}

impl From<ProgramError> for SettingError {
    fn from(error: ProgramError) -> Self {
        Self::Words(error.to_string())
    }
}

/// A file of engines that cannot be used.
#[derive(Debug)]
pub struct EngineFileError {
    pub(crate) path: PathBuf,
    /// The line, from 1; `None` if the file cannot be read.
    pub(crate) line: Option<usize>,
    pub(crate) kind: EngineFileErrorKind,
}

/// Reasons for which a file of engines cannot be used.
#[derive(Debug)]
pub(crate) enum EngineFileErrorKind {
    /// The file cannot be read.
    Read(io::Error),
    /// The text is not TOML; the message of its parser.
    Syntax(String),
    /// A top-level key other than `each` and `engine`.
    Key(String),
    /// An engine that is not a table.
    NotATable,
    /// An engine without a command.
    NoCommand,
    /// A value of another type than those of settings.
    Value,
    /// An invalid setting.
    Setting(SettingError),
}

impl fmt::Display for EngineFileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => f.write_str(&plain(error)),
            Self::Syntax(message) => f.write_str(message),
            Self::Key(key) => write!(f, "\"{}\" is neither the table [each] nor an [[engine]]", shorten(key)),
            Self::NotATable => f.write_str("an engine is a table, [[engine]]"),
            Self::NoCommand => f.write_str("this engine has no cmd"),
            Self::Value => f.write_str("a value is a text, a number, true, false, or a list of texts"),
            Self::Setting(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for EngineFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, kind) = (self.path.display(), &self.kind);
        match self.line {
            Some(line) => write!(f, "{path}:{line}: {kind}"),
            None => write!(f, "{path}: {kind}"),
        }
    }
}

impl std::error::Error for EngineFileError {}

/// A journal head that describes no tournament.
#[derive(Debug)]
pub enum HeadError {
    /// The line is not the head of a tournament's journal.
    NotATournament,
    /// A field is missing or has another type; the message of the parser.
    Field(String),
    /// Fewer than two engines.
    TooFewEngines,
    /// Invalid rules of a custom game.
    Rules(variants::Error),
    /// An unknown game.
    Game(String),
    /// A board, line length or flag that the game does not have.
    Choice(records::ChoiceError),
}

impl fmt::Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATournament => f.write_str("this is not the journal of a tournament"),
            Self::Field(message) => f.write_str(message),
            Self::TooFewEngines => f.write_str("engines: a tournament needs two or more"),
            Self::Rules(error) => write!(f, "rules: {error}"),
            Self::Game(error) => write!(f, "game: {error}"),
            Self::Choice(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HeadError {}

/// A position that cannot be sent to engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Engines receive games with captures as moves.
    Captures,
    /// The numbers of black and white stones do not suit the side to move, or there are walls.
    Stones {
        /// Number of black stones.
        black: usize,
        /// Number of white stones.
        white: usize,
        /// Side to move.
        to_move: Color,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Captures => {
                f.write_str("engines are told games with captures by their moves, so an opening cannot be a position")
            }
            Self::Stones { black, white, to_move } => {
                write!(f, "{black} black and {white} white stones with {to_move:?} to move cannot be told to engines")
            }
        }
    }
}

impl std::error::Error for PositionError {}

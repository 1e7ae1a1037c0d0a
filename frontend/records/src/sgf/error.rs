//! Errors of games in SGF.

use std::fmt;

use super::write::RULES;
use crate::started::Meant;
use crate::{ChoiceError, Exceeded, WordError};

/// An error of a property.
#[derive(Debug)]
pub(super) enum SgfError {
    /// A word in the place of a move.
    Word(WordError),
    /// A text that is no point, and the points of the board.
    Point { text: String, range: String },
    /// A point that a node sets up in two ways, by these properties.
    TwoStones { point: String, first: &'static str, other: &'static str },
    /// The value of `PL`.
    Side(String),
    /// `PL` names both sides.
    Sides,
    /// A second value of a property that has one value in a game.
    Twice { name: &'static str, first: String, other: String },
    /// The name of a property that may place stones.
    Places(String),
    /// The value of `SZ`.
    Size(String),
    /// The rules of a custom game.
    Rules(variants::Error),
    /// A limit of the action is exceeded.
    Limit(Exceeded),
    /// The game is not named, or not with these options.
    Choice(ChoiceError),
    /// A property names an unknown game.
    Unknown { property: &'static str, value: String, meant: Meant },
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(error) => error.fmt(f),
            Self::Point { text, range } => write!(f, "\"{text}\" is no point of this board ({range})"),
            Self::TwoStones { point, first, other } => {
                write!(f, "{point} is given twice in one node, by {first} and by {other}")
            }
            Self::Side(text) => write!(f, "PL[{text}] is no side, allowed are B and W"),
            Self::Sides => f.write_str("PL names both sides"),
            Self::Twice { name, first, other } => {
                write!(f, "{name}[{other}] is a second value, the game has {name}[{first}]")
            }
            Self::Places(name) => write!(
                f,
                "{name} names points of a node without a move and is not known here: stones that it places would be missing"
            ),
            Self::Size(text) => write!(f, "SZ[{text}] is no board size, as 19 or 15:15"),
            Self::Rules(error) => write!(f, "{RULES}: {error}"),
            Self::Limit(limit) => limit.fmt(f),
            Self::Choice(error) => error.fmt(f),
            Self::Unknown { property, value, meant } => {
                write!(f, "{property}[{value}] is no game known here{meant}, the rules can be given beside the file")
            }
        }
    }
}

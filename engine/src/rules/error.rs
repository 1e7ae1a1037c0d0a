//! What is wrong with rules that are asked for.

use std::fmt;

use crate::Rules;
use crate::rules::FLAGS;

/// Why rules could not be had as asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesError {
    /// No game has this name.
    UnknownGame(String),
    /// No flag has this name.
    UnknownFlag(String),
    /// The flag does not take this value.
    FlagValue {
        /// The name of the flag.
        flag: &'static str,
        /// The value that was given.
        value: String,
        /// The values it takes.
        values: &'static [&'static str],
    },
    /// The game has nothing that the flag changes.
    FlagWithoutUse {
        /// The name of the flag.
        flag: &'static str,
        /// The game.
        game: &'static str,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(name) => {
                let names = Rules::ALL.map(|rules| rules.name).join(", ");
                write!(f, "unknown game {name:?}, known are {names}")
            }
            Self::UnknownFlag(name) => {
                let names = FLAGS.map(|flag| flag.name).join(", ");
                write!(f, "unknown flag {name:?}, known are {names}")
            }
            Self::FlagValue { flag, value, values } => {
                write!(f, "flag {flag} cannot be {value:?}, allowed is {}", values.join("|"))
            }
            Self::FlagWithoutUse { flag, game } => write!(f, "flag {flag} changes nothing in {game}"),
        }
    }
}

impl std::error::Error for RulesError {}

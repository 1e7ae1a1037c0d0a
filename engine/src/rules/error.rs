//! Errors in the name, flags or fields of rules.

/// An error in the name, a flag or a field of rules.
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
        game: String,
    },
    /// Custom games have too many different names, titles and sources.
    TooMany {
        /// The number of different texts that a process keeps.
        texts: usize,
    },
    /// The name is not allowed for a custom game.
    OwnName(String),
    /// No field and no flag has this key.
    UnknownField(String),
    /// The key is given more than once.
    FieldTwice(String),
    /// The field does not take this value.
    FieldValue {
        /// The key.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// The value of a field does not go with those of others.
    Conflict {
        /// The key.
        key: &'static str,
        /// A combination that works.
        why: &'static str,
    },
}

impl RulesError {
    /// The error as one of the game with this name.
    pub(super) fn of(self, name: &str) -> Self {
        match self {
            Self::FlagWithoutUse { flag, .. } => Self::FlagWithoutUse { flag, game: name.to_owned() },
            other => other,
        }
    }

    /// The key or flag that is wrong, if it is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::UnknownField(key) | Self::FieldTwice(key) => Some(key),
            Self::FieldValue { key, .. } | Self::Conflict { key, .. } => Some(key),
            Self::FlagValue { flag, .. } | Self::FlagWithoutUse { flag, .. } => Some(flag),
            Self::OwnName(_) | Self::TooMany { .. } => Some("name"),
            Self::UnknownGame(_) => Some("base"),
            Self::UnknownFlag(_) => None,
        }
    }
}

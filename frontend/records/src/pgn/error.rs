//! Errors of games in PGN.

use std::fmt;

use crate::started::Meant;
use crate::{Exceeded, SizeError};

/// An error of a whole game.
#[derive(Debug)]
pub(super) enum PgnError {
    /// The tag `Game` names an unknown game.
    Game { name: String, meant: Meant },
    /// The tag `GameType` names another game than PlayOK's number 61.
    GameType(String),
    /// The tag `GameType` has no size of a board.
    GameTypeSize(String),
    /// The tag `Size` is no size.
    Size(SizeError),
    /// A word is a move of chess.
    Chess(String),
    /// A limit of the action is exceeded.
    Limit(Exceeded),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { name, meant } => {
                write!(f, "[Game \"{name}\"] is no game known here{meant}, the rules can be given beside the file")
            }
            Self::GameType(text) => {
                write!(f, "[GameType \"{text}\"] is no game known here, 61 is; --rules names another")
            }
            Self::GameTypeSize(text) => write!(f, "[GameType \"{text}\"] has no size of a board, as 61,15"),
            Self::Size(error) => error.fmt(f),
            Self::Limit(limit) => limit.fmt(f),
            Self::Chess(word) => {
                write!(f, "this is a game of chess (\"{word}\" is a move of it), which is not played here")
            }
        }
    }
}

//! Errors that end a tournament or keep it from starting.

use std::fmt;

use engine::notation::shorten;
use engines::Error as ProgramError;

use crate::journal::error::JournalError;
use crate::journal::fault::Fault;

/// An error that ends a tournament. The games in the journal stay valid.
#[derive(Debug)]
#[non_exhaustive]
pub enum PlayError {
    /// The user stopped the tournament before the first game.
    Stopped,
    /// The journal cannot be written, or one of another shard cannot be read.
    Journal(JournalError),
    /// The stop file cannot be written.
    StopFile(records::Error),
    /// An engine does not start any more, or a dialogue cannot be written; the message.
    Unplayable(String),
    /// The runner or the machine is suspended for seconds, so that no game can be timed.
    Untimed,
    /// An engine lost this number of games in a row before its first move.
    Broken {
        /// The engine.
        name: String,
        /// Number of games.
        games: usize,
        /// Fault of the last game.
        fault: Fault,
        /// Description of that fault.
        detail: String,
    },
    /// A fault ended a game, and faults stop the tournament.
    Fault {
        /// Number of the game.
        game: usize,
        /// The engine.
        name: String,
        /// The fault.
        fault: Fault,
        /// Description of the fault.
        detail: String,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped before the first game"),
            Self::Journal(error) => error.fmt(f),
            Self::StopFile(error) => error.fmt(f),
            Self::Unplayable(message) => f.write_str(message),
            Self::Untimed => {
                f.write_str("games cannot be timed: this program, or the whole machine, is held up for seconds")
            }
            Self::Broken { name, games, fault, detail } => write!(
                f,
                "{name} does not work any more: {games} games in a row ended before a move, the last by {fault}, {detail}"
            ),
            Self::Fault { game, name, fault, detail } => {
                write!(f, "game {game} stopped by the {fault} of {name}: {detail}")
            }
        }
    }
}

impl std::error::Error for PlayError {}

impl From<JournalError> for PlayError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// An engine that cannot play the tournament.
#[derive(Debug)]
pub struct EngineError {
    /// Number of the engine, from 1.
    pub(super) number: usize,
    /// Name or command of the engine.
    pub(super) label: String,
    pub(super) kind: EngineErrorKind,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {} ({}): {}", self.number, shorten(&self.label), self.kind)
    }
}

impl std::error::Error for EngineError {}

/// Reasons for which an engine cannot play the tournament.
#[derive(Debug)]
pub(super) enum EngineErrorKind {
    /// The command line names no program.
    Program(ProgramError),
    /// The program does not start; the message.
    Start(String),
    /// This program's engine does not have this setting.
    NoSetting(String),
    /// The engine's list of games lacks this game.
    OtherGames(&'static str, Vec<String>),
    /// The engine lists no games, and this game is not one of Gomocup's.
    UnknownGame(&'static str),
    /// The engine does not accept the rules of this game.
    RulesIgnored(&'static str),
    /// A setting was answered with a complaint.
    SettingRefused(String, String),
    /// `SWAP2BOARD` with this number of stones was not answered; the description.
    NoSwap2(usize, String),
    /// A fault before the first game, with its description.
    Fault(Fault, String),
    /// The runner was suspended.
    Suspended,
}

impl fmt::Display for EngineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(error) => error.fmt(f),
            Self::Start(message) => f.write_str(message),
            Self::NoSetting(setting) => write!(f, "it has no setting \"{}\"", shorten(setting)),
            Self::OtherGames(game, games) => write!(f, "it does not play {game}, but {}", games.join(", ")),
            Self::UnknownGame(game) => {
                write!(f, "it does not say that it plays {game} (games= would), and {game} is no game of Gomocup")
            }
            Self::RulesIgnored(game) => write!(
                f,
                "it does not take the rules of {game}: after INFO rules_file its ABOUT names no such game (games= would)"
            ),
            Self::SettingRefused(setting, complaint) => {
                write!(f, "{} was answered with {}", shorten(setting), shorten(complaint))
            }
            Self::NoSwap2(placed, detail) => {
                write!(f, "it does not know SWAP2BOARD with {placed} stones: {detail}")
            }
            Self::Fault(fault, detail) => write!(f, "{fault} before the first game, {detail}"),
            Self::Suspended => f.write_str("this program was held up for too long"),
        }
    }
}

//! Failures of a player during a game.

use std::time::Duration;

use crate::journal::fault::{Cause, Fault};

/// Evidence of a fault.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Evidence {
    /// Cause, if not the engine itself.
    pub(super) cause: Option<Cause>,
    /// Last lines of the dialogue.
    pub(super) dialogue: Vec<String>,
    /// Last lines that the engine wrote to standard error.
    pub(super) stderr: Vec<String>,
}

/// A failure that ends a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// A fault of the player to move, with its description.
    Fault(Fault, String),
    /// A fault of the opponent of the player to move, with its description.
    Opponent(Fault, String),
    /// The user stopped the tournament.
    Stopped,
    /// The runner or the whole machine was suspended for this time, so that no player can be timed.
    Suspended(Duration),
    /// The engine does not start, or a dialogue cannot be written; the message. This is not a result.
    Unplayable(String),
}

impl Failure {
    /// Returns a fault of the player to move.
    pub(super) fn fault(fault: Fault, detail: impl Into<String>) -> Self {
        Self::Fault(fault, detail.into())
    }

    /// Returns the failure from the view of the opponent.
    pub(super) fn of_opponent(self) -> Self {
        match self {
            Self::Fault(fault, detail) => Self::Opponent(fault, detail),
            failure => failure,
        }
    }
}

//! Ends of games and their lines in the journal.

use std::time::SystemTime;

use super::failure::Evidence;
use crate::journal::fault::Fault;
use crate::journal::played::Played;

/// End of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// Seat of the winner.
    pub(super) winner: Option<usize>,
    /// Reason of the rules, the fault, or the adjudication.
    pub(super) reason: String,
    /// Seat at fault, and the fault.
    pub(super) fault: Option<(usize, Fault)>,
    /// Description of the fault.
    pub(super) detail: Option<String>,
}

impl End {
    /// Returns an end without a fault.
    pub(super) fn regular(winner: Option<usize>, reason: impl Into<String>) -> Self {
        Self { winner, reason: reason.into(), fault: None, detail: None }
    }

    /// Returns an end by a fault of `seat`.
    pub(super) fn by_fault(seat: usize, fault: Fault, detail: String) -> Self {
        Self { winner: Some(1 - seat), reason: fault.to_string(), fault: Some((seat, fault)), detail: Some(detail) }
    }

    /// Returns a game without moves that ended so now.
    pub(super) fn into_played(self, evidence: Evidence, names: [&str; 2]) -> Played {
        let Self { winner, reason, fault, detail } = self;
        let Evidence { cause, dialogue, stderr } = evidence;
        let players = names.map(str::to_owned);
        let ended = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        Played { players, winner, reason, fault, detail, cause, dialogue, stderr, ended, ..Played::default() }
    }
}

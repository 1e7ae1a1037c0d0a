//! Which positions of games tell what a position is worth.

use engine::{AnyRecord, PointSet, Tactics, ThreatState};
use search::proof::{VcfSolver, Verdict};

use crate::data::SavedGame;

/// Whether no five waits to be broken, and neither side could win by the next stone.
pub(crate) fn is_calm(record: &dyn AnyRecord) -> bool {
    !record.pending_five() && record.threat_state() == ThreatState::Quiet
}

/// One game in this number is held out of every fit, to test it.
pub(crate) const HELD_OUT: u64 = 5;

/// Whether `game` is held out.
pub(crate) const fn is_held_out(game: &SavedGame) -> bool {
    game.number.is_multiple_of(HELD_OUT)
}

/// The longest VCF that is looked for, and how many positions that may take.
const FOURS: u32 = 8;
const FOURS_NODES: u64 = 50;

/// Whether the value of `position` is worth learning: neither side wins at once, threatens to, or wins by a short VCF.
pub(crate) fn is_instructive<P: Tactics>(position: &P) -> bool {
    position.outcome().is_none()
        && position.winning().is_empty()
        && position.defences().is_none()
        && !wins_by_fours(position)
}

/// Whether the quiescence search finds a VCF: the static value does not matter then.
fn wins_by_fours<P: Tactics>(position: &P) -> bool {
    matches!(VcfSolver::default().search(position, FOURS, FOURS_NODES), Verdict::Win { .. })
}

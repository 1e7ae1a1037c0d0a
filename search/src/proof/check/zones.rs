//! The check by relevance zones.

use engine::Position;

use super::team::Team;
use crate::Instant;
use crate::proof::relevance::Relevance;
use crate::proof::solver::longest;
use crate::proof::{StepId, Strategy};

/// The most plies of a strategy: each turn of the attacker takes some of the stack.
const DEEPEST: u32 = 200;

/// The most plies until the win of the side to move in `position`; `None` if zones do not prove it, or a limit is reached.
pub(super) fn plies<P: Position>(
    position: &P,
    strategy: &Strategy,
    team: &Team<'_, P>,
    progress: &mut dyn FnMut(u64),
) -> Option<u32> {
    let last = strategy.steps().len().checked_sub(1)?;
    let (plies, _) = longest(strategy);
    if plies > DEEPEST {
        return None;
    }
    let mut stop = |claims| {
        team.count(claims);
        progress(team.positions());
        !team.goes_on(Instant::now(), [0, 0])
    };
    let zone = Relevance::new(position)?.zone(strategy.steps(), last as StepId, position, 0, &mut stop);
    zone.ok().map(|_| plies)
}

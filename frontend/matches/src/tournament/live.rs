//! Games for the page of a running tournament.

use crate::Error;
use crate::journal::read::GameSource;
use crate::report::page::gathered::Gathered;
use crate::results::game_result::Results;
use crate::spec::plan::Plan;

/// Returns the games of a journal that count.
///
/// # Errors
/// The journal cannot be read.
pub(super) fn gather(plan: &Plan, results: &Results, journal: &mut dyn GameSource) -> Result<Gathered, Error> {
    let mut gathered = Gathered::new(plan);
    for &game in results.keys() {
        if let Some(played) = journal.game(game)? {
            gathered.add(&played)?;
        }
    }
    Ok(gathered)
}

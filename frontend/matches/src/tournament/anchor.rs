//! The engine with a fixed rating.

use crate::error::{Setting, SettingError, TournamentError};
use crate::spec::plan::Plan;
use crate::statistics::Anchor;

/// Parses `NAME=RATING`. Without a text the first engine has the rating 0.
///
/// # Errors
/// The rating is no number, or no engine has this name.
pub(super) fn anchor(text: Option<&str>, plan: &Plan) -> Result<Anchor, TournamentError> {
    let Some(text) = text else { return Ok(Anchor::default()) };
    let invalid = |error: SettingError| TournamentError::Setting(Setting::Anchor, error);
    let malformed = || invalid(SettingError::Anchor(text.to_owned()));
    let (name, rating) = text.rsplit_once('=').ok_or_else(malformed)?;
    let rating: f64 = rating.parse().ok().filter(|rating: &f64| rating.is_finite()).ok_or_else(malformed)?;
    let unknown = || invalid(SettingError::UnknownEngine(name.to_owned(), plan.names().map(str::to_owned).collect()));
    let player = plan.names().position(|found| found == name).ok_or_else(unknown)?;
    Ok(Anchor { player, rating })
}

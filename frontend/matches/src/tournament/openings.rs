//! Openings of a tournament.

use std::path::Path;

use engine::rules::Capture;
use engine::{Color, Game, SetUp};
use openings::lists::{self, Opening};

use crate::Error;
use crate::error::{Setting, SettingError, TournamentError};
use crate::spec::error::PositionError;
use crate::spec::request::Request;

/// Returns the openings of a request; `None` where the players make them.
///
/// # Errors
/// A file cannot be read, an opening cannot be sent to engines, or the game is not played with swap-2.
pub(super) fn of(request: &Request, game: &'static Game) -> Result<Option<Vec<Opening>>, Error> {
    let rules = game.rules();
    if request.swap2 {
        return match rules.capture == Capture::None && !rules.hexagonal() {
            true => Ok(None),
            false => Err(TournamentError::Setting(Setting::Swap2, SettingError::NoSwap2(rules.name)).into()),
        };
    }
    let empty = Opening { setup: None, moves: Vec::new() };
    let found = match request.openings.as_deref() {
        _ if request.made.is_some() => request.made.clone().unwrap_or_default(),
        Some("none") => vec![empty],
        Some(file) => lists::load(Path::new(file), game)?,
        None => match lists::embedded(game) {
            found if found.is_empty() => vec![empty],
            found => found,
        },
    };
    for (number, opening) in (1..).zip(&found) {
        if let Some(setup) = &opening.setup {
            check_setup(game, setup).map_err(|error| TournamentError::Opening(number, error))?;
        }
    }
    Ok(Some(found))
}

/// Checks that `BOARD` can send a position.
fn check_setup(game: &Game, setup: &SetUp) -> Result<(), PositionError> {
    if game.rules().capture != Capture::None {
        return Err(PositionError::Captures);
    }
    let [black, white] = Color::ALL.map(|color| setup.stones.iter().filter(|&&(_, found)| found == color).count());
    let to_move = setup.to_move;
    let fits = match to_move {
        Color::Black => black == white,
        Color::White => black == white + 1,
    };
    match fits && setup.walls.is_empty() {
        true => Ok(()),
        false => Err(PositionError::Stones { black, white, to_move }),
    }
}

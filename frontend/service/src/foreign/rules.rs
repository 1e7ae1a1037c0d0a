//! The game in the settings of the protocol.

use engine::Game;
use protocol::{GameForm, Info};

use super::{Asked, Fault, Time};

/// Returns the settings that name the game, for an engine that lists `games`. Only one that lists games knows custom ones.
///
/// # Errors
/// The engine does not play the game.
pub(super) fn rules(game: &Game, games: Option<&[String]>) -> Result<Vec<Info>, Fault> {
    let form = GameForm::of(game, games).filter(|form| *form != GameForm::Text || games.is_some());
    Ok(form.ok_or(Fault::Game(game.rules().name))?.infos(game))
}

/// Returns the settings of time and memory.
pub(super) fn limits(asked: &Asked) -> Vec<Info> {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let Time { turn, clock } = asked.time;
    let (whole, left) =
        clock.map_or((0, GameForm::UNLIMITED), |(whole, left)| (millis(whole), millis(left).cast_signed()));
    vec![
        Info::TimeoutTurn(millis(turn)),
        Info::TimeoutMatch(whole),
        Info::TimeLeft(left),
        // A program that fills its tables needs room for code and stacks, too.
        Info::MaxMemory(asked.memory / 4 * 3),
    ]
}

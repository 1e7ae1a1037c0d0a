//! The game in the settings of the protocol.

use engine::{Game, Rules};
use protocol::Info;

use super::{Asked, Fault, Time};

/// The numbers of `INFO rule` that any engine may support.
const NUMBERS: [u32; 5] = [0, 1, 4, 8, 9];

/// The value of `INFO time_left` without a limit.
const UNLIMITED: i64 = i32::MAX as i64;

/// Returns the settings that name the game, for an engine that plays `games`; `None` for one that lists none.
///
/// # Errors
/// The engine does not play the game.
pub(super) fn rules(game: &Game, games: Option<&[String]>) -> Result<Vec<Info>, Fault> {
    let rules = game.rules();
    let listed = games.is_some_and(|games| games.iter().any(|name| name.eq_ignore_ascii_case(rules.name)));
    if !listed && rules.base.is_none() {
        let number = NUMBERS.into_iter().find(|&number| Rules::gomocup(number).as_ref() == Some(rules));
        return number
            .filter(|_| games.is_none())
            .map(|number| vec![Info::Rule(number)])
            .ok_or(Fault::Game(rules.name));
    }
    let mut infos = match variants::line(rules) {
        None => vec![Info::Game(rules.name.to_owned())],
        // Only an engine that lists games knows custom ones.
        Some(text) if games.is_some() => vec![Info::RulesFile(text)],
        Some(_) => return Err(Fault::Game(rules.name)),
    };
    let flag = |(flag, value): (&engine::rules::Flag, &str)| Info::Flag {
        name: flag.name.to_owned(),
        value: value.to_owned(),
    };
    infos.extend(rules.changed_flags().into_iter().map(flag));
    infos.extend((game.length() != rules.line[0].length).then_some(Info::LineLength(game.length())));
    Ok(infos)
}

/// Returns the settings of time and memory.
pub(super) fn limits(asked: &Asked) -> Vec<Info> {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let Time { turn, clock } = asked.time;
    let (whole, left) = clock.map_or((0, UNLIMITED), |(whole, left)| (millis(whole), millis(left).cast_signed()));
    vec![
        Info::TimeoutTurn(millis(turn)),
        Info::TimeoutMatch(whole),
        Info::TimeLeft(left),
        Info::MaxMemory(asked.memory),
    ]
}

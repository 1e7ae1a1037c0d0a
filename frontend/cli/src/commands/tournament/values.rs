//! Values of the options of `ninuki tournament`.

use std::fmt;
use std::ops::RangeInclusive;

use matches::tournament::MOST_GAMES;

/// Largest number of games that `20-25` may name.
const MOST_VOID: usize = 1_000_000;

/// Allowed time limits, in seconds.
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

/// An invalid value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueError {
    /// Not a number.
    NotANumber,
    /// Not an even number of games.
    Odd,
    /// Not a number of seconds in the allowed range.
    Seconds,
    /// Not the number of a game or a range of them.
    Game,
    /// A range of games from the last to the first, or with too many games.
    Range,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "this is no number",
            Self::Odd => "games are played in pairs, so this is an even number from 2 on",
            Self::Seconds => "this is no number of seconds from 0.001 to 86400",
            Self::Game => "a game is written 17, games 20-25",
            Self::Range => "games are written from the first to the last, as 20-25",
        })
    }
}

impl std::error::Error for ValueError {}

/// Parses a number of games.
pub(super) fn even(text: &str) -> Result<usize, ValueError> {
    match text.parse() {
        Ok(games) if games > 0 && games % 2 == 0 && games <= MOST_GAMES => Ok(games),
        Ok(_) => Err(ValueError::Odd),
        Err(_) => Err(ValueError::NotANumber),
    }
}

/// Parses a time limit.
pub(super) fn seconds(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|seconds| SECONDS.contains(seconds)).ok_or(ValueError::Seconds)
}

/// Parses numbers of games: `17` or `20-25`.
pub(super) fn games(text: &str) -> Result<RangeInclusive<usize>, ValueError> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<usize>().map_err(|_| ValueError::Game);
    let (first, last) = (number(first)?, number(last)?);
    match first <= last && last - first < MOST_VOID {
        true => Ok(first..=last),
        false => Err(ValueError::Range),
    }
}

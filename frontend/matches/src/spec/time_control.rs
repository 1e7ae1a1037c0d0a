//! Time controls.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::SettingError;

/// Time for a game, for each move, and added after each move: `180/30+1` in seconds.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use ninuki_matches::tournament::{Clock, TimeControl};
///
/// let control: TimeControl = "60+1".parse()?;
/// let mut clock = Clock::new(Some(control));
/// clock.spend(Duration::from_secs(10));
/// clock.add();
/// assert_eq!(clock.left(), Some(Duration::from_secs(51)));
/// # Ok::<(), ninuki_matches::SettingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// For the game.
    pub whole: Option<Duration>,
    /// For each move.
    pub turn: Option<Duration>,
    /// Added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Time control of an engine without any limit: ten seconds for the game, one for each move.
    pub(crate) const DEFAULT: Self =
        Self { whole: Some(Duration::from_secs(10)), turn: Some(Duration::from_secs(1)), increment: Duration::ZERO };
}

/// Longest time that a part may give, in seconds.
const LONGEST: f64 = 1e6;

/// `MATCH/TURN+INC` in seconds; each part may be missing.
impl FromStr for TimeControl {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let invalid = || SettingError::TimeControl(text.to_owned());
        let (rest, increment) = text.split_once('+').unwrap_or((text, ""));
        let (whole, turn) = rest.split_once('/').unwrap_or((rest, ""));
        let [whole, turn, increment] = [whole, turn, increment].map(seconds);
        let control = Self {
            whole: whole.ok_or_else(invalid)?.filter(|time| !time.is_zero()),
            turn: turn.ok_or_else(invalid)?,
            increment: increment.ok_or_else(invalid)?.unwrap_or_default(),
        };
        if control.whole.is_none() && (control.turn.is_none() || !control.increment.is_zero()) {
            return Err(invalid());
        }
        Ok(control)
    }
}

/// Parses a part in seconds, rounded to the milliseconds of the protocol: `Some(None)` if it is missing, `None` if it is
/// invalid.
fn seconds(part: &str) -> Option<Option<Duration>> {
    let part = part.trim();
    if part.is_empty() {
        return Some(None);
    }
    let seconds: f64 = part.parse().ok().filter(|seconds| (0.0..=LONGEST).contains(seconds))?;
    Some(Some(Duration::from_millis((seconds * 1000.0).round() as u64)))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.whole.map_or(0.0, |time| time.as_secs_f64()))?;
        if let Some(turn) = self.turn {
            write!(f, "/{}", turn.as_secs_f64())?;
        }
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// As text, `180/30+1`.
impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        let ms = |ms: u64| Some(Duration::from_millis(ms));
        for (text, whole, turn, increment) in [
            ("180/30+1", ms(180_000), ms(30_000), ms(1000)),
            ("10", ms(10_000), None, ms(0)),
            ("0/0.5", None, ms(500), ms(0)),
            ("2.5+0.02", ms(2500), None, ms(20)),
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!((control.whole, control.turn, Some(control.increment)), (whole, turn, increment));
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("/1".parse(), Ok(TimeControl { turn: ms(1000), ..TimeControl::default() }));
        for wrong in ["", "x", "-1", "1/x", "0", "+1", "0/1+1", "nan", "1e9", "inf", "1//2"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }
}

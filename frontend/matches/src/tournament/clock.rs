//! The time that engines have.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::SettingError;

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
    /// What an engine has that nobody gave a limit: ten seconds for the game, one for each move.
    pub(crate) const DEFAULT: Self =
        Self { whole: Some(Duration::from_secs(10)), turn: Some(Duration::from_secs(1)), increment: Duration::ZERO };
}

/// `MATCH/TURN+INC` in seconds; each part may be missing.
impl FromStr for TimeControl {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        Self::parse(text).map_err(SettingError)
    }
}

impl TimeControl {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("\"{text}\" is no time control, it is written MATCH/TURN+INC in seconds, as in 180/30+1");
        let seconds = |part: &str| -> Result<Option<Duration>, String> {
            let part = part.trim();
            if part.is_empty() {
                return Ok(None);
            }
            let seconds: f64 = part.parse().map_err(|_| wrong())?;
            let known = (0.0..=1e6).contains(&seconds);
            // Engines are told whole milliseconds.
            known.then(|| Some(Duration::from_millis((seconds * 1000.0).round() as u64))).ok_or_else(wrong)
        };
        let (rest, increment) = text.split_once('+').unwrap_or((text, ""));
        let (whole, turn) = rest.split_once('/').unwrap_or((rest, ""));
        let positive = |time: &Duration| !time.is_zero();
        let increment = seconds(increment)?.unwrap_or_default();
        let control = Self { whole: seconds(whole)?.filter(positive), turn: seconds(turn)?, increment };
        if control.whole.is_none() && (control.turn.is_none() || !control.increment.is_zero()) {
            return Err(wrong());
        }
        Ok(control)
    }
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

/// The clock of one side in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: Option<TimeControl>,
    left: Option<Duration>,
}

impl Clock {
    /// A clock before the first move; without a time control it does not run.
    #[must_use]
    pub fn new(control: Option<TimeControl>) -> Self {
        Self { control, left: control.and_then(|control| control.whole) }
    }

    /// What is left for the game, if that is limited.
    #[must_use]
    pub const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time for the next move; without a time control it is `move_limit`.
    pub(crate) fn budget(&self, move_limit: Duration) -> Budget {
        let turn = self.control.and_then(|control| Some((control.turn?, Source::Turn(control))));
        let whole = self.control.and_then(|control| Some((self.left?, Source::Left(control))));
        let shorter = turn.into_iter().chain(whole).min_by_key(|(time, _)| *time);
        let (time, source) = shorter.unwrap_or((move_limit, Source::MoveLimit));
        Budget { time, source }
    }

    /// The most time for the next move; without a time control it is `move_limit`.
    #[must_use]
    pub fn most(&self, move_limit: Duration) -> Duration {
        self.budget(move_limit).time
    }

    /// What is added after each move.
    #[must_use]
    pub fn increment(&self) -> Duration {
        self.control.map_or(Duration::ZERO, |control| control.increment)
    }

    /// Takes `time` from it.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// Adds what a move brings.
    pub fn add(&mut self) {
        let increment = self.increment();
        self.left = self.left.map(|left| left + increment);
    }

    /// A move has taken `time`.
    pub(crate) fn moved(&mut self, time: Duration) {
        self.spend(time);
        self.add();
    }
}

/// The time for an answer, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Duration,
    source: Source,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Turn(TimeControl),
    Left(TimeControl),
    MoveLimit,
    StartLimit,
}

impl Budget {
    /// The time to answer what is no question for a move.
    pub(crate) const fn start_limit(time: Duration) -> Self {
        Self { time, source: Source::StartLimit }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms ", self.time.as_millis())?;
        match self.source {
            Source::Turn(control) => write!(f, "for the move (tc={control})"),
            Source::Left(control) => write!(f, "left for the game (tc={control})"),
            Source::MoveLimit => f.write_str("for a move without a clock"),
            Source::StartLimit => f.write_str("to answer what takes no thought"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Option<Duration> {
        Some(Duration::from_millis(ms))
    }

    #[test]
    fn time_controls_are_read_and_written() {
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

    #[test]
    fn the_shorter_of_both_limits_holds() {
        let limit = Duration::from_secs(60);
        let mut clock = Clock::new("10/4+1".parse().ok());
        assert_eq!(clock.budget(limit).to_string(), "4000 ms for the move (tc=10/4+1)");
        clock.moved(Duration::from_secs(4));
        clock.moved(Duration::from_secs(4));
        assert_eq!((clock.left(), Some(clock.budget(limit).time)), (ms(4000), ms(4000)));
        clock.moved(Duration::from_millis(4050));
        assert_eq!(clock.budget(limit).to_string(), "1000 ms left for the game (tc=10/4+1)");
        assert_eq!(Clock::new(None).budget(limit).to_string(), "60000 ms for a move without a clock");
    }
}

//! The time that engines have.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for a game, for each move, and added after each move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TimeControl {
    /// For the game.
    pub whole: Option<Duration>,
    /// For each move.
    pub turn: Option<Duration>,
    /// Added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `MATCH/TURN+INC` in seconds; each part may be missing.
    fn from_str(text: &str) -> Result<Self, String> {
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
pub(crate) struct Clock {
    control: Option<TimeControl>,
    left: Option<Duration>,
}

impl Clock {
    pub(crate) fn new(control: Option<TimeControl>) -> Self {
        Self { control, left: control.and_then(|control| control.whole) }
    }

    /// What is left for the game, if that is limited.
    pub(crate) const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time for the next move, if it is limited.
    pub(crate) fn budget(&self) -> Option<Duration> {
        let turn = self.control.and_then(|control| control.turn);
        turn.into_iter().chain(self.left).min()
    }

    /// A move has taken `time`.
    pub(crate) fn moved(&mut self, time: Duration) {
        if let (Some(left), Some(control)) = (&mut self.left, self.control) {
            *left = left.saturating_sub(time) + control.increment;
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
        let mut clock = Clock::new("10/4+1".parse().ok());
        assert_eq!(clock.budget(), ms(4000));
        clock.moved(Duration::from_secs(4));
        clock.moved(Duration::from_secs(4));
        assert_eq!((clock.left(), clock.budget()), (ms(4000), ms(4000)));
        clock.moved(Duration::from_millis(4050));
        assert_eq!(clock.budget(), ms(1000));
        assert_eq!(Clock::new(None).budget(), None);
    }
}

//! Clocks of the players.

use std::fmt;
use std::time::Duration;

use crate::spec::time_control::TimeControl;

/// Clock of a player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: Option<TimeControl>,
    left: Option<Duration>,
}

impl Clock {
    /// Returns a clock before the first move; without a time control it does not run.
    #[must_use]
    pub fn new(control: Option<TimeControl>) -> Self {
        Self { control, left: control.and_then(|control| control.whole) }
    }

    /// Returns the time left for the game, if it is limited.
    #[must_use]
    pub const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Returns the time for the next move; without a time control `move_limit`.
    pub(super) fn budget(&self, move_limit: Duration) -> Budget {
        let turn = self.control.and_then(|control| Some((control.turn?, Source::Turn(control))));
        let whole = self.control.and_then(|control| Some((self.left?, Source::Left(control))));
        let shorter = turn.into_iter().chain(whole).min_by_key(|(time, _)| *time);
        let (time, source) = shorter.unwrap_or((move_limit, Source::MoveLimit));
        Budget { time, source }
    }

    /// Returns the largest time for the next move; without a time control `move_limit`.
    #[must_use]
    pub fn most(&self, move_limit: Duration) -> Duration {
        self.budget(move_limit).time
    }

    /// Returns the time added after each move.
    #[must_use]
    pub fn increment(&self) -> Duration {
        self.control.map_or(Duration::ZERO, |control| control.increment)
    }

    /// Subtracts `time`.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// Adds the increment of a move.
    pub fn add(&mut self) {
        let increment = self.increment();
        self.left = self.left.map(|left| left + increment);
    }

    /// Subtracts the time of a move and adds the increment.
    pub(super) fn moved(&mut self, time: Duration) {
        self.spend(time);
        self.add();
    }
}

/// Time for an answer and the limit that gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    pub(super) time: Duration,
    source: Source,
}

/// Limit that gives the time for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Turn(TimeControl),
    Left(TimeControl),
    MoveLimit,
    StartLimit,
}

impl Budget {
    /// Returns the time for an answer without a search.
    pub(super) const fn start_limit(time: Duration) -> Self {
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
    fn the_shorter_limit_applies() {
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

//! Processor time of an engine during its opponent's turns.

use std::time::{Duration, Instant};

/// Turns of the opponent shorter than this are not measured.
const SHORT: Duration = Duration::from_millis(20);

/// Least processor time that is reported. It is counted in steps of 10 ms, and an engine may tidy up after its move.
const NOTABLE: Duration = Duration::from_millis(200);

/// A meter of the processor time during the opponent's turns of a game.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct IdleMeter {
    /// Processor time at the end of the engine's turn, and the time of that.
    begun: Option<(Duration, Instant)>,
    /// Processor time used.
    used: Duration,
    /// Duration of the measured turns.
    time: Duration,
}

impl IdleMeter {
    /// Begins a turn of the opponent, whose last turn took `expected`.
    pub(super) fn begin(&mut self, expected: Duration, processor_time: impl FnOnce() -> Duration) {
        self.begun = (expected >= SHORT).then(|| (processor_time(), Instant::now()));
    }

    /// Ends a turn of the opponent.
    pub(super) fn end(&mut self, processor_time: impl FnOnce() -> Duration) {
        if let Some((before, since)) = self.begun.take() {
            self.used += processor_time().saturating_sub(before);
            self.time += since.elapsed();
        }
    }

    /// Returns the processor time used; zero below 0.2 s and below a tenth of the time.
    pub(super) fn notable(&self) -> Duration {
        let spins = self.used >= NOTABLE && self.used >= self.time / 10;
        if spins { self.used } else { Duration::ZERO }
    }
}

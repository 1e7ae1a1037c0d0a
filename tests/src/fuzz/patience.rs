//! When an input takes too long, whatever else the machine does.

use std::time::Duration;

/// The longest processor time of an input.
pub const PROCESSOR: Duration = Duration::from_secs(20);

/// Ticks of one second after which an input without processor time hangs.
pub const TICKS: u32 = 600;

/// An input that takes too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// It uses the processor for longer than [`PROCESSOR`].
    Busy,
    /// It does not end, and waits.
    Hung,
}

/// The processor time of the input that is tried.
///
/// Other programs take time on the clock, but none of the processor time. A process that is stopped makes no ticks.
#[derive(Debug, Default)]
pub struct Patience {
    input: u64,
    began: Duration,
    ticks: u32,
}

impl Patience {
    /// Looks at the input of this number once a second; `now` is the processor time of the process.
    pub fn tick(&mut self, input: u64, now: Duration) -> Option<Overdue> {
        if input != self.input {
            *self = Self { input, began: now, ticks: 0 };
        }
        self.ticks += 1;
        if now.saturating_sub(self.began) > PROCESSOR {
            return Some(Overdue::Busy);
        }
        (self.ticks > TICKS).then_some(Overdue::Hung)
    }
}

/// The processor time of all threads of this process; elsewhere than on Linux, the time on the clock.
#[must_use]
pub fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("every process has this clock").into()
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

//! Whether threads make the work of a batch faster, by measurement.
//!
//! Short work may wait longer for a busy core than it takes. So both ways are timed, the faster one is taken, and the other one
//! is tried again at growing intervals.

use std::time::Duration;

/// Work of this length or more is always shared: no wait for a core takes as long.
const LONG: Duration = Duration::from_millis(20);

/// The fewest and the most calls between two tries of the slower way.
const RETRIES: [u32; 2] = [16, 4096];

/// The part of a new time in the mean.
const NEW: f64 = 0.25;

/// The measured times of one kind of work, alone and shared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Seconds for each part of the work: alone, and shared. None before the first measurement.
    seconds: [Option<f64>; 2],
    /// The calls until the next try of the slower way.
    left: u32,
    /// The calls between two tries.
    interval: u32,
}

impl Pace {
    pub(super) const NEW: Self = Self { seconds: [None; 2], left: RETRIES[0], interval: RETRIES[0] };

    /// Whether work of `parts` parts is to be shared.
    pub(super) fn is_shared(&mut self, parts: usize) -> bool {
        let [Some(alone), shared] = self.seconds else { return false };
        if alone * parts as f64 >= LONG.as_secs_f64() {
            return true;
        }
        let Some(shared) = shared else { return true };
        let is_faster = shared < alone;
        self.left -= 1;
        if self.left > 0 {
            return is_faster;
        }
        self.left = self.interval;
        self.interval = (2 * self.interval).min(RETRIES[1]);
        !is_faster
    }

    /// Adds the time of a call.
    pub(super) fn add(&mut self, is_shared: bool, parts: usize, time: Duration) {
        let new = time.as_secs_f64() / parts as f64;
        let mean = &mut self.seconds[usize::from(is_shared)];
        let before = *mean;
        *mean = Some(before.map_or(new, |mean| mean + NEW * (new - mean)));
        if let (Some(before), Some(other)) = (before, self.seconds[usize::from(!is_shared)])
            && before > other
            && new < other
        {
            // The slower way was faster: it is tried at once again, until its mean shows that or it is slower.
            (self.left, self.interval) = (1, RETRIES[0]);
        }
    }
}

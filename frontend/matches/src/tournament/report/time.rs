//! How long work takes.

use std::time::{Duration, Instant};

/// How long the rest will take, if it goes on like this.
pub(super) fn remaining(since: Instant, finished: usize, left: f64) -> Option<Duration> {
    let each = since.elapsed().as_secs_f64() / finished as f64;
    Duration::try_from_secs_f64(each * left).ok().filter(|_| finished > 0)
}

/// `3:20`, `1:03:20`.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

//! How long processes that wanted to run had to wait for a processor.

use std::fs;
use std::time::Duration;

/// How long the threads of a process have waited for a processor since they began, all of them together; 0 where the
/// system does not tell.
pub(super) fn waited(pid: u32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let nanos = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        // Time on a processor, time waiting for one, both in nanoseconds, and the number of time slices.
        text.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanos.sum())
}

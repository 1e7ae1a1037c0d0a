//! How long processes that wanted to run had to wait for a processor.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// How long each thread of a process has waited for a processor since it began, by its number; nothing where the system
/// does not tell.
pub(super) fn waits(pid: u32) -> BTreeMap<u32, Duration> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let wait = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        // Time on a processor, time waiting for one, both in nanoseconds, and the number of time slices.
        let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
        Some((thread.file_name().to_str()?.parse().ok()?, Duration::from_nanos(nanos)))
    };
    threads.filter_map(wait).collect()
}

/// How long the threads of a process have waited for a processor since they began, all of them together.
pub(super) fn waited(pid: u32) -> Duration {
    waits(pid).values().sum()
}

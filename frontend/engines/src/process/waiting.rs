//! How long processes ran, and how long those that wanted to run had to wait for a processor.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Clock ticks a second in which `/proc` counts processor time (`USER_HZ`): the same on all common processors.
const TICKS: u64 = 100;

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

/// The processor time of a process and of its threads that ended, in steps of 10 ms; nothing where the system does not
/// tell.
pub(super) fn ran(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may hold anything; user and system time are the 14th and 15th field of all.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>();
    Duration::from_millis(ticks * 1000 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_works_runs() {
        let before = ran(std::process::id());
        let mut sum = 0_u64;
        while ran(std::process::id()) < before + Duration::from_millis(30) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert_eq!(ran(0), Duration::ZERO);
    }
}

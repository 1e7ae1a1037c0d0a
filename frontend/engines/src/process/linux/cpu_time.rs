//! CPU times of processes, and the times in which runnable threads waited for a CPU.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Clock ticks a second of CPU times in `/proc` (`USER_HZ`), the same on all common processors.
const TICKS: u64 = 100;

/// The CPU wait of each thread of a process since its start, by thread number; empty if unknown.
pub(super) fn waits(pid: u32) -> BTreeMap<u32, Duration> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let wait = |thread: fs::DirEntry| Some((thread.file_name().to_str()?.parse().ok()?, wait_of(&thread.path())?));
    threads.filter_map(wait).collect()
}

/// The CPU wait of the thread whose folder in `/proc` this is.
fn wait_of(thread: &Path) -> Option<Duration> {
    let text = fs::read_to_string(thread.join("schedstat")).ok()?;
    // CPU time and CPU wait in nanoseconds, and the number of time slices.
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The CPU wait of the calling thread since its start; 0 if unknown.
pub(super) fn waited_here() -> Duration {
    wait_of(Path::new("/proc/thread-self")).unwrap_or_default()
}

/// The sum of the CPU waits of all threads of a process.
pub(super) fn waited(pid: u32) -> Duration {
    waits(pid).values().sum()
}

/// The CPU time of a process, its ended threads included, in steps of 10 ms; 0 if unknown.
pub(super) fn ran(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may contain any characters; user and system time are fields 14 and 15.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>();
    Duration::from_millis(ticks * 1000 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_cpu_time() {
        let before = ran(std::process::id());
        let mut sum = 0_u64;
        while ran(std::process::id()) < before + Duration::from_millis(30) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert_eq!(ran(0), Duration::ZERO);
    }
}

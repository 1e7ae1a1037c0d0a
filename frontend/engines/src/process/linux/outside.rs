//! Causes outside an engine: signals of other processes, and lack of memory.

use std::fs;

use nix::sys::signal::Signal;
use nix::unistd::Pid;

/// Whether a signal comes from another process, and not from a fault of the process itself.
pub(super) const fn is_foreign(signal: Signal) -> bool {
    matches!(signal, Signal::SIGKILL | Signal::SIGTERM | Signal::SIGINT | Signal::SIGHUP)
}

/// The number of processes that the system has ended for lack of memory since its start; 0 if unknown.
pub(super) fn ended_for_memory() -> u64 {
    let text = fs::read_to_string("/proc/vmstat").unwrap_or_default();
    let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or_default()
}

/// Whether a process is stopped by a signal.
pub(super) fn is_stopped(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state follows the name in parentheses, which may contain any characters.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
}

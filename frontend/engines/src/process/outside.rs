//! What happened to an engine from outside: signals of others, and memory that ran out.

use std::fs;

use nix::sys::signal::Signal;
use nix::unistd::Pid;

/// What ended or stopped a process that would have gone on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Somebody ended it with a signal.
    Killed,
    /// The system ended it because memory ran out.
    OutOfMemory,
    /// Somebody stopped it with a signal, and it does not run.
    Stopped,
}

/// Whether a process is ended by this signal from outside, and not because of what it did.
pub(super) const fn is_foreign(signal: Signal) -> bool {
    matches!(signal, Signal::SIGKILL | Signal::SIGTERM | Signal::SIGINT | Signal::SIGHUP)
}

/// How many processes the system has ended since it was started because memory ran out; 0 where it does not tell.
pub(super) fn ended_for_memory() -> u64 {
    let text = fs::read_to_string("/proc/vmstat").unwrap_or_default();
    let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or_default()
}

/// Whether a process is stopped by a signal.
pub(super) fn is_stopped(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state follows the name in parentheses, which may hold anything.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
}

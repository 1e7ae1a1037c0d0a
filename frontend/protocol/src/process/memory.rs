//! How much memory an engine uses.
//!
//! # Examples
//! ```
//! use ninuki_protocol::process::memory::used;
//!
//! assert!(used(std::process::id().cast_signed()) > 1 << 16);
//! ```

use std::fs;

use super::guard::processes;

/// The bytes that the process group of `leader` uses: the most that the leader ever had, so that a short peak shows,
/// and what the others have now. 0 where the system does not tell.
#[must_use]
pub fn used(leader: i32) -> u64 {
    let kilobytes = |pid: u32, field: &str| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    let leader = leader.unsigned_abs();
    let others = processes().filter(|&pid| pid != leader && group(pid) == Some(leader));
    let all = kilobytes(leader, "VmHWM:") + others.map(|pid| kilobytes(pid, "VmRSS:")).sum::<u64>();
    all * 1024
}

/// The process group of a process.
fn group(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may hold anything; the fields after it are state, parent and group.
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

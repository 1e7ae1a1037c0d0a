//! How much memory an engine uses.

use std::collections::BTreeSet;
use std::fs;

use nix::unistd::Pid;

use super::tree::below;

/// The bytes that an engine uses with all that it started, which is what is below its `keeper`: the most that the
/// engine itself ever had, so that a short peak shows, and what the others have now. 0 where the system does not tell.
pub(super) fn used(keeper: Pid, engine: Pid) -> u64 {
    sum(keeper, |pid| if pid == engine { "VmHWM:" } else { "VmRSS:" })
}

/// The bytes that all processes below the `keeper` have now; 0 where the system does not tell.
pub(super) fn resident(keeper: Pid) -> u64 {
    sum(keeper, |_| "VmRSS:")
}

fn sum(keeper: Pid, field: impl Fn(Pid) -> &'static str) -> u64 {
    let kilobytes = |pid: Pid, field: &str| -> u64 {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    let all: u64 = below(keeper, &BTreeSet::new()).into_iter().map(|pid| kilobytes(pid, field(pid))).sum();
    all * 1024
}

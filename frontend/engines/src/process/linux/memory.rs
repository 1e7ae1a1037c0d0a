//! The memory of an engine and its descendants.

use std::collections::BTreeSet;
use std::fs;

use nix::unistd::Pid;

use super::tree::below;

/// The bytes of all processes below the `keeper`: the engine's peak, so that a short peak counts, and the present size of
/// its descendants. 0 if unknown.
pub(super) fn used(keeper: Pid, engine: Pid) -> u64 {
    sum(keeper, |pid| if pid == engine { "VmHWM:" } else { "VmRSS:" })
}

/// The present bytes of all processes below the `keeper`; 0 if unknown.
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

//! How much memory an engine uses.

use std::collections::BTreeSet;
use std::fs;

use nix::unistd::Pid;

use super::tree::below;

/// The bytes that an engine uses with all that it started, which is what is below its `keeper`: the most that the
/// engine itself ever had, so that a short peak shows, and what the others have now. 0 where the system does not tell.
pub(super) fn used(keeper: Pid, engine: Pid) -> u64 {
    let kilobytes = |pid: Pid, field: &str| -> u64 {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    let field = |pid: Pid| if pid == engine { "VmHWM:" } else { "VmRSS:" };
    let all: u64 = below(keeper, &BTreeSet::new()).into_iter().map(|pid| kilobytes(pid, field(pid))).sum();
    all * 1024
}

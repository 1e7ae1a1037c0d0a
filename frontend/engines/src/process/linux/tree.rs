//! The tree of processes, which no engine can leave.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

/// The pause between two rounds of kills.
const ROUND: Duration = Duration::from_micros(500);

/// The descendants of `root`, except the `spared` ones and their descendants.
pub(super) fn below(root: Pid, spared: &BTreeSet<Pid>) -> Vec<Pid> {
    let parents: Vec<(Pid, Pid)> = processes().filter_map(|pid| Some((pid, parent(pid)?))).collect();
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(above) = open.pop() {
        let children = parents.iter().filter(|(pid, parent)| *parent == above && !spared.contains(pid));
        let children: Vec<Pid> = children.map(|&(pid, _)| pid).collect();
        open.extend(&children);
        found.extend(children);
    }
    found
}

/// Kills and reaps all descendants of this process except the `spared` ones, and what those start meanwhile, for `limit`
/// at most. This process must be a subreaper, so that orphans become its children.
pub(super) fn kill_below(spared: &BTreeSet<Pid>, limit: Duration) {
    let until = Instant::now() + limit;
    loop {
        let found = below(Pid::this(), spared);
        for &pid in &found {
            let _ = kill(pid, Signal::SIGKILL);
        }
        // Only children can be reaped; their children take their place when they are gone.
        for &pid in &found {
            let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
        }
        if found.is_empty() || Instant::now() > until {
            break;
        }
        thread::sleep(ROUND);
    }
}

/// All processes.
pub(super) fn processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).map(Pid::from_raw)
}

/// The parent of a process.
fn parent(pid: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain any characters; the fields after it are state and parent.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok().map(Pid::from_raw)
}

//! The guard: a second process that survives the runner, so that no engine does.
//!
//! Each engine has a `keeper`, which ends all that the engine started when the engine or the runner ends. The guard
//! covers keepers that are killed: it reads a pipe whose other end the runner holds, and at the end of the pipe kills
//! every process with the run's mark, which engines have in their environment.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::tree::{kill_below, processes};

/// The environment variable that marks engines and their descendants.
pub(super) const VARIABLE: &str = "NINUKI_TOURNAMENT";

/// This program, also if its file has been replaced meanwhile.
pub(super) const PROGRAM: &str = "/proc/self/exe";

/// The time in which processes without a keeper disappear when killed.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// The runner's side of the guard.
///
/// The guard is the running program, started again with the arguments `guard MARK`; it runs `stand`.
#[derive(Debug)]
pub struct Guard {
    run: String,
    started: AtomicU64,
    process: Mutex<Option<(Child, ChildStdin)>>,
    /// The children of this program that must not be killed: the guard and the keepers.
    children: Mutex<BTreeSet<Pid>>,
}

impl Guard {
    /// Starts the guard, and makes this program the parent of processes that engines leave behind, so that it can reap
    /// them.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start() -> io::Result<Arc<Self>> {
        // If the system refuses, its first process reaps them.
        let _ = set_child_subreaper(true);
        let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let run = format!("{}.{nanos:x}.", process::id());
        // In its own group it gets no signal from the keys of the terminal.
        let mut child = Command::new(PROGRAM)
            .arg0("ninuki")
            .args(["guard", &run])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .process_group(0)
            .spawn()?;
        let pipe = child.stdin.take().expect("a pipe was asked for");
        let children = Mutex::new([pid(&child)].into());
        Ok(Arc::new(Self { run, started: AtomicU64::new(0), process: Mutex::new(Some((child, pipe))), children }))
    }

    /// The mark of the next engine.
    pub(super) fn mark(&self) -> String {
        format!("{}{}.", self.run, self.started.fetch_add(1, Ordering::Relaxed))
    }

    /// The children that must not be killed. Locked from the start of a process until it is among them.
    pub(super) fn children(&self) -> MutexGuard<'_, BTreeSet<Pid>> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a keeper that is gone, and kills the processes that it left to this program.
    pub(super) fn gone(&self, keeper: Pid) {
        let mut children = self.children();
        children.remove(&keeper);
        kill_below(&children, LAST_BREATH);
    }

    /// Ends all engines now, and waits for the guard's exit.
    pub fn dismiss(&self) {
        let taken = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((mut child, pipe)) = taken {
            drop(pipe);
            let _ = child.wait();
        }
    }
}

/// The process number of a child.
pub(super) fn pid(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed())
}

/// The guard's work: waits for the end of `input`, then kills every process with the mark of the `run`.
pub(super) fn stand(run: &str, mut input: impl Read) {
    let _ = io::copy(&mut input, &mut io::sink());
    let entry = format!("{VARIABLE}={run}");
    for _ in 0..20 {
        let marked = marked(entry.as_bytes());
        if marked.is_empty() {
            break;
        }
        for pid in marked {
            let _ = kill(pid, Signal::SIGKILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The processes with an environment entry that begins with `entry`.
fn marked(entry: &[u8]) -> Vec<Pid> {
    let carries = |pid: &Pid| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|found| found.starts_with(entry))
    };
    processes().filter(|&pid| pid != Pid::this()).filter(carries).collect()
}

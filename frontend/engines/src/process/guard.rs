//! The guard: a second process that outlives the runner, so that no engine does.
//!
//! Each engine has a `keeper`, which sees to it that nothing of the engine is left when it ends or the runner does. The
//! guard is there for what a keeper that was killed itself has left: the runner holds one end of a pipe, the guard
//! reads the other, and at its end kills every process with the mark that engines carry in their environment.

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

/// The variable that marks engines and what they start.
pub(super) const VARIABLE: &str = "NINUKI_TOURNAMENT";

/// This program, even when its file has been replaced meanwhile.
pub(super) const PROGRAM: &str = "/proc/self/exe";

/// How long what lost its keeper may take to disappear.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// The guard, as the runner sees it.
///
/// Any program can be the guard of its own engines: it starts itself with the arguments `guard MARK`, and what it does
/// then is [`stand`].
#[derive(Debug)]
pub struct Guard {
    run: String,
    started: AtomicU64,
    process: Mutex<Option<(Child, ChildStdin)>>,
    /// The children of this program that are to live: the guard and the keepers.
    children: Mutex<BTreeSet<Pid>>,
}

impl Guard {
    /// Starts the guard, and makes this program the parent of what engines leave behind, so that it can be reaped.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start() -> io::Result<Arc<Self>> {
        // Where that is refused, the first process of the system reaps it.
        let _ = set_child_subreaper(true);
        let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let run = format!("{}.{nanos:x}.", process::id());
        // In a group of its own no key pressed at the terminal reaches it.
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

    /// A mark for an engine that is about to be started.
    pub(super) fn mark(&self) -> String {
        format!("{}{}.", self.run, self.started.fetch_add(1, Ordering::Relaxed))
    }

    /// The children that are to live. This is held from the start of a process until it is among them.
    pub(super) fn children(&self) -> MutexGuard<'_, BTreeSet<Pid>> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A keeper is gone. What it may have left has come to this program, and is killed.
    pub(super) fn gone(&self, keeper: Pid) {
        let mut children = self.children();
        children.remove(&keeper);
        kill_below(&children, LAST_BREATH);
    }

    /// Lets the guard do its work now, and waits until it is done.
    pub fn dismiss(&self) {
        let taken = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((mut child, pipe)) = taken {
            drop(pipe);
            let _ = child.wait();
        }
    }
}

/// The number of a child.
pub(super) fn pid(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed())
}

/// What the guard does: it waits for the end of `input`, then kills what carries the mark of the `run`.
pub fn stand(run: &str, mut input: impl Read) {
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

/// The living processes whose environment has an entry that begins so.
fn marked(entry: &[u8]) -> Vec<Pid> {
    let carries = |pid: &Pid| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|found| found.starts_with(entry))
    };
    processes().filter(|&pid| pid != Pid::this()).filter(carries).collect()
}

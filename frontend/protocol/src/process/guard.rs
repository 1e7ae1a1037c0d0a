//! The guard: a second process that outlives the runner, so that no engine does.
//!
//! The runner holds one end of a pipe; the guard reads the other. When the runner is gone, however it went, the pipe
//! is at its end, and the guard kills every engine that was not taken off its list. Engines are known by their
//! process group, and all that they start by a mark in the environment, which a child inherits even if it leaves
//! the group.
//!
//! # Examples
//! ```
//! use ninuki_protocol::process::guard::{Guard, stand};
//!
//! let mut arguments = std::env::args().skip(1);
//! if let (Some("guard"), Some(mark)) = (arguments.next().as_deref(), arguments.next()) {
//!     stand(&mark, std::io::stdin().lock());
//!     std::process::exit(0);
//! }
//! let nobody = Guard::start(None)?;
//! nobody.dismiss();
//! # Ok::<(), std::io::Error>(())
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

/// The variable that marks engines and what they start.
const VARIABLE: &str = "NINUKI_TOURNAMENT";

/// The guard, as the runner sees it.
///
/// Any program can be the guard of its own engines: it starts itself with the arguments `guard MARK`, and what it does
/// then is [`stand`].
#[derive(Debug)]
pub struct Guard {
    run: String,
    started: AtomicU64,
    process: Mutex<Option<(Child, ChildStdin)>>,
}

impl Guard {
    /// Starts the guard: `program guard MARK`. Without a program nobody stands guard: engines are ended by the runner as
    /// long as it lives, but outlive it if it is killed.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(program: Option<&Path>) -> io::Result<Arc<Self>> {
        let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let run = format!("{}.{nanos:x}.", process::id());
        let process = program.map(|program| Self::process(program, &run)).transpose()?;
        Ok(Arc::new(Self { run, started: AtomicU64::new(0), process: Mutex::new(process) }))
    }

    fn process(program: &Path, run: &str) -> io::Result<(Child, ChildStdin)> {
        // In a group of its own no key pressed at the terminal reaches it.
        let mut child = Command::new(program)
            .args(["guard", run])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .process_group(0)
            .spawn()?;
        let pipe = child.stdin.take().expect("a pipe was asked for");
        Ok((child, pipe))
    }

    /// Marks an engine that is about to be started.
    pub fn mark(&self, command: &mut Command) -> String {
        let mark = format!("{}{}.", self.run, self.started.fetch_add(1, Ordering::Relaxed));
        command.env(VARIABLE, &mark);
        mark
    }

    /// Puts a process group on the list.
    pub fn watch(&self, group: Pid) {
        self.tell(&format!("+{group}\n"));
    }

    /// Takes a process group off the list. Its leader must not be reaped before, lest the number comes again.
    pub fn forget(&self, group: Pid) {
        self.tell(&format!("-{group}\n"));
    }

    fn tell(&self, line: &str) {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, pipe)) = &mut *process {
            // A guard that is gone cannot be helped; the runner still sees to its engines itself.
            let _ = pipe.write_all(line.as_bytes());
        }
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

/// What the guard does, until the end of `input`: `+GROUP` and `-GROUP` lines. `run` is the mark of the runner.
pub fn stand(run: &str, input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let number = line.get(1..).and_then(|number| number.parse::<i32>().ok()).filter(|&number| number > 1);
        match (line.as_bytes().first(), number) {
            (Some(b'+'), Some(group)) => groups.insert(group),
            (Some(b'-'), Some(group)) => groups.remove(&group),
            _ => false,
        };
    }
    for group in groups {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    kill_marked(run);
}

/// Kills every process that carries a mark beginning with `mark`, and those that they start meanwhile. Returns them.
pub fn kill_marked(mark: &str) -> BTreeSet<Pid> {
    let mut killed = BTreeSet::new();
    let entry = format!("{VARIABLE}={mark}");
    for _ in 0..20 {
        let marked = marked(entry.as_bytes());
        if marked.is_empty() {
            break;
        }
        for pid in marked {
            let _ = kill(pid, Signal::SIGKILL);
            killed.insert(pid);
        }
        thread::sleep(Duration::from_millis(1));
    }
    killed
}

/// Makes this program the parent of what engines leave behind, so that it can be reaped.
pub fn adopt_orphans() {
    // Without that the first process of the system is, which does the same if it is a good one.
    let _ = set_child_subreaper(true);
}

/// The living processes whose environment has an entry that begins so.
fn marked(entry: &[u8]) -> Vec<Pid> {
    let own = process::id();
    let pids = processes().filter(|&pid| pid != own);
    let carries = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|found| found.starts_with(entry))
    };
    pids.filter(carries).filter_map(|pid| i32::try_from(pid).ok()).map(Pid::from_raw).collect()
}

/// The numbers of all processes.
pub fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

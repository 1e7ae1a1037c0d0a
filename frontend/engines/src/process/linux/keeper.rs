//! The keeper: a process between the runner and one engine, which no descendant of the engine escapes.
//!
//! The runner starts the keeper, the keeper a launcher, and the launcher becomes the engine. As a subreaper the keeper
//! is the next parent of every descendant whose parent exits, whatever its group, session or environment. When the engine
//! exits, or the runner sends `SIGTERM`, the keeper kills all descendants and exits with the engine's status. The kernel
//! signals the runner's death to the keeper, and kills the engine at the keeper's.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::OpenOptions;
use std::io::{self, Error, Read, Write};
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command, Stdio};
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl::{set_child_subreaper, set_dumpable, set_name, set_pdeathsig};
use nix::sys::signal::{SigSet, Signal, raise};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, close, dup2_stderr, dup2_stdin, dup2_stdout, getppid};

use super::guard::{Guard, PROGRAM, VARIABLE, pid};
use super::tree::kill_below;

/// The limit for the start of a keeper and its launcher on a busy machine, in milliseconds.
const BEGIN: u16 = 30_000;

/// The time in which killed processes disappear.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// Starts a command below a keeper, and returns the keeper and the process number of the engine. For the keeper, the end
/// of the calling thread is the end of the runner.
///
/// # Errors
/// The command cannot be started.
pub(super) fn start(command: &Command, guard: &Guard) -> io::Result<(Child, Pid)> {
    let (report, report_to) = io::pipe()?;
    let mut keeper = Command::new(PROGRAM);
    keeper.arg0("ninuki").arg("keep");
    keeper.args([process::id().to_string(), report_to.as_raw_fd().to_string(), guard.mark()]);
    keeper.arg("--").arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        keeper.current_dir(folder);
    }
    keeper.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut children = guard.children();
    // The lock keeps other children, which would inherit the end of the pipe, from being started.
    fcntl(&report_to, FcntlArg::F_SETFD(FdFlag::empty()))?;
    let mut child = keeper.spawn()?;
    drop(report_to);
    let keeper = pid(&child);
    children.insert(keeper);
    drop(children);
    let began = began(report);
    if began.is_err() {
        let _ = child.kill();
        let _ = child.wait();
        guard.gone(keeper);
    }
    Ok((child, began?))
}

/// Waits for the launcher's report: its process number, then an error of the system if it did not become the engine.
fn began(report: io::PipeReader) -> io::Result<Pid> {
    let mut ready = [PollFd::new(report.as_fd(), PollFlags::POLLIN)];
    let mut text = String::new();
    while poll(&mut ready, PollTimeout::from(BEGIN)) == Err(Errno::EINTR) {}
    let mut pipe = &report;
    if ready[0].any() == Some(true) {
        pipe.read_to_string(&mut text)?;
    }
    let mut numbers = text.split_whitespace().map(|number| number.parse::<i32>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(engine), None) => Ok(Pid::from_raw(engine)),
        (_, Some(error)) => Err(Error::from_raw_os_error(error)),
        (None, None) => Err(Error::other("the engine does not start")),
    }
}

/// Starts an engine, and kills its descendants when it or the runner ends.
///
/// # Errors
/// The engine cannot be started.
pub(super) fn keep(runner: i32, report: RawFd, mark: &OsStr, command: &[OsString]) -> io::Result<()> {
    // Blocked signals stay pending until `wait`; children start with none blocked.
    let signals: SigSet = [Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP].into_iter().collect();
    signals.thread_block()?;
    // If the kernel refuses these, engines run all the same, but orphans may escape.
    let _ = (set_name(c"keeper"), set_child_subreaper(true), set_pdeathsig(Signal::SIGTERM));
    if getppid().as_raw() != runner {
        return Err(Error::other("the runner is gone"));
    }
    let mut launcher = Command::new(PROGRAM);
    launcher.arg0("ninuki").arg("launch").args([process::id().to_string(), report.to_string()]);
    launcher.arg("--").args(command).env(VARIABLE, mark).process_group(0);
    let launcher = launcher.spawn()?;
    let _ = close(report);
    release_pipes()?;
    let ended = wait(&signals, pid(&launcher));
    kill_below(&BTreeSet::new(), LAST_BREATH);
    end_like(ended)
}

/// Closes the keeper's ends of the engine's pipes, so that the runner notices when the engine closes them.
fn release_pipes() -> io::Result<()> {
    let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok(())
}

/// Waits for the end of the engine and returns its status; `None` if the keeper got a signal to end it.
fn wait(signals: &SigSet, engine: Pid) -> Option<WaitStatus> {
    loop {
        match signals.wait() {
            Ok(Signal::SIGCHLD) => {}
            Ok(_) => return None,
            Err(_) => continue,
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(status) if status.pid() == Some(engine) => return Some(status),
                Ok(WaitStatus::StillAlive) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
}

/// Ends this process with the status, or by the signal, of another one.
fn end_like(ended: Option<WaitStatus>) -> ! {
    let signal = match ended {
        Some(WaitStatus::Exited(_, code)) => process::exit(code),
        Some(WaitStatus::Signaled(_, signal, _)) => signal,
        // The runner, or the end of a whole job, asked for the end of the engine.
        _ => Signal::SIGTERM,
    };
    // A memory dump of the keeper is of no use.
    let _ = set_dumpable(false);
    let _ = SigSet::from(signal).thread_unblock();
    // The first signal may run a handler that only restores the default action.
    let _ = raise(signal).and_then(|()| raise(signal));
    process::exit(128 + signal as i32)
}

/// Becomes an engine that dies with its keeper.
///
/// # Errors
/// The report cannot be written.
pub(super) fn launch(keeper: i32, report: RawFd, command: &[OsString]) -> io::Result<()> {
    // Reopened, it is closed when this process becomes the engine.
    let mut pipe = OpenOptions::new().write(true).open(format!("/proc/self/fd/{report}"))?;
    let _ = close(report);
    let _ = set_pdeathsig(Signal::SIGKILL);
    if getppid().as_raw() != keeper {
        return Err(Error::other("the keeper is gone"));
    }
    writeln!(pipe, "{}", process::id())?;
    let (program, rest) = command.split_first().ok_or_else(|| Error::other("no command"))?;
    let error = Command::new(program).args(rest).exec();
    writeln!(pipe, "{}", error.raw_os_error().unwrap_or_default())?;
    Err(error)
}

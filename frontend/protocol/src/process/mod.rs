//! A running engine and its pipes, without a call that could block.
//!
//! The `guard` is a second process, which sees to it that no engine outlives the first, however that ends. Processes
//! are watched through `/proc`, so this is for Linux.
//!
//! All pipes are non-blocking and all waiting is one `poll` with a limit, in the thread that plays the game. So an
//! engine that is silent, floods, does not read, or has died can never hold the runner up, and no thread has to be
//! watched by another.
//!
//! # Examples
//! ```
//! use std::time::{Duration, Instant};
//!
//! use ninuki_protocol::process::guard::Guard;
//! use ninuki_protocol::process::program::Program;
//! use ninuki_protocol::process::{Event, Process};
//!
//! let echo = Program::find("cat", None)?;
//! let mut process = Process::start(echo.command(), &Guard::start(None)?)?;
//! process.send("ABOUT");
//! let until = Instant::now() + Duration::from_secs(60);
//! let line = loop {
//!     match process.next(None, until) {
//!         Event::Line(line) => break line,
//!         Event::Quiet if Instant::now() < until => {}
//!         Event::Quiet | Event::Gone => panic!("no answer"),
//!     }
//! };
//! assert_eq!(line.text, "ABOUT");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod guard;
mod lines;
pub mod memory;
pub mod program;
mod waiting;

use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::Pid;

use guard::{Guard, kill_marked};
pub use lines::Line;
use lines::{Lines, Tail};

/// How long one wait lasts at most: whoever waits looks around so often.
const TICK: Duration = Duration::from_millis(50);

/// A wait that lasted so much too long was not the engine's doing: the whole machine slept, or this program did.
const OVERSLEPT: Duration = Duration::from_secs(1);

/// How long after the end of its output a process may take to end.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// How long a killed process may take to disappear before it is left to a thread of its own.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// What came of waiting.
#[derive(Debug)]
pub enum Event {
    /// The engine said something.
    Line(Line),
    /// It will never say anything again: it ended, or closed its output.
    Gone,
    /// Nothing happened for a moment, or until the time was over.
    Quiet,
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Option<Child>,
    pid: Pid,
    guard: Arc<Guard>,
    mark: String,
    stdin: Option<ChildStdin>,
    unsent: Vec<u8>,
    stdout: Option<ChildStdout>,
    lines: Lines,
    stderr: Option<ChildStderr>,
    complaints: Lines,
    tail: Tail,
    /// Bytes that came from its output since this was last set to 0.
    pub heard: u64,
    /// Whether a wait for it lasted much longer than was asked for.
    pub overslept: bool,
}

impl Process {
    /// Starts an engine in a process group of its own.
    ///
    /// # Errors
    /// The program does not start, or its pipes cannot be set up.
    pub fn start(mut command: Command, guard: &Arc<Guard>) -> std::io::Result<Self> {
        let mark = guard.mark(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn()?;
        let pid = Pid::from_raw(child.id().cast_signed());
        guard.watch(pid);
        let process = Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            child: Some(child),
            pid,
            guard: Arc::clone(guard),
            mark,
            unsent: Vec::new(),
            lines: Lines::default(),
            complaints: Lines::default(),
            tail: Tail::default(),
            heard: 0,
            overslept: false,
        };
        let pipes = [
            process.stdin.as_ref().map(AsFd::as_fd),
            process.stdout.as_ref().map(AsFd::as_fd),
            process.stderr.as_ref().map(AsFd::as_fd),
        ];
        pipes.into_iter().flatten().try_for_each(unblock)?;
        Ok(process)
    }

    /// Its number, which is that of its group, too.
    #[must_use]
    pub const fn pid(&self) -> i32 {
        self.pid.as_raw()
    }

    /// How long it and this program have waited for a processor since they began.
    #[must_use]
    pub fn waited(&self) -> Duration {
        waiting::waited(self.pid.as_raw().unsigned_abs()) + waiting::waited(std::process::id())
    }

    /// Sends lines; what the pipe does not take now is sent while waiting.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(&[text.as_bytes(), b"\n"].concat());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.unsent.extend_from_slice(bytes);
        self.flush();
    }

    /// Closes its input, as soon as all is sent.
    pub fn close(&mut self, until: Instant) {
        while !self.unsent.is_empty() && self.stdin.is_some() && Instant::now() < until && self.exit().is_none() {
            self.wait(None, Duration::from_millis(10));
        }
        self.stdin = None;
    }

    /// Stops it, with all that it started, for so long.
    pub fn freeze(&self, time: Duration) {
        let _ = killpg(self.pid, Signal::SIGSTOP);
        thread::sleep(time);
        let _ = killpg(self.pid, Signal::SIGCONT);
    }

    fn flush(&mut self) {
        while let (Some(pipe), false) = (&mut self.stdin, self.unsent.is_empty()) {
            match pipe.write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // It does not listen any more. Whether it is gone, its output will tell.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Throws away what it said without being asked, and returns the number of lines.
    pub fn discard(&mut self) -> u64 {
        self.hear();
        let mut lines = 0;
        while self.lines.pop().is_some() {
            lines += 1;
        }
        lines
    }

    /// Waits for a line until `until`, but not longer than a moment at once. What `other` says meanwhile is thrown
    /// away, so that it is not held up by a full pipe.
    pub fn next(&mut self, other: Option<&mut Self>, until: Instant) -> Event {
        if let Some(line) = self.lines.pop() {
            return Event::Line(line);
        }
        if self.stdout.is_none() {
            return Event::Gone;
        }
        let now = Instant::now();
        let wait = until.saturating_duration_since(now).min(TICK);
        self.wait(other, wait);
        self.overslept |= now.elapsed() > wait + OVERSLEPT;
        if let Some(line) = self.lines.pop() {
            return Event::Line(line);
        }
        if self.exit().is_some() {
            self.hear();
            (self.stdout, self.stdin) = (None, None);
            self.lines.finish(Instant::now());
            return self.lines.pop().map_or(Event::Gone, Event::Line);
        }
        Event::Quiet
    }

    /// Waits until something can be read, then reads it.
    fn wait(&mut self, other: Option<&mut Self>, wait: Duration) {
        let mut fds: Vec<PollFd<'_>> = self.poll_fds().collect();
        fds.extend(other.iter().flat_map(|other| other.poll_fds()));
        // Rounded up: a wait of less than a millisecond must not become a busy loop.
        let millis = u16::try_from(wait.as_micros().div_ceil(1000)).unwrap_or(u16::MAX);
        if poll(&mut fds, PollTimeout::from(millis)) == Ok(0) {
            return;
        }
        drop(fds);
        self.flush();
        self.hear();
        if let Some(other) = other {
            other.flush();
            other.discard();
        }
    }

    fn poll_fds(&self) -> impl Iterator<Item = PollFd<'_>> {
        let input = self.stdin.as_ref().filter(|_| !self.unsent.is_empty()).map(AsFd::as_fd);
        let outputs = [self.stdout.as_ref().map(AsFd::as_fd), self.stderr.as_ref().map(AsFd::as_fd)];
        let input = input.map(|fd| PollFd::new(fd, PollFlags::POLLOUT));
        input.into_iter().chain(outputs.into_iter().flatten().map(|fd| PollFd::new(fd, PollFlags::POLLIN)))
    }

    /// Reads what is there, but no more than a bounded piece, so that a flood leaves time to look at the clock.
    fn hear(&mut self) {
        let mut piece = [0; 16 << 10];
        if let Some((bytes, at)) = read(&mut self.stdout, &mut piece) {
            self.heard += bytes.len() as u64;
            self.lines.push(bytes, at);
        }
        if let Some((bytes, at)) = read(&mut self.stderr, &mut piece) {
            self.complaints.push(bytes, at);
            while let Some(line) = self.complaints.pop() {
                self.tail.push(&line.text);
            }
        }
    }

    /// The last lines that it wrote to standard error; they are forgotten.
    pub fn complaints(&mut self) -> Vec<String> {
        self.hear();
        self.complaints.finish(Instant::now());
        while let Some(line) = self.complaints.pop() {
            self.tail.push(&line.text);
        }
        self.tail.take()
    }

    /// The newest line that it wrote to standard error.
    pub fn newest_complaint(&mut self) -> Option<&str> {
        self.hear();
        self.tail.newest()
    }

    /// How it ended, if it did. It is not reaped, so that its number stays its own.
    #[must_use]
    pub fn exit(&self) -> Option<String> {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(self.pid), flags) {
            Ok(WaitStatus::Exited(_, status)) => Some(format!("it ended with status {status}")),
            Ok(WaitStatus::Signaled(_, signal, _)) => Some(format!("it was ended by {signal}")),
            Ok(_) | Err(Errno::EINTR) => None,
            Err(_) => Some("it ended".to_owned()),
        }
    }

    /// How it ended, for whoever saw its output end a moment before.
    pub fn last_words(&mut self) -> Option<String> {
        let until = Instant::now() + LAST_WORDS;
        while self.exit().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.hear();
        self.exit()
    }

    /// Closes its input and gives it until `until` to leave; then kills it and all that it started.
    pub fn leave(mut self, until: Instant) {
        self.close(until);
        let mut pause = Duration::from_micros(100);
        while self.exit().is_none() && Instant::now() < until {
            match self.stdout {
                Some(_) => self.wait(None, Duration::from_millis(10)),
                None => thread::sleep(pause),
            }
            self.discard();
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Kills it and all that it started, and reaps it.
    fn kill(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let _ = killpg(self.pid, Signal::SIGKILL);
        let mut orphans = kill_marked(&self.mark);
        orphans.remove(&self.pid);
        self.guard.forget(self.pid);
        let until = Instant::now() + LAST_BREATH;
        while let Ok(None) = child.try_wait() {
            if Instant::now() > until {
                // Only the system can be holding it. Nobody waits for that.
                thread::spawn(move || child.wait());
                return;
            }
            thread::sleep(Duration::from_micros(200));
        }
        // What it started became ours when it died: first those in its group, then those outside.
        let group = Pid::from_raw(-self.pid.as_raw());
        for orphan in [group].into_iter().chain(orphans) {
            while let Ok(WaitStatus::Exited(..) | WaitStatus::Signaled(..)) =
                waitpid(orphan, Some(WaitPidFlag::WNOHANG))
            {}
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Makes a pipe one that never blocks.
fn unblock(fd: BorrowedFd<'_>) -> std::io::Result<()> {
    fcntl(fd, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Reads a piece, if there is one, and tells when. A stream at its end is closed.
fn read<'p>(stream: &mut Option<impl Read>, piece: &'p mut [u8]) -> Option<(&'p [u8], Instant)> {
    loop {
        match stream.as_mut()?.read(piece) {
            Ok(0) => *stream = None,
            Ok(length) => return Some((&piece[..length], Instant::now())),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
            Err(_) => *stream = None,
        }
    }
}

//! A running engine and its pipes, without a call that could block.
//!
//! Each engine runs below a `keeper`, a process that sees to it that nothing of the engine outlives it or this program,
//! and a `guard` looks after what a keeper may leave. Processes are watched through `/proc`, so this is for Linux. Guard
//! and keepers are this very program, started again: it must call [`helper()`] before anything else.
//!
//! All pipes are non-blocking and all waiting is one `poll` with a limit, in the thread that plays the game. So an
//! engine that is silent, floods, does not read, or has died can never hold the runner up, and no thread has to be
//! watched by another.
//!
//! # Examples
//! ```no_run
//! use std::time::{Duration, Instant};
//!
//! use ninuki_engines::process::guard::Guard;
//! use ninuki_engines::process::program::Program;
//! use ninuki_engines::process::{Event, Process};
//!
//! if let Some(done) = ninuki_engines::process::helper(std::env::args_os()) {
//!     std::process::exit(i32::from(!done));
//! }
//! let echo = Program::find("cat", None)?;
//! let mut process = Process::start(&echo.command(), &Guard::start()?)?;
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
mod helper;
mod keeper;
mod lines;
mod memory;
mod outside;
pub mod program;
mod tree;
mod waiting;

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::iter;
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use guard::Guard;
pub use helper::helper;
pub use lines::Line;
use lines::{Lines, Tail};
pub use outside::Outside;

/// How long one wait lasts at most, before the caller looks around.
const TICK: Duration = Duration::from_millis(50);

/// Waits are whole milliseconds.
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// A wait that lasted so much too long was not the engine's doing: the whole machine slept, or this program did.
const OVERSLEPT: Duration = Duration::from_secs(1);

/// How long after the end of its output a process may take to end.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long a keeper may take to kill its engine before it is killed itself, and then to disappear.
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
    /// The keeper, which ends as the engine ends.
    keeper: Child,
    engine: Pid,
    guard: Arc<Guard>,
    stdin: Option<ChildStdin>,
    unsent: Vec<u8>,
    stdout: Option<ChildStdout>,
    lines: Lines,
    stderr: Option<ChildStderr>,
    complaints: Lines,
    tail: Tail,
    /// Bytes that came from its output since this was last set to 0.
    pub bytes_read: u64,
    /// Whether a wait for it lasted much longer than was asked for.
    pub overslept: bool,
    /// By how much waits for it lasted longer than was asked for, since [`Self::watch`].
    late: Duration,
    /// How long its threads had waited for a processor when it was first waited for in vain after that.
    waits: Option<BTreeMap<u32, Duration>>,
    /// How many processes had been ended for want of memory before it began.
    ended_for_memory: u64,
}

impl Process {
    /// Starts an engine in a process group of its own. It must have ended when the thread that calls this does.
    ///
    /// # Errors
    /// The program does not start, or its pipes cannot be set up.
    pub fn start(command: &Command, guard: &Arc<Guard>) -> std::io::Result<Self> {
        let (mut keeper, engine) = keeper::start(command, guard)?;
        let process = Self {
            stdin: keeper.stdin.take(),
            stdout: keeper.stdout.take(),
            stderr: keeper.stderr.take(),
            keeper,
            engine,
            guard: Arc::clone(guard),
            unsent: Vec::new(),
            lines: Lines::default(),
            complaints: Lines::default(),
            tail: Tail::default(),
            bytes_read: 0,
            overslept: false,
            late: Duration::ZERO,
            waits: None,
            ended_for_memory: outside::ended_for_memory(),
        };
        let pipes = [
            process.stdin.as_ref().map(AsFd::as_fd),
            process.stdout.as_ref().map(AsFd::as_fd),
            process.stderr.as_ref().map(AsFd::as_fd),
        ];
        pipes.into_iter().flatten().try_for_each(unblock)?;
        Ok(process)
    }

    /// The bytes of memory that it uses with all that it started; 0 where the system does not tell.
    pub fn memory(&self) -> u64 {
        memory::used(guard::pid(&self.keeper), self.engine)
    }

    /// The bytes of memory that it has now with all that it started; 0 where the system does not tell.
    #[must_use]
    pub fn resident(&self) -> u64 {
        memory::resident(guard::pid(&self.keeper))
    }

    /// How long it and this program have waited for a processor since they began.
    #[must_use]
    pub fn waited(&self) -> Duration {
        waiting::waited(self.engine.as_raw().unsigned_abs()) + waiting::waited(std::process::id())
    }

    /// The processor time that the engine has used; nothing where the system does not tell.
    #[must_use]
    pub fn ran(&self) -> Duration {
        waiting::ran(self.engine.as_raw().unsigned_abs())
    }

    fn engine_waits(&self) -> BTreeMap<u32, Duration> {
        waiting::waits(self.engine.as_raw().unsigned_abs())
    }

    /// From now on it is measured what keeps it, or this program, from running.
    pub fn watch(&mut self) {
        (self.late, self.waits, self.overslept) = (Duration::ZERO, None, false);
    }

    /// By how much waits for it lasted longer than was asked for, since [`Self::watch`].
    #[must_use]
    pub const fn late(&self) -> Duration {
        self.late
    }

    /// For how long this program was late and that thread of the engine that waited longest for a processor waited, since
    /// [`Self::watch`]. The first moment of the engine is not counted.
    #[must_use]
    pub fn held_up(&self) -> Duration {
        let before = self.waits.as_ref();
        let waited = |(thread, now): (u32, Duration)| {
            now.saturating_sub(before.and_then(|before| before.get(&thread)).copied().unwrap_or_default())
        };
        let longest = before.and_then(|_| self.engine_waits().into_iter().map(waited).max());
        self.late + longest.unwrap_or_default()
    }

    /// What ended or stopped it from outside, if it did not end by itself.
    #[must_use]
    pub fn outside(&self) -> Option<Outside> {
        match self.status() {
            Some(WaitStatus::Signaled(_, Signal::SIGKILL, _))
                if outside::ended_for_memory() > self.ended_for_memory =>
            {
                Some(Outside::OutOfMemory)
            }
            Some(WaitStatus::Signaled(_, signal, _)) if outside::is_foreign(signal) => Some(Outside::Killed),
            None if outside::is_stopped(self.engine) => Some(Outside::Stopped),
            _ => None,
        }
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
        let _ = killpg(self.engine, Signal::SIGSTOP);
        thread::sleep(time);
        let _ = killpg(self.engine, Signal::SIGCONT);
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

    /// What it has said until now, as far as nobody waited for it.
    pub fn said(&mut self) -> Vec<Line> {
        self.hear();
        iter::from_fn(|| self.lines.pop()).collect()
    }

    /// Waits for a line until `until`, but not longer than a moment at once. `other` is listened to meanwhile, so that
    /// it is not held up by a full pipe.
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
        let late = now.elapsed().saturating_sub(wait.max(LEAST_WAIT));
        self.overslept |= late > OVERSLEPT;
        self.late += late;
        if let Some(line) = self.lines.pop() {
            return Event::Line(line);
        }
        if self.exit().is_some() {
            self.hear();
            (self.stdout, self.stdin) = (None, None);
            self.lines.finish(Instant::now());
            return self.lines.pop().map_or(Event::Gone, Event::Line);
        }
        if self.waits.is_none() {
            self.waits = Some(self.engine_waits());
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
            other.hear();
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
            self.bytes_read += bytes.len() as u64;
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

    /// How it ended, if it did; then nothing that it started is left. Its keeper is not reaped, so that its number stays its own.
    pub fn exit(&self) -> Option<String> {
        Some(match self.status()? {
            WaitStatus::Exited(_, status) => format!("it ended with status {status}"),
            WaitStatus::Signaled(_, signal, _) => format!("it was ended by {signal}"),
            _ => "it ended".to_owned(),
        })
    }

    /// How it ended, if it did; `StillAlive` if it did and that is not known.
    fn status(&self) -> Option<WaitStatus> {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(guard::pid(&self.keeper)), flags) {
            Ok(status @ (WaitStatus::Exited(..) | WaitStatus::Signaled(..))) => Some(status),
            Ok(_) | Err(Errno::EINTR) => None,
            Err(_) => Some(WaitStatus::StillAlive),
        }
    }

    /// How it ended, if its output ended a moment before.
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
            self.said();
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Waits until the keeper is gone, for a while.
    fn is_gone(&mut self) -> bool {
        let until = Instant::now() + LAST_BREATH;
        while let Ok(None) = self.keeper.try_wait() {
            if Instant::now() > until {
                return false;
            }
            thread::sleep(Duration::from_micros(200));
        }
        true
    }
}

impl Drop for Process {
    /// Kills it and all that it started.
    fn drop(&mut self) {
        let keeper = guard::pid(&self.keeper);
        // A keeper that does not do its work, as one that was stopped, dies, and its engine with it.
        for signal in [Signal::SIGTERM, Signal::SIGKILL] {
            let _ = kill(keeper, signal);
            if self.is_gone() {
                break;
            }
        }
        self.guard.gone(keeper);
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

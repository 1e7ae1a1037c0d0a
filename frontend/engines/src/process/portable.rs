//! A running engine and its pipes, without a call that could block.
//!
//! On Windows each engine is a job, and the runner is one that takes all of them along when it ends, however it ends. On
//! other systems but Linux, each engine is a process group that is killed with it; there, what an engine starts in a group
//! of its own outlives it, and a runner that is killed leaves its engines to notice the end of their input.
//!
//! Threads read the pipes and write to them, so that an engine that is silent, floods, does not read, or has died can
//! never hold the runner up.
//!
//! # Examples
//! ```no_run
//! use std::time::{Duration, Instant};
//!
//! use ninuki_engines::process::guard::Guard;
//! use ninuki_engines::process::program::Program;
//! use ninuki_engines::process::{Event, Process};
//!
//! let brain = Program::find("./brain", None)?;
//! let mut process = Process::start(&brain.command(), &Guard::start()?)?;
//! process.send("ABOUT");
//! while let Event::Quiet = process.next(None, Instant::now() + Duration::from_secs(60)) {}
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod guard {
    //! What sees to it that no engine outlives the runner.
    #[cfg(not(windows))]
    pub use super::group::Guard;
    #[cfg(windows)]
    pub use super::job::Guard;
}

#[cfg(not(windows))]
mod group;
#[cfg(windows)]
mod job;
mod lines;
pub mod program;
mod threads;

use std::ffi::OsString;
use std::io;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use guard::Guard;
pub use lines::Line;
use threads::{Input, Output};

/// How long one wait lasts at most, before the caller looks around.
const TICK: Duration = Duration::from_millis(50);

/// A wait that lasted so much too long was not the engine's doing: the whole machine slept, or this program did.
const OVERSLEPT: Duration = Duration::from_secs(1);

/// Clocks are no finer than this on some systems, and no wait is shorter.
const LEAST_WAIT: Duration = Duration::from_millis(16);

/// How long after the end of its output a process may take to end, and after its end the rest of its output.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long what was killed may take to disappear.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// What ended or stopped a process that would have gone on; that is not known here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Somebody ended it with a signal.
    Killed,
    /// The system ended it because memory ran out.
    OutOfMemory,
    /// Somebody stopped it with a signal, and it does not run.
    Stopped,
}

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

/// Obeys the arguments of a helper; on this system there are none.
pub fn helper(_: impl IntoIterator<Item = OsString>) -> Option<bool> {
    None
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Mutex<Child>,
    input: Input,
    output: Arc<Output>,
    newest: String,
    /// By how much waits for it lasted longer than was asked for, since [`Self::watch`].
    late: Duration,
    /// Bytes that came from its output since this was last set to 0.
    pub bytes_read: u64,
    /// Whether a wait for it lasted much longer than was asked for.
    pub overslept: bool,
}

/// The process with all that it starts, and how it ended.
#[derive(Debug)]
struct Child {
    process: Box<dyn ChildWrapper>,
    ended: Option<String>,
}

impl Process {
    /// Starts an engine in a group or job of its own.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start(command: &Command, _: &Arc<Guard>) -> io::Result<Self> {
        let mut again = Command::new(command.get_program());
        again.args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            again.current_dir(folder);
        }
        again.stdin(std::process::Stdio::piped());
        again.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut command = CommandWrap::from(again);
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        let mut process = command.spawn()?;
        let input = Input::new(process.stdin().take().expect("a pipe was asked for"));
        let (stdout, stderr) = (process.stdout().take(), process.stderr().take());
        let output = Output::of(stdout.expect("a pipe was asked for"), stderr.expect("a pipe was asked for"));
        let child = Mutex::new(Child { process, ended: None });
        Ok(Self { child, input, output, newest: String::new(), late: Duration::ZERO, bytes_read: 0, overslept: false })
    }

    fn child(&self) -> std::sync::MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most bytes of memory that it ever used; 0 where the system does not tell.
    pub fn memory(&self) -> u64 {
        #[cfg(windows)]
        return job::memory(self.child().process.as_ref());
        #[cfg(not(windows))]
        0
    }

    /// The bytes of memory that it has now: only the most is known here.
    pub fn resident(&self) -> u64 {
        self.memory()
    }

    /// How long it and this program have waited for a processor: that is not known here.
    #[must_use]
    pub const fn waited(&self) -> Duration {
        Duration::ZERO
    }

    /// The processor time that the engine has used: that is not known here.
    #[must_use]
    pub const fn ran(&self) -> Duration {
        Duration::ZERO
    }

    /// From now on it is measured what keeps this program from running.
    pub const fn watch(&mut self) {
        (self.late, self.overslept) = (Duration::ZERO, false);
    }

    /// By how much waits for it lasted longer than was asked for, since [`Self::watch`].
    #[must_use]
    pub const fn late(&self) -> Duration {
        self.late
    }

    /// For how long this program was late, since [`Self::watch`]. What the engine waited for is not known here.
    #[must_use]
    pub const fn held_up(&self) -> Duration {
        self.late
    }

    /// What ended or stopped it from outside: that is not known here.
    #[must_use]
    pub const fn outside(&self) -> Option<Outside> {
        None
    }

    /// Sends lines.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(&[text.as_bytes(), b"\n"].concat());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.send(bytes);
    }

    /// Closes its input, as soon as all is sent.
    pub fn close(&mut self, until: Instant) {
        while !self.input.is_sent() && Instant::now() < until && self.exit().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        self.input.close();
    }

    /// Stops it, with all that it started, for so long; where processes cannot be stopped, it goes on meanwhile.
    pub fn freeze(&self, time: Duration) {
        #[cfg(unix)]
        let _ = self.child().process.signal(nix::sys::signal::Signal::SIGSTOP as i32);
        thread::sleep(time);
        #[cfg(unix)]
        let _ = self.child().process.signal(nix::sys::signal::Signal::SIGCONT as i32);
    }

    /// What it has said until now, as far as nobody waited for it.
    pub fn said(&mut self) -> Vec<Line> {
        self.bytes_read += self.output.count();
        self.output.take_all()
    }

    /// Waits for a line until `until`, but not longer than a moment at once.
    pub fn next(&mut self, _: Option<&mut Self>, until: Instant) -> Event {
        let now = Instant::now();
        let wait = until.saturating_duration_since(now).min(TICK);
        let (line, open) = self.output.next(wait);
        let late = now.elapsed().saturating_sub(wait.max(LEAST_WAIT));
        self.overslept |= late > OVERSLEPT;
        self.late += late;
        self.bytes_read += self.output.count();
        match line {
            Some(line) => Event::Line(line),
            None if !open => Event::Gone,
            None if self.exit().is_some() => {
                // What it said last is still on its way.
                let (line, _) = self.output.next(LAST_WORDS);
                line.map_or(Event::Gone, Event::Line)
            }
            None => Event::Quiet,
        }
    }

    /// The last lines that it wrote to standard error; they are forgotten.
    pub fn complaints(&mut self) -> Vec<String> {
        self.output.complaints()
    }

    /// The newest line that it wrote to standard error.
    pub fn newest_complaint(&mut self) -> Option<&str> {
        self.newest = self.output.newest_complaint()?;
        Some(&self.newest)
    }

    /// How it ended, if it did; then nothing that it started is left.
    pub fn exit(&self) -> Option<String> {
        let mut child = self.child();
        if child.ended.is_none() {
            let ended = match child.process.try_wait() {
                Ok(None) => return None,
                Ok(Some(status)) => told(status),
                Err(_) => "it ended".to_owned(),
            };
            let _ = child.process.start_kill();
            child.ended = Some(ended);
        }
        child.ended.clone()
    }

    /// How it ended, if its output ended a moment before.
    pub fn last_words(&mut self) -> Option<String> {
        let until = Instant::now() + LAST_WORDS;
        while self.exit().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.exit()
    }

    /// Closes its input and gives it until `until` to leave; then kills it and all that it started.
    pub fn leave(mut self, until: Instant) {
        self.close(until);
        while self.exit().is_none() && Instant::now() < until {
            self.said();
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    /// Kills it and all that it started.
    fn drop(&mut self) {
        let _ = self.child().process.start_kill();
        let until = Instant::now() + LAST_BREATH;
        while self.exit().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.output.abandon();
    }
}

/// How a process ended, in words.
fn told(status: std::process::ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        // Windows tells exceptions so.
        Some(code) if code < 0 => format!("it ended with status {code:#x}"),
        Some(code) => format!("it ended with status {code}"),
        None => "it ended".to_owned(),
    }
}

//! Engines on systems other than Linux: jobs on Windows, process groups elsewhere, with threads at their pipes.

#[cfg(not(windows))]
mod group;
#[cfg(windows)]
mod job;
mod threads;

use std::ffi::OsString;
use std::io;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::event::{Event, LAST_BREATH, LAST_WORDS, OVERSLEPT, Outside, TICK};
use super::lines::Line;
#[cfg(not(windows))]
pub use group::Guard;
#[cfg(windows)]
pub use job::Guard;
use threads::{Input, Output};

/// The resolution of the clock on some systems: no wait is shorter.
const LEAST_WAIT: Duration = Duration::from_millis(16);

/// Runs the helper that the arguments name; on this system there is none.
pub fn helper(_: impl IntoIterator<Item = OsString>) -> Option<bool> {
    None
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Mutex<Child>,
    input: Input,
    output: Arc<Output>,
    /// The line that [`Self::newest_complaint`] returns.
    newest: String,
    /// The excess duration of waits since [`Self::watch`].
    latency: Duration,
    /// Bytes of its output since this was last set to 0.
    pub bytes_read: u64,
    /// Whether a wait for it lasted much longer than asked for.
    pub overslept: bool,
}

/// The process with its descendants, and the way it ended.
#[derive(Debug)]
struct Child {
    process: Box<dyn ChildWrapper>,
    ended: Option<String>,
}

impl Process {
    /// Starts an engine in its own group or job.
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
        Ok(Self {
            child,
            input,
            output,
            newest: String::new(),
            latency: Duration::ZERO,
            bytes_read: 0,
            overslept: false,
        })
    }

    fn child(&self) -> std::sync::MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its peak memory in bytes; 0 if unknown.
    pub fn memory(&self) -> u64 {
        #[cfg(windows)]
        return job::memory(self.child().process.as_ref());
        #[cfg(not(windows))]
        0
    }

    /// Its peak memory in bytes, in place of the present one, which is unknown on this system.
    pub fn resident(&self) -> u64 {
        self.memory()
    }

    /// The CPU wait of the engine and this program: unknown on this system.
    #[must_use]
    pub const fn waited(&self) -> Duration {
        Duration::ZERO
    }

    /// The CPU time of the engine: unknown on this system.
    #[must_use]
    pub const fn ran(&self) -> Duration {
        Duration::ZERO
    }

    /// Begins to measure the delays that [`Self::latency`] returns.
    pub const fn watch(&mut self) {
        (self.latency, self.overslept) = (Duration::ZERO, false);
    }

    /// The runner's own latency: the excess duration of waits since [`Self::watch`].
    #[must_use]
    pub const fn latency(&self) -> Duration {
        self.latency
    }

    /// The runner's own latency since [`Self::watch`]; CPU waits of the engine are unknown on this system.
    #[must_use]
    pub const fn held_up(&self) -> Duration {
        self.latency
    }

    /// The end or stop that was caused from outside: unknown on this system.
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

    /// Closes its input when all is sent, at `until` at the latest.
    pub fn close(&mut self, until: Instant) {
        while !self.input.is_sent() && Instant::now() < until && self.exit().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        self.input.close();
    }

    /// Stops its process group for `time`; on Windows it runs meanwhile.
    pub fn freeze(&self, time: Duration) {
        #[cfg(unix)]
        let _ = self.child().process.signal(nix::sys::signal::Signal::SIGSTOP as i32);
        thread::sleep(time);
        #[cfg(unix)]
        let _ = self.child().process.signal(nix::sys::signal::Signal::SIGCONT as i32);
    }

    /// Takes the lines that [`Self::next`] has not returned yet, without a wait.
    pub fn take_lines(&mut self) -> Vec<Line> {
        self.bytes_read += self.output.count();
        self.output.take_all()
    }

    /// Waits for a line, until `until` and for one tick of 50 ms at most.
    pub fn next(&mut self, _: Option<&mut Self>, until: Instant) -> Event {
        let now = Instant::now();
        let wait = until.saturating_duration_since(now).min(TICK);
        let (line, open) = self.output.next(wait);
        let latency = now.elapsed().saturating_sub(wait.max(LEAST_WAIT));
        self.overslept |= latency > OVERSLEPT;
        self.latency += latency;
        self.bytes_read += self.output.count();
        match line {
            Some(line) => Event::Line(line),
            None if !open => Event::Gone,
            None if self.exit().is_some() => {
                // Its last output may still be in the pipe.
                let (line, _) = self.output.next(LAST_WORDS);
                line.map_or(Event::Gone, Event::Line)
            }
            None => Event::Quiet,
        }
    }

    /// Takes the last lines of standard error.
    pub fn complaints(&mut self) -> Vec<String> {
        self.output.complaints()
    }

    /// The newest line of standard error.
    pub fn newest_complaint(&mut self) -> Option<&str> {
        self.newest = self.output.newest_complaint()?;
        Some(&self.newest)
    }

    /// The way it ended, as text; `None` while it runs. Afterwards nothing that it started is left.
    pub fn exit(&self) -> Option<String> {
        let mut child = self.child();
        if child.ended.is_none() {
            let ended = match child.process.try_wait() {
                Ok(None) => return None,
                Ok(Some(status)) => describe(status),
                Err(_) => "it ended".to_owned(),
            };
            let _ = child.process.start_kill();
            child.ended = Some(ended);
        }
        child.ended.clone()
    }

    /// The way it ended, after its output has ended: waits a second for the exit.
    pub fn last_words(&mut self) -> Option<String> {
        let until = Instant::now() + LAST_WORDS;
        while self.exit().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.exit()
    }

    /// Closes its input and waits for its exit until `until`, then kills it and all that it started.
    pub fn leave(mut self, until: Instant) {
        self.close(until);
        while self.exit().is_none() && Instant::now() < until {
            self.take_lines();
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

/// The way a process ended, as text.
fn describe(status: std::process::ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        // Exceptions of Windows are negative.
        Some(code) if code < 0 => format!("it ended with status {code:#x}"),
        Some(code) => format!("it ended with status {code}"),
        None => "it ended".to_owned(),
    }
}

//! Engines on Linux: processes below a keeper, watched through `/proc`.

mod cpu_time;
mod guard;
mod helper;
mod keeper;
mod memory;
mod outside;
mod pipes;
mod tree;

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use super::event::{Event, LAST_BREATH, LAST_WORDS, OVERSLEPT, Outside, TICK};
use super::lines::Line;
pub use guard::Guard;
pub use helper::helper;
use pipes::Pipes;

/// Waits are whole milliseconds.
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// A running engine.
#[derive(Debug)]
pub struct Process {
    /// The keeper, which ends as the engine ends.
    keeper: Child,
    engine: Pid,
    guard: Arc<Guard>,
    pipes: Pipes,
    /// Bytes of its output since this was last set to 0.
    pub bytes_read: u64,
    /// Whether a wait for it lasted much longer than asked for.
    pub overslept: bool,
    /// The excess duration of waits since [`Self::watch`].
    latency: Duration,
    /// The CPU waits of its threads at the first wait in vain since [`Self::watch`].
    waits: Option<BTreeMap<u32, Duration>>,
    /// The number of processes ended for lack of memory before its start.
    ended_for_memory: u64,
}

impl Process {
    /// Starts an engine in its own process group. It must have ended before the calling thread does.
    ///
    /// # Errors
    /// The program does not start, or its pipes cannot be set up.
    pub fn start(command: &Command, guard: &Arc<Guard>) -> io::Result<Self> {
        let (mut keeper, engine) = keeper::start(command, guard)?;
        let process = Self {
            pipes: Pipes::of(&mut keeper),
            keeper,
            engine,
            guard: Arc::clone(guard),
            bytes_read: 0,
            overslept: false,
            latency: Duration::ZERO,
            waits: None,
            ended_for_memory: outside::ended_for_memory(),
        };
        process.pipes.unblock()?;
        Ok(process)
    }

    /// The bytes of memory of the engine at its peak, plus those of all that it started; 0 if unknown.
    pub fn memory(&self) -> u64 {
        memory::used(guard::pid(&self.keeper), self.engine)
    }

    /// The bytes of memory of the engine and of all that it started, at present; 0 if unknown.
    #[must_use]
    pub fn resident(&self) -> u64 {
        memory::resident(guard::pid(&self.keeper))
    }

    /// The CPU wait of the engine and of the calling thread since their starts.
    #[must_use]
    pub fn waited(&self) -> Duration {
        cpu_time::waited(self.engine.as_raw().unsigned_abs()) + cpu_time::waited_here()
    }

    /// The CPU time that the engine has used; 0 if unknown.
    #[must_use]
    pub fn ran(&self) -> Duration {
        cpu_time::ran(self.engine.as_raw().unsigned_abs())
    }

    fn engine_waits(&self) -> BTreeMap<u32, Duration> {
        cpu_time::waits(self.engine.as_raw().unsigned_abs())
    }

    /// Begins to measure the delays that [`Self::latency`] and [`Self::held_up`] return.
    pub fn watch(&mut self) {
        (self.latency, self.waits, self.overslept) = (Duration::ZERO, None, false);
    }

    /// The runner's own latency: the excess duration of waits since [`Self::watch`].
    #[must_use]
    pub const fn latency(&self) -> Duration {
        self.latency
    }

    /// The runner's latency plus the longest CPU wait of any engine thread, since [`Self::watch`]. The first wait of the
    /// runner does not count.
    #[must_use]
    pub fn held_up(&self) -> Duration {
        let before = self.waits.as_ref();
        let waited = |(thread, now): (u32, Duration)| {
            now.saturating_sub(before.and_then(|before| before.get(&thread)).copied().unwrap_or_default())
        };
        let longest = before.and_then(|_| self.engine_waits().into_iter().map(waited).max());
        self.latency + longest.unwrap_or_default()
    }

    /// The end or stop of the engine that was caused from outside.
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

    /// Sends lines. Bytes that the pipe does not take now are sent during later waits.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(&[text.as_bytes(), b"\n"].concat());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.pipes.send(bytes);
    }

    /// Closes its input when all is sent, at `until` at the latest.
    pub fn close(&mut self, until: Instant) {
        while self.pipes.is_sending() && Instant::now() < until && self.exit().is_none() {
            self.wait(None, Duration::from_millis(10));
        }
        self.pipes.close_input();
    }

    /// Stops its process group for `time`.
    pub fn freeze(&self, time: Duration) {
        let _ = killpg(self.engine, Signal::SIGSTOP);
        thread::sleep(time);
        let _ = killpg(self.engine, Signal::SIGCONT);
    }

    fn read(&mut self) {
        self.bytes_read += self.pipes.read();
    }

    /// Takes the lines that [`Self::next`] has not returned yet, without a wait.
    pub fn take_lines(&mut self) -> Vec<Line> {
        self.read();
        self.pipes.lines()
    }

    /// Waits for a line, until `until` and for one tick of 50 ms at most. `other` is read meanwhile, so that no full pipe
    /// delays it.
    pub fn next(&mut self, other: Option<&mut Self>, until: Instant) -> Event {
        if let Some(line) = self.pipes.line() {
            return Event::Line(line);
        }
        if !self.pipes.is_output_open() {
            return Event::Gone;
        }
        let now = Instant::now();
        let wait = until.saturating_duration_since(now).min(TICK);
        self.wait(other, wait);
        let latency = now.elapsed().saturating_sub(wait.max(LEAST_WAIT));
        self.overslept |= latency > OVERSLEPT;
        self.latency += latency;
        if let Some(line) = self.pipes.line() {
            return Event::Line(line);
        }
        if self.exit().is_some() {
            self.read();
            self.pipes.finish();
            return self.pipes.line().map_or(Event::Gone, Event::Line);
        }
        if self.waits.is_none() {
            self.waits = Some(self.engine_waits());
        }
        Event::Quiet
    }

    /// Waits until one of the pipes is ready, then reads.
    fn wait(&mut self, mut other: Option<&mut Self>, wait: Duration) {
        if self.pipes.wait(other.as_mut().map(|other| &mut other.pipes), wait) {
            self.read();
            if let Some(other) = other {
                other.read();
            }
        }
    }

    /// Takes the last lines of standard error.
    pub fn complaints(&mut self) -> Vec<String> {
        self.read();
        self.pipes.complaints()
    }

    /// The newest line of standard error.
    pub fn newest_complaint(&mut self) -> Option<&str> {
        self.read();
        self.pipes.newest_complaint()
    }

    /// The way it ended, as text; `None` while it runs. Afterwards nothing that it started is left. Its keeper is not
    /// reaped, so that no other process gets its number.
    pub fn exit(&self) -> Option<String> {
        Some(match self.status()? {
            WaitStatus::Exited(_, status) => format!("it ended with status {status}"),
            WaitStatus::Signaled(_, signal, _) => format!("it was ended by {signal}"),
            _ => "it ended".to_owned(),
        })
    }

    /// The status at its end; `StillAlive` after an end of unknown status.
    fn status(&self) -> Option<WaitStatus> {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(guard::pid(&self.keeper)), flags) {
            Ok(status @ (WaitStatus::Exited(..) | WaitStatus::Signaled(..))) => Some(status),
            Ok(_) | Err(Errno::EINTR) => None,
            Err(_) => Some(WaitStatus::StillAlive),
        }
    }

    /// The way it ended, after its output has ended: waits a second for the exit.
    pub fn last_words(&mut self) -> Option<String> {
        let until = Instant::now() + LAST_WORDS;
        while self.exit().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.read();
        self.exit()
    }

    /// Closes its input and waits for its exit until `until`, then kills it and all that it started.
    pub fn leave(mut self, until: Instant) {
        self.close(until);
        let mut pause = Duration::from_micros(100);
        while self.exit().is_none() && Instant::now() < until {
            match self.pipes.is_output_open() {
                true => self.wait(None, Duration::from_millis(10)),
                false => thread::sleep(pause),
            }
            self.take_lines();
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Whether the keeper exits, within [`LAST_BREATH`].
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
        // A keeper that does not react, such as a stopped one, is killed, and its engine dies with it.
        for signal in [Signal::SIGTERM, Signal::SIGKILL] {
            let _ = kill(keeper, signal);
            if self.is_gone() {
                break;
            }
        }
        self.guard.gone(keeper);
    }
}

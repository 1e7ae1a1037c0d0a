//! Connection to the process of an engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::notation::shorten;
use engines::process::guard::Guard;
use engines::process::program::plain;
use engines::process::{Line, Process};
use protocol::{Command, Reply};

use super::dialogue::{Dialogue, Sender};
use super::engine::Engine;
use super::failure::{Evidence, Failure};
use super::memory::MemoryLimit;
use crate::journal::fault::{Cause, Fault};

/// Output limit between two commands, in bytes.
const FLOOD: u64 = 32 << 20;

/// Means to end engines, shared by all connections.
#[derive(Clone, Debug)]
pub(crate) struct Supervisor {
    /// Process that kills the engines if this program cannot.
    pub(crate) guard: Arc<Guard>,
    /// Set when the tournament is to stop.
    pub(crate) stop: Arc<AtomicBool>,
}

/// A connection to the process of an engine, with the dialogue of the current game.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) process: Process,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) memory: MemoryLimit,
    /// Time by which an answer may exceed its budget.
    pub(super) margin: Duration,
    /// Whether a line may still be the reaction to a setting.
    pub(super) unsettled: bool,
    /// Newest move or decision.
    pub(super) answer: Option<Reply>,
    /// Cause of the fault, if not the engine itself.
    pub(super) cause: Option<Cause>,
    /// Longest delay of the runner in this game.
    pub(super) runner_delay: Duration,
    pub(super) dialogue: Dialogue,
}

impl Connection {
    /// Starts the process of an engine. With `whole` the dialogue keeps all lines.
    ///
    /// # Errors
    /// The program does not start.
    pub(super) fn start(
        engine: &Engine,
        margin: Duration,
        supervisor: &Supervisor,
        whole: bool,
    ) -> Result<Self, Failure> {
        let process = Process::start(&engine.program.command(), &supervisor.guard)
            .map_err(|error| Failure::Unplayable(format!("{}: {}", engine.program.path.display(), plain(&error))))?;
        Ok(Self {
            process,
            stop: Arc::clone(&supervisor.stop),
            memory: MemoryLimit::new(engine.spec.memory_bytes()),
            margin,
            unsettled: false,
            answer: None,
            cause: None,
            runner_delay: Duration::ZERO,
            dialogue: Dialogue::new(whole),
        })
    }

    /// Begins a new game.
    pub(super) fn reset(&mut self) {
        self.dialogue.clear();
        (self.cause, self.runner_delay) = (None, Duration::ZERO);
    }

    /// Sends lines.
    pub(super) fn send(&mut self, text: &str) {
        self.dialogue.add(Sender::Runner, text, Instant::now());
        self.process.send(text);
    }

    /// Returns the lines that arrived without a wait.
    pub(super) fn received(&mut self) -> Vec<Line> {
        let lines = self.process.take_lines();
        lines.iter().for_each(|line| self.dialogue.add(Sender::Engine, &line.text, line.at));
        lines
    }

    /// Checks the lines that arrived while the engine had no command. Messages, complaints and empty lines are allowed; any
    /// other line could be read as the next answer.
    ///
    /// # Errors
    /// The engine wrote another line, or more than the limit.
    pub(super) fn check_unasked(&mut self) -> Result<(), Failure> {
        for line in self.received() {
            let text = line.text.trim_end();
            let allowed = match Reply::parse(text) {
                Some(Reply::Detail(_) | Reply::Error(_) | Reply::Unknown(_)) => true,
                Some(reply) => reply.is_remark(),
                None => text.is_empty(),
            };
            if !allowed {
                let after = self.answer.as_ref().map(|answer| format!(" after its answer {answer}"));
                let detail = format!("it said \"{}\" unasked{}", shorten(text), after.unwrap_or_default());
                return Err(Failure::fault(Fault::UnaskedLine, detail));
            }
        }
        self.check_flood()
    }

    /// Checks the amount of output since the last command.
    ///
    /// # Errors
    /// The engine wrote more than the limit.
    pub(super) fn check_flood(&self) -> Result<(), Failure> {
        match self.process.bytes_read > FLOOD {
            true => Err(Failure::fault(Fault::Flood, format!("it wrote more than {} MiB", FLOOD >> 20))),
            false => Ok(()),
        }
    }

    /// Checks the memory of the engine.
    ///
    /// # Errors
    /// It is above the limit.
    pub(super) fn check_memory(&mut self) -> Result<(), Failure> {
        self.memory.check(&self.process)
    }

    /// Returns the evidence of a fault.
    pub(super) fn evidence(&mut self) -> Evidence {
        self.received();
        Evidence { cause: self.cause, dialogue: self.dialogue.last(), stderr: self.process.complaints() }
    }

    /// Sends `END`. An engine that does not exit within `time` is killed.
    pub(super) fn end(mut self, time: Duration) {
        self.send(&Command::End.to_string());
        self.process.leave(Instant::now() + time);
    }
}

//! A dialogue with one engine, line by line.

mod answers;

use std::collections::BTreeMap;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use engine::notation::shorten;
use protocol::{Command, Reply};

use super::failure::Failure;
use super::harness::{Harness, Manner};
use super::histogram::Latencies;
use super::observer::Observer;
use super::pattern::{Pattern, lenient};
use super::script::bytes;
use super::time::Took;
use crate::process::{Event, Process};

/// The limit of answers that need no thought.
const PATIENCE: Duration = Duration::from_secs(8);

/// The limit of all answers on a machine without a free CPU.
const MOST_PATIENCE: Duration = Duration::from_secs(120);

/// The time from `END` to the exit, where the transcript sets none.
const LEAVE: Duration = Duration::from_secs(1);

/// A running engine and the lines sent and received so far.
pub(super) struct Dialogue<'h> {
    pub(super) harness: &'h Harness,
    manner: Manner,
    process: Process,
    /// The lines that begin a game in a new process.
    opening: Vec<String>,
    /// The lines sent so far.
    lines: Vec<String>,
    /// The peak memory after an answer. Memory used before the limit arrives does not count.
    memory: u64,
    pub(super) observer: Observer,
    pub(super) latencies: &'h mut Latencies,
    /// An unexpected line that came before the queued lines.
    unasked: Option<Failure>,
    /// The queued bytes, sent in one go.
    unsent: Vec<u8>,
    /// The lines sent last, or queued.
    sent: Vec<String>,
    sent_at: Instant,
    /// The CPU wait of engine and checker at `sent_at`.
    waited: Duration,
    /// The remarks since the last lines sent.
    remarks: Vec<String>,
    /// Answered moves by name.
    names: BTreeMap<String, String>,
    ended: bool,
    /// The time of the newest move.
    moved: Option<Instant>,
}

impl<'h> Dialogue<'h> {
    /// Starts the engine.
    ///
    /// # Errors
    /// It does not start.
    pub(super) fn start(harness: &'h Harness, latencies: &'h mut Latencies, manner: Manner) -> io::Result<Self> {
        let process = Process::start(&harness.program.command(), &harness.guard)?;
        Ok(Self {
            harness,
            manner,
            waited: process.waited(),
            process,
            opening: Vec::new(),
            lines: Vec::new(),
            memory: 0,
            observer: Observer::new(),
            latencies,
            unasked: None,
            unsent: Vec::new(),
            sent: Vec::new(),
            sent_at: Instant::now(),
            remarks: Vec::new(),
            names: BTreeMap::new(),
            ended: false,
            moved: None,
        })
    }

    /// Queues a line, to be sent in one go with those that follow it.
    pub(super) fn queue(&mut self, line: &str) {
        if self.unsent.is_empty() {
            self.check_unasked();
            self.sent.clear();
        }
        let line = self.fill(line);
        let bytes = bytes(&line);
        self.observer.sent(&bytes);
        self.sent.push(line.clone());
        self.lines.push(line);
        self.unsent.extend(bytes);
        self.unsent.extend(self.manner.line_end.bytes());
    }

    /// Makes the lines sent so far the beginning of each game.
    pub(super) fn keep_opening(&mut self) {
        self.opening.clone_from(&self.lines);
    }

    /// Begins a new game in a new process, with the lines of [`Self::keep_opening`].
    pub(super) fn renew(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let fresh = Process::start(&self.harness.program.command(), &self.harness.guard);
        let fresh = fresh.map_err(|error| self.failure("a running engine".to_owned(), &error.to_string()))?;
        let mut old = std::mem::replace(&mut self.process, fresh);
        old.send_bytes(b"END\r\n");
        old.leave(Instant::now() + LEAVE);
        self.observer = Observer::new();
        self.lines.clear();
        for line in self.opening.clone() {
            self.queue(&line);
            if matches!(Command::parse(&line), Ok(Command::Start { .. })) {
                self.expect(&Pattern::ok(), None)?;
            }
        }
        Ok(())
    }

    /// Looks for a line that came after all answers: a manager would read it as the next answer.
    fn check_unasked(&mut self) {
        if self.observer.answers_due() > 0 {
            return;
        }
        let lines = self.process.take_lines();
        if let Some(line) = lines.into_iter().find(|line| !self.is_remark(&line.text)) {
            let failure = self.failure("no unasked line".to_owned(), &line.text);
            self.unasked.get_or_insert(failure);
        }
    }

    fn is_remark(&self, line: &str) -> bool {
        self.observer.is_remark(line, self.manner.exact)
    }

    /// Sends the queued lines.
    ///
    /// # Errors
    /// A line came before them without a question.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.unasked.take() {
            return Err(failure);
        }
        if !self.unsent.is_empty() {
            if let Some(moved) = self.moved.take() {
                thread::sleep(self.manner.pause.saturating_sub(moved.elapsed()));
            }
            self.remarks.clear();
            self.start_clock();
            self.process.send_bytes(&std::mem::take(&mut self.unsent));
        }
        Ok(())
    }

    fn start_clock(&mut self) {
        self.waited = self.process.waited();
        self.sent_at = Instant::now();
    }

    /// Replaces the names of moves in a line.
    fn fill(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, cell) in &self.names {
            text = text.replace(&format!("{{{name}}}"), cell);
        }
        text
    }

    /// The next line that is no remark, and its time; `None` if none comes until then.
    pub(super) fn next(&mut self, until: Instant) -> Result<Option<(String, Instant)>, Failure> {
        loop {
            match self.process.next(None, until) {
                Event::Line(line) if self.is_remark(&line.text) => self.remarks.push(line.text),
                Event::Line(line) => return Ok(Some((line.text, line.at))),
                Event::Gone => {
                    let how = self.process.last_words().unwrap_or_else(|| "it closed its output".to_owned());
                    return Err(self.failure("a running engine".to_owned(), &how));
                }
                Event::Quiet if Instant::now() >= until => return Ok(None),
                Event::Quiet => {}
            }
        }
    }

    /// The remarks since the last lines sent.
    pub(super) fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The peak memory after an answer, in bytes.
    pub(super) const fn memory(&self) -> u64 {
        self.memory
    }

    /// Takes the lines of standard error.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        self.process.complaints()
    }

    /// Stops the process for `time`.
    pub(super) fn freeze(&self, time: Duration) {
        self.process.freeze(time);
    }

    /// Closes the input of the engine.
    pub(super) fn close_input(&mut self) {
        self.start_clock();
        self.process.close(self.sent_at + PATIENCE);
    }

    /// The time from the last lines sent to `at`.
    fn took(&self, at: Instant) -> Took {
        let time = at.saturating_duration_since(self.sent_at);
        Took { time, own: time.saturating_sub(self.process.waited().saturating_sub(self.waited)) }
    }

    /// Ends the engine.
    ///
    /// # Errors
    /// A line came that nothing asked for.
    pub(super) fn close(mut self) -> Result<(), Failure> {
        self.flush()?;
        if self.ended {
            return Ok(());
        }
        let asked = Instant::now();
        self.process.send_bytes(b"END\r\n");
        let until = asked + LEAVE;
        loop {
            match self.process.next(None, until) {
                Event::Line(line) if self.is_remark(&line.text) => {}
                Event::Line(line) if line.at > asked + LEAVE / 2 => break,
                Event::Line(line) => return Err(self.failure("no unasked line".to_owned(), &line.text)),
                Event::Gone => break,
                Event::Quiet if Instant::now() >= until => break,
                Event::Quiet => {}
            }
        }
        self.process.leave(Instant::now());
        Ok(())
    }

    /// A failure after the last lines sent.
    pub(super) fn failure(&self, expected: String, seen: &str) -> Failure {
        let from = self.sent.len().saturating_sub(8);
        let sent: Vec<String> = self.sent[from..].iter().map(|line| shorten(line)).collect();
        Failure {
            sent: sent.join(" / "),
            expected,
            seen: shorten(seen),
            unknown: matches!(lenient(seen), Some(Reply::Unknown(_))),
            ..Failure::default()
        }
    }

    /// A failure of time alone.
    pub(super) fn overdue(&self, expected: String, seen: &str) -> Failure {
        Failure { overdue: true, ..self.failure(expected, seen) }
    }
}

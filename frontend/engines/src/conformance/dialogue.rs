//! One dialogue with one engine, step by step.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use engine::notation::shorten;

use super::histogram::Latencies;
use super::observer::Observer;
use super::pattern::{Match, Pattern, lenient};
use super::script::{Step, bytes};
use super::trials;
use crate::process::guard::Guard;
use crate::process::program::Program;
use crate::process::{Event, Process};
use protocol::{Command, Reply};

/// How long an engine is waited for that has nothing to think about.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long it is waited for at most, on a machine that gives it no processor.
const MOST_PATIENCE: Duration = Duration::from_secs(120);

/// How long it may take to leave where nothing is said about it.
const LEAVE: Duration = Duration::from_secs(1);

/// What all dialogues of a run share.
#[derive(Clone)]
pub(super) struct Bench {
    pub(super) program: Program,
    pub(super) guard: Arc<Guard>,
    /// What the machine itself may add to any time.
    pub(super) noise: Duration,
}

/// What went wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The last lines that were sent.
    pub sent: String,
    /// What was expected then.
    pub expected: String,
    /// What came.
    pub seen: String,
    /// Whether all was right but the time.
    pub late: bool,
    /// Whether the engine says that it does not know the command.
    pub unknown: bool,
    /// Whether the engine refuses what it need not offer.
    pub declined: bool,
}

/// How lines are sent and replies are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether replies must be written exactly as managers compare them.
    pub(super) exact: bool,
    /// The end of the lines that are sent.
    pub(super) line_end: &'static str,
    /// How long after a move the next line is sent: an engine may have to come to rest, and opponents think.
    pub(super) pause: Duration,
}

/// The pause after a move where no robustness is tested.
pub(super) const PAUSE: Duration = Duration::from_millis(60);

impl Default for Manner {
    /// As the protocol has it.
    fn default() -> Self {
        Self { exact: false, line_end: "\r\n", pause: Duration::ZERO }
    }
}

/// A running engine and what was said.
pub(super) struct Dialogue<'b> {
    bench: &'b Bench,
    manner: Manner,
    process: Process,
    /// The lines that begin a game, to be sent to a new process.
    opening: Vec<String>,
    /// The lines sent so far.
    lines: Vec<String>,
    /// The most memory after an answer. Memory used before the limit arrives does not count.
    memory: u64,
    pub(super) observer: Observer,
    pub(super) latencies: &'b mut Latencies,
    /// What came unasked before the lines that are to be sent.
    unasked: Option<Failure>,
    /// Bytes to be sent in one go, and as text what was sent last.
    unsent: Vec<u8>,
    sent: Vec<String>,
    sent_at: Instant,
    /// How long engine and checker had waited for a processor by then.
    waited: Duration,
    /// Remarks since the last answer, and what was said last.
    remarks: Vec<String>,
    names: BTreeMap<String, String>,
    ended: bool,
    /// When the newest move came.
    moved: Option<Instant>,
}

impl<'b> Dialogue<'b> {
    /// Starts the engine.
    ///
    /// # Errors
    /// It does not start.
    pub(super) fn start(bench: &'b Bench, latencies: &'b mut Latencies, manner: Manner) -> io::Result<Self> {
        let process = Process::start(&bench.program.command(), &bench.guard)?;
        Ok(Self {
            bench,
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

    /// Does one step.
    pub(super) fn step(&mut self, step: &Step, seed: u64) -> Result<Option<String>, Failure> {
        if !matches!(step, Step::Send(_)) {
            self.flush()?;
        }
        match step {
            Step::Send(line) => self.say(line),
            Step::Expect(pattern, within) => drop(self.expect(pattern, *within)?),
            Step::Heard(text) => {
                if !self.remarks.iter().any(|remark| remark.starts_with(text)) {
                    let seen = self.remarks.last().map_or("no remark", String::as_str);
                    return Err(self.failure(format!("a remark {text} …"), seen));
                }
            }
            Step::Silence(time) => {
                let until = Instant::now() + *time;
                if let Some((line, _)) = self.next(until)? {
                    return Err(self.failure(format!("nothing within {}", Ms(*time)), &line));
                }
            }
            Step::Wait(time) => thread::sleep(*time),
            Step::Close => {
                self.waited = self.process.waited();
                self.sent_at = Instant::now();
                self.process.close(self.sent_at + PATIENCE);
            }
            Step::End { limit, cleanly } => self.end(*limit, *cleanly)?,
            Step::Freeze(time) => self.process.freeze(*time),
            Step::Memory(bytes) => {
                let used = self.memory;
                if used > *bytes {
                    return Err(self.failure(format!("at most {bytes} bytes of memory"), &format!("{used} bytes")));
                }
                return Ok(Some(format!("{} MiB at most", used >> 20)));
            }
            Step::QuietStderr => {
                if let Some(line) = self.process.complaints().first() {
                    return Err(self.failure("nothing on standard error".to_owned(), line));
                }
            }
            Step::Play(count) => trials::play(self, *count, seed)?,
            Step::Positions { count, mean } => return trials::positions(self, *count, *mean, seed).map(Some),
            Step::Dialogues(count) => trials::dialogues(self, *count, seed)?,
            Step::Engines { count, late } => return trials::engines(self.bench, *count, *late).map(Some),
        }
        Ok(None)
    }

    /// Puts a line down to be sent with those that follow it.
    pub(super) fn say(&mut self, line: &str) {
        if self.unsent.is_empty() {
            self.hear_unasked();
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

    /// Keeps what was sent so far as the beginning of each game.
    pub(super) fn keep_opening(&mut self) {
        self.opening.clone_from(&self.lines);
    }

    /// Begins a new game in a new process, with the lines kept by [`Self::keep_opening`].
    pub(super) fn renew(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let fresh = Process::start(&self.bench.program.command(), &self.bench.guard);
        let fresh = fresh.map_err(|error| self.failure("a running engine".to_owned(), &error.to_string()))?;
        let mut old = std::mem::replace(&mut self.process, fresh);
        old.send_bytes(b"END\r\n");
        old.leave(Instant::now() + LEAVE);
        self.observer = Observer::new();
        self.lines.clear();
        for line in self.opening.clone() {
            self.say(&line);
            if matches!(Command::parse(&line), Ok(Command::Start { .. })) {
                self.expect(&trials::ok(), None)?;
            }
        }
        Ok(())
    }

    /// Looks for a line that came although every answer had been given: it would be taken for the next one.
    fn hear_unasked(&mut self) {
        if self.observer.answers_due() > 0 {
            return;
        }
        let lines = self.process.said();
        if let Some(line) = lines.into_iter().find(|line| !self.is_remark(&line.text)) {
            let failure = self.failure("no unasked line".to_owned(), &line.text);
            self.unasked.get_or_insert(failure);
        }
    }

    fn is_remark(&self, line: &str) -> bool {
        self.observer.is_remark(line, self.manner.exact)
    }

    /// Sends what was put down, unless something came unasked.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.unasked.take() {
            return Err(failure);
        }
        if !self.unsent.is_empty() {
            if let Some(moved) = self.moved.take() {
                thread::sleep(self.manner.pause.saturating_sub(moved.elapsed()));
            }
            self.remarks.clear();
            self.waited = self.process.waited();
            self.sent_at = Instant::now();
            self.process.send_bytes(&std::mem::take(&mut self.unsent));
        }
        Ok(())
    }

    fn fill(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, cell) in &self.names {
            text = text.replace(&format!("{{{name}}}"), cell);
        }
        text
    }

    /// The next line that is no remark, and when it came; `None` if there is none until then.
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

    /// Waits for an answer that fits, and returns how long it took.
    pub(super) fn expect(&mut self, pattern: &Pattern, within: Option<Duration>) -> Result<Took, Failure> {
        self.flush()?;
        let alone = self.observer.answers_due() == 1;
        let budget = self.observer.budget().unwrap_or_default();
        let patience = PATIENCE + budget.min(Duration::from_secs(60));
        let expected = || match within {
            Some(within) => format!("{pattern} within {}", Ms(within)),
            None => pattern.to_string(),
        };
        let (line, at) = loop {
            if let Some(heard) = self.next(Instant::now() + PATIENCE / 4)? {
                let Some(suggested) = self.suggested(pattern, &heard.0) else { break heard };
                self.process.send_bytes(format!("{suggested}\r\n").as_bytes());
                continue;
            }
            let took = self.took(Instant::now());
            if took.own > patience || took.time > MOST_PATIENCE {
                let failure = self.failure(expected(), &format!("nothing for {took}"));
                return Err(Failure { late: true, ..failure });
            }
        };
        let name = match pattern.matches(&line, self.manner.exact, |text| self.fill(text)) {
            Some(Match::Named(name)) => name.to_owned(),
            found => {
                let refused = matches!(lenient(&line), Some(Reply::Error(_)));
                let declined = found.is_some() || (refused && self.observer.awaits_unusual_board());
                return Err(Failure { declined, ..self.failure(expected(), &line) });
            }
        };
        if let Err(why) = self.observer.answered(&line) {
            return Err(self.failure(expected(), &format!("{line}: {why}")));
        }
        let took = self.took(at);
        if alone {
            self.latencies.add(&line, took, self.observer.budget());
        }
        if within.is_some_and(|within| took.own > within + self.bench.noise) {
            let failure = self.failure(expected(), &format!("{line} after {took}"));
            return Err(Failure { late: true, ..failure });
        }
        let reply = lenient(&line);
        self.moved = matches!(reply, Some(Reply::Move(_))).then_some(at);
        let line = reply.map_or(line, |reply| reply.to_string());
        self.names.insert(name, line);
        self.memory = self.memory.max(self.process.resident());
        Ok(took)
    }

    /// The answer to a suggestion in the place of a move: that move.
    fn suggested(&self, pattern: &Pattern, line: &str) -> Option<Command> {
        match lenient(line) {
            Some(Reply::Suggest(cell)) if pattern.wants_move() => Some(Command::Play(cell)),
            _ => None,
        }
    }

    /// How long something took that began with the last lines sent and ended at `at`.
    fn took(&self, at: Instant) -> Took {
        let time = at.saturating_duration_since(self.sent_at);
        Took { time, own: time.saturating_sub(self.process.waited().saturating_sub(self.waited)) }
    }

    /// The engine leaves, with status 0 if that is asked for.
    fn end(&mut self, limit: Duration, cleanly: bool) -> Result<(), Failure> {
        let expected = format!("the end without a word within {}", Ms(limit));
        let until = self.sent_at.max(Instant::now()) + LEAVE.max(2 * (limit + self.bench.noise)).min(PATIENCE);
        loop {
            match self.process.next(None, until) {
                Event::Line(line) if self.is_remark(&line.text) => {}
                Event::Line(line) if line.at < self.sent_at => {}
                Event::Line(line) => return Err(self.failure(expected, &line.text)),
                Event::Gone => break,
                Event::Quiet if Instant::now() >= until => return Err(self.failure(expected, "it stays")),
                Event::Quiet => {}
            }
        }
        let took = self.took(Instant::now());
        let how = self.process.last_words().unwrap_or_else(|| "it closed its output and stays".to_owned());
        self.ended = true;
        if self.process.exit().is_none() || (cleanly && !how.ends_with("status 0")) {
            return Err(self.failure(expected, &how));
        }
        if took.own > limit + self.bench.noise {
            let failure = self.failure(expected, &format!("the end after {took}"));
            return Err(Failure { late: true, ..failure });
        }
        Ok(())
    }

    /// Says goodbye. Nothing may come any more.
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

    pub(super) fn failure(&self, expected: String, seen: &str) -> Failure {
        let from = self.sent.len().saturating_sub(8);
        let sent: Vec<String> = self.sent[from..].iter().map(|line| shorten(line)).collect();
        Failure {
            sent: sent.join(" / "),
            expected,
            seen: shorten(seen),
            late: false,
            unknown: matches!(lenient(seen), Some(Reply::Unknown(_))),
            declined: false,
        }
    }

    /// What the machine itself may add to any time.
    pub(super) const fn noise(&self) -> Duration {
        self.bench.noise
    }
}

/// How long an engine took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    /// By the clock.
    pub(super) time: Duration,
    /// Without the time in which it or the checker waited for a processor: a busy machine is not its fault.
    pub(super) own: Duration,
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Ms(self.time))?;
        let waited = self.time.saturating_sub(self.own);
        if waited.as_millis() > 0 { write!(f, ", {} of them without a processor", Ms(waited)) } else { Ok(()) }
    }
}

/// A time in milliseconds.
pub(super) struct Ms(pub(super) Duration);

impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0.as_millis())
    }
}

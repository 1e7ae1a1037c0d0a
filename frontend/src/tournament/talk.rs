//! The conversation with one engine: what it is told, and what may come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::notation::shorten;

use super::clock::Clock;
use super::contestant::Contestant;
use super::expected::Expected;
use super::fault::{Broken, Fault};
use super::heard::{Heard, is_broken_move};
use super::remarks::Remarks;
use super::terms::{Limits, Terms};
use crate::gomocup::{Command, Info, Reply};
use crate::process::guard::Guard;
use crate::process::{Event, Line, Process};

/// How long an engine that is too late is still listened to, only to know whether it is late or silent.
const GRACE: Duration = Duration::from_secs(1);

/// The most that an engine may say between two commands, in bytes.
const FLOOD: u64 = 32 << 20;

/// How often memory is looked at.
const MEMORY_TICK: Duration = Duration::from_millis(100);

/// What all conversations share.
#[derive(Clone, Debug)]
pub(super) struct Hall {
    /// Who kills the engines if this program cannot.
    pub(super) guard: Arc<Guard>,
    /// Set when everything shall come to an end.
    pub(super) stop: Arc<AtomicBool>,
}

/// An answer, and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Thought {
    pub(super) reply: Reply,
    pub(super) time: Duration,
    pub(super) remarks: Remarks,
}

/// A conversation with an engine.
#[derive(Debug)]
pub(super) struct Talk<'c> {
    contestant: &'c Contestant,
    limits: Limits,
    hall: Hall,
    process: Process,
    /// Whether `ERROR` may still be the echo of a setting.
    unsettled: bool,
    weighed: Instant,
}

impl<'c> Talk<'c> {
    /// Starts the engine.
    pub(super) fn start(contestant: &'c Contestant, limits: Limits, hall: &Hall) -> Result<Self, Broken> {
        let process = Process::start(&contestant.program.command(), &hall.guard).map_err(|error| {
            let path = contestant.program.path.display();
            Broken::Start(format!("{path}: {}", crate::process::program::plain(&error)))
        })?;
        Ok(Self { contestant, limits, hall: hall.clone(), process, unsettled: false, weighed: Instant::now() })
    }

    /// Asks who it is. `None` if it answers something else, or nothing.
    pub(super) fn about(&mut self) -> Result<Option<Vec<(String, String)>>, Broken> {
        self.process.send(&Command::About.to_string());
        let until = Instant::now() + self.limits.start;
        match self.listen(until, None, Expected::About, &mut Heard::default()) {
            Ok((Reply::About(pairs), _)) => Ok(Some(pairs)),
            Ok(_) | Err(Broken::Fault(Fault::Stall | Fault::Garbage, _)) => Ok(None),
            Err(broken) => Err(broken),
        }
    }

    /// Begins a game: the board, then the settings.
    pub(super) fn begin(&mut self, terms: &Terms) -> Result<(), Broken> {
        self.open(terms)?;
        for info in terms.infos(&self.contestant.entrant, self.contestant.told) {
            self.process.send(&Command::Info(info).to_string());
        }
        self.unsettled = !self.contestant.answers_about;
        if self.contestant.answers_about {
            self.settle()?;
        }
        Ok(())
    }

    /// `START`, which must be answered with `OK`.
    pub(super) fn open(&mut self, terms: &Terms) -> Result<(), Broken> {
        self.process.discard();
        self.process.send(&terms.start().to_string());
        let until = Instant::now() + self.limits.start;
        match self.listen(until, None, Expected::Ok, &mut Heard::default())? {
            (Reply::Ok, _) => Ok(()),
            (refused, _) => {
                Err(Broken::fault(Fault::Refusal, format!("{} was answered with {refused}", terms.start())))
            }
        }
    }

    /// Sends a setting and returns what the engine says against it.
    pub(super) fn try_setting(&mut self, info: Info) -> Result<Option<String>, Broken> {
        self.process.send(&Command::Info(info).to_string());
        Ok(self.settle()?.into_iter().next())
    }

    /// Waits until all that was sent has been worked through: `ABOUT` is answered after it. Returns complaints.
    fn settle(&mut self) -> Result<Vec<String>, Broken> {
        self.process.send(&Command::About.to_string());
        let until = Instant::now() + self.limits.start;
        let mut heard = Heard::default();
        self.listen(until, None, Expected::Echo, &mut heard)?;
        Ok(heard.complaints)
    }

    /// Asks for something that no clock measures.
    pub(super) fn try_command(
        &mut self,
        command: &Command,
        expected: Expected,
        limit: Duration,
    ) -> Result<Reply, Broken> {
        self.process.send(&command.to_string());
        let until = Instant::now() + limit;
        match self.listen(until, None, expected, &mut Heard::default())?.0 {
            reply @ (Reply::Error(_) | Reply::Unknown(_)) => Err(Broken::fault(Fault::Refusal, reply.to_string())),
            reply => Ok(reply),
        }
    }

    /// Asks for a move or a decision. What the rival says meanwhile is thrown away.
    pub(super) fn think(
        &mut self,
        command: &Command,
        clock: &Clock,
        rival: &mut Talk<'_>,
        expected: Expected,
    ) -> Result<Thought, Broken> {
        self.process.discard();
        (self.process.heard, self.process.overslept) = (0, false);
        let budget = clock.budget().unwrap_or(self.limits.think);
        let lines = match clock.left() {
            Some(left) => {
                let left = i64::try_from(left.as_millis()).unwrap_or(i64::MAX);
                format!("{}\n{command}", Command::Info(Info::TimeLeft(left)))
            }
            None => command.to_string(),
        };
        let asked = Instant::now();
        self.process.send(&lines);
        let limit = budget + self.limits.margin;
        let mut heard = Heard::default();
        let answered = self.listen(asked + limit + GRACE, Some(&mut rival.process), expected, &mut heard);
        if self.process.overslept {
            return Err(Broken::Overslept);
        }
        let (reply, at) = answered.map_err(|broken| heard.instead_of(broken))?;
        self.unsettled = false;
        let time = at.saturating_duration_since(asked);
        self.weigh()?;
        if time > limit {
            let (time, budget) = (time.as_millis(), budget.as_millis());
            return Err(Broken::fault(Fault::Time, format!("it answered after {time} ms and had {budget} ms")));
        }
        match reply {
            Reply::Error(_) | Reply::Unknown(_) => Err(Broken::fault(Fault::Refusal, shorten(&reply.to_string()))),
            reply => Ok(Thought { reply, time, remarks: heard.remarks }),
        }
    }

    /// Waits for an answer.
    fn listen(
        &mut self,
        until: Instant,
        mut rival: Option<&mut Process>,
        expected: Expected,
        heard: &mut Heard,
    ) -> Result<(Reply, Instant), Broken> {
        let began = Instant::now();
        loop {
            match self.process.next(rival.as_deref_mut(), until) {
                Event::Line(line) => {
                    if let Some(reply) = self.take(&line, expected, heard)? {
                        return Ok((reply, line.at));
                    }
                }
                Event::Gone => return Err(self.crash()),
                Event::Quiet => self.weigh()?,
            }
            if self.process.heard > FLOOD {
                return Err(Broken::fault(Fault::Flood, format!("it wrote more than {} MiB", FLOOD >> 20)));
            }
            if self.hall.stop.load(Ordering::Relaxed) {
                return Err(Broken::Stopped);
            }
            if Instant::now() >= until {
                let time = began.elapsed().as_millis();
                return Err(Broken::fault(Fault::Stall, format!("there was no answer for {time} ms")));
            }
        }
    }

    /// Takes a line for what it is; `None` if it is no answer.
    fn take(&mut self, line: &Line, expected: Expected, heard: &mut Heard) -> Result<Option<Reply>, Broken> {
        let text = line.text.trim_end();
        match Reply::parse(text) {
            Some(reply) if expected.accepts(&reply) => return Ok(Some(reply)),
            Some(Reply::Message(text) | Reply::Debug(text)) => heard.remarks.read(&text),
            Some(Reply::Suggest(cell)) => self.process.send(&Command::Play(cell).to_string()),
            Some(reply @ (Reply::Error(_) | Reply::Unknown(_))) => {
                let is_echo = self.unsettled;
                heard.complaints.push(reply.to_string());
                if !is_echo && expected.is_play() {
                    return Ok(Some(reply));
                }
            }
            None if text.is_empty() => {}
            None if is_broken_move(text) && expected.is_play() => {
                return Err(Broken::fault(Fault::Garbage, format!("\"{}\" is no move", shorten(text))));
            }
            _ => heard.noise(text)?,
        }
        Ok(None)
    }

    fn crash(&mut self) -> Broken {
        let how = self.process.last_words().unwrap_or_else(|| "it closed its output".to_owned());
        Broken::Fault(
            Fault::Crash,
            match self.process.newest_complaint() {
                Some(line) => format!("{how}: {}", shorten(line)),
                None => how,
            },
        )
    }

    /// Looks at the memory now and then, if it is limited.
    fn weigh(&mut self) -> Result<(), Broken> {
        let Some(most) = self.contestant.entrant.memory_bytes() else { return Ok(()) };
        if self.weighed.elapsed() < MEMORY_TICK {
            return Ok(());
        }
        self.weighed = Instant::now();
        let used = self.process.memory();
        if used > most {
            let [used, most] = [used, most].map(|bytes| bytes >> 20);
            return Err(Broken::fault(Fault::Memory, format!("it used {used} MiB of {most}")));
        }
        Ok(())
    }

    /// The last lines that it wrote to standard error; they are forgotten.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        self.process.complaints()
    }

    /// Says goodbye. An engine that does not leave in time is killed.
    pub(super) fn end(mut self) {
        self.process.send(&Command::End.to_string());
        let until = Instant::now() + self.limits.end;
        self.process.leave(until);
    }
}

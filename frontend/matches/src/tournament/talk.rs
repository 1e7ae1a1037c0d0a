//! The conversation with one engine: what it is told, and what may come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::notation::shorten;

use crate::tournament::clock::{Budget, Clock};
use crate::tournament::contestant::Contestant;
use crate::tournament::dialogue::{By, Dialogue};
use crate::tournament::expected::Expected;
use crate::tournament::fault::{Broken, Cause, Evidence, Fault};
use crate::tournament::game_info::{GameInfo, Timeouts};
use crate::tournament::other_output::{OtherOutput, is_broken_move};
use crate::tournament::remarks::Remarks;
use engines::process::guard::Guard;
use engines::process::{Event, Line, Outside, Process};
use protocol::{Command, Info, Reply};

/// How long an engine that is too late is still listened to, only to know whether it is late or silent.
const GRACE: Duration = Duration::from_secs(1);

/// The most that an engine may say between two commands, in bytes.
const FLOOD: u64 = 32 << 20;

/// How long it may take until a signal that ends all processes of a job has come to all of them.
const ALL_AT_ONCE: Duration = Duration::from_millis(500);

/// How often memory is looked at.
const MEMORY_TICK: Duration = Duration::from_millis(100);

/// What all conversations share.
#[derive(Clone, Debug)]
pub(crate) struct Supervisor {
    /// Who kills the engines if this program cannot.
    pub(crate) guard: Arc<Guard>,
    /// Set when everything shall come to an end.
    pub(crate) stop: Arc<AtomicBool>,
}

/// An answer, and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    pub(crate) reply: Reply,
    pub(crate) time: Duration,
    pub(crate) remarks: Remarks,
}

/// How long an answer is waited for, and how long it may take.
#[derive(Clone, Copy, Debug)]
struct Wait {
    until: Instant,
    budget: Budget,
}

/// A conversation with an engine.
#[derive(Debug)]
pub(crate) struct Talk<'c> {
    contestant: &'c Contestant,
    limits: Timeouts,
    supervisor: Supervisor,
    process: Process,
    /// Whether what it says may still be the echo of a setting.
    unsettled: bool,
    /// Whether it has been asked for something and has not answered.
    thinking: bool,
    /// Its newest move or decision.
    answer: Option<Reply>,
    weighed: Instant,
    /// What was said in this game.
    pub(crate) dialogue: Dialogue,
    /// Whose doing its fault is, if not its own.
    cause: Option<Cause>,
    /// By how much the runner was late when it waited for an answer, the longest time in this game.
    pub(crate) late: Duration,
    /// Its processor time when it had answered and its rival began to think.
    rested: Option<(Duration, Instant)>,
    /// Its processor time in this game while its rival thought.
    pub(crate) idle: Idle,
    /// How long its newest thought took.
    newest: Duration,
}

/// Processor time used while the rival thought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Idle {
    /// The processor time that it used.
    ran: Duration,
    /// How long that was by the clock.
    time: Duration,
}

impl Idle {
    /// The processor time if it is worth a remark, else nothing. Processor time is counted in steps of 10 ms, and an engine
    /// may tidy up after its move.
    pub(crate) fn remarkable(self) -> Duration {
        const LEAST: Duration = Duration::from_millis(200);
        let spins = self.ran >= LEAST && self.ran >= self.time / 10;
        if spins { self.ran } else { Duration::ZERO }
    }
}

impl<'c> Talk<'c> {
    /// Starts the engine.
    pub(crate) fn start(contestant: &'c Contestant, limits: Timeouts, supervisor: &Supervisor) -> Result<Self, Broken> {
        let process = Process::start(&contestant.program.command(), &supervisor.guard).map_err(|error| {
            let path = contestant.program.path.display();
            Broken::Start(format!("{path}: {}", engines::process::program::plain(&error)))
        })?;
        Ok(Self {
            contestant,
            limits,
            supervisor: supervisor.clone(),
            process,
            unsettled: false,
            thinking: false,
            answer: None,
            weighed: Instant::now(),
            dialogue: Dialogue::default(),
            cause: None,
            late: Duration::ZERO,
            rested: None,
            idle: Idle::default(),
            newest: Duration::ZERO,
        })
    }

    /// Sends lines.
    fn tell(&mut self, text: &str) {
        self.dialogue.add(By::Runner, text, Instant::now());
        self.process.send(text);
    }

    /// What it has said that nobody waited for.
    fn said(&mut self) -> Vec<Line> {
        let lines = self.process.take_lines();
        lines.iter().for_each(|line| self.dialogue.add(By::Engine, &line.text, line.at));
        lines
    }

    /// Asks who it is. `None` if it answers something else, or nothing.
    pub(crate) fn about(&mut self) -> Result<Option<Vec<(String, String)>>, Broken> {
        self.tell(&Command::About.to_string());
        match self.listen(&self.patience(), None, Expected::About, &mut OtherOutput::default()) {
            Ok((Reply::About(pairs), _)) => Ok(Some(pairs)),
            Ok(_) | Err(Broken::Fault(Fault::Stall | Fault::Garbage, _)) => Ok(None),
            Err(broken) => Err(broken),
        }
    }

    /// Begins a game: the board, then the settings.
    pub(crate) fn begin(&mut self, game_info: &GameInfo) -> Result<(), Broken> {
        self.dialogue.clear();
        (self.cause, self.late) = (None, Duration::ZERO);
        (self.rested, self.idle, self.newest) = (None, Idle::default(), Duration::ZERO);
        self.open(game_info)?;
        for info in game_info.infos(&self.contestant.entrant, self.contestant.told) {
            self.tell(&Command::Info(info).to_string());
        }
        self.unsettled = !self.contestant.answers_about;
        if self.contestant.answers_about {
            self.settle()?;
        }
        Ok(())
    }

    /// `START`, which must be answered with `OK`.
    pub(crate) fn open(&mut self, game_info: &GameInfo) -> Result<(), Broken> {
        self.said();
        self.tell(&game_info.start().to_string());
        match self.listen(&self.patience(), None, Expected::Ok, &mut OtherOutput::default())? {
            (Reply::Ok, _) => Ok(()),
            (refused, _) => {
                Err(Broken::fault(Fault::Refusal, format!("{} was answered with {refused}", game_info.start())))
            }
        }
    }

    /// Sends a setting and returns what the engine says against it.
    pub(crate) fn try_setting(&mut self, info: Info) -> Result<Option<String>, Broken> {
        self.tell(&Command::Info(info).to_string());
        Ok(self.settle()?.into_iter().next())
    }

    /// Waits until all that was sent has been worked through: `ABOUT` is answered after it. Returns complaints.
    fn settle(&mut self) -> Result<Vec<String>, Broken> {
        self.tell(&Command::About.to_string());
        let mut other = OtherOutput::default();
        self.listen(&self.patience(), None, Expected::Echo, &mut other)?;
        Ok(other.complaints)
    }

    /// How long it may take where it has nothing to think about.
    fn patience(&self) -> Wait {
        Wait { until: Instant::now() + self.limits.start, budget: Budget::start_limit(self.limits.start) }
    }

    /// Asks for a move or a decision before the first game: one that is late by no more than the time to start counts.
    pub(crate) fn try_command(&mut self, command: &Command, expected: Expected) -> Result<Reply, Broken> {
        self.tell(&command.to_string());
        let budget = Clock::new(self.contestant.entrant.tc).budget(self.limits.think);
        let wait = Wait { until: Instant::now() + budget.time + self.limits.start, budget };
        match self.listen(&wait, None, expected, &mut OtherOutput::default())?.0 {
            reply @ (Reply::Error(_) | Reply::Unknown(_)) => Err(Broken::fault(Fault::Refusal, reply.to_string())),
            reply => Ok(reply),
        }
    }

    /// Whether it has been asked for something and has not answered.
    pub(crate) const fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// Hears what it says while it is asked nothing. Remarks and complaints are borne, and so are empty lines; anything
    /// else could be taken for the answer to the next question.
    pub(crate) fn hear_unasked(&mut self) -> Result<(), Broken> {
        for line in self.said() {
            let text = line.text.trim_end();
            let borne = match Reply::parse(text) {
                Some(Reply::Detail(_) | Reply::Error(_) | Reply::Unknown(_)) => true,
                Some(reply) => reply.is_remark(),
                None => text.is_empty(),
            };
            if !borne {
                let after = self.answer.as_ref().map(|answer| format!(" after its answer {answer}"));
                let detail = format!("it said \"{}\" unasked{}", shorten(text), after.unwrap_or_default());
                return Err(Broken::fault(Fault::UnaskedLine, detail));
            }
        }
        self.check_flood()
    }

    fn check_flood(&self) -> Result<(), Broken> {
        match self.process.bytes_read > FLOOD {
            true => Err(Broken::fault(Fault::Flood, format!("it wrote more than {} MiB", FLOOD >> 20))),
            false => Ok(()),
        }
    }

    /// Asks for a move or a decision. The rival must say nothing meanwhile.
    pub(crate) fn think(
        &mut self,
        command: &Command,
        clock: &Clock,
        rival: &mut Talk<'_>,
        expected: Expected,
    ) -> Result<Thought, Broken> {
        self.hear_unasked()?;
        self.process.bytes_read = 0;
        let budget = clock.budget(self.limits.think);
        let lines = match clock.left() {
            Some(left) => {
                let left = i64::try_from(left.as_millis()).unwrap_or(i64::MAX);
                format!("{}\n{command}", Command::Info(Info::TimeLeft(left)))
            }
            None => command.to_string(),
        };
        self.wake();
        let asked = Instant::now();
        self.tell(&lines);
        self.thinking = true;
        let limit = budget.time + self.limits.margin;
        let mut other = OtherOutput::default();
        let wait = Wait { until: asked + limit + GRACE, budget };
        let rival_time = rival.newest;
        let answered = self.listen(&wait, Some(rival), expected, &mut other);
        self.late = self.late.max(self.process.latency());
        if self.process.overslept {
            return Err(Broken::Overslept(self.process.latency()));
        }
        let (reply, at) = answered.map_err(|broken| other.instead_of(broken))?;
        (self.unsettled, self.thinking, self.answer) = (false, false, Some(reply.clone()));
        let time = at.saturating_duration_since(asked);
        self.weigh()?;
        if time > limit {
            let text = format!("it answered after {} ms and had {budget}", time.as_millis());
            return Err(self.too_late(Fault::Time, text, time, budget));
        }
        if matches!(reply, Reply::Error(_) | Reply::Unknown(_)) {
            return Err(Broken::fault(Fault::Refusal, shorten(&reply.to_string())));
        }
        // What was written in one go with the answer is here by now.
        self.hear_unasked()?;
        self.newest = time;
        self.rest(rival_time);
        Ok(Thought { reply, time, remarks: other.remarks })
    }

    /// It has answered, and its rival, whose last thought took so long, thinks. A short one is not worth a measurement.
    fn rest(&mut self, rival: Duration) {
        const SHORT: Duration = Duration::from_millis(20);
        self.rested = (rival >= SHORT).then(|| (self.process.ran(), Instant::now()));
    }

    /// It is asked again.
    fn wake(&mut self) {
        if let Some((ran, since)) = self.rested.take() {
            self.idle.ran += self.process.ran().saturating_sub(ran);
            self.idle.time += since.elapsed();
        }
    }

    /// Waits for an answer.
    fn listen(
        &mut self,
        wait: &Wait,
        mut rival: Option<&mut Talk<'_>>,
        expected: Expected,
        other: &mut OtherOutput,
    ) -> Result<(Reply, Instant), Broken> {
        let began = Instant::now();
        self.process.watch();
        loop {
            match self.process.next(rival.as_deref_mut().map(|rival| &mut rival.process), wait.until) {
                Event::Line(line) => {
                    self.dialogue.add(By::Engine, &line.text, line.at);
                    if let Some(reply) = self.take(&line, expected, other)? {
                        return Ok((reply, line.at));
                    }
                }
                Event::Gone => return Err(self.crash()),
                Event::Quiet => self.weigh()?,
            }
            self.check_flood()?;
            if let Some(rival) = &mut rival {
                rival.hear_unasked().map_err(Broken::of_rival)?;
            }
            if self.supervisor.stop.load(Ordering::Relaxed) {
                return Err(Broken::Stopped);
            }
            if Instant::now() >= wait.until {
                let (time, budget) = (began.elapsed(), wait.budget);
                let text = format!("there was no answer for {} ms, it had {budget}", time.as_millis());
                return Err(self.too_late(Fault::Stall, text, time, budget));
            }
        }
    }

    /// Takes a line for what it is; `None` if it is no answer.
    fn take(&mut self, line: &Line, expected: Expected, other: &mut OtherOutput) -> Result<Option<Reply>, Broken> {
        let text = line.text.trim_end();
        match Reply::parse(text) {
            Some(reply) if expected.accepts(&reply) => return Ok(Some(reply)),
            Some(Reply::Message(text) | Reply::Debug(text)) => other.remarks.read(&text),
            Some(Reply::Detail(_)) => {}
            Some(Reply::Suggest(cell)) => self.tell(&Command::Play(cell).to_string()),
            Some(reply @ (Reply::Error(_) | Reply::Unknown(_))) => {
                let is_echo = self.unsettled;
                other.complaints.push(reply.to_string());
                if !is_echo && expected.is_play() {
                    return Ok(Some(reply));
                }
            }
            None if text.is_empty() => {}
            _ if expected.is_play() && (!self.unsettled || is_broken_move(text)) => {
                return Err(Broken::fault(Fault::Garbage, format!("\"{}\" is no move", shorten(text))));
            }
            _ => other.noise(text)?,
        }
        Ok(None)
    }

    /// It answered too late, or not at all: was it in its power to be in time?
    fn too_late(&mut self, fault: Fault, text: String, time: Duration, budget: Budget) -> Broken {
        let held_up = self.process.held_up().min(time);
        let text = match self.process.outside() {
            Some(Outside::Stopped) => {
                self.cause = Some(Cause::Killed);
                format!("{text}, but it is stopped by a signal")
            }
            _ if time.saturating_sub(held_up) <= budget.time + self.limits.margin => {
                self.cause = Some(Cause::Starved);
                format!("{text}, but {} ms of that it waited for a processor", held_up.as_millis())
            }
            _ => text,
        };
        Broken::Fault(fault, text)
    }

    /// Whether this program is asked to end as well: a scheduler ends all processes of a job, in whatever order.
    fn is_stopped_soon(&self) -> bool {
        let until = Instant::now() + ALL_AT_ONCE;
        while !self.supervisor.stop.load(Ordering::Relaxed) && Instant::now() < until {
            thread::sleep(ALL_AT_ONCE / 20);
        }
        self.supervisor.stop.load(Ordering::Relaxed)
    }

    fn crash(&mut self) -> Broken {
        let mut how = self.process.last_words().unwrap_or_else(|| "it closed its output".to_owned());
        match self.process.outside() {
            Some(Outside::OutOfMemory) => {
                self.cause = Some(Cause::OutOfMemory);
                how += " because memory ran out";
            }
            Some(Outside::Killed) if self.is_stopped_soon() => return Broken::Stopped,
            Some(Outside::Killed) => {
                self.cause = Some(Cause::Killed);
                how += " from outside";
            }
            Some(Outside::Stopped) | None => {}
        }
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

    /// What there is to be known of its fault.
    pub(crate) fn evidence(&mut self) -> Evidence {
        self.said();
        Evidence { cause: self.cause, dialogue: self.dialogue.last(), stderr: self.process.complaints() }
    }

    /// Says goodbye. An engine that does not leave in time is killed.
    pub(crate) fn end(mut self) {
        self.tell(&Command::End.to_string());
        let until = Instant::now() + self.limits.end;
        self.process.leave(until);
    }
}

//! A player: an engine in a game.

use std::time::{Duration, Instant};

use engine::notation::shorten;
use protocol::{Command, Info, Reply};

use super::answer::Wait;
use super::clock::{Budget, Clock};
use super::connection::{Connection, Supervisor};
use super::dialogue::Dialogue;
use super::engine::Engine;
use super::expected::Expected;
use super::failure::{Evidence, Failure};
use super::game_info::GameInfo;
use super::idle::IdleMeter;
use super::other_output::OtherOutput;
use crate::journal::fault::Fault;
use crate::journal::search_info::SearchInfo;
use crate::spec::timeouts::Timeouts;

/// Time after the end of a budget in which a late answer still counts as late and not as missing.
const GRACE: Duration = Duration::from_secs(1);

/// An answer with its time and search information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Thought {
    pub(super) reply: Reply,
    pub(super) time: Duration,
    pub(super) info: SearchInfo,
}

/// An engine in a game.
#[derive(Debug)]
pub(super) struct Player<'e> {
    engine: &'e Engine,
    limits: Timeouts,
    connection: Connection,
    /// Whether a move or decision is pending.
    thinking: bool,
    /// Duration of the newest turn.
    newest: Duration,
    idle: IdleMeter,
}

impl<'e> Player<'e> {
    /// Starts an engine. With `whole` its dialogue keeps all lines.
    ///
    /// # Errors
    /// The program does not start.
    pub(super) fn start(
        engine: &'e Engine,
        limits: Timeouts,
        supervisor: &Supervisor,
        whole: bool,
    ) -> Result<Self, Failure> {
        let connection = Connection::start(engine, limits.margin, supervisor, whole)?;
        let (thinking, newest, idle) = (false, Duration::ZERO, IdleMeter::default());
        Ok(Self { engine, limits, connection, thinking, newest, idle })
    }

    /// Sends `ABOUT`. Returns its answer; `None` if there is none.
    ///
    /// # Errors
    /// The engine commits another fault.
    pub(super) fn about(&mut self) -> Result<Option<Vec<(String, String)>>, Failure> {
        self.connection.send(&Command::About.to_string());
        match self.connection.listen(&self.start_limit(), None, Expected::About, &mut OtherOutput::default()) {
            Ok((Reply::About(pairs), _)) => Ok(Some(pairs)),
            Ok(_) | Err(Failure::Fault(Fault::Stall | Fault::Garbage, _)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Begins a game: sends the board, then the settings.
    ///
    /// # Errors
    /// The engine commits a fault.
    pub(super) fn begin(&mut self, game_info: &GameInfo) -> Result<(), Failure> {
        self.connection.reset();
        (self.newest, self.idle) = (Duration::ZERO, IdleMeter::default());
        self.send_board(game_info)?;
        for info in game_info.infos(&self.engine.spec, self.engine.form) {
            self.connection.send(&Command::Info(info).to_string());
        }
        self.connection.unsettled = !self.engine.answers_about;
        if self.engine.answers_about {
            self.settle()?;
        }
        Ok(())
    }

    /// Sends `START` and waits for `OK`.
    ///
    /// # Errors
    /// The engine commits a fault.
    pub(super) fn send_board(&mut self, game_info: &GameInfo) -> Result<(), Failure> {
        self.connection.received();
        self.connection.send(&game_info.start().to_string());
        match self.connection.listen(&self.start_limit(), None, Expected::Ok, &mut OtherOutput::default())? {
            (Reply::Ok, _) => Ok(()),
            (refused, _) => {
                Err(Failure::fault(Fault::Refusal, format!("{} was answered with {refused}", game_info.start())))
            }
        }
    }

    /// Sends a setting. Returns the first complaint about it.
    ///
    /// # Errors
    /// The engine commits a fault.
    pub(super) fn try_setting(&mut self, info: Info) -> Result<Option<String>, Failure> {
        self.connection.send(&Command::Info(info).to_string());
        Ok(self.settle()?.into_iter().next())
    }

    /// Waits until all commands are processed: `ABOUT` is answered after them. Returns complaints.
    fn settle(&mut self) -> Result<Vec<String>, Failure> {
        self.connection.send(&Command::About.to_string());
        let mut other = OtherOutput::default();
        self.connection.listen(&self.start_limit(), None, Expected::Echo, &mut other)?;
        Ok(other.complaints)
    }

    /// Returns the limits of a wait without a search.
    fn start_limit(&self) -> Wait {
        Wait { until: Instant::now() + self.limits.start, budget: Budget::start_limit(self.limits.start) }
    }

    /// Sends a command for a move or decision before the first game. The time to start is added to its budget.
    ///
    /// # Errors
    /// The engine commits a fault.
    pub(super) fn try_command(&mut self, command: &Command, expected: Expected) -> Result<Reply, Failure> {
        self.connection.send(&command.to_string());
        let budget = Clock::new(self.engine.spec.tc).budget(self.limits.think);
        let wait = Wait { until: Instant::now() + budget.time + self.limits.start, budget };
        match self.connection.listen(&wait, None, expected, &mut OtherOutput::default())?.0 {
            reply @ (Reply::Error(_) | Reply::Unknown(_)) => Err(Failure::fault(Fault::Refusal, reply.to_string())),
            reply => Ok(reply),
        }
    }

    /// Whether a move or decision is pending.
    pub(super) const fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// Checks the lines that arrived without a command.
    ///
    /// # Errors
    /// The engine commits a fault.
    pub(super) fn check_unasked(&mut self) -> Result<(), Failure> {
        self.connection.check_unasked()
    }

    /// Sends a command for a move or decision and waits for the answer. The opponent must write nothing meanwhile.
    ///
    /// # Errors
    /// Either engine commits a fault, or the answer cannot be timed.
    pub(super) fn think(
        &mut self,
        command: &Command,
        clock: &Clock,
        opponent: &mut Player<'_>,
        expected: Expected,
    ) -> Result<Thought, Failure> {
        self.connection.check_unasked()?;
        self.connection.process.bytes_read = 0;
        let budget = clock.budget(self.limits.think);
        self.idle.end(|| self.connection.process.ran());
        let asked = Instant::now();
        self.connection.send(&with_time_left(command, clock));
        self.thinking = true;
        let limit = budget.time + self.limits.margin;
        let mut other = OtherOutput::default();
        let wait = Wait { until: asked + limit + GRACE, budget };
        let answered = self.connection.listen(&wait, Some(&mut opponent.connection), expected, &mut other);
        let delay = self.connection.process.latency();
        self.connection.runner_delay = self.connection.runner_delay.max(delay);
        if self.connection.process.overslept {
            return Err(Failure::Suspended(delay));
        }
        let (reply, at) = answered.map_err(|failure| other.instead_of(failure))?;
        self.thinking = false;
        let time = at.saturating_duration_since(asked);
        self.check_answer(&reply, time, budget)?;
        self.newest = time;
        self.idle.begin(opponent.newest, || self.connection.process.ran());
        Ok(Thought { reply, time, info: other.info })
    }

    /// Checks time and kind of an answer, memory, and the lines behind the answer.
    fn check_answer(&mut self, reply: &Reply, time: Duration, budget: Budget) -> Result<(), Failure> {
        (self.connection.unsettled, self.connection.answer) = (false, Some(reply.clone()));
        self.connection.check_memory()?;
        if time > budget.time + self.limits.margin {
            let text = format!("it answered after {} ms and had {budget}", time.as_millis());
            return Err(self.connection.too_late(Fault::Time, text, time, budget));
        }
        if matches!(reply, Reply::Error(_) | Reply::Unknown(_)) {
            return Err(Failure::fault(Fault::Refusal, shorten(&reply.to_string())));
        }
        // A line that was written together with the answer has arrived by now.
        self.connection.check_unasked()
    }

    /// Returns the dialogue of the game.
    pub(super) const fn dialogue(&self) -> &Dialogue {
        &self.connection.dialogue
    }

    /// Returns the longest delay of the runner in the game.
    pub(super) const fn runner_delay(&self) -> Duration {
        self.connection.runner_delay
    }

    /// Returns the processor time during the opponent's turns of the game; zero if it is not notable.
    pub(super) fn idle_cpu(&self) -> Duration {
        self.idle.notable()
    }

    /// Returns the evidence of a fault.
    pub(super) fn evidence(&mut self) -> Evidence {
        self.connection.evidence()
    }

    /// Sends `END`. An engine that does not exit in time is killed.
    pub(super) fn end(self) {
        self.connection.end(self.limits.end);
    }
}

/// Returns a command with the time left on the clock before it.
fn with_time_left(command: &Command, clock: &Clock) -> String {
    match clock.left() {
        Some(left) => {
            let left = i64::try_from(left.as_millis()).unwrap_or(i64::MAX);
            format!("{}\n{command}", Command::Info(Info::TimeLeft(left)))
        }
        None => command.to_string(),
    }
}

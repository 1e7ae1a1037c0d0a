//! The game from the manager's side: it follows the commands sent and the moves answered.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use engine::AnyRecord;
use protocol::{Cell, Command, CommandReader, GameState, Info, Refusal, Reply};

use super::pattern::lenient;

/// The state of a dialogue by the rules.
pub(super) struct Observer {
    state: GameState,
    reader: CommandReader,
    /// Commands without an answer so far; `None` for a line that is no command, which is answered as well.
    unanswered: VecDeque<Option<Command>>,
    /// The limit of a move.
    turn: Option<Duration>,
    /// The time left for all moves.
    left: Option<Duration>,
    /// Whether `INFO` lines are remarks, by `INFO show_detail`.
    details: bool,
}

/// The `time_left` without a limit, in milliseconds.
const UNLIMITED: i64 = i32::MAX as i64;

/// An answer that contains no legal move.
#[derive(Debug)]
pub(super) enum IllegalAnswer {
    /// The rules forbid a move there.
    Move(Cell),
    /// The state of the game allows no move there.
    Refused(Refusal),
}

impl fmt::Display for IllegalAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(cell) => write!(f, "{cell} is no legal move"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl From<Refusal> for IllegalAnswer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Observer {
    pub(super) fn new() -> Self {
        Self {
            state: GameState::default(),
            reader: CommandReader::default(),
            unanswered: VecDeque::new(),
            turn: None,
            left: None,
            details: false,
        }
    }

    /// Follows a line sent.
    pub(super) fn sent(&mut self, line: &[u8]) {
        for command in self.reader.line(line) {
            match &command {
                Ok(Command::Info(info)) => self.note(info),
                Ok(Command::Stop | Command::End) => continue,
                _ => {}
            }
            self.unanswered.push_back(command.ok());
        }
        self.follow_silent();
    }

    fn note(&mut self, info: &Info) {
        let time = |ms: i64| (ms < UNLIMITED).then(|| Duration::from_millis(ms.max(0).unsigned_abs()));
        match *info {
            Info::TimeoutTurn(ms) => self.turn = Some(Duration::from_millis(ms)),
            Info::TimeoutMatch(ms) => self.left = (ms > 0).then(|| Duration::from_millis(ms)),
            Info::TimeLeft(ms) => self.left = time(ms),
            Info::ShowDetail(detail) => self.details = detail > 0,
            _ => {}
        }
    }

    /// Follows the oldest commands, up to one with an answer.
    fn follow_silent(&mut self) {
        while let Some(Some(command)) = self.unanswered.front()
            && !command.is_answered()
        {
            // A refused position is answered.
            if self.state.follow(command).is_err() && matches!(command, Command::YxBoard(_)) {
                break;
            }
            self.unanswered.pop_front();
        }
    }

    /// The number of answers still to come.
    pub(super) fn answers_due(&self) -> usize {
        self.unanswered.iter().filter(|command| command.as_ref().is_none_or(Command::is_answered)).count()
    }

    /// Follows the answer to the oldest command, and makes its moves.
    ///
    /// # Errors
    /// A move in it is not legal.
    pub(super) fn answered(&mut self, line: &str) -> Result<(), IllegalAnswer> {
        let reply = lenient(line);
        let refused = matches!(reply, Some(Reply::Error(_) | Reply::Unknown(_)));
        let command = self.unanswered.pop_front().flatten();
        if let Some(command) = command.as_ref().filter(|_| !refused) {
            // An invalid command that the engine accepts shows in later answers.
            let _ = self.state.follow(command);
        }
        let taken = match reply {
            // PLAY asks for this move.
            Some(Reply::Move(_)) if matches!(command, Some(Command::Play(_))) => Ok(()),
            Some(Reply::Move(cell)) => self.make(cell),
            Some(Reply::Moves(cells)) => cells.into_iter().try_for_each(|cell| self.make(cell)),
            Some(Reply::Suggest(cell)) => self.legal(cell),
            Some(Reply::Swap) => {
                // In swap 2 the record offers no swap.
                let _ = self.state.swap();
                Ok(())
            }
            _ => Ok(()),
        };
        self.follow_silent();
        taken
    }

    fn make(&mut self, cell: Cell) -> Result<(), IllegalAnswer> {
        self.legal(cell)?;
        Ok(self.state.play(cell)?)
    }

    fn legal(&mut self, cell: Cell) -> Result<(), IllegalAnswer> {
        self.state.resume()?;
        let point = self.state.point(cell)?;
        let record = self.state.record()?;
        let legal = record.legal();
        let only_fouls = legal.is_empty() && record.is_empty(point);
        if legal.contains(&point) || only_fouls { Ok(()) } else { Err(IllegalAnswer::Move(cell)) }
    }

    /// The game so far; `None` before `START`.
    pub(super) fn record(&mut self) -> Option<&dyn AnyRecord> {
        self.state.record().ok()
    }

    /// The limit of the next move.
    pub(super) fn budget(&self) -> Option<Duration> {
        self.turn.into_iter().chain(self.left).min()
    }

    /// The time left for all moves.
    pub(super) const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Whether the oldest command starts a board of another size than 20, which engines may refuse.
    pub(super) fn awaits_unusual_board(&self) -> bool {
        const USUAL: usize = 20;
        let front = self.unanswered.front().and_then(Option::as_ref);
        matches!(front, Some(Command::Start { width, height }) if [*width, *height] != [USUAL; 2])
    }

    /// Whether a line is a remark: by the protocol, or if `exact` for all managers, some of which read an empty line or a
    /// remark without text as an answer.
    pub(super) fn is_remark(&self, line: &str, exact: bool) -> bool {
        let (word, text) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if !exact && word.is_empty() {
            return true;
        }
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        !(exact && text.is_empty()) && (is("MESSAGE") || is("DEBUG") || (self.details && is("INFO")))
    }
}

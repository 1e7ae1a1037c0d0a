//! What a manager knows of the game: it follows the commands that were sent and the moves that were answered.

use std::collections::VecDeque;
use std::time::Duration;

use engine::AnyRecord;
use protocol::{Cell, Command, CommandReader, GameState, Info, Reply};

use super::pattern::lenient;

/// A side of the conversation that knows the rules.
pub(super) struct Observer {
    state: GameState,
    reader: CommandReader,
    /// Commands whose answers have not come yet; `None` is no command, which is answered as well.
    unanswered: VecDeque<Option<Command>>,
    /// The time for a move, and for all of them.
    turn: Option<Duration>,
    left: Option<Duration>,
    /// Whether `INFO` lines were asked for.
    details: bool,
}

/// The `time_left` that means no limit, in milliseconds.
const UNLIMITED: i64 = i32::MAX as i64;

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

    /// A line is sent.
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

    /// Follows commands that are not answered, up to one that is.
    fn follow_silent(&mut self) {
        while let Some(Some(command)) = self.unanswered.front()
            && !command.is_answered()
        {
            // A position that is refused is answered.
            if self.state.follow(command).is_err() && matches!(command, Command::YxBoard(_)) {
                break;
            }
            self.unanswered.pop_front();
        }
    }

    /// How many answers are still to come.
    pub(super) fn answers_due(&self) -> usize {
        self.unanswered.iter().filter(|command| command.as_ref().is_none_or(Command::is_answered)).count()
    }

    /// The oldest command is answered by `line`. The moves in it are made.
    ///
    /// # Errors
    /// A move in it is not legal.
    pub(super) fn answered(&mut self, line: &str) -> Result<(), String> {
        let reply = lenient(line);
        let refused = matches!(reply, Some(Reply::Error(_) | Reply::Unknown(_)));
        let command = self.unanswered.pop_front().flatten();
        if let Some(command) = command.as_ref().filter(|_| !refused) {
            // What the engine took for right although it is wrong will show.
            let _ = self.state.follow(command);
        }
        let taken = match reply {
            // It was told to make this move.
            Some(Reply::Move(_)) if matches!(command, Some(Command::Play(_))) => Ok(()),
            Some(Reply::Move(cell)) => self.make(cell),
            Some(Reply::Moves(cells)) => cells.into_iter().try_for_each(|cell| self.make(cell)),
            Some(Reply::Suggest(cell)) => self.legal(cell),
            Some(Reply::Swap) => {
                // In swap 2 the record does not know of it.
                let _ = self.state.swap();
                Ok(())
            }
            _ => Ok(()),
        };
        self.follow_silent();
        taken
    }

    fn make(&mut self, cell: Cell) -> Result<(), String> {
        self.legal(cell)?;
        self.state.play(cell).map_err(|refusal| refusal.to_string())
    }

    fn legal(&mut self, cell: Cell) -> Result<(), String> {
        self.state.resume().map_err(|refusal| refusal.to_string())?;
        let point = self.state.point(cell).map_err(|refusal| refusal.to_string())?;
        let record = self.state.record().map_err(|refusal| refusal.to_string())?;
        let legal = record.legal();
        let only_fouls = legal.is_empty() && record.is_empty(point);
        if legal.contains(&point) || only_fouls { Ok(()) } else { Err(format!("{cell} is no legal move")) }
    }

    /// The game as it stands; `None` if there is none.
    pub(super) fn record(&mut self) -> Option<&dyn AnyRecord> {
        self.state.record().ok()
    }

    /// The most time for the next move.
    pub(super) fn budget(&self) -> Option<Duration> {
        self.turn.into_iter().chain(self.left).min()
    }

    /// The time for all moves to come.
    pub(super) const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Whether a new board is asked for of another size than the one that every engine plays on.
    pub(super) fn awaits_unusual_board(&self) -> bool {
        const USUAL: usize = 20;
        let front = self.unanswered.front().and_then(Option::as_ref);
        matches!(front, Some(Command::Start { width, height }) if [*width, *height] != [USUAL; 2])
    }

    /// Whether a line is a remark: by the protocol, or with `exact` for every manager, of which some take an empty line
    /// or a remark without text for an answer.
    pub(super) fn is_remark(&self, line: &str, exact: bool) -> bool {
        let (word, text) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if !exact && word.is_empty() {
            return true;
        }
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        !(exact && text.is_empty()) && (is("MESSAGE") || is("DEBUG") || (self.details && is("INFO")))
    }
}

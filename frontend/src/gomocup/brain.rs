//! Obeys commands, one reply each.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use engine::{AnyRecord, Game, Move, Rules};
use search::{Limits, Report};

use super::Options;
use super::about;
use super::arrange::cell;
use super::command::{Command, ParseError};
use super::current::Current;
use super::info::Info;
use super::reader::Request;
use super::refusal::Refusal;
use super::reply::Reply;
use super::settings::Settings;
use super::signal::Signal;

/// When a request was read, and its number.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    number: u64,
    read: Instant,
}

/// The state of a conversation.
pub(super) struct Brain<'s> {
    output: &'s mut dyn Write,
    signal: &'s Signal,
    pub(super) current: Current,
    pub(super) settings: Settings,
    /// The stones captured in the next position to be set up.
    captured: [u16; 2],
    /// Whether the manager speaks the Yixin extension, in which rule 2 is renju.
    yixin: bool,
}

impl<'s> Brain<'s> {
    pub(super) fn new(output: &'s mut dyn Write, signal: &'s Signal, options: &Options) -> Self {
        let mut settings = Settings::default();
        options.settings.iter().for_each(|info| settings.set(info));
        let current = Current::new(options, settings.table());
        Self { output, signal, current, settings, captured: [0; 2], yixin: false }
    }

    /// Obeys one request.
    ///
    /// # Errors
    /// The reply cannot be written.
    pub(super) fn answer(&mut self, request: Request) -> io::Result<()> {
        let asked = Asked { number: request.number, read: request.read };
        if self.signal.abandons(asked.read) {
            return Ok(());
        }
        let reply = match request.command {
            Ok(command) => self.obey_or_recover(command, asked),
            Err(ParseError::Unknown(line)) => Some(Reply::unknown(&line)),
            Err(error) => Some(Reply::error(&error.to_string())),
        };
        match reply {
            Some(reply) if !self.signal.abandons(asked.read) => self.say(&reply),
            _ => Ok(()),
        }
    }

    /// Writes a line, so that it can be read at once.
    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        say(self.output, reply)
    }

    /// Writes a line that nobody waits for; the next reply notices if it cannot be written.
    pub(super) fn remark(&mut self, text: &str) {
        let _ = say(self.output, &Reply::message(text));
    }

    fn obey_or_recover(&mut self, command: Command, asked: Asked) -> Option<Reply> {
        let is_answered = !matches!(command, Command::Info(_) | Command::HashClear | Command::ShowInfo);
        let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(command, asked)));
        match obeyed {
            Ok(Ok(reply)) => reply,
            Ok(Err(refusal)) => is_answered.then(|| Reply::error(&refusal.to_string())),
            Err(panic) => {
                self.remark(&format!("internal error, the board is cleared: {}", reason(&*panic)));
                let _ = self.current.restart();
                is_answered.then(|| Reply::error("internal error"))
            }
        }
    }

    fn obey(&mut self, command: Command, asked: Asked) -> Result<Option<Reply>, Refusal> {
        let reply = match command {
            Command::Start { width, height } => {
                self.current.start(width, height)?;
                self.new_game()
            }
            Command::Restart => {
                self.current.restart()?;
                self.new_game()
            }
            Command::Begin if self.current.is_empty()? => self.make_move(asked)?,
            Command::Begin => return Err(Refusal::NotEmpty),
            Command::Turn(Some(cell)) => {
                self.current.play(cell)?;
                self.make_move(asked)?
            }
            Command::Turn(None) => {
                self.current.player()?.play(Move::Pass).map_err(Refusal::Pass)?;
                self.make_move(asked)?
            }
            Command::Board(stones) => {
                self.current.set_board(&stones)?;
                self.make_move(asked)?
            }
            Command::SwapBoard(cells) => self.decide_swap(&cells, asked)?,
            Command::Swap2Board(cells) => self.swap2(&cells, asked)?,
            Command::TakeBack(cell) => {
                self.current.take_back(cell)?;
                Reply::Ok
            }
            Command::Play(cell) => {
                self.current.play(cell)?;
                Reply::Move(cell)
            }
            Command::About => about::about(),
            Command::ShowForbid => {
                self.yixin = true;
                Reply::Forbid(self.current.forbidden()?)
            }
            silent => {
                self.obey_silently(silent)?;
                return Ok(None);
            }
        };
        Ok(Some(reply))
    }

    /// The commands without a reply.
    fn obey_silently(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Info(info) => self.set(&info),
            Command::YxBoard(stones) => {
                self.yixin = true;
                self.current.set_position(&stones, self.captured)?;
                self.captured = [0; 2];
            }
            Command::HashClear => {
                self.yixin = true;
                self.current.rebuild();
            }
            Command::ShowInfo => {
                self.yixin = true;
                about::limits().iter().for_each(|line| self.remark(line));
            }
            // The reader sees to the other commands without a reply, STOP and END.
            _ => {}
        }
        Ok(())
    }

    fn new_game(&mut self) -> Reply {
        self.settings.new_game();
        self.captured = [0; 2];
        Reply::Ok
    }

    fn set(&mut self, info: &Info) {
        match info {
            Info::Rule(number) => {
                // Bit 2 is the continuous game, which only the manager has to know of.
                let rule = if *number == 2 && self.yixin { 4 } else { *number & !2 };
                self.current.ask_for(Rules::gomocup(rule).ok_or_else(|| number.to_string()));
            }
            Info::Game(name) => {
                let rules = Rules::named(name);
                if let Err(error) = &rules {
                    self.remark(&error.to_string());
                }
                self.current.ask_for(rules.map_err(|_| name.clone()));
            }
            Info::Flag { name, value } => {
                if let Some(Err(error)) = self.current.rules_mut().map(|rules| rules.set_flag(name, value)) {
                    self.remark(&error.to_string());
                }
            }
            Info::LineLength(length) => self.current.ask_for_lines(*length),
            Info::Captured(captured) => self.captured = *captured,
            Info::MaxMemory(_) | Info::HashSize(_) => {
                self.settings.set(info);
                self.current.set_memory(self.settings.table());
            }
            _ => self.settings.set(info),
        }
    }

    /// Makes a move for the side to move.
    fn make_move(&mut self, asked: Asked) -> Result<Reply, Refusal> {
        self.current.go_on()?;
        let report = self.think(asked, false)?;
        let player = self.current.player()?;
        let mv = choose(player.record(), report.map(|report| report.best));
        let game = player.record().game();
        player.play(mv).map_err(Refusal::Pass)?;
        self.settings.moved(asked.read.elapsed());
        Ok(match mv {
            Move::Place(point) => Reply::Move(cell(game, point)),
            Move::Swap | Move::Pass => Reply::Pass,
        })
    }

    /// What the player thinks of the position; `None` if he fails. Whether a swap is a possible answer is `swap`.
    pub(super) fn think(&mut self, asked: Asked, swap: bool) -> Result<Option<Report>, Refusal> {
        let limits = Limits { swap, ..self.settings.limits(asked.read) };
        let Self { output, signal, current, .. } = self;
        let player = current.player()?;
        let game = player.record().game();
        let mut on_info = |report: &Report| {
            if !signal.abandons(asked.read) {
                let _ = say(*output, &Reply::message(&progress(game, report)));
            }
        };
        signal.begin(asked.number, asked.read);
        let thought = catch_unwind(AssertUnwindSafe(|| player.think(&limits, signal.stop_flag(), &mut on_info)));
        signal.pause();
        thought.or_else(|panic| {
            self.remark(&format!("the search failed: {}", reason(&*panic)));
            self.current.rebuild();
            Ok(None)
        })
    }

    /// A decision other than a move has been made.
    pub(super) fn decided(&mut self, asked: Asked) {
        self.settings.moved(asked.read.elapsed());
    }
}

fn say(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    output.write_all(format!("{reply}\n").as_bytes())?;
    output.flush()
}

/// The best move if it is legal, else one that is. Where only fouls are left, one of them; where nothing is, a pass.
pub(super) fn choose(record: &dyn AnyRecord, best: Option<Move>) -> Move {
    let legal = record.legal();
    match best {
        Some(Move::Place(point)) if legal.contains(&point) => return Move::Place(point),
        _ => {}
    }
    if let Some(&point) = legal.get(legal.len() / 2) {
        return Move::Place(point);
    }
    let foul = record.game().grid().points().find(|&point| record.game().rules().fouls && record.is_empty(point));
    foul.map_or(Move::Pass, Move::Place)
}

/// `depth 7 score 35 nodes 12345 time 120 pv 7,7 8,8`
fn progress(game: &Game, report: &Report) -> String {
    let Report { score, depth, nodes, time, line, .. } = report;
    let name = |mv: &Move| match mv {
        Move::Place(point) => cell(game, *point).to_string(),
        Move::Swap => "swap".to_owned(),
        Move::Pass => "pass".to_owned(),
    };
    let line = line.iter().take(100).map(name).collect::<Vec<_>>().join(" ");
    format!("depth {depth} score {score} nodes {nodes} time {} pv {line}", time.as_millis())
}

/// The text of a panic.
fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown reason")
}

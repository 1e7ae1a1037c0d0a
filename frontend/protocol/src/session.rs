//! Obeys commands, one reply each.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use engine::{AnyRecord, Move, Outcome, Reason};
use search::{Limits, Report};

use crate::Options;
use crate::about::About;
use crate::arrange::cell;
use crate::blocks::Blocks;
use crate::command::{Command, ParseError};
use crate::detail;
use crate::game_state::GameState;
use crate::info::Info;
use crate::reader::{Asked, Request};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::settings::{LEAST_MEMORY, Settings};
use crate::signal::Signal;

/// The state of a conversation.
pub(crate) struct Session<'s> {
    output: &'s mut dyn Write,
    signal: &'s Signal,
    about: About,
    pub(crate) state: GameState,
    pub(crate) settings: Settings,
    /// The points that are not to be answered.
    blocks: Blocks,
    /// The reply that is expected, while it is the opponent's turn.
    expected: Option<Move>,
}

/// What came of thinking.
pub(crate) struct Thought {
    /// The answer; `None` if the player failed.
    pub(crate) report: Option<Report>,
    /// The lines of the deepest finished iteration, the best first.
    pub(crate) lines: Vec<Report>,
}

impl<'s> Session<'s> {
    pub(crate) fn new(output: &'s mut dyn Write, signal: &'s Signal, options: &Options) -> Self {
        let mut settings = Settings::default();
        options.settings.iter().for_each(|info| settings.set(info));
        let state = GameState::new(options, settings.memory());
        let blocks = Blocks::default();
        Self { output, signal, about: options.about.clone(), state, settings, blocks, expected: None }
    }

    /// Obeys one request.
    ///
    /// # Errors
    /// The reply cannot be written.
    pub(crate) fn answer(&mut self, request: Request) -> io::Result<()> {
        let asked = request.asked;
        if self.signal.abandons(asked) {
            return Ok(());
        }
        let reply = match request.command {
            Ok(command) => self.obey_or_recover(command, asked),
            Err(ParseError::Unknown(line)) => Some(Reply::unknown(&line)),
            Err(error) => Some(Reply::error(&error.to_string())),
        };
        if let Some(reply) = reply
            && !self.signal.abandons(asked)
        {
            self.say(&reply)?;
        }
        self.ponder(asked.number);
        Ok(())
    }

    /// Writes a line, so that it can be read at once.
    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        say(self.output, reply)
    }

    /// Writes a line that nobody waits for; the next reply notices if it cannot be written.
    pub(crate) fn remark(&mut self, text: &str) {
        let _ = say(self.output, &Reply::message(text));
    }

    fn obey_or_recover(&mut self, command: Command, asked: Asked) -> Option<Reply> {
        let is_answered = command.is_refused_aloud();
        if !matches!(command, Command::Info(_) | Command::About) {
            self.expected = None;
        }
        let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(command, asked)));
        match obeyed {
            Ok(Ok(reply)) => reply,
            Ok(Err(refusal)) if is_answered => Some(Reply::error(&refusal.to_string())),
            Ok(Err(refusal)) => {
                self.remark(&refusal.to_string());
                None
            }
            Err(panic) => {
                self.remark(&format!("internal error, the board is cleared: {}", reason(&*panic)));
                let _ = self.state.restart();
                is_answered.then(|| Reply::error("internal error"))
            }
        }
    }

    fn obey(&mut self, command: Command, asked: Asked) -> Result<Option<Reply>, Refusal> {
        self.state.follow(&command)?;
        let reply = match command {
            Command::Start { .. } | Command::Restart => {
                self.settings.new_game();
                Reply::Ok
            }
            Command::TakeBack(_) => Reply::Ok,
            Command::Begin | Command::Turn(_) | Command::Board(_) => self.make_move(1, asked)?,
            Command::BestLines(lines) => self.make_move(lines, asked)?,
            Command::AllLines => self.make_move(usize::MAX, asked)?,
            Command::BalanceOne(bias) => {
                self.state.resume()?;
                let limits = self.limits(asked)?;
                let mv = self.balance(bias, limits, asked)?;
                self.decided(asked);
                self.placed(&[mv])?
            }
            Command::BalanceTwo(bias) => {
                self.state.resume()?;
                let both = self.balance_twice(bias, [1, 2], asked)?;
                self.decided(asked);
                self.placed(&both)?
            }
            Command::SwapBoard(_) => self.decide_swap(asked)?,
            Command::Swap2Board(cells) => self.swap2(cells.len(), asked)?,
            Command::Play(cell) => Reply::Move(cell),
            Command::About => self.about.reply(self.state.own_game()),
            Command::ShowForbid => Reply::Forbid(self.state.forbidden()?),
            Command::OfBoard(command) => return self.obey_board(command, asked),
            silent => {
                self.obey_silently(silent);
                return Ok(None);
            }
        };
        Ok(Some(reply))
    }

    /// The commands without a reply.
    fn obey_silently(&mut self, command: Command) {
        match command {
            Command::Info(info) => {
                self.settings.set(&info);
                self.state.set_memory(self.settings.memory());
                if let Info::MaxMemory(bytes @ 1..LEAST_MEMORY) = info {
                    self.remark(&format!(
                        "max_memory {bytes} is too little, {LEAST_MEMORY} with code and weights is the least"
                    ));
                }
            }
            Command::Block(cells) => self.blocks.block(cells),
            Command::Unblock(cells) => self.blocks.unblock(&cells),
            Command::UnblockAll => self.blocks.unblock_all(),
            Command::BlockPath(path) => self.blocks.block_path(path),
            Command::UnblockPath(path) => self.blocks.unblock_path(&path),
            Command::UnblockAllPaths => self.blocks.unblock_all_paths(),
            Command::HashClear => self.state.rebuild(),
            Command::ShowInfo => self.about.limits().iter().for_each(|line| self.remark(line)),
            // The game has taken over what the others say, and the reader sees to STOP and END.
            _ => {}
        }
    }

    /// Makes a move for the side to move, and tells of so many lines on the way.
    fn make_move(&mut self, lines: usize, asked: Asked) -> Result<Reply, Refusal> {
        match self.state.resume() {
            // Only fouls are left, so the game is over. A manager that does not know waits for a move, and takes silence for
            // something worse.
            Err(Refusal::Over(Outcome { reason: Reason::NoLegalMove, .. })) if self.state.game()?.rules().fouls => {
                let foul = choose(self.state.record()?, None);
                return self.found(foul);
            }
            goes_on => goes_on?,
        }
        let limits = Limits { lines, ..self.limits(asked)? };
        let report = self.think(asked, &limits)?.report;
        let player = self.state.player()?;
        let mv = choose(player.record(), report.as_ref().map(|report| report.best));
        if !self.settings.analysis || mv == Move::Pass {
            player.play(mv).map_err(Refusal::Pass)?;
            self.expected = report.and_then(|report| report.line.get(1).copied());
            self.decided(asked);
        }
        self.found(mv)
    }

    /// What is answered when this move was found: in analysis it is only suggested.
    fn found(&mut self, mv: Move) -> Result<Reply, Refusal> {
        Ok(match self.placed(&[mv])? {
            Reply::Move(cell) if self.settings.analysis => Reply::Suggest(cell),
            reply => reply,
        })
    }

    /// What is answered when these moves were made.
    pub(crate) fn placed(&mut self, moves: &[Move]) -> Result<Reply, Refusal> {
        let game = self.state.game()?;
        let cells = moves.iter().filter_map(|mv| match mv {
            Move::Place(point) => Some(cell(game, *point)),
            Move::Swap | Move::Pass => None,
        });
        Ok(match cells.collect::<Vec<_>>()[..] {
            [] => Reply::Pass,
            [cell] => Reply::Move(cell),
            ref cells => Reply::Moves(cells.to_vec()),
        })
    }

    /// The bounds of a search.
    pub(crate) fn limits(&mut self, asked: Asked) -> Result<Limits, Refusal> {
        Ok(Limits { except: self.blocks.now(&mut self.state)?, ..self.settings.limits(asked.read) })
    }

    /// What the player thinks of the position.
    pub(crate) fn think(&mut self, asked: Asked, limits: &Limits) -> Result<Thought, Refusal> {
        let Self { output, signal, state, settings, .. } = self;
        let player = state.player()?;
        let game = player.record().game();
        let most = player.record().legal().len();
        let mut lines: Vec<Report> = Vec::new();
        let mut on_info = |report: &Report| {
            if report.rank == 0 {
                lines.clear();
            }
            lines.push(report.clone());
            if !signal.abandons(asked) {
                let count = limits.lines.min(most);
                for reply in detail::tell(game, report, count, settings.detail) {
                    let _ = say(*output, &reply);
                }
            }
        };
        signal.begin(asked);
        let thought = catch_unwind(AssertUnwindSafe(|| player.think(limits, signal.stop_flag(), &mut on_info)));
        signal.pause();
        let report = thought.unwrap_or_else(|panic| {
            self.remark(&format!("the search failed: {}", reason(&*panic)));
            self.state.rebuild();
            None
        });
        // What came after the last finished iteration.
        let news = |report: &&Report| report.depth > 0 && lines.first().is_none_or(|line| line.nodes < report.nodes);
        if let Some(report) = report.as_ref().filter(news).filter(|_| !self.signal.abandons(asked)) {
            for reply in detail::tell(game, report, limits.lines.min(most), self.settings.detail) {
                self.say(&reply).ok();
            }
        }
        Ok(Thought { report, lines })
    }

    /// Makes use of the opponent's time, until the next request: takes memory, and thinks about the reply that is expected
    /// if that is wished, so that what is found waits in the table. Nothing is said, and nothing is lost if another reply
    /// comes.
    fn ponder(&mut self, number: u64) {
        let expected = self.expected.filter(|_| self.settings.pondering);
        let limits = Limits { turn: None, left: None, ..self.settings.limits(Instant::now()) };
        let signal = self.signal;
        let Ok(player) = self.state.player() else { return };
        if !signal.begin_pondering(number) {
            return;
        }
        let made = player.record().moves().len();
        let pondered = catch_unwind(AssertUnwindSafe(|| {
            player.prepare(&limits, signal.stop_flag());
            if expected.is_some_and(|expected| player.play(expected).is_ok()) {
                player.think(&limits, signal.stop_flag(), &mut |_| ());
            }
        }));
        signal.pause();
        while player.record().moves().len() > made {
            player.take_back();
        }
        if pondered.is_err() {
            self.expected = None;
            self.state.rebuild();
        }
    }

    /// A decision other than a move has been made.
    pub(crate) fn decided(&mut self, asked: Asked) {
        self.settings.moved(asked.read.elapsed());
    }
}

fn say(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    output.write_all(format!("{reply}\n").as_bytes())?;
    output.flush()
}

/// The best move if it is legal, else one that is. Where only fouls are left, one of them; where nothing is, a pass.
pub(crate) fn choose(record: &dyn AnyRecord, best: Option<Move>) -> Move {
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

/// The text of a panic.
fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown reason")
}

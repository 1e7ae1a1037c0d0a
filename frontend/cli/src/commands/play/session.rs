//! A game in progress: turns, clocks, messages.

mod clocks;
mod moves;
mod obey;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use book::Book;
use engine::{AnyRecord, Color, Move, SetUp};

use super::command::Command;
use super::input::{Answer, Input, Question};
use super::remarks::Remarks;
use super::save;
use super::screen::Screen;
use crate::error::Failure;
use analysis::Level;
use analysis::Opponent;
use matches::tournament::Clock;
use random::Dice;
use records::Replayed;

/// Player of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    /// A person at the terminal.
    Person,
    /// The engine at a level.
    Engine(Level),
}

/// Continuation after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The end of the program.
    End,
    /// Another game, with exchanged colours.
    Rematch,
}

/// Time limit of a move without a clock.
const ENDLESS: Duration = Duration::MAX;

/// An opening book, and the dice that choose among its moves.
pub(super) struct Shelf {
    pub(super) book: Arc<Book>,
    pub(super) dice: Dice,
}

impl Shelf {
    /// Returns a move of the book for an engine at a level; `None` if the position is not in the book.
    fn choose(&mut self, record: &dyn AnyRecord, level: Level) -> Option<Move> {
        self.book.choose(record, DROP, level.strength().softness.max(LEAST_SOFTNESS), &mut self.dice)
    }
}

/// The most win rate that a move of the book loses.
const DROP: f64 = 0.05;

/// The softness of the strongest levels in the book: they vary, too.
const LEAST_SOFTNESS: f64 = 0.01;

/// A game in progress.
pub(super) struct Session {
    game: Replayed,
    setup: Option<SetUp>,
    /// Engines of Black and White.
    engines: [Opponent; 2],
    /// The book of the engines, if they have one.
    shelf: Option<Shelf>,
    /// The engine of hints; it shares no table with the others.
    advisor: Opponent,
    /// Players of Black and White.
    seats: [Seat; 2],
    screen: Screen,
    remarks: Remarks,
    /// Whether the engine may resign.
    resigns: bool,
    /// Number of moves before the session.
    first: usize,
    /// The opening rule and its choices; empty without one.
    opening: String,
    /// Times of the moves in milliseconds, where known; also of moves that were taken back.
    times: Vec<Option<u64>>,
    /// Start of the turn.
    turn: Instant,
    /// The clocks of Black and White, if there are any.
    clocks: Option<[Clock; 2]>,
    /// An existing file, while the permission to overwrite it is pending.
    asked: Option<PathBuf>,
    /// Files that this game has written.
    saved: Vec<PathBuf>,
    /// The number of moves after which an offered swap was declined.
    declined: Option<usize>,
    /// Whether a draw was offered because no side can win any more.
    offered: bool,
    /// Messages, the newest last.
    messages: Vec<String>,
    /// Number of messages written so far, without a terminal.
    written: usize,
}

impl Session {
    /// Returns a session that continues `game`.
    pub(super) fn new(
        game: Replayed,
        setup: Option<SetUp>,
        [x, o, advisor]: [Opponent; 3],
        seats: [Seat; 2],
        screen: Screen,
        remarks: Remarks,
        resigns: bool,
    ) -> Self {
        let first = game.moves.len();
        let mut session = Self {
            game,
            setup,
            engines: [x, o],
            shelf: None,
            advisor,
            seats,
            screen,
            remarks,
            resigns,
            first,
            opening: String::new(),
            times: vec![None; first],
            turn: Instant::now(),
            clocks: None,
            asked: None,
            saved: Vec::new(),
            declined: None,
            offered: false,
            messages: Vec::new(),
            written: 0,
        };
        for mv in session.game.record.moves() {
            session.all().for_each(|engine| engine.follow(mv));
        }
        session
    }

    /// Adds an opening: the rule and its choices, for the record, and its messages. No swap is pending after it.
    pub(super) fn opened(&mut self, opening: String, messages: Vec<String>) {
        self.written = messages.len();
        self.messages = messages;
        self.declined = (!opening.is_empty()).then_some(self.first);
        self.opening = opening;
    }

    /// Lets the engines play from a book.
    pub(super) fn consult(&mut self, shelf: Shelf) {
        self.shelf = Some(shelf);
    }

    /// Allows the moves before the session to be taken back.
    pub(super) const fn frees_all(&mut self) {
        self.first = 0;
    }

    /// Gives both sides this clock.
    pub(super) fn time(&mut self, clock: Clock) {
        self.clocks = Some([clock; 2]);
    }

    /// Plays until the game is over without a person to ask, a person leaves, or the input ends.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn play(&mut self, input: &mut Input, out: &mut impl Write) -> Result<Next, Failure> {
        self.turn = Instant::now();
        if self.screen.live {
            self.say("help lists the commands; Tab or an arrow leads to the board".to_owned());
        } else {
            self.facts().into_iter().for_each(|fact| self.say(fact));
        }
        self.look_at_end();
        loop {
            let over = self.game.outcome().is_some();
            if !over && let Seat::Engine(level) = self.seat(self.acting()) {
                self.show(out)?;
                self.let_engine_act(level, out)?;
                continue;
            }
            if !self.screen.live {
                self.show(out)?;
                if over && !self.seats.contains(&Seat::Person) {
                    return Ok(Next::End);
                }
            }
            let line = match self.ask(input, out)? {
                Answer::Line(line) => line,
                Answer::TimeUp => String::new(),
                Answer::End => {
                    if self.screen.live {
                        writeln!(out)?;
                    }
                    return Ok(Next::End);
                }
            };
            match Command::parse(&line, self.game.record.game().grid()) {
                Ok(Some(Command::Quit)) => return Ok(Next::End),
                Ok(Some(Command::Rematch)) if over => return Ok(Next::Rematch),
                _ if self.falls() => {}
                Ok(Some(command)) => self.run(command, out)?,
                Ok(None) => {}
                Err(error) => self.say(error.to_string()),
            }
        }
    }

    /// Runs a command; a hint on a terminal shows that the engine thinks.
    fn run(&mut self, command: Command, out: &mut impl Write) -> Result<(), Failure> {
        if self.screen.live && command == Command::Hint {
            // The end of the line may have moved the page up.
            self.show(out)?;
            write!(out, "thinking ...")?;
            out.flush()?;
        }
        self.obey(command);
        Ok(())
    }

    /// Asks for a line.
    fn ask(&mut self, input: &mut Input, out: &mut impl Write) -> Result<Answer, Failure> {
        let over = self.game.outcome().is_some();
        let grid = self.game.record.game().grid();
        let text = self.question();
        if !self.screen.live && !over {
            writeln!(out, "{text}")?;
            out.flush()?;
        }
        let points = (!over && self.acting() == self.game.record.to_move()).then(|| (grid, self.game.last_point()));
        let until = if over { None } else { self.deadline() };
        let question = Question { text, points, until, page: &mut || self.page() };
        Ok(input.ask(question, out)?)
    }

    /// Writes the game so far into a file.
    ///
    /// # Errors
    /// The format cannot hold the game, or the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        let player = |color| match self.seat(color) {
            Seat::Person => "Player".to_owned(),
            Seat::Engine(level) => format!("Ninuki, level {level}"),
        };
        let mut entry = save::entry(&self.game, self.setup.as_ref(), Color::ALL.map(player), &self.times);
        entry.about.opening.clone_from(&self.opening);
        save::write(path, entry)
    }

    /// Returns all engines.
    fn all(&mut self) -> impl Iterator<Item = &mut Opponent> {
        self.engines.iter_mut().chain([&mut self.advisor])
    }

    const fn seat(&self, color: Color) -> Seat {
        self.seats[color.index()]
    }

    /// Returns the colour that decides about a pending swap, else the side to move.
    fn acting(&self) -> Color {
        let record = self.game.record.as_ref();
        let decides = self.swapper().filter(|_| self.declined != Some(self.game.moves.len()));
        decides.unwrap_or_else(|| record.to_move())
    }

    /// Returns the colour that may swap now.
    fn swapper(&self) -> Option<Color> {
        let record = self.game.record.as_ref();
        record.swap_decider()
    }

    fn say(&mut self, text: String) {
        self.messages.push(text);
    }
}

//! A session: requests in, one reply each out.

mod balance;
mod blocks;
mod choose;
mod known;
mod moves;
mod obey;
mod output;
mod progress;
pub(crate) mod reader;
mod request;
pub(crate) mod signal;
mod soosorv;
mod swap;
mod think;
mod yixin_board;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::Move;

use crate::about::About;
use crate::game_state::GameState;
use crate::grammar::{Command, ParseError, Reply};
use crate::options::{Book, Options};
use crate::settings::Settings;
use blocks::Blocks;
use output::{reason, write};
use request::{Arrival, Request};
use signal::Signal;

/// The state of a session.
pub(crate) struct Session<'s> {
    output: &'s mut dyn Write,
    signal: &'s Signal,
    about: About,
    state: GameState,
    settings: Settings,
    blocks: Blocks,
    book: Option<Book>,
    /// The expected reply, on the opponent's turn.
    expected: Option<Move>,
}

impl<'s> Session<'s> {
    pub(crate) fn new(output: &'s mut dyn Write, signal: &'s Signal, options: &Options) -> Self {
        let mut settings = Settings::default();
        settings.program = options.program;
        options.settings.iter().for_each(|info| settings.set(info));
        let state = GameState::new(options, settings.memory());
        let blocks = Blocks::default();
        let (about, book) = (options.about.clone(), options.book);
        Self { output, signal, about, state, settings, blocks, book, expected: None }
    }

    /// Answers one request.
    ///
    /// # Errors
    /// The reply cannot be written.
    pub(crate) fn answer(&mut self, request: Request) -> io::Result<()> {
        let arrival = request.arrival;
        if self.signal.abandons(arrival) {
            return Ok(());
        }
        let reply = match request.command {
            Ok(command) => self.obey_or_recover(command, arrival),
            Err(ParseError::Unknown(line)) => Some(Reply::unknown(&line)),
            Err(error) => Some(Reply::error(&error.to_string())),
        };
        if let Some(reply) = reply
            && !self.signal.abandons(arrival)
        {
            self.write(&reply)?;
        }
        self.ponder(arrival.number);
        Ok(())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        write(self.output, reply)
    }

    /// Writes a message. If it cannot be written, the next reply returns the error.
    fn remark(&mut self, text: &str) {
        let _ = self.write(&Reply::message(text));
    }

    /// Obeys a command, and clears the board after a panic.
    fn obey_or_recover(&mut self, command: Command, arrival: Arrival) -> Option<Reply> {
        let is_answered = command.is_refused_aloud();
        if !matches!(command, Command::Info(_) | Command::About) {
            self.expected = None;
        }
        match catch_unwind(AssertUnwindSafe(|| self.obey(command, arrival))) {
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
}

//! The protocol of Gomocup and its Yixin extension: how match managers talk to an engine.
//!
//! One thread reads and raises the stop flag at once (`reader`), the calling thread thinks and answers
//! (`session`). [`Command`] and [`Reply`] are one grammar, which programs that run engines use as well; [`GameState`]
//! follows the commands by the rules.
//!
//! # Examples
//! ```
//! use ninuki_protocol::{Options, serve};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut output = Vec::new();
//!     serve(&b"START 15\nTURN 7,7\nEND\n"[..], &mut output, &Options::default())?;
//!     let output = String::from_utf8(output)?;
//!     let replies: Vec<&str> = output.lines().filter(|line| !line.starts_with("MESSAGE ")).collect();
//!     assert_eq!((replies.len(), replies[0]), (2, "OK"));
//!     Ok(())
//! }
//! ```

mod about;
mod arrange;
mod balance;
mod blocks;
mod board_session;
mod cell;
mod command;
mod detail;
mod game_state;
mod info;
mod opening;
mod reader;
mod refusal;
mod reply;
mod session;
mod settings;
mod signal;
mod words;
mod yixin;

use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::mpsc;
use std::thread;

use engine::{Game, Rules, SetUp, SetUpError};
use search::Player;

use session::Session;
use signal::Signal;

pub use about::About;
pub use arrange::cell;
pub use cell::{Cell, Owner, Stone};
pub use command::{Command, ParseError};
pub use game_state::GameState;
pub use info::Info;
pub use reader::CommandReader;
pub use refusal::Refusal;
pub use reply::Reply;
pub use yixin::{BoardCommand, Query};

/// Makes the player of a game, from the empty board or a set-up position.
pub type NewPlayer = fn(&'static Game, Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError>;

/// What holds until the manager asks for something else.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// Whether `INFO rules_file` may name a file that is read; its text may always be given.
    pub rules_paths: bool,
    /// The length of a winning line, where it is adjustable.
    pub line_length: Option<usize>,
    /// Settings that hold from the start.
    pub settings: Vec<Info>,
    /// Who plays.
    pub player: NewPlayer,
    /// What it is called.
    pub about: About,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: Rules::FREESTYLE,
            rules_paths: false,
            line_length: None,
            settings: Vec::new(),
            player: search::player,
            about: About::default(),
        }
    }
}

/// Obeys the commands of `input` until `END` or its end, and answers them on `output`.
///
/// A move that is being thought about at the end is given up without a word.
///
/// # Errors
/// `output` cannot be written.
pub fn serve(input: impl BufRead + Send, output: impl Write, options: &Options) -> io::Result<()> {
    serve_until(input, output, options, |_| {})
}

/// Serves, and calls `leave` when nothing is left to be said, before the player is dropped; or, shortly after the
/// end of the input, if the player does not come to an end. A program may end itself there: to free a large table takes
/// longer than a manager waits. `leave` receives whether `output` could not be written; a closed pipe is no failure.
///
/// # Errors
/// `output` cannot be written.
pub fn serve_until(
    input: impl BufRead + Send,
    mut output: impl Write,
    options: &Options,
    leave: impl Fn(bool) + Sync,
) -> io::Result<()> {
    let signal = Signal::default();
    let (sender, requests) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            reader::read(input, sender, &signal);
            if !signal.is_finished_soon() {
                leave(false);
            }
        });
        scope.spawn(|| signal.watch());
        let mut session = Session::new(&mut output, &signal, options);
        let served = requests.into_iter().try_for_each(|request| session.answer(request));
        // A manager that has left wants no answer.
        let served = served.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) });
        signal.finish();
        leave(served.is_err());
        served
    })
}

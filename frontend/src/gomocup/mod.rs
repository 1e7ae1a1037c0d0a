//! The Gomocup protocol: how match managers talk to an engine.
//!
//! One thread reads and raises the stop flag at once (`reader`), the calling thread thinks and answers
//! (`brain`). [`Command`] and [`Reply`] are one grammar, which programs that run engines use as well.
//!
//! ```
//! use frontend::gomocup::{Options, serve};
//!
//! let mut output = Vec::new();
//! serve(&b"START 15\nTURN 7,7\nEND\n"[..], &mut output, &Options::default())?;
//! let output = String::from_utf8(output).expect("replies are text");
//! let replies: Vec<&str> = output.lines().filter(|line| !line.starts_with("MESSAGE ")).collect();
//! assert_eq!((replies.len(), replies[0]), (2, "OK"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod about;
mod arrange;
mod balance;
mod blocks;
mod brain;
mod cell;
mod command;
mod current;
mod detail;
mod info;
mod opening;
mod reader;
mod refusal;
mod reply;
mod settings;
mod signal;
mod words;

use std::io::{self, BufRead, BufReader, Write};
use std::process;
use std::sync::mpsc;
use std::thread;

use engine::{Game, Rules, SetUp, SetUpError};
use search::Player;

use brain::Brain;
use signal::Signal;

#[cfg(target_os = "linux")]
pub(crate) use arrange::cell;
pub use cell::{Cell, Owner, Stone};
pub use command::{Command, ParseError};
#[cfg(target_os = "linux")]
pub(crate) use current::Current;
pub(crate) use detail::win_rate;
pub use info::Info;
#[cfg(target_os = "linux")]
pub(crate) use reader::Gathering;
pub use reply::Reply;

/// Makes the player of a game, from the empty board or a set-up position.
pub type NewPlayer = fn(&'static Game, Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError>;

/// What holds until the manager asks for something else.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// The length of a winning line, where it is adjustable.
    pub line_length: Option<usize>,
    /// Settings that hold from the start.
    pub settings: Vec<Info>,
    /// Who plays.
    pub player: NewPlayer,
}

impl Default for Options {
    fn default() -> Self {
        Self { rules: Rules::FREESTYLE, line_length: None, settings: Vec::new(), player: search::player }
    }
}

/// Obeys the commands of `input` until `END` or its end, and answers them on `output`.
///
/// A move that is being thought about at the end is given up without a word.
///
/// # Errors
/// `output` cannot be written.
pub fn serve(input: impl BufRead + Send, output: impl Write, options: &Options) -> io::Result<()> {
    converse(input, output, options, |_| {})
}

/// Serves the manager on standard input and output, as a whole program. Nothing is written to standard error.
pub fn run(options: &Options) -> ! {
    std::panic::set_hook(Box::new(|_| {}));
    // The process ends while the player is alive: to free a large table takes longer than a manager waits.
    let leave = |failed: bool| process::exit(i32::from(failed));
    let served = converse(BufReader::new(io::stdin()), io::stdout(), options, leave);
    process::exit(i32::from(served.is_err()));
}

/// Serves, and calls `leave` when nothing is left to be said, before the player is dropped; or, shortly after the
/// end of the input, if the player does not come to an end.
fn converse(
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
        let mut brain = Brain::new(&mut output, &signal, options);
        let served = requests.into_iter().try_for_each(|request| brain.answer(request));
        signal.finish();
        leave(served.is_err());
        served
    })
}

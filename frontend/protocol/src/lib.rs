//! The protocol of Gomocup and its Yixin extension, between match managers and engines.
//!
//! [`Command`] and [`Reply`] are the grammar, parsed and written, for both sides. [`serve`] runs an engine: one thread reads
//! and raises the stop flag, the calling thread searches and answers. [`CommandReader`] and [`GameState`] follow a dialogue
//! from outside.
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
mod game_form;
mod game_state;
mod grammar;
mod memory;
mod options;
mod refusal;
mod session;
mod settings;

use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::mpsc;
use std::thread;

use session::Session;
use session::reader;
use session::signal::Signal;

pub use about::About;
pub use game_form::{GameForm, stones};
pub use game_state::GameState;
pub use grammar::{
    BoardCommand, Cell, Command, CommandReader, DatabaseQuery, Info, Owner, ParseError, Reply, SearchValues, Stone,
};
pub use options::{Book, NewPlayer, Options};
pub use refusal::Refusal;

/// Runs an engine: obeys the commands of `input` until `END` or its end, and answers them on `output`. A search in
/// progress is abandoned at the end.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Options, serve};
///
/// let mut output = Vec::new();
/// serve(&b"START 15\nEND\n"[..], &mut output, &Options::default())?;
/// assert_eq!(output, b"OK\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// `output` cannot be written.
pub fn serve(input: impl BufRead + Send, output: impl Write, options: &Options) -> io::Result<()> {
    serve_until(input, output, options, |_| {})
}

/// Runs an engine as [`serve`] does, and calls `leave` after the last reply, before the player is dropped; or shortly after
/// the end of the input, if the player does not stop. A program may exit there: freeing a large table takes longer than a
/// manager waits. `leave` receives whether `output` could not be written; a closed pipe is no failure.
///
/// # Examples
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use ninuki_protocol::{Options, serve_until};
///
/// let (left, mut output) = (AtomicBool::new(false), Vec::new());
/// serve_until(&b"ABOUT\nEND\n"[..], &mut output, &Options::default(), |failed| {
///     left.store(!failed, Ordering::Relaxed);
/// })?;
/// assert!(left.into_inner() && output.starts_with(b"name="));
/// # Ok::<(), std::io::Error>(())
/// ```
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
        // A manager that has left needs no answer.
        let served = served.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) });
        signal.finish();
        leave(served.is_err());
        served
    })
}

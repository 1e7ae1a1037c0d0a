//! `ninuki gtp`: the Go Text Protocol on standard input and output, for boards as GoGui and Sabaki.

mod session;
mod vertex;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use analysis::Level;
use engine::Shape;

use self::session::{Session, Settings};
use crate::args::GameArgs;
use crate::error::{Failure, Status};
use crate::values::{mebibytes, threads, whole};

/// Speaks the Go Text Protocol, for GoGui and Sabaki.
///
/// Black begins. Points have the letters of Go, without I, in every game. GoGui learns the rules from gogui-rules_board and the
/// commands beside it.
#[derive(clap::Args)]
#[command(after_help = "Example: printf 'boardsize 19\\nplay B K10\\ngenmove W\\nquit\\n' | ninuki gtp --rules pente")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The level of the engine, 1 to 10
    #[arg(long, value_name = "N", default_value = "10")]
    level: Level,

    /// The most time for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value = "2000", value_parser = whole::<u64>)]
    time: u64,

    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The memory of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,
}

/// The longest line, in bytes.
const LONGEST: u64 = 1 << 16;

/// Obeys commands until `quit` or the end of the input.
///
/// # Errors
/// The game has no square board, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let game = args.game.game()?;
    if game.grid().shape() != Shape::Rectangle {
        return Err(Failure::usage(format!("{}: the protocol has no hexagons", game.rules().name)));
    }
    let settings = Settings {
        choice: args.game.choice(),
        level: args.level,
        time: Duration::from_millis(args.time),
        threads: args.threads,
        hash: args.hash,
    };
    let mut session = Session::new(game, settings);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !session.is_over() && read(&mut input, &mut line)? {
        if let Some(answer) = answer(&mut session, &String::from_utf8_lossy(&line)) {
            out.write_all(answer.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(Status::Done)
}

/// Reads a line; `false` at the end. Of a longer line than allowed the rest is skipped.
fn read(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut head = io::Read::take(&mut *input, LONGEST);
    let read = head.read_until(b'\n', line)?;
    if read as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// Returns the answer to a line; `None` for lines without a command.
fn answer(session: &mut Session, line: &str) -> Option<String> {
    let line = line.split('#').next().unwrap_or_default();
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let id = words.first().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).copied();
    if id.is_some() {
        words.remove(0);
    }
    let (command, arguments) = words.split_first()?;
    let id = id.unwrap_or_default();
    Some(match session.obey(command, arguments) {
        Ok(text) if text.is_empty() => format!("={id}\n\n"),
        Ok(text) => format!("={id} {text}\n\n"),
        Err(refused) => format!("?{id} {refused}\n\n"),
    })
}

//! `ninuki book export`: a book as a record with variations, or as a journal.

use std::io::Write;
use std::path::{Path, PathBuf};

use book::{Book, Search};
use records::{Format, files};

use super::FileArgs;
use crate::args::GameArgs;
use crate::error::{Failure, Status};

/// Writes a book as a record with variations, or as a journal.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The format is that of the ending: .sgf, .lib of RenLib, .db of Yixin and Rapfi; or .jsonl, a journal that `ninuki \
book build` reads. In a record each position has its value as a comment, and its best moves are variations. A format that \
does not hold the board of the game or variations is refused.

Examples:
  ninuki book export --rules renju --to renju.sgf
  ninuki book export --rules freestyle --to freestyle.jsonl")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    book: FileArgs,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let book = args.book.book(args.game.game()?)?;
    let bytes =
        if files::ending(&args.to).as_deref() == Some("jsonl") { journal(&book) } else { record(&book, &args.to)? };
    files::write(&args.to, &bytes)?;
    writeln!(out, "{}: {} positions, {} bytes", args.to.display(), book.positions().len(), bytes.len())?;
    Ok(Status::Done)
}

/// Returns the positions as lines of a journal.
fn journal(book: &Book) -> Vec<u8> {
    let line = |position: &book::BookPosition| {
        let mut record = book.game().record();
        // The moves of a book are legal.
        let _ = position.moves.iter().try_for_each(|&mv| record.play(mv).map(drop));
        Search::of_position(book.game(), position, record.position_text()).sealed() + "\n"
    };
    book.positions().iter().map(line).collect::<String>().into_bytes()
}

fn record(book: &Book, path: &Path) -> Result<Vec<u8>, Failure> {
    let format = Format::of(path)?;
    let entry = book.entry();
    format.check(&entry).map_err(|error| Failure::Wrong(error.to_string()))?;
    Ok(format.write(&[entry]))
}

//! `ninuki book`: opening books, built by searches, shown and exported.

mod build;
mod export;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use book::Book;
use engine::Game;
use records::files;

use crate::error::{Failure, Status};

/// Opening books: shows, exports and builds them.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A book has positions with values of long searches, and the best moves of each. The program has one for several games; \
`ninuki book COMMAND --help` has the options of each command.

Examples:
  ninuki book show --rules pente
  ninuki book export --rules renju --to renju.sgf
  ninuki book build --rules caro --journal a.jsonl --positions 5 --nodes 5000 \\
    --out a.book")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Show(show::Args),
    Export(export::Args),
    Build(Box<build::Args>),
}

/// Runs a command of the book. Results go to `out`, warnings to `log`.
///
/// # Errors
/// A file cannot be used, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    match &args.command {
        Command::Show(args) => show::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Build(args) => build::run(args, out, log),
    }
}

/// Which book.
#[derive(clap::Args, Clone, Debug)]
struct FileArgs {
    /// The file of the book [default: the book of the program]
    #[arg(long = "book", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FileArgs {
    /// Returns the book of a game.
    ///
    /// # Errors
    /// The file cannot be read, or is a book of another game; or the program has no book of this game.
    fn book(&self, game: &'static Game) -> Result<Arc<Book>, Failure> {
        match &self.file {
            Some(path) => read(path, game).map(Arc::new),
            None => shipped(game),
        }
    }
}

/// Returns the book of the program.
///
/// # Errors
/// There is none.
pub(crate) fn shipped(game: &'static Game) -> Result<Arc<Book>, Failure> {
    book::shipped(game).ok_or_else(|| {
        let games = book::SHIPPED.join(", ");
        Failure::Usage(format!("there is no book of this game, only of {games} with their usual boards and rules"))
    })
}

fn read(path: &Path, game: &'static Game) -> Result<Book, Failure> {
    let name = path.display();
    let mut file = std::fs::File::open(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let bytes = files::whole(&mut file, &name.to_string())?;
    let book = Book::from_bytes(&bytes).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    if !std::ptr::eq(book.game(), game) {
        let rules = book.game().rules().name;
        return Err(Failure::Usage(format!("{name}: this is a book of {rules}, or of another board or rules")));
    }
    Ok(book)
}

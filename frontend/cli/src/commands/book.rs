//! `ninuki book`: opening books, built by searches, shown and exported.

mod build;
mod export;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use book::Book;
use engine::{Game, Rules};
use records::{Size, files};

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
    book::shipped(game).ok_or_else(|| Failure::Usage(missing(game)))
}

/// The reason why the program has no book of a game: another game, board, or ruling.
fn missing(game: &Game) -> String {
    let name = game.rules().name;
    let usual = Rules::named(name).ok().filter(|_| book::SHIPPED.contains(&name));
    let Some(usual) = usual.and_then(|rules| Game::new(rules, None, None).ok()) else {
        return format!("there is no book of {name}, only of {}", book::SHIPPED.join(", "));
    };
    let [own, other] = [usual, game].map(|game| Size::of(game.grid()));
    if own != other {
        return format!("the book of {name} is for board {own}, not for board {other}");
    }
    format!("the book of {name} is for its usual rules, not for other flags")
}

fn read(path: &Path, game: &'static Game) -> Result<Book, Failure> {
    let name = path.display();
    let mut file = std::fs::File::open(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let bytes = files::whole(&mut file, &name.to_string())?;
    let book = Book::from_bytes(&bytes).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    if !std::ptr::eq(book.game(), game) {
        return Err(Failure::Usage(format!("{name}: {}", other_book(book.game(), game))));
    }
    Ok(book)
}

/// The difference between the game of a book and another game.
fn other_book(own: &Game, wanted: &Game) -> String {
    let described = |game: &Game| format!("{}, board {}", game.rules().name, Size::of(game.grid()));
    match [own, wanted].map(described) {
        [own, wanted] if own == wanted => format!("this is a book of {own}, with other rules"),
        [own, wanted] => format!("this is a book of {own}, not of {wanted}"),
    }
}

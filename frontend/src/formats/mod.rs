//! Records of games as files: what they say, before any rule is applied.

pub mod sgf;
pub mod txt;

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use engine::{Color, Game, Move, Outcome, SetUp};

use crate::args::StartArgs;
use crate::error::Failure;

/// A game as its record gives it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line of the file on which it begins, counted from 1; `None` on the command line.
    pub line: Option<usize>,
    /// The game that is played.
    pub game: &'static Game,
    /// The position it starts from, if not the empty board.
    pub setup: Option<SetUp>,
    /// The moves up to the first that cannot be read, that one included.
    pub moves: Vec<Written>,
    /// A result that the moves need not show: resigned, time, agreed.
    pub result: Option<Outcome>,
}

/// A move as it is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its text, shortened if it is no move.
    pub text: String,
    /// The move, or why the text is none.
    pub mv: Result<Move, String>,
    /// The colour that the record gives the stone to.
    pub by: Option<Color>,
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
}

/// A game that cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The game that was expected.
    pub game: &'static Game,
    /// What is wrong.
    pub reason: String,
}

/// What a file holds, game by game.
pub type Entries = Box<dyn Iterator<Item = Result<Entry, Unreadable>>>;

/// The formats that can be read, by the endings of files.
const READABLE: &str = ".txt .sgf";

/// The games of a file; `-` is standard input. Games that name no rules, board or start have those of `start`,
/// whose options were checked.
///
/// # Errors
/// The file cannot be read, or is in a format that cannot.
pub fn read(path: &Path, start: &StartArgs) -> Result<Entries, Failure> {
    let lines = |text| {
        let game = start.game.game()?;
        Ok::<Entries, Failure>(Box::new(txt::Lines::new(text, game, start.setup(game)?)))
    };
    if path == Path::new("-") {
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text).map_err(|error| Failure::Usage(format!("stdin: {error}")))?;
        return lines(text);
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let sgf = match ending.as_deref() {
        Some("sgf") => true,
        Some("txt") | None => false,
        Some(_) => {
            let path = path.display();
            return Err(Failure::Usage(format!("{path}: this ending is not readable yet, readable are {READABLE}")));
        }
    };
    let text = fs::read(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    if sgf { Ok(Box::new(sgf::read(&text, start).into_iter())) } else { lines(text) }
}

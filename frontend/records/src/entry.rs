//! What a record says, before any rule is applied.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use engine::notation::{move_text, shorten};
use engine::{Color, Game, Grid, Move, SetUp};
use serde::{Deserialize, Serialize};

use crate::choice::UNNAMED;
use crate::{Change, Choice, Claim, Encoding, Error, Format, Tree};

/// A game as its record gives it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line of the file on which it begins, counted from 1; `None` on the command line and in binary files.
    pub line: Option<usize>,
    /// The game that is played.
    pub game: &'static Game,
    /// The position it starts from, if not the empty board.
    pub setup: Option<SetUp>,
    /// The moves up to the first that cannot be read, that one included.
    pub moves: Vec<Written>,
    /// The set-ups between moves, each with the number of moves before it, in order.
    pub changes: Vec<(usize, Change)>,
    /// How it ended; the moves need not show it.
    pub result: Option<Claim>,
    /// Who played it, and when.
    pub about: About,
    /// The moves with all variations and notes, where there are any. The first child of every node is the main line.
    pub tree: Option<Tree>,
    /// What could not be read, apart from the moves.
    pub damage: Vec<Damage>,
    /// Guesses and corrections made in reading.
    pub remarks: Vec<Remark>,
    /// The result as the record has it; empty if it has none.
    pub result_text: String,
    /// The character set of its file where that is a choice: another than UTF-8, or any in RenLib's format.
    pub encoding: Option<Encoding>,
}

/// A move as it is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The name of the move, or what stands in its place, shortened.
    pub text: String,
    /// The move, or why the text is none.
    pub mv: Result<Move, String>,
    /// The colour that the record gives the stone to.
    pub by: Option<Color>,
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
    /// How long it took, in milliseconds.
    pub ms: Option<u64>,
}

impl Written {
    /// A move that a record has as `word` on this line; `mv` is what that means, or why it is no move.
    #[must_use]
    pub fn new(grid: &Grid, word: &str, mv: Result<Move, String>, line: Option<usize>) -> Self {
        let text = mv.as_ref().map_or_else(|_| shorten(word), |&mv| move_text(grid, mv));
        Self { text, mv, by: None, line, ms: None }
    }

    /// A move that is not written anywhere yet.
    #[must_use]
    pub fn of(grid: &Grid, mv: Move) -> Self {
        Self::new(grid, "", Ok(mv), None)
    }
}

/// What a record says about its game beside the moves; texts may be empty.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// The names of those who have Black and White.
    pub players: [String; 2],
    /// The day, `2026-11-20`, or whatever the record gives.
    pub date: String,
    /// The event.
    pub event: String,
    /// The round.
    pub round: String,
    /// The place.
    pub place: String,
    /// The opening rule, and after a colon what was chosen by it, as the record says it: `swap2: -- white`.
    pub opening: String,
}

/// A part of a record that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// The line of the file, counted from 1; `None` in binary files.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

/// Something that a record leaves open or says wrongly, and how it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The line of the file, counted from 1; `None` in binary files and where the whole file is meant.
    pub line: Option<usize>,
    /// A sentence, in small letters and without a full stop.
    pub text: String,
}

/// `12: text`.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        f.write_str(&self.text)
    }
}

/// The column that follows this part of a line, counted from 1 in characters.
pub(crate) fn column(before: &[u8]) -> usize {
    before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1
}

/// The columns of a text that is asked from its beginning to its end: each byte is looked at once.
#[derive(Default)]
pub(crate) struct Columns {
    /// The offset that was asked for last, and the characters before it in its line.
    last: Cell<(usize, usize)>,
}

impl Columns {
    /// The column of the offset `at` of `text`, counted from 1, in the line that begins at `line`.
    pub(crate) fn of(&self, text: &[u8], line: usize, at: usize) -> usize {
        let at = at.min(text.len());
        let (last, before) = self.last.get();
        let (from, before) = if (line..=at).contains(&last) { (last, before) } else { (line, 0) };
        let before = before + column(&text[from..at]) - 1;
        self.last.set((at, before));
        before + 1
    }
}

/// That something is wrong in a column.
pub(crate) fn in_column(column: usize, reason: &str) -> String {
    format!("column {column}: {reason}")
}

/// The column of a `part` of a line.
pub(crate) fn column_of(part: &str, line: &str) -> usize {
    column(&line.as_bytes()[..part.as_ptr().addr().saturating_sub(line.as_ptr().addr()).min(line.len())])
}

/// A game that cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line of the file, counted from 1; in binary files 1.
    pub line: usize,
    /// The game that was expected.
    pub game: &'static Game,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Unreadable {}

impl Unreadable {
    /// Whether nothing is wrong but that neither the record nor the options name the game.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        self.reason.starts_with(UNNAMED)
    }
}

impl Entry {
    /// A game of which nothing but the moves is known.
    #[must_use]
    pub fn new(line: Option<usize>, game: &'static Game, setup: Option<SetUp>, moves: Vec<Written>) -> Self {
        Self {
            line,
            game,
            setup,
            moves,
            changes: Vec::new(),
            result: None,
            about: About::default(),
            tree: None,
            damage: Vec::new(),
            remarks: Vec::new(),
            result_text: String::new(),
            encoding: None,
        }
    }

    /// The moves that can be read.
    pub fn played(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map_while(|written| written.mv.as_ref().ok().copied())
    }

    /// Whether stones are set up anywhere after the start.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty() || self.tree.as_ref().is_some_and(Tree::has_changes)
    }

    /// The moves with all variations and notes.
    #[must_use]
    pub fn whole(&self) -> Cow<'_, Tree> {
        self.tree.as_ref().map_or_else(|| Cow::Owned(Tree::line_with(self.played(), &self.changes)), Cow::Borrowed)
    }
}

/// What a file holds, game by game.
pub type Entries = Box<dyn Iterator<Item = Result<Entry, Unreadable>>>;

/// Larger files are no records, or too many for one: 256 MiB.
const LARGEST: u64 = 256 << 20;

/// The games of a file; `-` is standard input, as text. Games that name no rules, board or start have those of
/// `start`, which was checked.
///
/// # Errors
/// The file cannot be read, or is in a format that cannot.
pub fn read(path: &Path, start: &Choice) -> Result<Entries, Error> {
    read_as(path, Format::of(path)?, start)
}

/// The same for a file in this format, whatever its ending.
///
/// # Errors
/// The file cannot be read, or is not in this format.
pub fn read_as(path: &Path, format: Format, start: &Choice) -> Result<Entries, Error> {
    let name = name_of(path);
    if path == Path::new("-") {
        return format.read_from(BufReader::new(io::stdin()), &name, start);
    }
    let file = File::open(path).map_err(|error| Error::File(name.clone(), error))?;
    format.read_from(BufReader::new(file), &name, start)
}

/// The name of a file in messages; `-` is standard input.
#[must_use]
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// All bytes of the file with this name.
///
/// # Errors
/// It cannot be read, or is too large.
pub(crate) fn whole(source: &mut impl Read, name: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = source.take(LARGEST + 1).read_to_end(&mut bytes);
    match read {
        Ok(_) if bytes.len() as u64 > LARGEST => Err(Error::TooLarge(name.to_owned(), LARGEST)),
        Ok(_) => Ok(bytes),
        Err(error) => Err(Error::File(name.to_owned(), error)),
    }
}

/// Text from outside: UTF-8, or, where it is none, the code page of Windows.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| Encoding::WINDOWS_1252.decode(bytes).0.into_owned(), str::to_owned)
}

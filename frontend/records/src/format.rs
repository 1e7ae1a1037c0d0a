//! The shape of a record format: its profile, and how its files are read and written.

use std::io::{self, BufRead, Write};

use crate::capacity::{Boards, CapacityError, Form};
use crate::prepared::prepared;
use crate::{Budget, Choice, Encoding, Entries, Entry, Error, Exceeded, files};

/// A format of records.
///
/// A new format is a file with an implementation, and a line in the table [`FORMATS`](crate::FORMATS), which readers,
/// writers, help texts, fuzz targets and tests go through.
///
/// # Examples
/// ```
/// use ninuki_records::{FORMATS, Part};
///
/// let with_trees = FORMATS.iter().filter(|format| format.profile().holds(Part::Trees));
/// assert_eq!(with_trees.map(|format| format.profile().name).collect::<Vec<_>>(), ["sgf", "pgn", "lib", "db"]);
/// assert!(FORMATS.iter().any(|format| format.recognises(b"(;GM[4]SZ[15])")));
/// ```
pub trait RecordFormat: Sync {
    /// The properties that all files of the format share.
    fn profile(&self) -> &'static Profile;

    /// Whether a file with these first bytes is probably in this format.
    fn recognises(&self, head: &[u8]) -> bool;

    /// Reads the games of a file, given its contents. Games without rules, board or start have those of `start`.
    ///
    /// # Errors
    /// The options suit no game, and the format leaves it to them.
    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error>;

    /// Reads the games of the file `name` as they are needed. The default holds the whole file in memory.
    ///
    /// # Errors
    /// The options suit no game, or the file cannot be read, or is too large.
    fn read_from(&self, mut source: Box<dyn BufRead>, name: &str, start: &Choice) -> Result<Entries, Error> {
        let bytes = files::whole(&mut source, name)?;
        self.read(prepared(bytes, self.profile().kind, start.encoding), start)
    }

    /// The character set in which a game is written unless another is asked for.
    fn usual_encoding(&self, _entry: &Entry) -> Encoding {
        Encoding::UTF_8
    }

    /// Checks the parts of a game beside those of the [profile](Self::profile). `encoding` is the character set that is
    /// asked for.
    ///
    /// # Errors
    /// A part of the record that the format cannot hold.
    fn check(&self, _entry: &Entry, _encoding: Option<Encoding>) -> Result<(), CapacityError> {
        Ok(())
    }

    /// Writes a game after those before it. Text is written in UTF-8, whatever the `encoding`.
    ///
    /// # Errors
    /// The output cannot be written.
    ///
    /// # Panics
    /// The format is only read, or writes all games at once.
    fn write(&self, _entry: &Entry, _encoding: Encoding, _out: &mut dyn Write) -> io::Result<()> {
        unreachable!("{} is not written game by game", self.profile().name)
    }

    /// Writes all games at once, in a format of [positions](Content::Positions) or [collections](Content::Collection), whose
    /// text is written in the `encoding` that is asked for.
    ///
    /// # Errors
    /// The budget is exceeded.
    ///
    /// # Panics
    /// The format is written game by game.
    fn write_all(
        &self,
        _entries: &[Entry],
        _encoding: Option<Encoding>,
        _out: &mut Vec<u8>,
        _budget: &Budget,
    ) -> Result<(), Exceeded> {
        unreachable!("{} is written game by game", self.profile().name)
    }
}

/// Properties that all files of a format share.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// The name, a word in lower case.
    pub name: &'static str,
    /// The endings of its files in lower case, without the dot; the first is that of new files.
    pub extensions: &'static [&'static str],
    /// Program and contents, for lists of formats: a line of plain text.
    pub description: &'static str,
    /// Notation and variants, for the book: a line of Markdown.
    pub notation: &'static str,
    /// Text or bytes.
    pub kind: Kind,
    /// The games of a file.
    pub content: Content,
    /// The boards that it holds in some form.
    pub boards: Boards,
    /// Whether files are written, too.
    pub is_written: bool,
    /// Whether a file may name its game, or has a usual one.
    pub names_game: bool,
    /// The parts of a game that it holds beside moves.
    pub parts: &'static [Part],
    /// The other data that it holds, for the book: a list with commas, may be empty.
    pub extras: &'static str,
}

impl Profile {
    /// Whether the format holds this part of a game.
    #[must_use]
    pub fn holds(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The name and the boards, for checks.
    pub(crate) const fn form(&self) -> Form {
        Form { name: self.name, boards: self.boards }
    }
}

/// The bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text in a character set.
    Text,
    /// Bytes.
    Binary,
    /// Text or bytes, by the board.
    Mixed,
}

/// The games of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// One game.
    Game,
    /// Any number of games, one after the other.
    Games,
    /// Any number of games that share tables.
    Collection,
    /// Positions, all in one tree for each board; the order of moves is not kept.
    Positions,
}

/// A part of a game beside its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A position to start from.
    SetUps,
    /// Captured stones in such a position.
    Captured,
    /// Set-ups between moves.
    Changes,
    /// Exchanges of colours.
    Swaps,
    /// Passes.
    Passes,
    /// Variations, comments, labels.
    Trees,
    /// A comment on the game, and none on its moves.
    Comment,
}

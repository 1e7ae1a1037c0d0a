//! RIF, the database of RenjuNet: XML with tables of countries, rules, openings, players and tournaments, and the games.
//!
//! A file begins with tables of countries, cities, months, rules, openings, players and tournaments, whose rows have numbers.
//! `<game id=… tournament=… round=… rule=… black=… white=… bresult=… opening=… alt=… swap=…>` has its moves in `<move>`, with
//! blanks between them, columns from a with i and rows from the bottom of 15x15 points, and may have a comment in `<info>`.
//! `bresult` is 1, 0.5 or 0, seen from Black; `alt` are the fifth moves that were offered beside the one that was played,
//! `swap` tells who exchanged colours. A rule whose name has `gomoku` or `swap` is one of games without forbidden points.
//!
//! `pass` and `--` in the moves are passes, and `resigned` or `time` at their end or in `<info>` tells what the game was won by. The
//! character set is the one that the XML names.
//!
//! The file is read as it goes: of all that is in it, the tables and one game are in memory. Attributes without a place in
//! an [entry](Entry), and all rows to which a game refers, are kept as values of the property `RIF` of the root. A file is
//! written at once, each row in it once, with its old number where that is free. `game="pente"` in a row of the rules is our
//! own: it names the rules where the name in the table does not.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"<database><games><game id='7' bresult='1'><move>h8 i9 j10</move></game></games></database>".to_vec();
//! let entry = Format::RIF.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.game.rules().name, entry.played().count()), ("renju", 3));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

#[cfg(feature = "databases")]
mod about;
#[cfg(feature = "databases")]
mod read;
#[cfg(feature = "databases")]
mod row;
#[cfg(feature = "databases")]
mod tables;
#[cfg(feature = "databases")]
mod write;
#[cfg(feature = "databases")]
mod xml;

#[cfg(feature = "databases")]
use std::io::{self, Write};
use std::io::{BufRead, Cursor};
#[cfg(feature = "databases")]
use std::path::Path;

use crate::capacity::Boards;
#[cfg(feature = "databases")]
use crate::{Budget, Exceeded};
use crate::{CapacityError, Choice, Content, Encoding, Entries, Entry, Error, Kind, Part, Profile, RecordFormat};

/// The side of the board.
const SIDE: usize = 15;

/// RenjuNet's database.
pub(super) struct Rif;

const PROFILE: Profile = Profile {
    name: "rif",
    extensions: &["rif"],
    description: "RenjuNet's database of games",
    notation: "RenjuNet's database (XML)",
    kind: Kind::Text,
    content: Content::Collection,
    boards: Boards::Square(SIDE),
    is_written: true,
    names_game: true,
    parts: &[Part::Passes, Part::Comment],
    extras: "result, names, date, event, round, place, opening rule, all other attributes and rows of tables",
};

impl RecordFormat for Rif {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        rest.starts_with(b"<?xml") || rest.starts_with(b"<database")
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        self.read_from(Box::new(Cursor::new(bytes)), "", start)
    }

    #[cfg(feature = "databases")]
    fn read_from(&self, source: Box<dyn BufRead>, name: &str, start: &Choice) -> Result<Entries, Error> {
        let games =
            read::Games::new(source, start, PROFILE.form()).map_err(|error| Error::file(Path::new(name), error))?;
        Ok(Box::new(games))
    }

    #[cfg(not(feature = "databases"))]
    fn read_from(&self, _: Box<dyn BufRead>, _: &str, start: &Choice) -> Result<Entries, Error> {
        Ok(crate::started::disabled(start))
    }

    #[cfg(feature = "databases")]
    fn check(&self, entry: &Entry, encoding: Option<Encoding>) -> Result<(), CapacityError> {
        write::check(entry, SIDE, encoding)
    }

    #[cfg(not(feature = "databases"))]
    fn check(&self, _: &Entry, _: Option<Encoding>) -> Result<(), CapacityError> {
        Err(CapacityError::Disabled(PROFILE.name))
    }

    /// Writes a file of one game.
    #[cfg(feature = "databases")]
    fn write(&self, entry: &Entry, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        let text = write::document(std::slice::from_ref(entry), encoding, &Budget::default());
        out.write_all(text.map_err(io::Error::other)?.as_bytes())
    }

    #[cfg(feature = "databases")]
    fn write_all(
        &self,
        entries: &[Entry],
        encoding: Option<Encoding>,
        out: &mut Vec<u8>,
        budget: &Budget,
    ) -> Result<(), Exceeded> {
        let encoding = encoding.unwrap_or(Encoding::UTF_8);
        let text = write::document(entries, encoding, budget)?;
        // Characters that the set lacks are references.
        out.extend(encoding.encode(&text).expect("characters of the set"));
        Ok(())
    }
}

//! RIF, the database of RenjuNet: XML with tables of countries, rules, openings, players and tournaments, and the games.
//!
//! `<game id=… tournament=… round=… rule=… black=… white=… bresult=… opening=… alt=… swap=…>` has its moves in `<move>`, with
//! blanks between them, columns from a with i and rows from the bottom of 15x15 points, and may have a comment in `<info>`.
//! `bresult` is 1, 0.5 or 0, seen from Black; `alt` are the fifth moves that were offered beside the one that was played,
//! `swap` tells who exchanged colours. A rule whose name has `gomoku` or `swap` is one of games without forbidden points.
//!
//! `pass` and `--` in the moves are passes, and `resigned` or `time` at their end or in `<info>` tells what the game was won by. The
//! character set is the one that the XML names.
//!
//! The file is read as it goes: of all that is in it, the tables and one game are in memory.
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
mod read;

use std::io::{BufRead, Cursor};

use crate::capacity::Boards;
use crate::{Choice, Content, Entries, Error, Kind, Part, Profile, RecordFormat};

/// RenjuNet's database.
pub(super) struct Rif;

const PROFILE: Profile = Profile {
    name: "rif",
    extensions: &["rif"],
    description: "RenjuNet's database of games, read only",
    notation: "RenjuNet's database (XML)",
    kind: Kind::Text,
    content: Content::Games,
    boards: Boards::Square(15),
    is_written: false,
    names_game: true,
    parts: &[Part::Passes],
    extras: "winner, names, date, event, round, opening rule, a comment",
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
    fn read_from(&self, source: Box<dyn BufRead>, _: &str, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(read::Games::new(source, start, PROFILE.form())))
    }

    #[cfg(not(feature = "databases"))]
    fn read_from(&self, _: Box<dyn BufRead>, _: &str, start: &Choice) -> Result<Entries, Error> {
        Ok(crate::started::disabled(start))
    }
}

//! Which format a file has, and who reads and writes it.

use std::fmt;
use std::io::{self, BufRead, Cursor, Write};
use std::path::Path;
use std::str::FromStr;

use engine::notation::shorten;
use engine::{Game, Rules, SetUp};
use serde::{Deserialize, Serialize};

use crate::capacity::{Boards, Form};
use crate::entry::whole;
use crate::{
    Budget, Choice, Encoding, Entries, Entry, Error, Exceeded, Unreadable, db, files, jsonl, offset, pgn, pos, psq,
    rec, renlib, rif, sgf, txt,
};

/// A format of records; its name is the ending of its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// One game per line: `[position TEXT moves ]M1 M2 …`
    Txt,
    /// SGF, with variations and comments
    Sgf,
    /// Piskvork
    Psq,
    /// Gomotur
    Rec,
    /// RenLib's positions on 15x15 points; `h8i9j10` on other boards
    Pos,
    /// pente.org and PlayOK
    Pgn,
    /// RenLib's libraries, 15x15 points, with variations and comments
    Lib,
    /// RenjuNet's database of games, which is only read
    Rif,
    /// Yixin's and Rapfi's databases of positions
    Db,
    /// Journals of our own tournaments, which are only read
    Jsonl,
    /// Gomocup's offset openings, one per line, which have no ending of their own
    Offset,
}

/// The name of the format.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    /// The format with this name, in any case.
    fn from_str(name: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| FormatError(shorten(name)))
    }
}

/// A name that no format has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError(String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Format::ALL.map(Format::name).join(", ");
        write!(f, "\"{}\" is no format of records, known are {known}", self.0)
    }
}

impl std::error::Error for FormatError {}

impl Format {
    /// All formats.
    pub const ALL: [Self; 11] = [
        Self::Txt,
        Self::Sgf,
        Self::Psq,
        Self::Rec,
        Self::Pos,
        Self::Pgn,
        Self::Lib,
        Self::Rif,
        Self::Db,
        Self::Jsonl,
        Self::Offset,
    ];

    /// The formats that files have by their endings.
    pub const BY_ENDING: [Self; 10] =
        [Self::Sgf, Self::Psq, Self::Rec, Self::Pos, Self::Pgn, Self::Lib, Self::Rif, Self::Db, Self::Jsonl, Self::Txt];

    /// The format of a file by its ending, in any case; `-` and names without ending are text.
    ///
    /// # Errors
    /// The ending is none of these.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let Some(ending) = files::ending(path) else { return Ok(Self::Txt) };
        let found = Self::BY_ENDING.into_iter().find(|format| format.name() == ending);
        found.ok_or_else(|| Error::Ending(path.display().to_string(), ending))
    }

    /// The ending of its files, without the dot.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Sgf => "sgf",
            Self::Psq => "psq",
            Self::Rec => "rec",
            Self::Pos => "pos",
            Self::Pgn => "pgn",
            Self::Lib => "lib",
            Self::Rif => "rif",
            Self::Db => "db",
            Self::Jsonl => "jsonl",
            Self::Offset => "offset",
        }
    }

    /// The games in the contents of a file. Those that name no rules, board or start have those of `start`.
    ///
    /// # Errors
    /// The options suit no game, and the format leaves it to them.
    pub fn read(self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        let one = |read: fn(&[u8], &Choice) -> Result<Entry, Unreadable>| -> Entries {
            Box::new(std::iter::once(read(&bytes, start)))
        };
        Ok(match self {
            Self::Txt => Box::new(txt::Lines::of(bytes, start)?),
            Self::Offset => {
                // Gomocup's games are without captures.
                let game = start.game_of(Some(Rules::FREESTYLE), None)?;
                let setup = start.setup(game)?;
                match self.check_board(game) {
                    Ok(()) => Box::new(offset::read(&bytes, game, setup.as_ref()).into_iter()),
                    Err(error) => {
                        Box::new(std::iter::once(Err(Unreadable { line: 1, game, reason: error.to_string() })))
                    }
                }
            }
            Self::Sgf => Box::new(sgf::Games::new(bytes, start)),
            Self::Pgn => Box::new(pgn::Games::new(bytes, start)),
            Self::Psq => one(psq::read),
            Self::Rec => one(rec::read),
            Self::Pos => one(pos::read),
            Self::Lib => one(renlib::read),
            Self::Rif => Box::new(rif::Games::new(Cursor::new(bytes), start)),
            Self::Db => Box::new(db::read(&bytes, start).into_iter()),
            Self::Jsonl => Box::new(jsonl::read(&bytes, start).into_iter()),
        })
    }

    /// The games in a file that is read as it goes, as far as the format allows that: of RenjuNet's database one game at a
    /// time is in memory, of others the whole file.
    ///
    /// # Errors
    /// The options suit no game, or the file cannot be read, or is too large.
    pub(crate) fn read_from(
        self,
        mut source: impl BufRead + 'static,
        name: &str,
        start: &Choice,
    ) -> Result<Entries, Error> {
        match self {
            Self::Rif => Ok(Box::new(rif::Games::new(source, start))),
            _ => self.read(whole(&mut source, name)?, start),
        }
    }

    /// The contents of a file of these games, which [`Self::check`] allows.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one, or it is only read.
    #[must_use]
    pub fn write(self, entries: &[Entry]) -> Vec<u8> {
        self.write_in(entries, None)
    }

    /// The same in a character set that [`Self::check_in`] allows.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one, or it is only read.
    #[must_use]
    pub fn write_in(self, entries: &[Entry], encoding: Option<Encoding>) -> Vec<u8> {
        self.write_within(entries, encoding, &Budget::default()).expect("there are no limits")
    }

    /// The same in a character set that [`Self::check_in`] allows, within a budget.
    ///
    /// # Errors
    /// The budget is exceeded.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one, or it is only read.
    pub fn write_within(
        self,
        entries: &[Entry],
        encoding: Option<Encoding>,
        budget: &Budget,
    ) -> Result<Vec<u8>, Exceeded> {
        assert!(!self.is_single() || entries.len() == 1, "checked before");
        let mut out = Vec::new();
        if self == Self::Db {
            db::write(entries, &mut out, budget)?;
        } else {
            for entry in entries {
                budget.check()?;
                self.write_one_in(entry, encoding, &mut out).expect("memory takes everything");
                budget.output(out.len())?;
            }
        }
        Ok(out)
    }

    /// Writes a game, which [`Self::check`] allows, after those before it: in a format whose files hold [any number of
    /// games](Self::is_appended).
    ///
    /// # Errors
    /// The output cannot be written.
    ///
    /// # Panics
    /// The format is only read, or writes all games at once.
    pub fn write_one(self, entry: &Entry, out: &mut impl Write) -> io::Result<()> {
        self.write_one_in(entry, None, out)
    }

    /// The same in a character set that [`Self::check_in`] allows.
    ///
    /// # Errors
    /// The output cannot be written, or a text has a character that the set lacks.
    ///
    /// # Panics
    /// The format is only read, or writes all games at once.
    pub fn write_one_in(self, entry: &Entry, encoding: Option<Encoding>, out: &mut impl Write) -> io::Result<()> {
        let encoding = self.encoding_of(entry, encoding);
        match self {
            Self::Lib => renlib::write(entry.game, &entry.whole(), encoding, out),
            _ if encoding == Encoding::UTF_8 => self.write_text(entry, encoding, out),
            _ => {
                let wrong = |char| io::Error::other(format!("'{char}' is no character of {encoding}"));
                out.write_all(&encoding.encode(&self.text(entry, encoding)).map_err(wrong)?)
            }
        }
    }

    /// The text of a game that is going to be in a character set.
    pub(super) fn text(self, entry: &Entry, encoding: Encoding) -> String {
        let mut text = Vec::new();
        self.write_text(entry, encoding, &mut text).expect("memory takes everything");
        String::from_utf8_lossy(&text).into_owned()
    }

    fn write_text(self, entry: &Entry, encoding: Encoding, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Rif | Self::Db | Self::Jsonl | Self::Lib => unreachable!("checked before"),
            Self::Txt => txt::write(entry, out),
            Self::Offset => offset::write(entry, out),
            Self::Sgf => sgf::write_in(entry, encoding, out),
            Self::Psq => psq::write(entry, out),
            Self::Rec => rec::write(entry, out),
            Self::Pos => pos::write(entry, out),
            Self::Pgn => pgn::write(entry, out),
        }
    }
}

/// The game of a record, and the position that the options give it: by the rules and sides that the record names, as
/// far as the options do not; one of both must name the game. It must have a board that the `form` holds. An error begins
/// on `line`.
pub(super) fn started(
    form: Form,
    start: &Choice,
    rules: Option<Rules>,
    sides: Option<(usize, usize)>,
    line: usize,
) -> Result<(&'static Game, Option<SetUp>), Unreadable> {
    let unreadable = |game, reason| Unreadable { line, game, reason };
    if rules.is_none() && !start.names_rules() {
        return Err(unreadable(usual(start), start.unnamed(form, sides).to_string()));
    }
    // No size makes one shape of another, so that is not what is told.
    if let Ok(game) = start.game_of(rules.clone(), None) {
        form.check_shape(game).map_err(|error| unreadable(game, error.to_string()))?;
    }
    let game = start.game_of(rules, sides).map_err(|error| match form.boards {
        Boards::Square(_) => unreadable(usual(start), format!("{}: {error}", form.only())),
        _ => unreadable(usual(start), error.to_string()),
    })?;
    form.check(game).map_err(|error| unreadable(game, error.to_string()))?;
    let setup = start.setup(game).map_err(|error| unreadable(game, error.to_string()))?;
    Ok((game, setup))
}

/// The rules of the game that a record calls so; the error is the name that was probably meant, as part of a sentence.
pub(super) fn named(name: &str) -> Result<Rules, String> {
    Rules::named(name)
        .map_err(|error| error.meant().map(|meant| format!(" (did you mean {meant}?)")).unwrap_or_default())
}

/// The game that is expected of a record which does not say what it is.
pub(super) fn usual(start: &Choice) -> &'static Game {
    let asked = start.game().ok();
    asked.or_else(|| Game::new(Rules::ALL[0].clone(), None, None).ok()).expect("defaults make a game")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read_as_they_are_written() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("SGF".parse(), Ok(Format::Sgf));
        let refused = "doc".parse::<Format>().expect_err("no format").to_string();
        assert!(refused.starts_with("\"doc\" is no format of records, known are txt, sgf"), "{refused}");
    }

    #[test]
    fn endings_name_formats() {
        for (path, format) in [
            ("a.sgf", Format::Sgf),
            ("A.SGF", Format::Sgf),
            ("folder.x/a.psq", Format::Psq),
            ("a.b.rec", Format::Rec),
            ("a.pos", Format::Pos),
            ("a.PGN", Format::Pgn),
            ("a.lib", Format::Lib),
            ("renjunet.rif", Format::Rif),
            ("a.db", Format::Db),
            ("journal.jsonl", Format::Jsonl),
            ("a.txt", Format::Txt),
            ("a", Format::Txt),
            ("-", Format::Txt),
        ] {
            assert_eq!(Format::of(Path::new(path)).expect(path), format);
        }
        for path in ["a.doc", "a.offset", "a.", "a.sgf.gz"] {
            let failure = Format::of(Path::new(path)).expect_err(path);
            assert!(failure.to_string().contains(".sgf .psq"), "{failure}");
        }
    }
}

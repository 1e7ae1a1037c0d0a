//! The table of formats, and a handle for each.

#[cfg(test)]
mod tests;
mod write;

use std::fmt;
use std::io::BufRead;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;

use engine::notation::shorten;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::prepared::prepared;
use crate::{
    Choice, ChoiceError, Content, Entries, Error, Part, Profile, RecordFormat, Tree, db, files, jsonl, offset, pgn,
    pos, psq, rec, renlib, rif, sgf, txt,
};

/// Defines the table and a constant for each of its lines.
macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $format:path,)*) => {
        /// All formats, in the order of lists and messages.
        pub static FORMATS: &[&dyn RecordFormat] = &[$(&$format),*];

        impl Format {
            $($(#[$doc])* pub const $name: Self = Self(&$format);)*

            /// All formats, in the order of [`FORMATS`].
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

formats! {
    /// SGF, with variations and comments
    SGF = sgf::Sgf,
    /// Piskvork
    PSQ = psq::Psq,
    /// Gomotur
    REC = rec::Rec,
    /// RenLib's positions on 15x15 points; `h8i9j10` on other boards
    POS = pos::Pos,
    /// pente.org and PlayOK
    PGN = pgn::Pgn,
    /// RenLib's libraries, 15x15 points, with variations and comments
    LIB = renlib::Lib,
    /// RenjuNet's database of games
    RIF = rif::Rif,
    /// Yixin's and Rapfi's databases of positions
    DB = db::Db,
    /// Journals of our own tournaments, which are only read
    JSONL = jsonl::Jsonl,
    /// One game per line: `[position TEXT moves ]M1 M2 …`
    TXT = txt::Txt,
    /// Gomocup's offset openings, one per line, without a usual ending
    OFFSET = offset::Offset,
}

/// A format of [`FORMATS`]: its name, and the checks before its files are written.
///
/// # Examples
/// ```
/// use std::path::Path;
///
/// use ninuki_records::{Choice, Format};
///
/// assert_eq!(Format::of(Path::new("GAME.SGF"))?, Format::SGF);
/// assert_eq!("psq".parse(), Ok(Format::PSQ));
/// let text = b"(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[ig])".to_vec();
/// let entry = Format::SGF.read(text, &Choice::default())?.next().expect("one game").expect("readable");
/// assert_eq!(Format::PSQ.check(&entry), Ok(()));
/// assert!(Format::PSQ.write(&[entry]).starts_with(b"Piskvorky 15x15, 11:11, 0\n8,8,0\n"));
/// # Ok::<(), ninuki_records::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Format(&'static dyn RecordFormat);

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

/// The name of the format.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    /// The format with this name, in any case.
    fn from_str(name: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.iter().find(|format| format.name().eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| FormatError(shorten(name)))
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| Format::ALL.iter().map(|format| format.name()).collect());

        let name = String::deserialize(deserializer)?;
        let found = Self::ALL.iter().find(|format| format.name() == name);
        found.copied().ok_or_else(|| de::Error::unknown_variant(&name, &NAMES))
    }
}

/// A name that no format has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError(String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        write!(f, "\"{}\" is no format of records, known are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for FormatError {}

impl Format {
    /// The formats whose files have an ending.
    pub fn with_extensions() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|format| !format.profile().extensions.is_empty())
    }

    /// The format of a file by its ending, in any case; `-` and names without ending are text.
    ///
    /// # Errors
    /// No format has this ending.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let Some(ending) = files::ending(path) else { return Ok(Self::TXT) };
        let found = Self::ALL.iter().find(|format| format.profile().extensions.contains(&&*ending));
        found.copied().ok_or_else(|| {
            let known = Self::with_extensions().flat_map(|format| format.profile().extensions);
            let known = known.map(|known| format!(".{known}")).collect::<Vec<_>>().join(" ");
            Error::Ending { path: path.display().to_string(), ending, known }
        })
    }

    /// The first format that [recognises](RecordFormat::recognises) the beginning of a file.
    #[must_use]
    pub fn recognised(head: &[u8]) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.0.recognises(head))
    }

    /// The properties that all files of the format share.
    #[must_use]
    pub fn profile(self) -> &'static Profile {
        self.0.profile()
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.profile().name
    }

    /// Whether a file holds one game only.
    #[must_use]
    pub fn is_single(self) -> bool {
        self.profile().content == Content::Game
    }

    /// Whether files of it are written, too.
    #[must_use]
    pub fn is_written(self) -> bool {
        self.profile().is_written
    }

    /// Whether a file is written game by game.
    #[must_use]
    pub fn is_appended(self) -> bool {
        self.is_written() && self.profile().content == Content::Games
    }

    /// Whether a file holds the moves of games in their order, not positions.
    #[must_use]
    pub fn has_games(self) -> bool {
        self.profile().content != Content::Positions
    }

    /// Whether it holds variations, comments and marks.
    #[must_use]
    pub fn has_trees(self) -> bool {
        self.profile().holds(Part::Trees)
    }

    /// The main line of a game with what the format holds of its comments and marks; `None` if it holds none.
    #[must_use]
    pub fn main_line(self, tree: &Tree) -> Option<Tree> {
        let profile = self.profile();
        match () {
            () if profile.holds(Part::Trees) => Some(tree.main_line()),
            () if profile.holds(Part::Comment) => Some(tree.main_line_with_comment()),
            () => None,
        }
    }

    /// The games in the contents of a file. Those that name no rules, board or start have those of `start`.
    ///
    /// # Errors
    /// The options suit no game, and the format leaves it to them.
    pub fn read(self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        self.0.read(prepared(bytes, self.profile().kind, start.encoding), start)
    }

    /// The games in the file `name`, which is read as it goes where the format allows that.
    ///
    /// # Errors
    /// The options suit no game, or the file cannot be read, or is too large.
    pub fn read_from(self, source: Box<dyn BufRead>, name: &str, start: &Choice) -> Result<Entries, Error> {
        self.0.read_from(source, name, start)
    }
}

impl Choice {
    /// Checks that records of a format that names no game have one by the options.
    ///
    /// # Errors
    /// The options name no game.
    pub fn check_named(&self, format: Format) -> Result<(), ChoiceError> {
        let named = format.profile().names_game || self.names_rules();
        if named { Ok(()) } else { Err(self.unnamed(format.profile().form(), None)) }
    }
}

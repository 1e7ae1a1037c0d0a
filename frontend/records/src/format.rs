//! Which format a file has, and what each can hold.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use engine::notation::shorten;
use engine::{Game, Move, Rules, SetUp, Shape};
use serde::{Deserialize, Serialize};

use crate::{Choice, Entries, Entry, Error, Unreadable, files, offset, pgn, pos, psq, rec, renlib, sgf, txt};

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
    /// pente.org
    Pgn,
    /// RenLib's libraries, 15x15 points, with variations and comments
    Lib,
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
    pub const ALL: [Self; 8] =
        [Self::Txt, Self::Sgf, Self::Psq, Self::Rec, Self::Pos, Self::Pgn, Self::Lib, Self::Offset];

    /// The formats that files have by their endings.
    pub const BY_ENDING: [Self; 7] = [Self::Sgf, Self::Psq, Self::Rec, Self::Pos, Self::Pgn, Self::Lib, Self::Txt];

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
            Self::Txt => {
                let game = start.game()?;
                Box::new(txt::Lines::new(bytes, game, start.setup(game)?))
            }
            Self::Offset => {
                let game = start.game()?;
                Box::new(offset::read(&bytes, game, start.setup(game)?.as_ref()).into_iter())
            }
            Self::Sgf => Box::new(sgf::Games::new(bytes, start)),
            Self::Pgn => Box::new(pgn::read(&bytes, start).into_iter()),
            Self::Psq => one(psq::read),
            Self::Rec => one(rec::read),
            Self::Pos => one(pos::read),
            Self::Lib => one(renlib::read),
        })
    }

    /// Whether a file holds one game only.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Psq | Self::Rec | Self::Pos | Self::Lib)
    }

    /// Whether it holds variations, comments and marks.
    #[must_use]
    pub const fn has_trees(self) -> bool {
        matches!(self, Self::Sgf | Self::Lib)
    }

    /// Checks that a game can be written so that nothing of its moves is lost, and of what is said about them only how good
    /// they are. Names, dates, times, results and properties of SGF that mean nothing here are written where there is a
    /// place for them.
    ///
    /// # Errors
    /// What the format does not hold.
    pub fn check(self, entry: &Entry) -> Result<(), String> {
        let (name, grid) = (self.name(), entry.game.grid());
        let (width, height) = (grid.width(), grid.height());
        let plain = !matches!(self, Self::Txt | Self::Sgf);
        let tree = entry.whole();
        if plain && grid.shape() == Shape::Hexagon {
            return Err(format!("{name} has square boards only, {} is played on a hexagon", entry.game.rules().name));
        }
        if self == Self::Lib && (width, height) != (renlib::SIDE, renlib::SIDE) {
            return Err(format!("{name} has boards of 15x15 points only, this one has {width}x{height}"));
        }
        match &entry.setup {
            Some(_) if plain => return Err(format!("{name} has no set-up positions, this game starts from one")),
            Some(setup) if self == Self::Sgf && setup.captured != [0; 2] => {
                return Err(format!("{name} has no captured stones in set-up positions, this game starts with some"));
            }
            _ => {}
        }
        let has = |mv| tree.moves().any(|found| found == mv);
        if plain && has(Move::Swap) {
            return Err(format!("{name} has no swap, the players of this game exchange colours"));
        }
        if plain && self != Self::Lib && has(Move::Pass) {
            return Err(format!("{name} has no pass, in this game somebody passes"));
        }
        if !self.has_trees() && tree.has_variations() {
            return Err(format!("{name} has no variations, this game has some; --main-line leaves them out"));
        }
        if !self.has_trees() && tree.has_notes() {
            return Err(format!("{name} has no comments, this game has some; --main-line leaves them out"));
        }
        match self {
            Self::Rec | Self::Offset if tree.moves().next().is_none() => {
                Err(format!("{name} has no games without moves"))
            }
            Self::Pos => pos::check(entry),
            Self::Lib => renlib::check(&tree),
            _ => Ok(()),
        }
    }

    /// The contents of a file of these games, which [`Self::check`] allows.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one.
    #[must_use]
    pub fn write(self, entries: &[Entry]) -> Vec<u8> {
        assert!(!self.is_single() || entries.len() == 1, "checked before");
        let mut out = Vec::new();
        for entry in entries {
            let written = match self {
                Self::Txt => txt::write(entry, &mut out),
                Self::Offset => offset::write(entry, &mut out),
                Self::Sgf => sgf::write(entry, &mut out),
                Self::Psq => psq::write(entry, &mut out),
                Self::Rec => rec::write(entry, &mut out),
                Self::Pos => pos::write(entry, &mut out),
                Self::Pgn => pgn::write(entry, &mut out),
                Self::Lib => renlib::write(entry.game, &entry.whole(), &mut out),
            };
            written.expect("memory takes everything");
        }
        out
    }
}

/// The game of a record, and the position that the options give it: by the rules and sides that the record names, as
/// far as the options do not. An error begins on `line`.
pub(super) fn started(
    start: &Choice,
    rules: Option<Rules>,
    sides: Option<(usize, usize)>,
    line: usize,
) -> Result<(&'static Game, Option<SetUp>), Unreadable> {
    let unreadable = |game, reason| Unreadable { line, game, reason };
    let game = start.game_of(rules, sides).map_err(|error| unreadable(usual(start), error.to_string()))?;
    let setup = start.setup(game).map_err(|error| unreadable(game, error.to_string()))?;
    Ok((game, setup))
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

//! DB, the database of positions of Yixin and Rapfi: verdicts and texts of positions, whatever the order of the moves.
//!
//! The file may be compressed as a frame of LZ4. All numbers are little-endian. A number of 32 bits, how many records follow;
//! then each record: 16 bits, the length of its key, the key, 16 bits, the length of its data, and the data. A key is a byte
//! for the rules (0 five or more, 1 exactly five, 2 renju), width, height, and for each stone `x` and `y`, counted from 0:
//! Black's, then White's, each in ascending order; of the images of a position by the symmetries of the board, the one whose
//! bytes come first. White is to move where Black has more stones; where the other side is, a last stone `FF FF` of the side
//! that passed marks it. The data are a byte as label (`w` won, `l` lost, `d` drawn, `!` forced, `x` blocked, -1 none), 16
//! bits with a value, 16 bits with a depth and in its lowest two a bound, and text; or nothing. Of text that begins `@BTXT@`,
//! lines `xyTEXT` up to a byte 8 are texts on points, with digits from `0` on and then letters; what follows is a comment. A
//! record for a board of 0x0 points names the code page: `charset="UTF-8"`.
//!
//! Here a database is one tree for each game and board in it. Each position follows the first one in the file from which a
//! stone leads to it; where there is none, its stones are placed in turn. Label, value, depth and bound are the property `DB`
//! of a node, which SGF keeps, too.

#[cfg(feature = "databases")]
mod error;
#[cfg(feature = "databases")]
mod grower;
#[cfg(feature = "databases")]
mod keys;
#[cfg(feature = "databases")]
mod layout;
#[cfg(feature = "databases")]
mod places;
#[cfg(feature = "databases")]
mod read;
#[cfg(feature = "databases")]
mod write;

use crate::capacity::Boards;
#[cfg(feature = "databases")]
use crate::{Budget, Exceeded};
use crate::{CapacityError, Choice, Content, Encoding, Entries, Entry, Error, Kind, Part, Profile, RecordFormat};

/// Databases of Yixin and Rapfi.
pub(super) struct Db;

const PROFILE: Profile = Profile {
    name: "db",
    extensions: &["db"],
    description: "Yixin's and Rapfi's databases of positions",
    notation: "Yixin's and Rapfi's databases of `freestyle`, `standard`, `renju`",
    kind: Kind::Binary,
    content: Content::Positions,
    boards: Boards::Rectangles,
    is_written: true,
    names_game: true,
    parts: &[Part::Trees],
    extras: "verdicts of the engine",
};

impl RecordFormat for Db {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    /// A frame of LZ4.
    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(&[0x04, 0x22, 0x4D, 0x18])
    }

    #[cfg(feature = "databases")]
    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(read::read(&bytes, start, PROFILE.form()).into_iter()))
    }

    #[cfg(not(feature = "databases"))]
    fn read(&self, _: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(crate::started::disabled(start))
    }

    #[cfg(feature = "databases")]
    fn check(&self, entry: &Entry, encoding: Option<Encoding>) -> Result<(), CapacityError> {
        match encoding {
            Some(encoding) => Err(CapacityError::Encoding(PROFILE.name, encoding)),
            None => write::check(entry, &entry.whole()),
        }
    }

    #[cfg(not(feature = "databases"))]
    fn check(&self, _: &Entry, _: Option<Encoding>) -> Result<(), CapacityError> {
        Err(CapacityError::Disabled(PROFILE.name))
    }

    #[cfg(feature = "databases")]
    fn write_all(
        &self,
        entries: &[Entry],
        _: Option<Encoding>,
        out: &mut Vec<u8>,
        budget: &Budget,
    ) -> Result<(), Exceeded> {
        write::write(entries, out, budget)
    }
}

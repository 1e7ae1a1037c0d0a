//! Tables of decided positions, as files.
//!
//! ```text
//! table 1
//! game NAME
//! flag suicide true                (each flag that is not as usual)
//! size 3                           (a hexagon's side)
//! length 4                         (of winning lines)
//! lost 9027
//! held 0
//! ```
//!
//! and then bytes: the *lost* positions, in which the side to move loses, in ascending order of their numbers, each as
//! the difference to the number before and its rank, the most plies until the end; then the *held* positions, in which the
//! side to move does not win, as differences alone. All numbers are written seven bits to a byte, lowest first, the
//! eighth bit telling that more follow. The number of a position stands for all its images, and for the exchange of
//! colours as well (see [`CanonicalKeys`](engine::CanonicalKeys)).
//!
//! Won positions need no entry: they have a move to a lost one. Nor do drawn ones: they are held, and have a move to a
//! held one.

use std::collections::{BTreeMap, BTreeSet};

use engine::Game;

use crate::proof::{FormatError, Reader};
use crate::varint;

/// The tables that come with the program; `ninuki solve --table FILE` has written them.
#[cfg(feature = "tables")]
const SHIPPED: [&[u8]; 5] = [
    include_bytes!("tables/hexagon3-3.table"),
    include_bytes!("tables/hexagon3-4.table"),
    include_bytes!("tables/hexagon3-5.table"),
    include_bytes!("tables/hexagon3-5-pass.table"),
    include_bytes!("tables/hexagon4-4.table"),
];

#[cfg(not(feature = "tables"))]
const SHIPPED: [&[u8]; 0] = [];

/// The version of the format that is written; others are not read.
const VERSION: usize = 1;

/// Positions of a game that are decided, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The game.
    pub game: &'static Game,
    /// The positions in which the side to move loses, and within how many plies.
    pub(super) lost: BTreeMap<u64, u32>,
    /// Positions in which the side to move does not win; closed, see [`Table::verify`].
    pub(super) held: BTreeSet<u64>,
}

impl Table {
    /// A table without positions.
    #[must_use]
    pub const fn new(game: &'static Game) -> Self {
        Self { game, lost: BTreeMap::new(), held: BTreeSet::new() }
    }

    /// The table of `game` that comes with the program, if there is one.
    #[must_use]
    pub fn shipped(game: &'static Game) -> Option<Self> {
        let wanted = format!("table {VERSION}\n{}", crate::proof::heading(game));
        let found = SHIPPED.iter().find(|bytes| bytes.starts_with(wanted.as_bytes()));
        found.and_then(|bytes| Self::parse(bytes).ok())
    }

    /// The numbers of positions that are lost and that are held.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize) {
        (self.lost.len(), self.held.len())
    }

    /// The table as it is written to a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (lost, held) = self.sizes();
        let heading = crate::proof::heading(self.game);
        let mut bytes = format!("table {VERSION}\n{heading}lost {lost}\nheld {held}\n").into_bytes();
        let mut put = |number| varint::write(&mut bytes, number).expect("a vector takes everything");
        let mut before = 0;
        for (&code, &rank) in &self.lost {
            put(code - before);
            put(u64::from(rank));
            before = code;
        }
        before = 0;
        for &code in &self.held {
            put(code - before);
            before = code;
        }
        bytes
    }

    /// Whether a file that begins with these bytes is meant to be a table.
    #[must_use]
    pub fn is_table(bytes: &[u8]) -> bool {
        bytes.starts_with(b"table ")
    }

    /// Reads a table. Its claims are not checked, see [`Table::verify`].
    ///
    /// # Errors
    /// Where the bytes are no table, and why.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatError> {
        // The heading ends with the line that counts the held positions.
        let end = bytes.windows(6).position(|window| window == b"\nheld ").map_or(bytes.len(), |at| at + 1);
        let end = bytes[end..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |more| end + more + 1);
        let text = String::from_utf8_lossy(&bytes[..end]);
        let mut heading = Reader::new(text.lines().enumerate());
        let version = heading.count("table")?;
        if version != VERSION {
            return Err(heading.error(format!("this is version {version}, version {VERSION} is understood")));
        }
        let mut table = Self::new(heading.game()?);
        let (lost, held) = (heading.count("lost")?, heading.count("held")?);
        let damaged = || heading.error("the positions that follow are damaged");
        let mut rest = &bytes[end..];
        let mut code = 0_u64;
        for _ in 0..lost {
            let (more, rank) =
                (varint::read(&mut rest).map_err(|_| damaged())?, varint::read(&mut rest).map_err(|_| damaged())?);
            code = code.checked_add(more).ok_or_else(damaged)?;
            table.lost.insert(code, u32::try_from(rank).map_err(|_| damaged())?);
        }
        code = 0;
        for _ in 0..held {
            code = varint::read(&mut rest).ok().and_then(|more| code.checked_add(more)).ok_or_else(damaged)?;
            table.held.insert(code);
        }
        if !rest.is_empty() || table.sizes() != (lost, held) {
            return Err(damaged());
        }
        Ok(table)
    }
}

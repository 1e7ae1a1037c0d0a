//! The weights of several games as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `weights-` |
//! | 4 | the version of the format, 1 |
//! | 8 | the hash of all bytes that follow (64-bit FNV-1a, Fowler, Noll and Vo) |
//! | 5 × 4 | the architecture: pattern codes, accumulator, hidden units, global features, policy parameters |
//! | 4 | how many tables follow |
//!
//! and for each table:
//!
//! | bytes | what |
//! |---|---|
//! | 1 + n | the length of the name of the game, and the name |
//! | 1 | the side to move: 0 Black, 1 White, 2 either |
//! | 2 × [`SideWeights::LEN`] | its numbers, see [`SideWeights::numbers`] |
//!
//! All numbers are little-endian.

use std::fmt;
use std::sync::{Arc, LazyLock};

use engine::{Color, Rules};

use crate::network::{ACCUMULATOR, HIDDEN};
use crate::policy::{PATTERN_CODES, POLICY_PARAMETERS};
use crate::{GLOBAL_FEATURES, SideWeights, Weights};

/// The weights that come with this crate; the trainer has written them.
const SHIPPED: &[u8] = include_bytes!("weights.bin");

const MAGIC: &[u8; 8] = b"weights-";
const VERSION: u32 = 1;

/// The number of bytes that the hash leaves out.
const UNHASHED: usize = MAGIC.len() + 4 + 8;

const ARCHITECTURE: [u32; 5] =
    [PATTERN_CODES as u32, ACCUMULATOR as u32, HIDDEN as u32, GLOBAL_FEATURES as u32, POLICY_PARAMETERS as u32];

/// The weights of one game for one side to move, or for either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsTable {
    /// The name of the game.
    pub game: String,
    /// The side to move; `None` if they serve both.
    pub side: Option<Color>,
    /// The weights.
    pub weights: Arc<SideWeights>,
}

/// The weights of several games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WeightsFile {
    /// One or two tables for each game.
    pub tables: Vec<WeightsTable>,
}

impl WeightsFile {
    /// The weights that come with this crate, read on first use.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static FILE: LazyLock<WeightsFile> =
            LazyLock::new(|| WeightsFile::parse(SHIPPED).unwrap_or_else(|error| panic!("shipped weights: {error}")));
        &FILE
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// The bytes are no weights, or weights of another architecture, or damaged.
    pub fn parse(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = Bytes(bytes);
        if rest.array() != Some(*MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let version = rest.number()?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let expected = rest.array().map(u64::from_le_bytes).ok_or(WeightsError::Cut)?;
        let found = hash(rest.0);
        if expected != found {
            return Err(WeightsError::Damaged { expected, found });
        }
        let mut architecture = [0; ARCHITECTURE.len()];
        for number in &mut architecture {
            *number = rest.number()?;
        }
        if architecture != ARCHITECTURE {
            return Err(WeightsError::Architecture(architecture));
        }
        let tables = (0..rest.number()?).map(|_| rest.table()).collect::<Result<_, _>>()?;
        if rest.0.is_empty() { Ok(Self { tables }) } else { Err(WeightsError::Long(rest.0.len())) }
    }

    /// The file as bytes.
    ///
    /// # Panics
    /// The name of a game has more than 255 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content: Vec<u8> = ARCHITECTURE.into_iter().flat_map(u32::to_le_bytes).collect();
        content.extend((self.tables.len() as u32).to_le_bytes());
        for WeightsTable { game, side, weights } in &self.tables {
            content.push(game.len().try_into().expect("a short name"));
            content.extend(game.as_bytes());
            content.push(side.map_or(2, |color| color.index() as u8));
            content.extend(weights.numbers().flat_map(i16::to_le_bytes));
        }
        [&MAGIC[..], &VERSION.to_le_bytes(), &hash(&content).to_le_bytes(), &content].concat()
    }

    /// The weights of the game with this name.
    #[must_use]
    pub fn named(&self, game: &str) -> Option<Weights> {
        let side = |color| {
            let mut tables = self.tables.iter().filter(|table| table.game == game);
            Some(tables.find(|table| table.side.is_none_or(|side| side == color))?.weights.clone())
        };
        Some(Weights::new([side(Color::Black)?, side(Color::White)?]))
    }

    /// The weights of the game with the name of `rules`; if there are none, of the known game that is most like it.
    #[must_use]
    pub fn for_rules(&self, rules: &Rules) -> Option<Weights> {
        self.named(rules.name).or_else(|| self.named(rules.nearest().name))
    }
}

/// The hash of the weights that come with this crate: other weights, another hash.
#[must_use]
pub fn weights_hash() -> u64 {
    hash(&SHIPPED[UNHASHED..])
}

/// 64-bit FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What is left to be read.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], WeightsError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(WeightsError::Cut)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const LENGTH: usize>(&mut self) -> Option<[u8; LENGTH]> {
        self.take(LENGTH).ok()?.try_into().ok()
    }

    fn number(&mut self) -> Result<u32, WeightsError> {
        self.array().map(u32::from_le_bytes).ok_or(WeightsError::Cut)
    }

    fn table(&mut self) -> Result<WeightsTable, WeightsError> {
        let length = self.take(1)?[0];
        let game = String::from_utf8_lossy(self.take(length.into())?).into_owned();
        let side = match self.take(1)?[0] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            side => return Err(WeightsError::Side(side)),
        };
        let (numbers, _) = self.take(2 * SideWeights::LEN)?.as_chunks();
        let numbers: Vec<i16> = numbers.iter().copied().map(i16::from_le_bytes).collect();
        let weights = SideWeights::from_numbers(&numbers).ok_or(WeightsError::Cut)?;
        Ok(WeightsTable { game, side, weights: Arc::new(weights) })
    }
}

/// Why bytes are not the weights of this engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// They do not begin as weights do.
    Foreign,
    /// They are of this version of the format.
    Version(u32),
    /// The hash is not that of the content.
    Damaged {
        /// What the file says.
        expected: u64,
        /// What the content has.
        found: u64,
    },
    /// They are for networks with these numbers of pattern codes, sums, hidden units, global features, policy parameters.
    Architecture([u32; ARCHITECTURE.len()]),
    /// A table is for a side that there is not.
    Side(u8),
    /// They end too early.
    Cut,
    /// So many bytes follow after the last table.
    Long(usize),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "no weights, they begin with {}", MAGIC.escape_ascii()),
            Self::Version(found) => write!(f, "weights of version {found}, version {VERSION} is understood"),
            Self::Damaged { expected, found } => {
                write!(f, "damaged weights: their hash is {found:016x} and should be {expected:016x}")
            }
            Self::Architecture(found) => {
                write!(f, "weights of a network of {found:?}, a network of {ARCHITECTURE:?} is understood")
            }
            Self::Side(found) => write!(f, "weights for side {found}, allowed are 0, 1 and 2"),
            Self::Cut => f.write_str("the weights end too early"),
            Self::Long(more) => write!(f, "{more} bytes follow after the weights"),
        }
    }
}

impl std::error::Error for WeightsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_can_be_read_and_written() {
        let file = WeightsFile::shipped();
        assert!(Rules::ALL.iter().all(|rules| file.named(rules.name).is_some()));
        assert!(file.to_bytes() == SHIPPED, "they are written as they are read");
        assert_eq!(SHIPPED[12..UNHASHED], weights_hash().to_le_bytes());
    }

    /// The shipped weights after a change behind the hash, with a hash that fits.
    fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = SHIPPED.to_vec();
        change(&mut bytes);
        let hash = hash(&bytes[UNHASHED..]);
        bytes[12..UNHASHED].copy_from_slice(&hash.to_le_bytes());
        bytes
    }

    #[test]
    fn what_is_wrong_with_weights_is_told() {
        let error = |bytes: &[u8]| WeightsFile::parse(bytes).map(|_| ()).expect_err("wrong weights").to_string();
        assert_eq!(error(b""), "no weights, they begin with weights-");
        assert_eq!(error(&SHIPPED[..10]), "the weights end too early");
        let mut bytes = SHIPPED.to_vec();
        bytes[8] = 2;
        assert_eq!(error(&bytes), "weights of version 2, version 1 is understood");
        bytes[8] = 1;
        bytes[70_000] ^= 1;
        assert!(error(&bytes).starts_with("damaged weights: their hash is "));
        assert!(error(&SHIPPED[..SHIPPED.len() - 1]).starts_with("damaged weights"));
        let smaller = changed(|bytes| bytes[UNHASHED] ^= 1);
        assert!(error(&smaller).starts_with("weights of a network of [257, 32, 16, 129, 768], a network of [256"));
        assert_eq!(error(&changed(|bytes| bytes.push(0))), "1 bytes follow after the weights");
        assert_eq!(error(&changed(|bytes| bytes.truncate(70_000))), "the weights end too early");
        let first = UNHASHED + 4 * ARCHITECTURE.len() + 4;
        let side = first + 1 + usize::from(SHIPPED[first]);
        assert_eq!(error(&changed(|bytes| bytes[side] = 3)), "weights for side 3, allowed are 0, 1 and 2");
    }

    #[test]
    fn a_game_of_another_name_has_the_weights_of_one_like_it() {
        let file = WeightsFile::shipped();
        for rules in Rules::ALL {
            let other = Rules { name: "another", ..rules.clone() };
            let like = other.nearest();
            assert_eq!(file.for_rules(&other), file.named(like.name));
            let closed = Rules { breakable: !rules.breakable, ..other };
            assert!(file.for_rules(&closed).is_some());
        }
        assert_eq!(WeightsFile::default().for_rules(&Rules::ALL[0]), None);
    }
}

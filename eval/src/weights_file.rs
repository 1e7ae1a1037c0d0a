//! The weights of several games as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `weights-` |
//! | 4 | the version of the format, 5 |
//! | 8 | the hash of all bytes that follow (64-bit FNV-1a, Fowler, Noll and Vo) |
//! | 9 × 4 | the architecture: pattern codes, accumulator, inputs of the first layer, its units, units of the other hidden layers, global features, policy parameters, line classes, line channels |
//! | 4 | how many tables of line patterns follow |
//! | … | those tables, each [`LINE_CLASSES`] × [`LINE_CHANNELS`] × 1 and [`LINE_CLASSES`] × 2 bytes, see [`LineTable::numbers`] |
//! | 4 | how many tables of games follow |
//!
//! and for each table of a game:
//!
//! | bytes | what |
//! |---|---|
//! | 1 + n | the length of the name of the game, and the name |
//! | 1 | the side to move: 0 Black, 1 White, 2 either |
//! | 1 | the number of its table of line patterns, from 0; 255 if it has none |
//! | 2 × [`SideWeights::LEN`] | its numbers, see [`SideWeights::numbers`] |
//!
//! All numbers are little-endian.

use std::fmt;
use std::sync::Arc;

use engine::{Color, Rules};

use crate::layout::{ACCUMULATOR, FIRST_HIDDEN, HIDDEN, INPUTS, LINE_CHANNELS};
use crate::policy::{PATTERN_CODES, POLICY_PARAMETERS};
use crate::{GLOBAL_FEATURES, LINE_CLASSES, LineTable, SideWeights, Weights};

/// The weights that come with this crate, written by the trainer. Without the feature `weights`, only their hash is
/// linked.
const SHIPPED: &[u8] = include_bytes!("weights.bin");

const MAGIC: &[u8; 8] = b"weights-";
const VERSION: u32 = 5;

/// The number of bytes that the hash leaves out.
const UNHASHED: usize = MAGIC.len() + 4 + 8;

const ARCHITECTURE: [u32; 9] = [
    PATTERN_CODES as u32,
    ACCUMULATOR as u32,
    INPUTS as u32,
    FIRST_HIDDEN as u32,
    HIDDEN as u32,
    GLOBAL_FEATURES as u32,
    POLICY_PARAMETERS as u32,
    LINE_CLASSES as u32,
    LINE_CHANNELS as u32,
];

/// In the place of a table of line patterns.
const NO_LINES: u8 = u8::MAX;

/// The weights of one game for one side to move, or for either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsTable {
    /// The name of the game.
    pub game: String,
    /// The side to move; `None` if they serve both.
    pub side: Option<Color>,
    /// The number of its table among [`WeightsFile::lines`], if it has one.
    pub lines: Option<u8>,
    /// The weights.
    pub weights: Arc<SideWeights>,
}

/// The weights of several games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WeightsFile {
    /// The weights of line patterns, each for several games.
    pub lines: Vec<Arc<LineTable>>,
    /// One or two tables for each game.
    pub tables: Vec<WeightsTable>,
}

impl WeightsFile {
    /// The weights that come with this crate, read on first use.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn shipped() -> &'static Self {
        static FILE: std::sync::LazyLock<WeightsFile> = std::sync::LazyLock::new(|| {
            WeightsFile::parse(SHIPPED).unwrap_or_else(|error| panic!("shipped weights: {error}"))
        });
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
        let lines: Vec<_> = (0..rest.number()?).map(|_| rest.lines()).collect::<Result<_, _>>()?;
        let tables = (0..rest.number()?).map(|_| rest.table(lines.len())).collect::<Result<_, _>>()?;
        if rest.0.is_empty() { Ok(Self { lines, tables }) } else { Err(WeightsError::Long(rest.0.len())) }
    }

    /// The file as bytes.
    ///
    /// # Panics
    /// The name of a game has more than 255 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content: Vec<u8> = ARCHITECTURE.into_iter().flat_map(u32::to_le_bytes).collect();
        content.extend((self.lines.len() as u32).to_le_bytes());
        for lines in &self.lines {
            let numbers: Vec<i16> = lines.numbers().collect();
            let (values, policy) = numbers.split_at(LINE_CLASSES * LINE_CHANNELS);
            content.extend(values.iter().map(|&number| number as u8));
            content.extend(policy.iter().flat_map(|number| number.to_le_bytes()));
        }
        content.extend((self.tables.len() as u32).to_le_bytes());
        for WeightsTable { game, side, lines, weights } in &self.tables {
            content.push(game.len().try_into().expect("a short name"));
            content.extend(game.as_bytes());
            content.push(side.map_or(2, |color| color.index() as u8));
            content.push(lines.unwrap_or(NO_LINES));
            content.extend(weights.numbers().flat_map(i16::to_le_bytes));
        }
        [&MAGIC[..], &VERSION.to_le_bytes(), &hash(&content).to_le_bytes(), &content].concat()
    }

    /// The weights of the game with this name alone, with its line patterns.
    #[must_use]
    pub fn of_game(&self, game: &str) -> Self {
        Self::of(self.with_lines().filter(|(table, _)| table.game == game))
    }

    /// Replaces the weights of the games in `new`; those of other games stay. Tables are in the order of the built-in games,
    /// line patterns in that of the first game that uses them. Unused line patterns are dropped.
    pub fn replace(&mut self, new: Self) {
        let kept = self.with_lines().filter(|(old, _)| new.tables.iter().all(|table| table.game != old.game));
        let mut tables: Vec<_> = kept.chain(new.with_lines()).collect();
        tables.sort_by_key(|(table, _)| Rules::ALL.iter().position(|rules| rules.name == table.game));
        *self = Self::of(tables);
    }

    /// The tables, each with its line patterns.
    fn with_lines(&self) -> impl Iterator<Item = (WeightsTable, Option<Arc<LineTable>>)> {
        self.tables.iter().map(|table| {
            let lines = table.lines.map(|number| Arc::clone(&self.lines[usize::from(number)]));
            (table.clone(), lines)
        })
    }

    /// These tables.
    fn of(tables: impl IntoIterator<Item = (WeightsTable, Option<Arc<LineTable>>)>) -> Self {
        let mut file = Self::default();
        for (table, lines) in tables {
            let lines = lines.map(|lines| {
                let known = file.lines.iter().position(|known| Arc::ptr_eq(known, &lines));
                known.unwrap_or_else(|| {
                    file.lines.push(lines);
                    file.lines.len() - 1
                }) as u8
            });
            file.tables.push(WeightsTable { lines, ..table });
        }
        file
    }

    /// The weights of the game with this name.
    #[must_use]
    pub fn named(&self, game: &str) -> Option<Weights> {
        let tables = self.tables.iter().filter(|table| table.game == game);
        let lines =
            tables.clone().find_map(|table| table.lines).map(|number| Arc::clone(&self.lines[usize::from(number)]));
        let side = |color| {
            let table = tables.clone().find(|table| table.side.is_none_or(|side| side == color))?;
            Some(Arc::clone(&table.weights))
        };
        Some(Weights::new([side(Color::Black)?, side(Color::White)?], lines))
    }

    /// The weights of the game with the name of `rules`; if there are none, of the game with weights that is most like it.
    #[must_use]
    pub fn for_rules(&self, rules: &Rules) -> Option<Weights> {
        let named = |rules: &Rules| self.named(rules.name);
        named(rules).or_else(|| named(&rules.nearest_of(|rules| named(rules).is_some())?))
    }
}

/// The hash of the weights that come with this crate: other weights, another hash.
#[must_use]
pub fn weights_hash() -> u64 {
    const HASH: [u8; 8] = *SHIPPED.split_at(UNHASHED).0.last_chunk().expect("the hash ends what it leaves out");
    u64::from_le_bytes(HASH)
}

/// 64-bit FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The unread bytes.
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

    fn lines(&mut self) -> Result<Arc<LineTable>, WeightsError> {
        let values = self.take(LINE_CLASSES * LINE_CHANNELS)?.iter().map(|&number| number.cast_signed().into());
        let (policy, _) = self.take(2 * LINE_CLASSES)?.as_chunks();
        let numbers: Vec<i16> = values.chain(policy.iter().copied().map(i16::from_le_bytes)).collect();
        LineTable::from_numbers(&numbers).map(Arc::new).ok_or(WeightsError::Cut)
    }

    /// Reads a table of a file with `tables` tables of line patterns.
    fn table(&mut self, tables: usize) -> Result<WeightsTable, WeightsError> {
        let length = self.take(1)?[0];
        let game = String::from_utf8_lossy(self.take(length.into())?).into_owned();
        let side = match self.take(1)?[0] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            side => return Err(WeightsError::Side(side)),
        };
        let lines = match self.take(1)?[0] {
            NO_LINES => None,
            number if usize::from(number) < tables => Some(number),
            number => return Err(WeightsError::Lines(number)),
        };
        let (numbers, _) = self.take(2 * SideWeights::LEN)?.as_chunks();
        let numbers: Vec<i16> = numbers.iter().copied().map(i16::from_le_bytes).collect();
        let weights = SideWeights::from_numbers(&numbers).ok_or(WeightsError::Cut)?;
        Ok(WeightsTable { game, side, lines, weights: Arc::new(weights) })
    }
}

/// An error in a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The file does not begin with the magic bytes.
    Foreign,
    /// Another version of the format.
    Version(u32),
    /// The hash is not that of the content.
    Damaged {
        /// The hash stored in the file.
        expected: u64,
        /// The hash of the content.
        found: u64,
    },
    /// Another architecture: pattern codes, accumulator, inputs, hidden units, global features, policy parameters, line
    /// classes, line channels.
    Architecture([u32; ARCHITECTURE.len()]),
    /// A table is for an unknown side.
    Side(u8),
    /// A table refers to missing line patterns.
    Lines(u8),
    /// The file ends too early.
    Cut,
    /// This number of bytes follows the last table.
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
            Self::Lines(number) => write!(f, "line patterns {number} are not in the file"),
            Self::Cut => f.write_str("the weights end too early"),
            Self::Long(more) => write!(f, "{more} bytes follow after the weights"),
        }
    }
}

impl std::error::Error for WeightsError {}

#[cfg(all(test, feature = "weights"))]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_can_be_read_and_written() {
        let file = WeightsFile::shipped();
        assert!(Rules::ALL.iter().all(|rules| file.for_rules(rules).is_some()));
        assert!(Rules::ALL.iter().filter(|rules| file.named(rules.name).is_some()).count() >= 12);
        assert!(file.to_bytes() == SHIPPED, "they are written as they are read");
        assert_eq!(hash(&SHIPPED[UNHASHED..]), weights_hash());
    }

    #[test]
    fn weights_of_some_games_are_replaced() {
        let shipped = WeightsFile::shipped();
        let mut file = WeightsFile::default();
        // Of three kinds, not in the order of the list.
        let games = [7, 0, 11].map(|number: usize| Rules::ALL[number].name);
        for name in games {
            let game = shipped.of_game(name);
            assert!(game.lines.len() <= 1 && game.named(name) == shipped.named(name));
            file.replace(WeightsFile::parse(&game.to_bytes()).expect("weights"));
        }
        assert!(games.into_iter().all(|name| file.named(name) == shipped.named(name)));
        assert!(file.tables.is_sorted_by_key(|table| Rules::ALL.iter().position(|rules| rules.name == table.game)));
        file.replace(shipped.clone());
        assert!(&file == shipped, "lines that no game has any more are gone");
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
        bytes[8] = 3;
        assert_eq!(error(&bytes), "weights of version 3, version 5 is understood");
        bytes[8] = 5;
        bytes[70_000] ^= 1;
        assert!(error(&bytes).starts_with("damaged weights: their hash is "));
        assert!(error(&SHIPPED[..SHIPPED.len() - 1]).starts_with("damaged weights"));
        let smaller = changed(|bytes| bytes[UNHASHED] ^= 1);
        assert!(
            error(&smaller).starts_with(
                "weights of a network of [257, 32, 48, 128, 32, 145, 25344, 22143, 16], a network of [256"
            )
        );
        assert_eq!(error(&changed(|bytes| bytes.push(0))), "1 bytes follow after the weights");
        assert_eq!(error(&changed(|bytes| bytes.truncate(70_000))), "the weights end too early");
        let lines = WeightsFile::shipped().lines.len();
        let first = UNHASHED + 4 * ARCHITECTURE.len() + 4 + lines * LINE_CLASSES * (LINE_CHANNELS + 2) + 4;
        let side = first + 1 + usize::from(SHIPPED[first]);
        assert_eq!(error(&changed(|bytes| bytes[side] = 3)), "weights for side 3, allowed are 0, 1 and 2");
        assert_eq!(error(&changed(|bytes| bytes[side + 1] = 77)), "line patterns 77 are not in the file");
    }

    #[test]
    fn a_game_of_another_name_has_the_weights_of_one_like_it() {
        let file = WeightsFile::shipped();
        for rules in Rules::ALL {
            let other = Rules { name: "another", ..rules.clone() };
            let like = other.nearest_of(|rules| file.named(rules.name).is_some()).expect("some game has weights");
            assert_eq!(file.for_rules(&other), file.named(like.name));
            let closed = Rules { breakable: !rules.breakable, ..other };
            assert!(file.for_rules(&closed).is_some());
        }
        assert_eq!(WeightsFile::default().for_rules(&Rules::ALL[0]), None);
    }
}

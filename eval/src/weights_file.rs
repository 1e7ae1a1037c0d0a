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

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
#[cfg(feature = "weights")]
use std::sync::{LazyLock, Mutex, PoisonError, Weak};

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

/// The bytes of a table of line patterns.
const LINES_LENGTH: usize = LINE_CLASSES * (LINE_CHANNELS + 2);

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

/// The weights that come with this crate. A table is decoded on request and kept as long as a search uses it: those
/// of all games take 10 MiB.
#[cfg(feature = "weights")]
pub(crate) struct Shipped {
    index: Index<'static>,
    decoded: Mutex<Decoded>,
}

/// The tables in use.
#[cfg(feature = "weights")]
struct Decoded {
    lines: Vec<Weak<LineTable>>,
    sides: Vec<Weak<SideWeights>>,
    /// The games that were asked for last, the newest one at the end: their weights are kept.
    last: Vec<(&'static str, Weights)>,
}

/// The number of games whose weights are kept. Programs that change between games would decode them for each search; in
/// browsers memory counts more.
#[cfg(feature = "weights")]
const KEPT: usize = if cfg!(target_family = "wasm") { 1 } else { 4 };

/// Empty references to tables.
#[cfg(feature = "weights")]
fn unused<T>(count: usize) -> Vec<Weak<T>> {
    (0..count).map(|_| Weak::new()).collect()
}

#[cfg(feature = "weights")]
impl Shipped {
    pub(crate) fn get() -> &'static Self {
        static SHARED: LazyLock<Shipped> = LazyLock::new(|| {
            // A test checks the hash, which would read all tables.
            let index =
                Index::read(Bytes(&SHIPPED[UNHASHED..])).unwrap_or_else(|error| panic!("shipped weights: {error}"));
            let (lines, sides) = (unused(index.lines.len()), unused(index.tables.len()));
            Shipped { index, decoded: Mutex::new(Decoded { lines, sides, last: Vec::new() }) }
        });
        &SHARED
    }

    /// The weights of [`WeightsFile::for_rules`].
    pub(crate) fn for_rules(&self, rules: &Rules) -> Option<Weights> {
        let game = nearest(rules, |name| self.index.tables.iter().any(|entry| entry.game == name))?;
        let tables = || self.index.tables.iter().enumerate().filter(|(_, entry)| entry.game == game);
        let mut decoded = self.decoded.lock().unwrap_or_else(PoisonError::into_inner);
        let Decoded { lines: line_tables, sides: side_tables, last } = &mut *decoded;
        if let Some(place) = last.iter().position(|(name, _)| *name == game) {
            let known = last.remove(place);
            last.push(known.clone());
            return Some(known.1);
        }
        // The oldest ones go before new ones come: the peak is what counts.
        while last.len() >= KEPT {
            last.remove(0);
        }
        let mut side = |color| {
            let (number, entry) = tables().find(|(_, entry)| serves(entry.side, color))?;
            Some(kept(&mut side_tables[number], || entry.weights().expect("a whole table")))
        };
        let sides = [side(Color::Black)?, side(Color::White)?];
        let lines = tables().find_map(|(_, entry)| entry.lines).map(usize::from).map(|number| {
            kept(&mut line_tables[number], || line_table(self.index.lines[number]).expect("a whole table"))
        });
        let weights = Weights::new(sides, lines);
        last.push((game, weights.clone()));
        Some(weights)
    }
}

/// A table that is in use, else the one that `decode` returns.
#[cfg(feature = "weights")]
fn kept<T>(kept: &mut Weak<T>, decode: impl FnOnce() -> Arc<T>) -> Arc<T> {
    kept.upgrade().unwrap_or_else(|| {
        let table = decode();
        *kept = Arc::downgrade(&table);
        table
    })
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
    /// The weights that come with this crate, all of them decoded on first use.
    #[cfg(feature = "weights")]
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
        let index = Index::read(rest)?;
        let lines = index.lines.iter().map(|bytes| line_table(bytes)).collect::<Result<_, _>>()?;
        let tables = index.tables.iter().map(|entry| {
            let Entry { game, side, lines, .. } = entry;
            Ok(WeightsTable { game: game.to_string(), side: *side, lines: *lines, weights: entry.weights()? })
        });
        Ok(Self { lines, tables: tables.collect::<Result<_, _>>()? })
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
            let table = tables.clone().find(|table| serves(table.side, color))?;
            Some(Arc::clone(&table.weights))
        };
        Some(Weights::new([side(Color::Black)?, side(Color::White)?], lines))
    }

    /// The weights of the game with the name of `rules`; if there are none, of the game with weights that is most like it.
    #[must_use]
    pub fn for_rules(&self, rules: &Rules) -> Option<Weights> {
        self.named(nearest(rules, |name| self.named(name).is_some())?)
    }
}

/// Whether a table for `side` serves `color`.
fn serves(side: Option<Color>, color: Color) -> bool {
    side.is_none_or(|side| side == color)
}

/// The name of `rules`, else that of the game with weights that is most like it.
fn nearest(rules: &Rules, has_weights: impl Fn(&str) -> bool) -> Option<&'static str> {
    let game =
        if has_weights(rules.name) { rules.clone() } else { rules.nearest_of(|rules| has_weights(rules.name))? };
    Some(game.name)
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
}

/// Where the tables of a file are. None is decoded.
struct Index<'b> {
    lines: Vec<&'b [u8]>,
    tables: Vec<Entry<'b>>,
}

/// A table of a game that is not decoded.
struct Entry<'b> {
    game: Cow<'b, str>,
    side: Option<Color>,
    lines: Option<u8>,
    numbers: &'b [u8],
}

impl<'b> Index<'b> {
    /// Reads what follows the hash.
    fn read(mut rest: Bytes<'b>) -> Result<Self, WeightsError> {
        let mut architecture = [0; ARCHITECTURE.len()];
        for number in &mut architecture {
            *number = rest.number()?;
        }
        if architecture != ARCHITECTURE {
            return Err(WeightsError::Architecture(architecture));
        }
        let count = rest.number()?;
        let lines: Vec<_> = (0..count).map(|_| rest.take(LINES_LENGTH)).collect::<Result<_, _>>()?;
        let count = rest.number()?;
        let tables = (0..count).map(|_| Entry::read(&mut rest, lines.len())).collect::<Result<_, _>>()?;
        if rest.0.is_empty() { Ok(Self { lines, tables }) } else { Err(WeightsError::Long(rest.0.len())) }
    }
}

impl<'b> Entry<'b> {
    /// Reads a table of a file with `tables` tables of line patterns.
    fn read(rest: &mut Bytes<'b>, tables: usize) -> Result<Self, WeightsError> {
        let length = rest.take(1)?[0];
        let game = String::from_utf8_lossy(rest.take(length.into())?);
        let side = match rest.take(1)?[0] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            side => return Err(WeightsError::Side(side)),
        };
        let lines = match rest.take(1)?[0] {
            NO_LINES => None,
            number if usize::from(number) < tables => Some(number),
            number => return Err(WeightsError::Lines(number)),
        };
        Ok(Self { game, side, lines, numbers: rest.take(2 * SideWeights::LEN)? })
    }

    fn weights(&self) -> Result<Arc<SideWeights>, WeightsError> {
        let (numbers, _) = self.numbers.as_chunks();
        let numbers: Vec<i16> = numbers.iter().copied().map(i16::from_le_bytes).collect();
        SideWeights::from_numbers(&numbers).map(Arc::new).ok_or(WeightsError::Cut)
    }
}

/// Decodes the bytes of a table of line patterns.
fn line_table(bytes: &[u8]) -> Result<Arc<LineTable>, WeightsError> {
    let (values, policy) = bytes.split_at_checked(LINE_CLASSES * LINE_CHANNELS).ok_or(WeightsError::Cut)?;
    let values = values.iter().map(|&number| number.cast_signed().into());
    let (policy, _) = policy.as_chunks();
    let numbers: Vec<i16> = values.chain(policy.iter().copied().map(i16::from_le_bytes)).collect();
    LineTable::from_numbers(&numbers).map(Arc::new).ok_or(WeightsError::Cut)
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
    fn tables_decoded_alone_are_those_of_the_file() {
        let file = WeightsFile::shipped();
        for rules in Rules::ALL {
            let other = Rules { name: "another", ..rules.clone() };
            for rules in [rules, other] {
                let weights = Shipped::get().for_rules(&rules).expect("weights");
                assert!(Some(&weights) == file.for_rules(&rules).as_ref(), "{}", rules.name);
                let again = Shipped::get().for_rules(&rules).expect("weights");
                assert!(std::ptr::eq(again.of(Color::Black), weights.of(Color::Black)), "in use, so not decoded again");
            }
        }
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

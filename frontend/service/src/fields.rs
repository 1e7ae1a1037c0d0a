//! The fields of queries.

#[cfg(feature = "files")]
mod file;
mod lists;

use std::collections::BTreeMap;
#[cfg(any(feature = "files", feature = "library", feature = "shipped", feature = "watching"))]
use std::num::NonZeroU16;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use analysis::Effort;
use engine::Color;
use records::{About, Budget, Size};
#[cfg(feature = "files")]
use records::{Encoding, Format};
use serde::Deserialize;
use serde::de::Deserializer;

#[cfg(feature = "files")]
pub(crate) use self::file::Kind;
#[cfg(feature = "files")]
use self::file::nodes;
pub(crate) use self::lists::{MOST_MOVES, Moves, Plies};
#[cfg(feature = "files")]
use crate::files::Columns;
#[cfg(feature = "library")]
use crate::filter::{self, Filter};
#[cfg(feature = "files")]
use crate::node::{Ended, Node};

/// The fields of all queries except `id`, `action` and `terminate_id`. An [`Action`](crate::Action) lists its own.
#[derive(Deserialize, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Query"))]
#[serde(default)]
pub(crate) struct Fields {
    /// A game by name, see `query_version`; without it, the game of the record, or the first of those games.
    pub(crate) rules: Option<String>,
    /// An own game in TOML, in place of a name.
    #[serde(alias = "rulesText")]
    pub(crate) rules_text: Option<String>,
    /// The side of the board, or width and height as `15x20`; without it, the usual size.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Size"))]
    pub(crate) size: Option<Size>,
    /// The number of stones in a row that wins, on a hexagon.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub(crate) length: Option<usize>,
    /// Rules that differ from their usual values.
    pub(crate) flags: BTreeMap<String, Flag>,
    /// A set-up position as text.
    pub(crate) position: Option<String>,
    /// The moves from that position, or from the start.
    pub(crate) moves: Moves,
    /// The positions, by the number of moves before them; without it, the last one.
    pub(crate) plies: Option<Plies>,
    /// The most visited positions; 100,000 if there is no other limit.
    pub(crate) nodes: Option<NonZeroU64>,
    /// The most time, in milliseconds.
    pub(crate) time: Option<NonZeroU64>,
    /// The greatest depth, in plies.
    pub(crate) depth: Option<NonZeroU32>,
    /// The time left for the whole game, in milliseconds: the search takes its share.
    pub(crate) left: Option<NonZeroU64>,
    /// The time added to `left` after each move, in milliseconds.
    pub(crate) increment: u64,
    /// The number of best lines (`analyze`) or moves (`balance`); 1 by default.
    pub(crate) lines: Option<NonZeroUsize>,
    /// The only placements that are searched.
    pub(crate) only: Moves,
    /// Placements that are not searched.
    pub(crate) except: Moves,
    /// Higher priorities run first; 0 by default.
    #[cfg_attr(test, schemars(range(min = i32::MIN, max = i32::MAX)))]
    pub(crate) priority: i32,
    /// The priority of each of `plies`, in place of `priority`.
    #[cfg_attr(test, schemars(with = "Vec<i32>"))]
    #[serde(deserialize_with = "priorities")]
    pub(crate) priorities: Option<Vec<i32>>,
    /// The side, x or o, whose values and probabilities the lines have; without it, the side to move.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Side"))]
    pub(crate) perspective: Option<Side>,
    /// Sends partial answers, at most one in this many milliseconds.
    #[serde(alias = "reportEvery")]
    pub(crate) report_every: Option<u64>,
    /// Sends a partial answer after each position with the moves judged since the last one; none is dropped.
    pub(crate) report_moves: bool,
    /// Uses a separate table, so that the answer is reproducible.
    #[serde(alias = "ownTable")]
    pub(crate) own_table: bool,
    /// Adds the keys of the position to the last answer.
    pub(crate) keys: bool,
    /// Adds the policy of the position to the last answer.
    pub(crate) policy: bool,
    /// The threads of each search.
    pub(crate) threads: Option<NonZeroUsize>,
    /// The memory of the shared transposition table, in MiB.
    pub(crate) hash: Option<NonZeroUsize>,
    /// The text of a certificate.
    #[cfg(feature = "files")]
    pub(crate) certificate: Option<String>,
    /// Looks for the shortest win.
    pub(crate) shortest: bool,
    /// The target for the side to move, in hundredths of a point.
    #[cfg_attr(test, schemars(range(min = i32::MIN, max = i32::MAX)))]
    pub(crate) bias: i32,
    /// The format of the records.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::format"))]
    #[cfg(feature = "files")]
    pub(crate) from: Option<Format>,
    /// The format of the file that is written.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::format"))]
    #[cfg(feature = "files")]
    pub(crate) to: Option<Format>,
    /// The records as text.
    #[cfg(feature = "files")]
    pub(crate) text: Option<String>,
    /// The records in base64.
    #[cfg_attr(test, schemars(extend("contentEncoding" = "base64")))]
    #[cfg(feature = "files")]
    pub(crate) data: Option<String>,
    /// The character set of `data`, as GBK or windows-1251, whatever the record names.
    #[cfg_attr(test, schemars(with = "String"))]
    #[cfg(feature = "files")]
    pub(crate) encoding: Option<Encoding>,
    /// The character set of the written file; by default UTF-8, and for lib that of `data` or windows-1252.
    #[cfg_attr(test, schemars(with = "String"))]
    #[cfg(feature = "files")]
    pub(crate) to_encoding: Option<Encoding>,
    /// The columns of lists of moves in the records: those of the game, or of Go, without I.
    #[cfg(feature = "files")]
    pub(crate) columns: Columns,
    /// Reads lists of moves as stones without an order: positions.
    #[cfg(feature = "files")]
    pub(crate) stones: bool,
    /// The number of a game in the file, counted from 1.
    #[cfg(feature = "files")]
    pub(crate) number: Option<NonZeroU16>,
    /// The moves: every node comes after the one before it, the first is the root.
    #[cfg_attr(test, schemars(with = "Vec<Node>"))]
    #[serde(deserialize_with = "nodes")]
    #[cfg(feature = "files")]
    pub(crate) tree: Vec<Node>,
    /// Players, date and event.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::About"))]
    pub(crate) about: About,
    /// The result, if the game did not end by the rules.
    #[cfg(feature = "files")]
    pub(crate) result: Option<Ended>,
    /// The result in words, as SGF has it: `Void`, `W+`. What `result` or the board says otherwise holds.
    #[cfg(feature = "files")]
    pub(crate) result_text: String,
    /// Leaves out variations, and comments if the format has none.
    #[cfg(feature = "files")]
    pub(crate) main_line: bool,
    /// The format of the picture, svg by default; gif shows the whole game.
    #[cfg(feature = "files")]
    pub(crate) kind: Kind,
    /// The width of the picture, in pixels.
    #[cfg_attr(test, schemars(range(min = 64, max = 2048)))]
    #[cfg(feature = "files")]
    pub(crate) width: Option<u32>,
    /// The first move whose stone shows its number.
    #[cfg(feature = "files")]
    pub(crate) numbers: Option<NonZeroUsize>,
    /// The opening rule, as swap2 or soosorv-8.
    pub(crate) opening_rule: Option<String>,
    /// The decisions so far.
    pub(crate) answers: Moves,
    /// Whether the engine decides, too; true by default.
    pub(crate) decide: Option<bool>,
    /// Whether the opening book decides in the positions that it has; true by default.
    pub(crate) book: Option<bool>,
    /// The time of a frame, in milliseconds.
    #[cfg_attr(test, schemars(range(min = 20, max = 60000)))]
    #[cfg(feature = "files")]
    pub(crate) delay: Option<u32>,
    /// The playing level, 10 by default.
    #[cfg_attr(test, schemars(range(min = 1, max = 10)))]
    pub(crate) level: Option<u8>,
    /// The seed of random choices, 0 by default.
    pub(crate) seed: u64,
    /// The name of an engine of the operator; the first one by default.
    #[cfg(feature = "engines")]
    pub(crate) engine: Option<String>,
    /// The time for the whole game and the time left, in milliseconds.
    #[cfg(feature = "engines")]
    #[cfg_attr(test, schemars(with = "[u64; 2]"))]
    pub(crate) clock: Option<(u64, u64)>,
    /// The name of a puzzle of the program, eight hexadecimal digits.
    #[cfg(feature = "puzzles")]
    pub(crate) puzzle: Option<String>,
    /// The number of hints: the kind of the next move, a stone near it, the move; 0 by default.
    #[cfg_attr(test, schemars(range(min = 0, max = 3)))]
    #[cfg(feature = "puzzles")]
    pub(crate) hints: Option<u8>,
    /// The theme of the puzzles.
    #[cfg(feature = "shipped")]
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::theme"))]
    pub(crate) theme: Option<String>,
    /// The least and the greatest difficulty.
    #[cfg(feature = "shipped")]
    #[cfg_attr(test, schemars(with = "[u32; 2]"))]
    pub(crate) difficulty: Option<(u32, u32)>,
    /// The name of a library of the operator; the first one by default.
    #[cfg(feature = "library")]
    pub(crate) library: Option<String>,
    /// The name of a journal of the operator; the first one by default.
    #[cfg(feature = "watching")]
    pub(crate) journal: Option<String>,
    /// The number of a game in the schedule of a tournament, from 0.
    #[cfg(feature = "watching")]
    pub(crate) game: Option<usize>,
    /// Games by their headers.
    #[cfg(feature = "library")]
    pub(crate) filter: Filter,
    /// The most moves (`explore`, all by default), games (`search`, `watch`) or puzzles (100 by default).
    #[cfg(any(feature = "library", feature = "shipped", feature = "watching"))]
    pub(crate) limit: Option<NonZeroU16>,
    /// A part of the board, turned and shifted: rows from the top, `/` between them, with x, o, `.` (empty) and ? (any).
    #[cfg(feature = "library")]
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(deserialize_with = "filter::pattern")]
    pub(crate) pattern: Option<library::Pattern>,
    /// Finds the pattern with exchanged colours as well.
    #[cfg(feature = "library")]
    pub(crate) exchanged: bool,
    /// The number of a game, only later ones are looked at; or of puzzles or newest games (`watch`) that are skipped.
    #[cfg(any(feature = "library", feature = "shipped", feature = "watching"))]
    #[cfg_attr(test, schemars(range(min = i64::MIN, max = i64::MAX)))]
    pub(crate) after: Option<i64>,
}

/// The most time of a query that goes before others, in milliseconds.
const SHORT: u64 = 200;

/// The nodes of a search without limits.
pub(crate) const USUAL_NODES: u64 = 100_000;

impl Fields {
    /// Whether the query asks for little time.
    pub(crate) fn is_short(&self) -> bool {
        self.time.is_some_and(|millis| millis.get() <= SHORT)
    }

    /// The limits of a search.
    pub(crate) fn effort(&self, budget: &Budget) -> Effort {
        let nodes = self.nodes.map(NonZeroU64::get);
        let time = self.time.map(|millis| Duration::from_millis(millis.get()));
        let depth = self.depth.map(NonZeroU32::get);
        let left = self.left.map(|millis| Duration::from_millis(millis.get()));
        let is_free = nodes.is_none() && time.is_none() && depth.is_none() && left.is_none();
        let time = time.into_iter().chain(budget.left()).min();
        let increment = Duration::from_millis(self.increment);
        Effort { time, depth, nodes: nodes.or(is_free.then_some(USUAL_NODES)), left, increment }
    }
}

/// A side by its symbol.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    #[serde(rename = "x")]
    Black,
    #[serde(rename = "o")]
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// The value of a rule flag.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "true, false or a word")]
pub(crate) enum Flag {
    Switch(bool),
    Word(String),
}

impl Flag {
    /// The value as the rules read it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Switch(switch) => switch.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// The priorities of positions.
fn priorities<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<i32>>, D::Error> {
    let error = "too many positions, a game has";
    lists::list(deserializer, MOST_MOVES + 1, "a list of whole numbers", error).map(Some)
}

//! Games as records give them, before any rule is applied.

use std::borrow::Cow;
use std::fmt;

use engine::{Color, Game, Move, SetUp};
use serde::{Deserialize, Serialize};

use crate::choice::UNNAMED;
use crate::{Change, Claim, Encoding, Tree, Written};

/// About how many bytes a game takes for a move.
pub(crate) const MOVE: usize = 168;

/// About how many bytes a game takes for an annotation, beside its text.
pub(crate) const NOTE: usize = 160;

/// About how many bytes a game takes for a property that means nothing here, beside its text: a map has room for more.
pub(crate) const FOREIGN: usize = 768;

/// A game as its record gives it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line of the file on which it begins, counted from 1; `None` on the command line and in binary files.
    pub line: Option<usize>,
    /// The game that is played.
    pub game: &'static Game,
    /// The position it starts from, if not the empty board.
    pub setup: Option<SetUp>,
    /// The moves up to the first that cannot be read, that one included.
    pub moves: Vec<Written>,
    /// The set-ups between moves, each with the number of moves before it, in order.
    pub changes: Vec<(usize, Change)>,
    /// How it ended; the moves need not show it.
    pub result: Option<Claim>,
    /// Who played it, and when.
    pub about: About,
    /// The moves with all variations and notes, where there are any. The first child of every node is the main line.
    pub tree: Option<Tree>,
    /// Parts other than moves that could not be read.
    pub damage: Vec<Damage>,
    /// Guesses and corrections made in reading.
    pub remarks: Vec<Remark>,
    /// The result as the record has it; empty if it has none.
    pub result_text: String,
    /// The character set of its file where that is a choice: another than UTF-8, or any in RenLib's format.
    pub encoding: Option<Encoding>,
}

/// Names, dates and places of a game; texts may be empty.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// The names of those who have Black and White.
    pub players: [String; 2],
    /// The day, `2026-11-20`, or whatever the record gives.
    pub date: String,
    /// The event.
    pub event: String,
    /// The round.
    pub round: String,
    /// The place.
    pub place: String,
    /// The opening rule, and after a colon what was chosen by it, as the record says it: `swap2: -- white`.
    pub opening: String,
}

/// A part of a record that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// The line of the file, counted from 1; `None` in binary files.
    pub line: Option<usize>,
    /// The error, without its place.
    pub reason: String,
}

/// Something that a record leaves open or says wrongly, and how it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The line of the file, counted from 1; `None` in binary files and where the whole file is meant.
    pub line: Option<usize>,
    /// A sentence, in small letters and without a full stop.
    pub text: String,
    /// The same for programs; not serialized.
    #[serde(skip)]
    pub kind: RemarkKind,
}

/// The kind of a remark, with the value that it is about.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum RemarkKind {
    /// The character set, by this name, is a guess.
    Encoding(&'static str),
    /// The file names this character set, and is UTF-8.
    NotEncoding(&'static str),
    /// The rules, by this name, are a guess.
    Rules(&'static str),
    /// A pass of the other side was added between two moves of this colour.
    Pass(Color),
    /// White begins: the colours are exchanged.
    WhiteBegins,
    /// The result of the record is not the one of the moves.
    Result(String),
    /// Anything else.
    #[default]
    Other,
}

/// `12: text`.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        f.write_str(&self.text)
    }
}

/// A game that cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line of the file, counted from 1; in binary files 1.
    pub line: usize,
    /// The game that was expected.
    pub game: &'static Game,
    /// The error, without its place.
    pub reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Unreadable {}

impl Unreadable {
    /// Whether nothing is wrong but that neither the record nor the options name the game.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        self.reason.starts_with(UNNAMED)
    }

    /// The games that the record can be of, with commas, where neither it nor the options name one.
    #[must_use]
    pub fn possible_games(&self) -> Option<&str> {
        self.reason.strip_prefix(UNNAMED)?.split_once(": ").map(|(_, games)| games)
    }
}

impl Entry {
    /// A game of which nothing but the moves is known.
    #[must_use]
    pub fn new(line: Option<usize>, game: &'static Game, setup: Option<SetUp>, moves: Vec<Written>) -> Self {
        Self {
            line,
            game,
            setup,
            moves,
            changes: Vec::new(),
            result: None,
            about: About::default(),
            tree: None,
            damage: Vec::new(),
            remarks: Vec::new(),
            result_text: String::new(),
            encoding: None,
        }
    }

    /// The moves that can be read.
    pub fn played(&self) -> impl Iterator<Item = Move> + Clone {
        self.moves.iter().map_while(|written| written.mv.as_ref().ok().copied())
    }

    /// The result in words, as `RE` of SGF has it: as the record has it, unless it is known otherwise or more exactly; empty
    /// without a result.
    #[must_use]
    pub fn stated_result(&self) -> String {
        crate::sgf::written(self)
    }

    /// Whether stones are set up anywhere after the start.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty() || self.tree.as_ref().is_some_and(Tree::has_changes)
    }

    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let tree = self.tree.as_ref().map_or(0, Tree::memory);
        (size_of::<Self>() + self.moves.len() * size_of::<Written>()) as u64 + tree
    }

    /// The moves with all variations and notes.
    #[must_use]
    pub fn whole(&self) -> Cow<'_, Tree> {
        self.tree.as_ref().map_or_else(|| Cow::Owned(Tree::line_with(self.played(), &self.changes)), Cow::Borrowed)
    }
}

/// The games of a file, in order.
pub type Entries = Box<dyn Iterator<Item = Result<Entry, Unreadable>>>;

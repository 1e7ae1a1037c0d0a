//! Annotations of positions.

use std::collections::BTreeMap;

use engine::Point;

use crate::entry::FOREIGN;

/// How good a move is, in the words of SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// Bad, twice over: `??`.
    VeryBad,
    /// Bad: `?`.
    Bad,
    /// Doubtful: `?!`.
    Doubtful,
    /// Interesting: `!?`.
    Interesting,
    /// A good move: `!`.
    Good,
    /// A very good one: `!!`.
    VeryGood,
}

impl Quality {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::VeryBad, Self::Bad, Self::Doubtful, Self::Interesting, Self::Good, Self::VeryGood];

    /// The property of SGF and its value.
    #[must_use]
    pub const fn sgf(self) -> (&'static str, &'static str) {
        match self {
            Self::VeryBad => ("BM", "2"),
            Self::Bad => ("BM", "1"),
            Self::Doubtful => ("DO", ""),
            Self::Interesting => ("IT", ""),
            Self::Good => ("TE", "1"),
            Self::VeryGood => ("TE", "2"),
        }
    }

    /// The quality that a property of SGF names; a value that is none counts as the usual one.
    pub(crate) fn of_sgf(name: &str, value: &str) -> Option<Self> {
        let is_double = value.trim() == "2";
        let all = Self::ALL.into_iter().filter(|quality| quality.sgf().0 == name);
        all.min_by_key(|quality| (quality.sgf().1 == "2") != is_double)
    }

    /// The mark after a move in print.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::VeryBad => "??",
            Self::Bad => "?",
            Self::Doubtful => "?!",
            Self::Interesting => "!?",
            Self::Good => "!",
            Self::VeryGood => "!!",
        }
    }
}

/// Annotations of a position: comment, quality, marks, labels.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Note {
    /// Text, with `\n` between lines.
    pub comment: String,
    /// How good the move is.
    pub quality: Option<Quality>,
    /// Whether the move is marked.
    pub marked: bool,
    /// Texts on points of the board, at most one on each, with `\n` between lines.
    pub labels: Vec<(Point, String)>,
    /// Properties of SGF that mean nothing here: by their names the values as they are written, escapes and all.
    pub foreign: BTreeMap<String, Vec<String>>,
}

impl Note {
    /// Whether it is empty, foreign properties apart.
    pub(super) fn is_silent(&self) -> bool {
        let Self { comment, quality, marked, labels, foreign: _ } = self;
        comment.is_empty() && quality.is_none() && !marked && labels.is_empty()
    }

    /// About how many bytes it takes.
    pub(super) fn memory(&self) -> u64 {
        let Self { comment, quality: _, marked: _, labels, foreign } = self;
        let labels = labels.iter().map(|(_, text)| size_of::<(Point, String)>() + text.len());
        let values = foreign.values().flatten().map(|value| size_of::<String>() + value.len());
        // A map takes room for several properties at once.
        let map = if foreign.is_empty() { 0 } else { FOREIGN };
        (size_of::<Self>() + comment.len() + labels.chain(values).sum::<usize>() + map) as u64
    }

    /// Appends text to the comment, on a new line.
    pub fn say(&mut self, text: &str) {
        if !self.comment.is_empty() && !text.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(&plain(text));
    }

    /// Keeps a value of a foreign property.
    pub fn keep(&mut self, name: &str, value: String) {
        self.foreign.entry(name.to_owned()).or_default().push(value);
    }

    /// Puts text on a point, instead of what is there.
    pub fn label(&mut self, point: Point, text: &str) {
        self.labels.retain(|&(other, _)| other != point);
        self.labels.push((point, plain(text)));
    }
}

/// A text with `\n` between its lines, whatever stood there.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

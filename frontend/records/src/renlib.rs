//! LIB, the format of RenLib: a tree of moves on 15x15 points. (The layout is that of RenLib 3.6, classes `LibraryFile`,
//! `MoveNode` and `RenLibDoc`.)
//!
//! A head of 20 bytes: `FF`, `RenLib`, `FF`, the version (3, and 0 or 4), and `FF` up to the end. Files without a head
//! are older and begin with h8. Then the nodes, each before its children and these before its next sibling: a byte for
//! the point, `16·y + x + 1` counted from 0 and from the top left, or 0 for the root and for a pass; a byte of flags; two
//! more bytes of flags, if the first announce them; a comment and a text for the point, if the flags announce them. No byte names the character
//! set of the texts: the options name it; else it is UTF-8 if all texts are, else a guess with a remark.

mod error;
mod write;

use std::io::{self, Write};
use std::ops::Range;

use engine::{Game, Grid, Move, Point, Rules};

use self::error::LibError;
use crate::capacity::Boards;
use crate::decode::{self, Used};
use crate::entry::{MOVE, NOTE};
use crate::started::started;
use crate::tree::{ROOT, Tree};
use crate::{
    Budget, CapacityError, Choice, Content, Damage, Encoding, Entries, Entry, Error, Kind, Meter, Part, Profile,
    RecordFormat, Unreadable,
};

/// RenLib's libraries.
pub(super) struct Lib;

const PROFILE: Profile = Profile {
    name: "lib",
    extensions: &["lib"],
    description: "RenLib's libraries, 15x15 points, with variations and comments",
    notation: "RenLib",
    kind: Kind::Binary,
    content: Content::Game,
    boards: Boards::Square(SIDE),
    is_written: true,
    names_game: true,
    parts: &[Part::Passes, Part::Trees],
    extras: "marks",
};

impl RecordFormat for Lib {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(&MAGIC)
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(std::iter::once(read(&bytes, start))))
    }

    /// The character set of the file that was read, else that of Western Europe.
    fn usual_encoding(&self, entry: &Entry) -> Encoding {
        entry.encoding.unwrap_or(Encoding::WINDOWS_1252)
    }

    fn check(&self, entry: &Entry, encoding: Option<Encoding>) -> Result<(), CapacityError> {
        write::check(&entry.whole(), encoding.unwrap_or_else(|| self.usual_encoding(entry)))
    }

    fn write(&self, entry: &Entry, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write::write(entry.game, &entry.whole(), encoding, out)
    }
}

/// The side of the board.
const SIDE: usize = 15;

const MAGIC: [u8; 8] = *b"\xFFRenLib\xFF";
const HEAD: usize = 20;
/// The version that is written, and the last that can be read.
const VERSION: [u8; 2] = [3, 4];
/// The point that begins files without a head: h8.
const CENTRE: u8 = 0x78;

// The flags of a node.

/// A sibling follows after the node's children.
const SIBLING: u8 = 0x80;
/// The node has no children.
const LEAF: u8 = 0x40;
/// A comment follows that ends with a byte whose highest bit is set.
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
/// RenLib opens the file at this node.
const START: u8 = 0x04;
/// No stone is placed, the node is there for its text only.
const NO_MOVE: u8 = 0x02;
/// Two more bytes of flags follow.
const MORE: u8 = 0x01;
/// In the second of them: a text for the point follows.
const LABEL: u8 = 0x01;

/// The property of SGF, of our own, of the node at which RenLib opens the file, and its value.
const OPENED: (&str, &str) = ("RENLIB", "START");

/// Between the line and the lines of a comment, which RenLib shows at different places.
const BETWEEN: char = '\x08';

/// The tree in a file. Its game is renju unless the options name another.
fn read(bytes: &[u8], start: &Choice) -> Result<Entry, Unreadable> {
    let (game, setup) = started(PROFILE.form(), start, Some(Rules::RENJU), Some((SIDE, SIDE)), 1)?;
    let unreadable = |reason| Unreadable { line: 1, game, reason };
    let at = head(bytes).map_err(|error| unreadable(error.to_string()))?;
    let read = |encoding| {
        let texts = Vec::new();
        let (tree, budget) = (Tree::new(), &start.budget);
        let mut reader = Reader { bytes, at, tree, game, budget, encoding, texts, malformed: None };
        let damage = reader.nodes().err();
        (reader, damage)
    };
    let mut is_guess = false;
    let (mut reader, mut damage) = read(start.encoding.unwrap_or(Encoding::WINDOWS_1252));
    let common = decode::common(reader.texts.iter().map(|text| &bytes[text.clone()]));
    if let (None, Some((found, guessed))) = (start.encoding, common) {
        is_guess = guessed;
        (reader, damage) = read(found);
    }
    let Reader { tree, encoding, malformed, .. } = reader;
    let moves = tree.written(0).collect();
    let mut entry = Entry::new(None, game, setup, moves);
    entry.damage.extend(damage.map(|error| Damage { line: None, reason: error.to_string() }));
    entry.damage.extend(malformed.map(|at| {
        let reason = format!("byte {at}: this text is none of {encoding}; --encoding names another character set");
        Damage { line: None, reason }
    }));
    if common.is_some() {
        entry.encoding = Some(encoding);
        entry.remarks.extend(Used { encoding, is_guess, malformed: None }.remark(None));
    }
    entry.tree = Some(tree).filter(|tree| !tree.is_line());
    Ok(entry)
}

/// Where the nodes begin.
fn head(bytes: &[u8]) -> Result<usize, LibError> {
    match bytes {
        [CENTRE, ..] => Ok(0),
        _ if !bytes.starts_with(&MAGIC) || bytes.len() < HEAD => Err(LibError::Foreign),
        _ => match [bytes[MAGIC.len()], bytes[MAGIC.len() + 1]] {
            version if version <= VERSION => Ok(HEAD),
            version => Err(LibError::Version(version)),
        },
    }
}

/// A file that is read, and its tree.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    tree: Tree,
    game: &'static Game,
    budget: &'b Budget,
    /// The character set of the texts.
    encoding: Encoding,
    /// The places of all texts.
    texts: Vec<Range<usize>>,
    /// The first byte of the first text that is none of the character set.
    malformed: Option<usize>,
}

/// A node as it stands in the file.
struct Raw {
    at: usize,
    place: u8,
    flags: u8,
    comment: String,
    label: Option<String>,
}

impl Raw {
    /// About how many bytes the node takes.
    fn memory(&self) -> usize {
        let note = if self.comment.is_empty() && self.label.is_none() { 0 } else { NOTE };
        MOVE + note + self.comment.len() + self.label.as_ref().map_or(0, String::len)
    }

    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

impl Reader<'_> {
    /// Reads all nodes; the error says where they stop making sense, and what was read before stays.
    fn nodes(&mut self) -> Result<(), LibError> {
        // The nodes from which more branches come.
        let (mut parent, mut parents) = (ROOT, Vec::new());
        // Whether a branch ended, so that another must begin, or nothing more.
        let (mut next, mut complete, mut first) = (false, false, true);
        let mut meter = Meter::new(self.budget);
        while self.at < self.bytes.len() {
            if complete {
                return Err(LibError::More { at: self.at });
            }
            let raw = self.raw()?;
            meter.take(raw.memory()).map_err(LibError::Limit)?;
            if std::mem::replace(&mut first, false) && raw.place == 0 {
                self.note(ROOT, &raw);
                continue;
            }
            let node = self.add(parent, &raw)?;
            self.note(node, &raw);
            if raw.has(SIBLING) {
                parents.push(parent);
            }
            (parent, next) = (node, false);
            if raw.has(LEAF) {
                match parents.pop() {
                    Some(branch) => (parent, next) = (branch, true),
                    None => complete = true,
                }
            }
        }
        // RenLib may save a line without saying that it has an end.
        match parents.len() + usize::from(next) {
            0 => Ok(()),
            open => Err(LibError::CutTree { at: self.at, open }),
        }
    }

    fn raw(&mut self) -> Result<Raw, LibError> {
        let at = self.at;
        let [place, flags] = self.pair()?;
        let more = if flags & MORE != 0 { self.pair()?[1] } else { 0 };
        let comment = match flags {
            _ if flags & OLD_COMMENT != 0 => self.old_comment()?,
            _ if flags & COMMENT != 0 => self.text()?,
            _ => String::new(),
        };
        let label = if more & LABEL != 0 { Some(self.text()?) } else { None };
        Ok(Raw { at, place, flags, comment, label })
    }

    /// Adds a node to the tree; one without a move and children only puts its text on the board of its parent, whose
    /// place is returned.
    fn add(&mut self, parent: usize, raw: &Raw) -> Result<usize, LibError> {
        let (at, place) = (raw.at, raw.place);
        let point = point(self.game.grid(), place);
        let point = point.ok_or(LibError::Point { at, place })?;
        if let (Some(point), Some(label)) = (point, &raw.label) {
            self.tree.note_mut(parent).label(point, label);
        }
        if raw.has(NO_MOVE) && raw.has(LEAF) {
            return Ok(parent);
        }
        Ok(self.tree.add(parent, point.map_or(Move::Pass, Move::Place), None, None))
    }

    fn note(&mut self, node: usize, raw: &Raw) {
        if !raw.comment.is_empty() || raw.has(MARK) {
            let note = self.tree.note_mut(node);
            note.say(&raw.comment);
            note.marked |= raw.has(MARK);
        }
        if raw.has(START) {
            let (property, value) = OPENED;
            self.tree.note_mut(node).keep(property, value.to_owned());
        }
    }

    fn pair(&mut self) -> Result<[u8; 2], LibError> {
        let pair = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        self.at += 2;
        pair.copied().ok_or(LibError::CutNode { at: self.bytes.len() })
    }

    /// Reads pairs of bytes up to and with the one in which `is_last` says that a byte is the last; the bytes before it.
    fn until(&mut self, is_last: fn(u8) -> bool) -> Result<(&[u8], u8), LibError> {
        let start = self.at.min(self.bytes.len());
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| is_last(byte));
        let length = length.ok_or(LibError::Text { at: start })?;
        self.at = start + (length + 1).next_multiple_of(2);
        Ok((&rest[..length], rest[length]))
    }

    fn text(&mut self) -> Result<String, LibError> {
        let start = self.at.min(self.bytes.len());
        let length = self.until(|byte| byte == 0)?.0.len();
        let range = start..start + length;
        let (text, right) = self.encoding.decode(&self.bytes[range.clone()]);
        if !right {
            self.malformed.get_or_insert(start);
        }
        self.texts.push(range);
        Ok(joined(&text))
    }

    /// Reads a comment of 7 bits, in which Swedish letters stand in the places of brackets.
    fn old_comment(&mut self) -> Result<String, LibError> {
        let (bytes, last) = self.until(|byte| byte >= 0x80)?;
        let char = |&byte: &u8| match byte & 0x7F {
            b'}' => 'å',
            b'{' => 'ä',
            b'|' => 'ö',
            b']' => 'Å',
            b'[' => 'Ä',
            b'\\' => 'Ö',
            byte => char::from(byte),
        };
        Ok(joined(&bytes.iter().chain([&last]).map(char).collect::<String>()))
    }
}

/// The line and the lines of a text of RenLib in one.
fn joined(text: &str) -> String {
    text.replacen(BETWEEN, "\n", 1)
}

/// The point that a byte means: `Some(None)` is a pass, `None` no point.
fn point(grid: &Grid, place: u8) -> Option<Option<Point>> {
    let place = usize::from(place);
    if place == 0 {
        return Some(None);
    }
    grid.point((place % 16).checked_sub(1)?, place / 16).map(Some)
}

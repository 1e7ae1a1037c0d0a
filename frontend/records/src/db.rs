//! DB, the database of positions of Yixin and Rapfi: what is known of each position, whichever way it came about.
//!
//! The file may be compressed as a frame of LZ4. All numbers are little-endian. A number of 32 bits, how many records follow;
//! then each record: 16 bits, the length of its key, the key, 16 bits, the length of what is known, and that. A key is a byte
//! for the rules (0 five or more, 1 exactly five, 2 renju), width, height, and for each stone `x` and `y`, counted from 0:
//! Black's, then White's, each in ascending order; of the images of a position by the symmetries of the board, the one whose
//! bytes come first. White is to move where Black has more stones; where the other side is, a last stone `FF FF` of the side
//! that passed tells it. What is known is a byte as label (`w` won, `l` lost, `d` drawn, `!` forced, `x` blocked, -1 none), 16
//! bits with a value, 16 bits with a depth and in its lowest two a bound, and text; or nothing. Of text that begins `@BTXT@`,
//! lines `xyTEXT` up to a byte 8 are texts on points, with digits from `0` on and then letters; what follows is a comment. A
//! record for a board of 0x0 points tells the code page: `charset="UTF-8"`.
//!
//! Here a database is one tree for each game and board in it. Each position follows the first one in the file from which a
//! stone leads to it; where there is none, its stones are placed in turn. Label, value, depth and bound are the property `DB`
//! of a node, which SGF keeps, too.

mod keys;
mod write;

use std::collections::BTreeMap;
use std::io::Read;

use engine::{Color, Game, Move, Point, Rules};
use lz4_flex::frame::FrameDecoder;

pub(super) use self::write::{check, write};

use self::keys::{Images, Stones};
use crate::entry::decoded;
use crate::format::{started, usual};
use crate::tree::{Note, ROOT, Tree};
use crate::{Choice, Damage, Entry, Format, Unreadable};

/// The property with label, value, depth and bound.
pub(super) const PROPERTY: &str = "DB";

/// How a frame of LZ4 begins.
const LZ4: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];

/// Larger databases are not read: 1 GiB.
const LARGEST: u64 = 1 << 30;

const CHARSET: &[u8] = b"charset=\"UTF-8\"";
const BOARD_TEXTS: &str = "@BTXT@";

/// Between the lines of texts on points and the comment, and between lines of comments.
const BETWEEN: char = '\x08';

/// The rules that keys number.
const RULES: [Rules; 3] = [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU];

/// The number of the rules of a game, if it has one.
pub(super) fn number(game: &Game) -> Option<u8> {
    (0..).zip(RULES).find(|(_, rules)| rules == game.rules()).map(|(number, _)| number)
}

/// A record: its position, and what is known of it.
#[derive(Clone, Debug)]
struct Record<'b> {
    stones: Stones,
    /// Whether the side whose turn it would be has passed.
    passed: bool,
    known: &'b [u8],
}

/// The games of a file: one for each board and number of rules in it.
pub(super) fn read(bytes: &[u8], start: &Choice) -> Vec<Result<Entry, Unreadable>> {
    let unreadable = |reason: String| Unreadable { line: 1, game: usual(start), reason };
    let plain = match unpacked(bytes) {
        Ok(plain) => plain,
        Err(reason) => return vec![Err(unreadable(reason))],
    };
    let mut reader = Reader { bytes: &plain, at: 0, utf8: false };
    let (groups, damage) = match reader.records() {
        Ok(found) => found,
        Err(reason) => return vec![Err(unreadable(reason))],
    };
    if groups.is_empty() && damage.is_none() {
        return vec![Err(unreadable("no position is in this database".to_owned()))];
    }
    let mut games: Vec<_> =
        groups.into_iter().map(|(head, records)| entry(head, records, reader.utf8, start)).collect();
    if let Some(reason) = damage {
        match games.last_mut() {
            Some(Ok(last)) => last.damage.push(Damage { line: None, reason }),
            Some(Err(_)) => {}
            None => games.push(Err(unreadable(reason))),
        }
    }
    games
}

fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&LZ4) {
        return Ok(bytes.to_vec());
    }
    let mut plain = Vec::new();
    let read = FrameDecoder::new(bytes).take(LARGEST + 1).read_to_end(&mut plain);
    match read {
        Ok(_) if plain.len() as u64 > LARGEST => Err(format!("the database is larger than {} MiB", LARGEST >> 20)),
        Ok(_) => Ok(plain),
        Err(_) => Err("the frame of LZ4 is damaged or cut off".to_owned()),
    }
}

/// Number of the rules, width and height.
type Head = [u8; 3];

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Whether the file says that its texts are UTF-8.
    utf8: bool,
}

impl<'b> Reader<'b> {
    /// All records, by their rules and boards, and where they stop making sense.
    #[expect(clippy::type_complexity, reason = "records by head, and damage")]
    fn records(&mut self) -> Result<(BTreeMap<Head, Vec<Record<'b>>>, Option<String>), String> {
        let count =
            self.take(4).ok_or("this is no database: it begins with the number of its records in four bytes")?;
        let count = u32::from_le_bytes(count.try_into().expect("four bytes"));
        let mut groups: BTreeMap<Head, Vec<Record<'b>>> = BTreeMap::new();
        for number in 1..=count {
            let at = self.at;
            match self.record() {
                Ok(Some((head, record))) => groups.entry(head).or_default().push(record),
                Ok(None) => {}
                Err(why) => {
                    let damage = format!("byte {at}: record {number} of {count}: {why}");
                    return if groups.is_empty() { Err(damage) } else { Ok((groups, Some(damage))) };
                }
            }
        }
        let more = (self.at < self.bytes.len()).then(|| format!("byte {}: more follows than {count} records", self.at));
        Ok((groups, more))
    }

    /// The next record; `None` if it is empty or says something of the file.
    fn record(&mut self) -> Result<Option<(Head, Record<'b>)>, String> {
        let cut = || "the file is cut off".to_owned();
        let key = self.text().ok_or_else(cut)?;
        if key.is_empty() {
            return Ok(None);
        }
        let known = self.text().ok_or_else(cut)?;
        let (head, stones) = key.split_first_chunk::<3>().ok_or("the key has no rules and board")?;
        let [rules, width, height] = *head;
        if width == 0 && height == 0 {
            self.utf8 |= known.get(5..).is_some_and(|text| text.starts_with(CHARSET));
            return Ok(None);
        }
        if usize::from(rules) >= RULES.len() {
            return Err(format!("rules {rules} are not known, allowed are 0, 1 and 2"));
        }
        let (pairs, rest) = stones.as_chunks::<2>();
        if !rest.is_empty() {
            return Err("the key has half a stone".to_owned());
        }
        let black = pairs.len().div_ceil(2);
        let mut record = Record { stones: Stones::default(), passed: false, known };
        for (index, &[x, y]) in pairs.iter().enumerate() {
            let of = usize::from(index >= black);
            match [x, y] {
                [0xFF, 0xFF] if index + 1 == black || index + 1 == pairs.len() => record.passed = true,
                _ if x < width && y < height => record.stones.0[of].push([x, y]),
                _ => return Err(format!("the stone {x},{y} is not on {width}x{height} points")),
            }
        }
        Ok(Some((*head, record)))
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    /// Bytes with their number before them.
    fn text(&mut self) -> Option<&'b [u8]> {
        let count = self.take(2)?;
        self.take(usize::from(u16::from_le_bytes(count.try_into().expect("two bytes"))))
    }
}

/// The positions of one game as a tree.
fn entry(head: Head, mut records: Vec<Record<'_>>, utf8: bool, start: &Choice) -> Result<Entry, Unreadable> {
    let [rules, width, height] = head;
    let rules = RULES[usize::from(rules)].clone();
    let sides = (usize::from(width), usize::from(height));
    let (game, setup) = started(Format::Db.form(), start, Some(rules), Some(sides), 1)?;
    if (game.grid().width(), game.grid().height()) != sides {
        let reason = format!("the database is of {width}x{height} points, another board is asked for");
        return Err(Unreadable { line: 1, game, reason });
    }
    let mut grower = Grower { game, images: Images::of(game.grid()), tree: Tree::new(), places: BTreeMap::new(), utf8 };
    grower.places.insert(Stones::default(), (ROOT, 0));
    records.sort_by(|a, b| (a.stones.count(), &a.stones).cmp(&(b.stones.count(), &b.stones)));
    for record in &records {
        grower.grow(record);
    }
    let tree = grower.tree;
    let moves = tree.written(game, 0).collect();
    let mut entry = Entry::new(None, game, setup, moves);
    entry.tree = Some(tree).filter(|tree| !tree.is_line());
    Ok(entry)
}

/// A tree that gets position after position.
struct Grower {
    game: &'static Game,
    images: Images,
    tree: Tree,
    /// For each position, as the first of its images: its node, and the symmetry from the board of the node to that image.
    places: BTreeMap<Stones, (usize, usize)>,
    utf8: bool,
}

impl Grower {
    fn grow(&mut self, record: &Record<'_>) {
        let (stones, by) = self.images.first(&record.stones);
        if record.passed || !stones.alternate() {
            let count = stones.count();
            self.tree.miss(1, format!("a position of {count} stones in which a side has passed is left out"));
            return;
        }
        let (node, symmetry) = match self.places.get(&stones) {
            Some(&place) => place,
            None => self.place(&stones),
        };
        // From the board of the record to that of the node.
        let back = self.images.after(self.images.inverse(symmetry), by);
        let note = note(record.known, self.utf8, |at| self.point(self.images.image(back, at)));
        *self.tree.note_mut(node) = note;
    }

    /// The place of a new position: after one that has a stone less, or else after its stones in turn.
    fn place(&mut self, stones: &Stones) -> (usize, usize) {
        let parent = stones.without_one().find_map(|(at, before)| {
            let (first, by) = self.images.first(&before);
            Some((at, by, *self.places.get(&first)?))
        });
        let (node, symmetry) = match parent {
            Some((at, by, (parent, symmetry))) => {
                let back = self.images.after(self.images.inverse(symmetry), by);
                (self.child(parent, self.images.image(back, at)), self.images.inverse(back))
            }
            None => (stones.in_turn().fold(ROOT, |node, at| self.child(node, at)), 0),
        };
        self.places.insert(stones.clone(), (node, symmetry));
        (node, symmetry)
    }

    fn child(&mut self, parent: usize, at: [u8; 2]) -> usize {
        let Some(point) = self.point(at) else { return parent };
        let mv = Move::Place(point);
        let known = self.tree.children(parent).find(|&child| self.tree.mv(child) == Some(mv));
        known.unwrap_or_else(|| self.tree.add(parent, mv, None, None))
    }

    fn point(&self, [x, y]: [u8; 2]) -> Option<Point> {
        self.game.grid().point(usize::from(x), usize::from(y))
    }
}

/// What a record says, with the points of its board as `point` tells them.
fn note(known: &[u8], utf8: bool, point: impl Fn([u8; 2]) -> Option<Point>) -> Note {
    let Some(&label) = known.first() else {
        let mut note = Note::default();
        note.keep(PROPERTY, NOTHING.to_owned());
        return note;
    };
    let number =
        |at: usize| known.get(at..at + 2).map_or(0, |two| i16::from_le_bytes(two.try_into().expect("two bytes")));
    let (value, depth) = (number(1), number(3));
    let bytes = known.get(5..).unwrap_or_default();
    let text = if utf8 { String::from_utf8_lossy(bytes).into_owned() } else { decoded(bytes) };
    let mut note = Note::default();
    let (texts, comment) = match text.strip_prefix(BOARD_TEXTS) {
        Some(rest) => rest.split_once(BETWEEN).unwrap_or((rest, "")),
        None => ("", text.as_str()),
    };
    for line in texts.split('\n').map(|line| line.trim_end_matches('\0')) {
        let mut chars = line.chars();
        let at = chars.next().and_then(coordinate).zip(chars.next().and_then(coordinate));
        if let Some(point) = at.and_then(|(x, y)| point([x, y])).filter(|_| !chars.as_str().is_empty()) {
            note.label(point, chars.as_str());
        }
    }
    note.say(&comment.trim_end_matches('\0').replace(BETWEEN, "\n"));
    let shown = match label {
        0x20..0x7F if !matches!(label, b' ' | b'\\' | b']') => char::from(label).to_string(),
        _ => (label as i8).to_string(),
    };
    if (label as i8, value, depth) != (NO_LABEL, 0, 0) || note == Note::default() {
        note.keep(PROPERTY, format!("{shown} {value} {} {}", depth >> 2, depth & 3));
    }
    note
}

/// The property of a position of which nothing is known.
pub(super) const NOTHING: &str = "0 0 0 0";

/// The label of a record that is there for its text.
const NO_LABEL: i8 = -1;

/// A digit, then letters.
fn coordinate(char: char) -> Option<u8> {
    match char {
        '0'..='9' => Some(char as u8 - b'0'),
        'A'..='Z' => Some(char as u8 - b'A' + 10),
        _ => None,
    }
}

/// The side that placed the last stone.
const fn last_mover(stones: &Stones) -> Color {
    if stones.0[0].len() > stones.0[1].len() { Color::Black } else { Color::White }
}

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
mod places;
mod write;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;

use engine::{Game, Move, Point, Rules};
use lz4_flex::frame::FrameDecoder;

pub(super) use self::write::{check, write};

use self::keys::Images;
use self::places::{Hash, Hashes, Level, Place};
use crate::entry::decoded;
use crate::format::{started, usual};
use crate::tree::{Note, ROOT, Tree};
use crate::verdict::Verdict;
use crate::{Budget, Choice, Damage, Entry, Format, Unreadable};

/// How a frame of LZ4 begins.
const LZ4: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];

/// Larger databases are not read: 1 GiB.
const LARGEST: usize = 1 << 30;

/// A frame larger than [`SMALL`] expands to at most this many times its size.
const RATIO: usize = 64;

/// A frame that expands to no more than this may have any size.
const SMALL: usize = 16 << 20;

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

/// A record of the database: stones, label and texts.
#[derive(Clone, Copy, Debug)]
struct Record<'b> {
    /// Black's, then White's.
    stones: &'b [[u8; 2]],
    known: &'b [u8],
}

/// The stone of a side that has passed.
const PASS: [u8; 2] = [0xFF; 2];

impl Record<'_> {
    /// The number of Black's stones.
    const fn black(&self) -> usize {
        self.stones.len().div_ceil(2)
    }

    /// Whether a side has passed.
    fn has_pass(&self) -> bool {
        self.stones.last() == Some(&PASS) || self.black().checked_sub(1).is_some_and(|last| self.stones[last] == PASS)
    }

    /// Its stones, each with its colour.
    fn colored(&self) -> impl Iterator<Item = (usize, [u8; 2])> {
        let black = self.black();
        self.stones.iter().enumerate().map(move |(index, &at)| (usize::from(index >= black), at))
    }

    /// The stones that may have been placed last, with their colour.
    fn last(&self) -> impl Iterator<Item = (usize, [u8; 2])> {
        let color = 1 - self.stones.len() % 2;
        self.colored().filter(move |&(of, _)| of == color)
    }

    /// The stones in an order in which they can have been placed.
    fn in_turn(&self) -> impl Iterator<Item = [u8; 2]> {
        (0..self.stones.len()).map(|ply| self.stones[ply / 2 + ply % 2 * self.black()])
    }
}

/// The games of a file: one for each board and number of rules in it.
pub(super) fn read(bytes: &[u8], start: &Choice) -> Vec<Result<Entry, Unreadable>> {
    let unreadable = |reason: String| Unreadable { line: 1, game: usual(start), reason };
    let plain = match unpacked(bytes, &start.budget) {
        Ok(plain) => plain,
        Err(reason) => return vec![Err(unreadable(reason))],
    };
    let mut reader = Reader { bytes: &plain, at: 0, utf8: false };
    let (groups, damage) = match reader.records(&start.budget) {
        Ok(found) => found,
        Err(reason) => return vec![Err(unreadable(reason))],
    };
    if groups.is_empty() && damage.is_none() {
        return vec![Err(unreadable("no position is in this database".to_owned()))];
    }
    let mut games: Vec<_> = groups.into_iter().map(|(head, places)| entry(head, places, &mut reader, start)).collect();
    if let Some(reason) = damage {
        match games.last_mut() {
            Some(Ok(last)) => last.damage.push(Damage { line: None, reason }),
            Some(Err(_)) => {}
            None => games.push(Err(unreadable(reason))),
        }
    }
    games
}

/// The records, expanded piece by piece: a frame that expands to more than it may is not read to its end.
fn unpacked<'b>(bytes: &'b [u8], budget: &Budget) -> Result<Cow<'b, [u8]>, String> {
    if !bytes.starts_with(&LZ4) {
        return Ok(Cow::Borrowed(bytes));
    }
    let most = LARGEST.min(SMALL.max(bytes.len().saturating_mul(RATIO)));
    let mut frame = FrameDecoder::new(bytes);
    let (mut plain, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        let count = frame.read(&mut piece).map_err(|_| "the frame of LZ4 is damaged or cut off".to_owned())?;
        if count == 0 {
            return Ok(Cow::Owned(plain));
        }
        budget.check().and_then(|()| budget.hold(count as u64)).map_err(|limit| limit.to_string())?;
        if plain.len() + count > most {
            let (from, most) = (bytes.len(), most >> 20);
            return Err(format!(
                "the frame of LZ4 has {from} bytes and expands to more than {most} MiB, which is allowed"
            ));
        }
        plain.extend_from_slice(&piece[..count]);
    }
}

/// Number of the rules, width and height.
type Head = [u8; 3];

/// Where the records of each board begin.
type Groups = BTreeMap<Head, Vec<u32>>;

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Whether the file says that its texts are UTF-8.
    utf8: bool,
}

impl<'b> Reader<'b> {
    /// All records, by their rules and boards, and where they stop making sense.
    fn records(&mut self, budget: &Budget) -> Result<(Groups, Option<String>), String> {
        let count =
            self.take(4).ok_or("this is no database: it begins with the number of its records in four bytes")?;
        let count = u32::from_le_bytes(count.try_into().expect("four bytes"));
        let mut groups = Groups::new();
        for number in 1..=count {
            let at = self.at;
            budget.check().and_then(|()| budget.hold(size_of::<u32>() as u64)).map_err(|limit| limit.to_string())?;
            match self.record() {
                Ok(Some((head, _))) => groups.entry(head).or_default().push(at as u32),
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

    /// The record that begins at a byte and was read before.
    fn record_at(&mut self, at: u32) -> Option<Record<'b>> {
        self.at = at as usize;
        self.record().ok().flatten().map(|(_, record)| record)
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
        let (stones, rest) = stones.as_chunks::<2>();
        if !rest.is_empty() {
            return Err("the key has half a stone".to_owned());
        }
        let record = Record { stones, known };
        let (black, last) = (record.black(), stones.len());
        let is_wrong = |(index, &[x, y]): (usize, &[u8; 2])| {
            let may_pass = index + 1 == black || index + 1 == last;
            (x >= width || y >= height) && !(may_pass && [x, y] == PASS)
        };
        match stones.iter().enumerate().find(|&stone| is_wrong(stone)) {
            Some((_, [x, y])) => Err(format!("the stone {x},{y} is not on {width}x{height} points")),
            None => Ok(Some((*head, record))),
        }
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
fn entry(head: Head, mut places: Vec<u32>, reader: &mut Reader<'_>, start: &Choice) -> Result<Entry, Unreadable> {
    let [rules, width, height] = head;
    let rules = RULES[usize::from(rules)].clone();
    let sides = (usize::from(width), usize::from(height));
    let (game, setup) = started(Format::Db.form(), start, Some(rules), Some(sides), 1)?;
    if (game.grid().width(), game.grid().height()) != sides {
        let reason = format!("the database is of {width}x{height} points, another board is asked for");
        return Err(Unreadable { line: 1, game, reason });
    }
    // Fewer stones first; a file that is sorted so is left as it is.
    let bytes = reader.bytes;
    let stones = |&at: &u32| bytes.get(at as usize..at as usize + 2).map(|two| (two[1], two[0]));
    places.sort_by_key(stones);
    let mut grower = Grower::new(game, places.len(), reader.utf8);
    let unreadable = |reason: String| Unreadable { line: 1, game, reason };
    for &at in &places {
        let Some(record) = reader.record_at(at) else { continue };
        let before = grower.tree.bytes();
        grower.grow(&record);
        let grown = start.budget.check().and_then(|()| start.budget.hold(grower.tree.bytes() - before));
        grown.map_err(|limit| unreadable(limit.to_string()))?;
    }
    let tree = grower.finish();
    let moves = tree.written(game, 0).collect();
    let mut entry = Entry::new(None, game, setup, moves);
    entry.tree = Some(tree).filter(|tree| !tree.is_line());
    Ok(entry)
}

/// A tree that gets position after position, those with fewer stones first.
struct Grower {
    game: &'static Game,
    images: Images,
    hashes: Hashes,
    tree: Tree,
    /// The positions with as many stones as the last one, and those with one stone less.
    level: Level,
    below: Level,
    stones: usize,
    /// Nodes that only lead to a position, by the node before and their point.
    steps: HashMap<(u32, Point), u32>,
    /// The positions in which a side has passed.
    passed: usize,
    utf8: bool,
}

/// The most positions with a pass that are reported one by one.
const TOLD: usize = 100;

impl Grower {
    fn new(game: &'static Game, count: usize, utf8: bool) -> Self {
        let images = Images::of(game.grid());
        let hashes = Hashes::of(game.grid(), &images);
        let mut tree = Tree::new();
        tree.reserve(count);
        let (mut level, below, steps) = (Level::default(), Level::default(), HashMap::new());
        level.insert(hashes.least(Hash::default()).0, (ROOT as u32, 0));
        Self { game, images, hashes, tree, level, below, stones: 0, steps, passed: 0, utf8 }
    }

    fn grow(&mut self, record: &Record<'_>) {
        if record.has_pass() {
            self.passed += 1;
            if self.passed <= TOLD {
                let count = record.stones.len() - 1;
                self.tree.miss(1, format!("a position of {count} stones in which a side has passed is left out"));
            }
            return;
        }
        self.climb(record.stones.len());
        let hash =
            record.colored().fold(Hash::default(), |hash, (color, at)| hash.changed(self.hashes.stone(color, at)));
        let (position, by) = self.hashes.least(hash);
        let (node, symmetry) = match self.level.get(&position) {
            Some(&place) => place,
            None => self.place(record, hash, position, by),
        };
        // From the board of the record to that of the node.
        let back = self.images.after(self.images.inverse(usize::from(symmetry)), by);
        let node = node as usize;
        let (verdict, note) = said(record.known, self.utf8, |at| self.point(self.images.image(back, at)));
        self.tree.set_verdict(node, verdict);
        self.tree.set_note(node, note);
    }

    /// Begins the level of positions with this number of stones.
    fn climb(&mut self, stones: usize) {
        if stones > self.stones {
            let level = std::mem::take(&mut self.level);
            self.below = if stones == self.stones + 1 { level } else { Level::default() };
            self.stones = stones;
        }
    }

    /// The place of a new position: after one that has a stone less, or else after its stones in turn.
    fn place(&mut self, record: &Record<'_>, hash: Hash, position: u128, by: usize) -> Place {
        let parent = record.last().find_map(|(color, at)| {
            let (before, by) = self.hashes.least(hash.changed(self.hashes.stone(color, at)));
            Some((at, by, *self.below.get(&before)?))
        });
        let place = match parent {
            Some((at, before, (parent, symmetry))) => {
                let back = self.images.after(self.images.inverse(usize::from(symmetry)), before);
                let node = self.child(parent, self.images.image(back, at));
                (node, self.images.after(by, self.images.inverse(back)) as u8)
            }
            None => (record.in_turn().fold(ROOT as u32, |node, at| self.step(node, at)), by as u8),
        };
        self.level.insert(position, place);
        place
    }

    /// The node of a position after `parent`.
    fn child(&mut self, parent: u32, at: [u8; 2]) -> u32 {
        let Some(point) = self.point(at) else { return parent };
        match self.steps.get(&(parent, point)) {
            Some(&child) => child,
            None => self.tree.add(parent as usize, Move::Place(point), None, None) as u32,
        }
    }

    /// The same where it only leads to a position.
    fn step(&mut self, parent: u32, at: [u8; 2]) -> u32 {
        let Some(point) = self.point(at) else { return parent };
        let (tree, mv) = (&mut self.tree, Move::Place(point));
        *self.steps.entry((parent, point)).or_insert_with(|| {
            let known = tree.children(parent as usize).find(|&child| tree.mv(child) == Some(mv));
            known.unwrap_or_else(|| tree.add(parent as usize, mv, None, None)) as u32
        })
    }

    fn point(&self, [x, y]: [u8; 2]) -> Option<Point> {
        self.game.grid().point(usize::from(x), usize::from(y))
    }

    fn finish(mut self) -> Tree {
        if let Some(more) = self.passed.checked_sub(TOLD).filter(|&more| more > 0) {
            self.tree.miss(1, format!("{more} more positions in which a side has passed are left out"));
        }
        self.tree
    }
}

/// What a record says, with the points of its board as `point` tells them.
fn said(known: &[u8], utf8: bool, point: impl Fn([u8; 2]) -> Option<Point>) -> (Option<Verdict>, Option<Note>) {
    let Some(&label) = known.first() else { return (Some(Verdict::NOTHING), None) };
    let number =
        |at: usize| known.get(at..at + 2).map_or(0, |two| i16::from_le_bytes(two.try_into().expect("two bytes")));
    let verdict = Verdict { label: label as i8, value: number(1), depth: number(3) };
    let note = known.get(5..).filter(|text| !text.is_empty()).map(|text| note(text, utf8, point));
    let note = note.filter(|note| *note != Note::default());
    let is_empty = verdict == Verdict { label: NO_LABEL, ..Verdict::NOTHING };
    ((!is_empty || note.is_none()).then_some(verdict), note)
}

/// The texts of a record.
fn note(text: &[u8], utf8: bool, point: impl Fn([u8; 2]) -> Option<Point>) -> Note {
    let text = if utf8 { String::from_utf8_lossy(text).into_owned() } else { decoded(text) };
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
    note
}

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

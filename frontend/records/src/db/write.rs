//! DB as it is written: every position of the trees once, as a frame of LZ4.

use std::collections::BTreeMap;
use std::io::{self, Write};

use engine::{Color, Game, Move};
use lz4_flex::frame::FrameEncoder;

use super::keys::{Images, Stones};
use super::layout::{BETWEEN, BOARD_TEXTS, CHARSET, NO_LABEL, number};
use crate::tree::{Note, Tree};
use crate::verdict::Verdict;
use crate::{Budget, CapacityError, Entry, Exceeded, Meter};

/// The longest text of a record, in bytes.
const LONGEST: usize = u16::MAX as usize - 5;

/// Checks that a game can be written: its rules have a number, its texts fit, and no move is marked.
pub(super) fn check(entry: &Entry, tree: &Tree) -> Result<(), CapacityError> {
    if number(entry.game).is_none() {
        return Err(CapacityError::Rules { format: "db", game: entry.game.rules().name });
    }
    for note in (0..tree.len()).filter_map(|node| tree.note(node)) {
        let control = |text: &str| text.chars().find(|&char| matches!(char, '\0' | BETWEEN));
        let label = |text: &str| text.chars().find(|&char| matches!(char, '\0' | '\n' | BETWEEN));
        let wrong = control(&note.comment).or_else(|| note.labels.iter().find_map(|(_, text)| label(text)));
        if let Some(char) = wrong {
            return Err(CapacityError::Control("db", char));
        }
        if note.marked {
            return Err(CapacityError::Marks("db"));
        }
        let length: usize = note.comment.len() + note.labels.iter().map(|(_, text)| text.len() + 3).sum::<usize>();
        if length + 2 * BOARD_TEXTS.len() > LONGEST {
            return Err(CapacityError::Text { format: "db", most: LONGEST });
        }
    }
    Ok(())
}

/// Writes all positions of these games, which [`check`] allows. Texts of a position that occurs at several nodes are
/// joined; of two labels of a position, or two texts on a point, the first stays.
///
/// # Errors
/// The budget is exceeded.
pub(super) fn write(entries: &[Entry], out: &mut Vec<u8>, budget: &Budget) -> Result<(), Exceeded> {
    let mut records: BTreeMap<Key, Known> = BTreeMap::new();
    for entry in entries {
        collect(entry, &mut records, budget)?;
    }
    let framed = frame(&records, out, budget);
    budget.check()?;
    framed.expect("memory takes everything");
    budget.output(out.len())
}

fn frame(records: &BTreeMap<Key, Known>, out: &mut Vec<u8>, budget: &Budget) -> io::Result<()> {
    let mut meter = Meter::new(budget);
    let mut frame = FrameEncoder::new(out);
    frame.write_all(&(records.len() as u32 + 1).to_le_bytes())?;
    put(&mut frame, &[0; 3])?;
    put(&mut frame, &[&[0; 5], CHARSET].concat())?;
    for (key, known) in records {
        meter.take(0).map_err(io::Error::other)?;
        put(&mut frame, &key.bytes())?;
        put(&mut frame, &known.bytes())?;
    }
    frame.finish().map_err(io::Error::other).map(drop)
}

/// Rules and board; how many stones there are; the stones.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key([u8; 3], usize, Stones);

impl Key {
    fn bytes(&self) -> Vec<u8> {
        let Self(head, _, stones) = self;
        let stones = stones.0.iter().flatten().flatten();
        head.iter().chain(stones).copied().collect()
    }
}

/// Verdict and texts of a position, with points of the first of its images.
#[derive(Default)]
struct Known {
    verdict: Option<Verdict>,
    texts: BTreeMap<[u8; 2], String>,
    comment: String,
}

impl Known {
    fn bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        if !self.texts.is_empty() || self.comment.starts_with(BOARD_TEXTS) {
            let lines = self.texts.iter().map(|([x, y], text)| format!("{}{}{text}", digit(*x), digit(*y)));
            text = BOARD_TEXTS.to_owned() + &lines.collect::<Vec<_>>().join("\n");
            if !self.comment.is_empty() {
                text.push(BETWEEN);
            }
        }
        text += &self.comment;
        let Verdict { label, value, depth } = match self.verdict {
            // Nothing is known: the position alone.
            Some(Verdict::NOTHING) | None if text.is_empty() => return Vec::new(),
            Some(verdict) => verdict,
            None => Verdict { label: NO_LABEL, ..Verdict::NOTHING },
        };
        let numbers = [value.to_le_bytes(), depth.to_le_bytes()];
        [&label.to_le_bytes()[..], numbers.as_flattened(), text.as_bytes()].concat()
    }

    fn add(&mut self, note: &Note, images: &Images, by: usize, stones: &Stones) {
        if !self.comment.split('\n').any(|line| line == note.comment) && self.comment != note.comment {
            let gap = if self.comment.is_empty() || note.comment.is_empty() { "" } else { "\n" };
            self.comment += &format!("{gap}{}", note.comment);
        }
        for (point, text) in &note.labels {
            // A text stands on the first of the points that look the same.
            let at = images.image(by, images.at(*point));
            let first = images.of_position(stones).map(|symmetry| images.image(symmetry, at));
            let first = first.min_by_key(|&[x, y]| [y, x]).unwrap_or(at);
            self.texts.entry(first).or_insert_with(|| text.clone());
        }
    }
}

/// A digit, then letters.
fn digit(coordinate: u8) -> char {
    char::from(if coordinate < 10 { b'0' + coordinate } else { b'A' + coordinate - 10 })
}

/// About how many bytes a position takes while it is collected.
const RECORD: u64 = 256;

/// Adds the positions of a game. The nodes of a tree come after their parents.
fn collect(entry: &Entry, records: &mut BTreeMap<Key, Known>, budget: &Budget) -> Result<(), Exceeded> {
    let (game, tree) = (entry.game, entry.whole());
    let images = Images::of(game.grid());
    let is_database = (0..tree.len()).any(|node| tree.verdict(node).is_some());
    let mut stones = vec![Stones::default()];
    for node in 0..tree.len() {
        budget.check()?;
        if let Some(Move::Place(point)) = tree.mv(node) {
            let before = &stones[tree.parent(node)];
            let color = if before.count() % 2 == 0 { Color::Black } else { Color::White };
            stones.push(before.with(color, images.at(point)));
        }
        budget.reserve(RECORD + 4 * stones[node].count() as u64)?;
        // Of a database that was read, stones that only lead to a position are no positions of it.
        let note = tree.note(node).filter(|note| **note != Note::default());
        let verdict = tree.verdict(node);
        if is_database && note.is_none() && verdict.is_none() && tree.first(node).is_some() {
            continue;
        }
        let (first, by) = images.first(&stones[node]);
        let known = records.entry(Key(head(game), first.count(), first.clone())).or_default();
        known.verdict = known.verdict.or(verdict);
        if let Some(note) = note {
            known.add(note, &images, by, &first);
        }
    }
    Ok(())
}

fn head(game: &Game) -> [u8; 3] {
    let grid = game.grid();
    [number(game).expect("checked before"), grid.width() as u8, grid.height() as u8]
}

fn put(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(&(bytes.len() as u16).to_le_bytes())?;
    out.write_all(bytes)
}

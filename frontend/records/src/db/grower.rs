//! The tree of a database, which grows position by position.

use std::collections::HashMap;

use engine::{Game, Move, Point};

use super::keys::Images;
use super::layout::{BETWEEN, BOARD_TEXTS, NO_LABEL, Record};
use super::places::{Hash, Hashes, Level, Place};
use crate::decode::decoded;
use crate::tree::{Note, ROOT, Tree};
use crate::verdict::Verdict;

/// A tree that gets position after position, those with fewer stones first.
pub(super) struct Grower {
    game: &'static Game,
    images: Images,
    hashes: Hashes,
    pub(super) tree: Tree,
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
    pub(super) fn new(game: &'static Game, count: usize, utf8: bool) -> Self {
        let images = Images::of(game.grid());
        let hashes = Hashes::of(game.grid(), &images);
        let mut tree = Tree::new();
        tree.reserve(count);
        let (mut level, below, steps) = (Level::default(), Level::default(), HashMap::new());
        level.insert(hashes.least(Hash::default()).0, (ROOT as u32, 0));
        Self { game, images, hashes, tree, level, below, stones: 0, steps, passed: 0, utf8 }
    }

    pub(super) fn grow(&mut self, record: &Record<'_>) {
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

    pub(super) fn finish(mut self) -> Tree {
        if let Some(more) = self.passed.checked_sub(TOLD).filter(|&more| more > 0) {
            self.tree.miss(1, format!("{more} more positions in which a side has passed are left out"));
        }
        self.tree
    }
}

/// Returns verdict and texts of a record; `point` maps the points of its board.
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

/// A digit, then letters.
fn coordinate(char: char) -> Option<u8> {
    match char {
        '0'..='9' => Some(char as u8 - b'0'),
        'A'..='Z' => Some(char as u8 - b'A' + 10),
        _ => None,
    }
}

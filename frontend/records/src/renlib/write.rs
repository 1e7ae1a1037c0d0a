//! LIB as it is written: each node before its children, texts on points that no child has after them.

use std::io::{self, Write};

use engine::{Game, Grid, Move, Point};

use super::{BETWEEN, COMMENT, HEAD, LABEL, LEAF, MAGIC, MARK, MORE, NO_MOVE, OPENED, SIBLING, START, VERSION};
use crate::tree::{ROOT, Tree};
use crate::{CapacityError, Encoding};

/// Checks that all texts can be written.
pub(super) fn check(tree: &Tree, encoding: Encoding) -> Result<(), CapacityError> {
    if encoding.is_wide() {
        // A text ends with a byte of zero.
        return Err(CapacityError::Encoding("lib", encoding));
    }
    let notes = (0..tree.len()).filter_map(|node| tree.note(node));
    for text in notes.flat_map(|note| note.labels.iter().map(|(_, text)| text).chain([&note.comment])) {
        if let Some(char) = text.chars().find(|&char| matches!(char, '\0' | '\r' | BETWEEN)) {
            return Err(CapacityError::Control("lib", char));
        }
        // Every set that is not wide has these.
        let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
        if !plain && let Err(char) = encoding.encode(text) {
            return Err(CapacityError::Character("lib", char, encoding));
        }
    }
    Ok(())
}

/// Writes a tree whose texts [`check`] allows.
pub(super) fn write(game: &Game, tree: &Tree, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
    let mut head = [0xFF; HEAD];
    head[..MAGIC.len()].copy_from_slice(&MAGIC);
    head[MAGIC.len()..MAGIC.len() + 2].copy_from_slice(&VERSION);
    out.write_all(&head)?;
    let writer = Writer { grid: game.grid(), tree, encoding };
    writer.node(ROOT, out)?;
    let Some(mut node) = tree.first(ROOT) else { return writer.labels(ROOT, out) };
    loop {
        writer.node(node, out)?;
        if let Some(child) = tree.first(node) {
            node = child;
            continue;
        }
        writer.labels(node, out)?;
        // Texts that belong to no child come after the children.
        loop {
            if let Some(next) = tree.next(node) {
                node = next;
                break;
            }
            node = tree.parent(node);
            writer.labels(node, out)?;
            if node == ROOT {
                return Ok(());
            }
        }
    }
}

struct Writer<'t> {
    grid: &'t Grid,
    tree: &'t Tree,
    encoding: Encoding,
}

impl Writer<'_> {
    /// Writes a node without its children.
    fn node(&self, node: usize, out: &mut dyn Write) -> io::Result<()> {
        let tree = self.tree;
        let parent = tree.parent(node);
        let point = if let Some(Move::Place(point)) = tree.mv(node) { Some(point) } else { None };
        let note = tree.note(node);
        let comment = note.map(|note| note.comment.as_str()).filter(|comment| !comment.is_empty());
        // A text for the point belongs to the first node that has it.
        let label = tree.note(parent).filter(|note| node != ROOT && !note.labels.is_empty()).and_then(|note| {
            let first = tree.children(parent).find(|&child| tree.mv(child) == tree.mv(node));
            note.labels.iter().find(|(found, _)| first == Some(node) && Some(*found) == point)
        });
        let mut flags = 0;
        if node != ROOT {
            let more = tree.next(node).is_some() || self.own_labels(parent).next().is_some();
            flags |= if more { SIBLING } else { 0 };
            flags |= if tree.first(node).is_none() && self.own_labels(node).next().is_none() { LEAF } else { 0 };
        }
        flags |= if comment.is_some() { COMMENT } else { 0 };
        flags |= if note.is_some_and(|note| note.marked) { MARK } else { 0 };
        flags |= if note.is_some_and(|note| note.foreign.contains_key(OPENED.0)) { START } else { 0 };
        flags |= if label.is_some() { MORE } else { 0 };
        out.write_all(&[point.map_or(0, |point| self.byte(point)), flags])?;
        if label.is_some() {
            out.write_all(&[0, LABEL])?;
        }
        if let Some(comment) = comment {
            let between = BETWEEN.to_string();
            let (line, lines) = comment.split_once('\n').map_or((comment, None), |(line, lines)| (line, Some(lines)));
            let lines = lines.map(|lines| between + &lines.replace('\n', "\r\n")).unwrap_or_default();
            self.text(&(line.to_owned() + &lines), out)?;
        }
        label.map_or(Ok(()), |(_, label)| self.text(&label.replace('\n', "\r\n"), out))
    }

    /// The texts on points to which no child of the node leads.
    fn own_labels(&self, node: usize) -> impl Iterator<Item = &(Point, String)> {
        let labels = self.tree.note(node).map(|note| &note.labels[..]).unwrap_or_default();
        let led = move |at| self.tree.children(node).any(|child| self.tree.mv(child) == Some(Move::Place(at)));
        labels.iter().filter(move |(point, _)| !led(*point))
    }

    fn labels(&self, node: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut labels = self.own_labels(node).peekable();
        while let Some((point, label)) = labels.next() {
            let sibling = if labels.peek().is_some() { SIBLING } else { 0 };
            out.write_all(&[self.byte(*point), sibling | LEAF | NO_MOVE | MORE, 0, LABEL])?;
            self.text(&label.replace('\n', "\r\n"), out)?;
        }
        Ok(())
    }

    fn byte(&self, point: Point) -> u8 {
        let (x, y) = self.grid.xy(point);
        (16 * y + x + 1) as u8
    }

    /// Writes a text with a 0 after it, and another if that is needed for an even number of bytes.
    fn text(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes =
            self.encoding.encode(text).map_err(|char| io::Error::other(format!("'{char}' was not checked")))?;
        bytes.push(0);
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        out.write_all(&bytes)
    }
}

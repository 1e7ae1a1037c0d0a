//! Moves with variations and notes.
//!
//! The nodes lie in the order in which they were added and know their neighbours by index, so that no walk needs a
//! stack, however deep the tree is.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_records::tree::{Quality, ROOT, Tree};
//!
//! let game = Game::new(Rules::RENJU, None, None)?;
//! let mut tree = Tree::new();
//! let centre = tree.add(ROOT, game.parse_move("h8")?, None, None);
//! let direct = tree.add(centre, game.parse_move("h9")?, None, None);
//! let indirect = tree.add(centre, game.parse_move("i9")?, None, None);
//! tree.note_mut(indirect).quality = Some(Quality::Good);
//! assert_eq!(tree.children(centre).collect::<Vec<_>>(), [direct, indirect]);
//! assert_eq!((tree.main().count(), tree.has_variations()), (2, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checked;
mod edit;
mod note;

use std::collections::BTreeMap;
use std::iter::successors;

use engine::{Color, Move};

pub use self::note::{Note, Quality};

use crate::refused::Refused;
use crate::verdict::{PROPERTY, Verdict};
use crate::{Change, Written};

/// The index of the root, which has no move: the position before the first.
pub const ROOT: usize = 0;

/// A tree of moves and set-ups. The first child of every node continues the line that leads to it, the others leave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Parts of the variations that could not be read.
    unreadable: Vec<Refused>,
}

/// A node: a move or a set-up, and annotations of the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    mv: Option<Move>,
    change: Option<Box<Change>>,
    by: Option<Color>,
    /// The line of the file; 0 if it has none.
    line: u32,
    parent: u32,
    /// Indices of nodes, or 0 for none: the root is never a child or sibling.
    first: u32,
    last: u32,
    next: u32,
    note: Option<Box<Note>>,
    /// The verdict of a database.
    verdict: Option<Verdict>,
}

impl Node {
    /// Whether the node has no annotation.
    fn is_silent(&self) -> bool {
        self.verdict.is_none() && self.note.as_deref().is_none_or(|note| *note == Note::default())
    }

    /// Copies the annotations of another node.
    fn clone_said(&mut self, other: &Self) {
        self.note.clone_from(&other.note);
        self.verdict = other.verdict;
    }
}

impl Node {
    /// A node that holds nothing.
    const fn new(parent: u32, line: u32) -> Self {
        Self { mv: None, change: None, by: None, line, parent, first: 0, last: 0, next: 0, note: None, verdict: None }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// The root alone.
    #[must_use]
    pub fn new() -> Self {
        Self { nodes: vec![Node::new(0, 0)], unreadable: Vec::new() }
    }

    /// Moves without variations.
    #[must_use]
    pub fn line(moves: impl Iterator<Item = Move>) -> Self {
        let mut tree = Self::new();
        // Each node follows the one before it.
        tree.nodes.extend((0..).zip(moves).map(|(parent, mv)| {
            let child = parent + 2;
            Node { mv: Some(mv), first: child, last: child, ..Node::new(parent, 0) }
        }));
        if let Some(last) = tree.nodes.last_mut() {
            (last.first, last.last) = (0, 0);
        }
        if tree.nodes.len() > 1 {
            (tree.nodes[ROOT].first, tree.nodes[ROOT].last) = (1, 1);
        }
        tree
    }

    /// Moves and the set-ups between them, each with the number of moves before it, in order.
    pub(crate) fn line_with(moves: impl Iterator<Item = Move>, changes: &[(usize, Change)]) -> Self {
        if changes.is_empty() {
            return Self::line(moves);
        }
        let (mut tree, mut node) = (Self::new(), ROOT);
        let mut changes = changes.iter().peekable();
        for (ply, mv) in (0..).zip(moves.map(Some).chain([None])) {
            while let Some((_, change)) = changes.next_if(|(plies, _)| *plies <= ply) {
                node = tree.set_up(node, change.clone(), None);
            }
            node = mv.map_or(node, |mv| tree.add(node, mv, None, None));
        }
        tree
    }

    /// Adds a move as the last child of `parent` and returns its index. `line` is that of the file, counted from 1.
    ///
    /// # Panics
    /// There are 2³² nodes, or there is no node `parent`.
    pub fn add(&mut self, parent: usize, mv: Move, by: Option<Color>, line: Option<usize>) -> usize {
        self.push(parent, line, |node| Node { mv: Some(mv), by, ..node })
    }

    /// Adds a set-up as the last child of `parent` and returns its index. `line` is that of the file, counted from 1.
    ///
    /// # Panics
    /// There are 2³² nodes, or there is no node `parent`.
    pub fn set_up(&mut self, parent: usize, change: Change, line: Option<usize>) -> usize {
        self.push(parent, line, |node| Node { change: Some(Box::new(change)), ..node })
    }

    fn push(&mut self, parent: usize, line: Option<usize>, filled: impl FnOnce(Node) -> Node) -> usize {
        let index = u32::try_from(self.nodes.len()).expect("files are smaller");
        let line = line.map_or(0, |line| u32::try_from(line).unwrap_or(u32::MAX));
        self.nodes.push(filled(Node::new(parent as u32, line)));
        let before = std::mem::replace(&mut self.nodes[parent].last, index) as usize;
        match before {
            0 => self.nodes[parent].first = index,
            _ => self.nodes[before].next = index,
        }
        index as usize
    }

    /// Adds a copy of a node without its children.
    fn copy(&mut self, parent: usize, node: &Node) -> usize {
        let Node { mv, by, ref change, .. } = *node;
        let copy = self.push(parent, index(node.line), |new| Node { mv, by, change: change.clone(), ..new });
        self.nodes[copy].clone_said(node);
        copy
    }

    /// The note at a node, to be changed; an empty one is added where none is.
    pub fn note_mut(&mut self, node: usize) -> &mut Note {
        self.nodes[node].note.get_or_insert_default()
    }

    /// Replaces the annotations of a node.
    #[cfg(feature = "databases")]
    pub(crate) fn set_note(&mut self, node: usize, note: Option<Note>) {
        self.nodes[node].note = note.map(Box::new);
    }

    /// The verdict of a database on the position of a node.
    pub(crate) fn verdict(&self, node: usize) -> Option<Verdict> {
        self.nodes[node].verdict
    }

    /// Puts a verdict in place of what was there.
    pub(crate) fn set_verdict(&mut self, node: usize, verdict: Option<Verdict>) {
        self.nodes[node].verdict = verdict;
    }

    /// The properties of SGF at a node that have no meaning here, a verdict among them: by their names the values as
    /// they are written, escapes and all.
    #[must_use]
    pub fn properties(&self, node: usize) -> BTreeMap<String, Vec<String>> {
        let mut properties = self.note(node).map(|note| note.foreign.clone()).unwrap_or_default();
        if let Some(verdict) = self.verdict(node) {
            properties.entry(PROPERTY.to_owned()).or_default().insert(0, verdict.to_string());
        }
        properties
    }

    /// Puts other [`properties`](Self::properties) in place of those of a node.
    pub fn set_properties(&mut self, node: usize, mut properties: BTreeMap<String, Vec<String>>) {
        let mut verdict = None;
        if let Some(values) = properties.get_mut(PROPERTY) {
            verdict = values.first().and_then(|value| value.parse().ok());
            values.drain(..usize::from(verdict.is_some()));
        }
        properties.retain(|_, values| !values.is_empty());
        self.set_verdict(node, verdict);
        self.note_mut(node).foreign = properties;
    }

    /// Reserves memory for `count` more nodes.
    #[cfg(feature = "databases")]
    pub(crate) fn reserve(&mut self, count: usize) {
        self.nodes.reserve_exact(count);
    }

    /// The note at a node.
    #[must_use]
    pub fn note(&self, node: usize) -> Option<&Note> {
        self.nodes[node].note.as_deref()
    }

    /// The move that leads to a node; `None` at the root and where stones are set up.
    #[must_use]
    pub fn mv(&self, node: usize) -> Option<Move> {
        self.nodes[node].mv
    }

    /// The colour that the record gives the stone of a node.
    #[must_use]
    pub fn by(&self, node: usize) -> Option<Color> {
        self.nodes[node].by
    }

    /// The set-up that leads to a node; `None` at the root and at moves.
    #[must_use]
    pub fn change(&self, node: usize) -> Option<&Change> {
        self.nodes[node].change.as_deref()
    }

    /// The same, to be changed.
    pub fn change_mut(&mut self, node: usize) -> Option<&mut Change> {
        self.nodes[node].change.as_deref_mut()
    }

    /// Whether stones are set up anywhere after the start.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.nodes.iter().any(|node| node.change.is_some())
    }

    /// The set-ups of the main line, each with the number of moves before it.
    #[must_use]
    pub fn changes(&self) -> Vec<(usize, Change)> {
        let mut plies = 0;
        let change = |node| {
            plies += usize::from(self.mv(node).is_some());
            self.change(node).map(|change| (plies, change.clone()))
        };
        self.main().filter_map(change).collect()
    }

    /// The number of nodes, the root among them.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All moves, in the order in which they were added.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone {
        self.nodes.iter().filter_map(|node| node.mv)
    }

    /// The node before; the root is its own.
    #[must_use]
    pub fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent as usize
    }

    /// The first child.
    #[must_use]
    pub fn first(&self, node: usize) -> Option<usize> {
        index(self.nodes[node].first)
    }

    /// The next child of the same parent.
    #[must_use]
    pub fn next(&self, node: usize) -> Option<usize> {
        index(self.nodes[node].next)
    }

    /// The children, in order.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        successors(self.first(node), |&child| self.next(child))
    }

    /// The nodes of the main line, without the root.
    pub fn main(&self) -> impl Iterator<Item = usize> {
        successors(self.first(ROOT), |&node| self.first(node))
    }

    /// The moves of the main line after the first `plies`, as they are written in a game.
    pub fn written(&self, plies: usize) -> impl Iterator<Item = Written> {
        let node = move |node: usize| {
            let Node { mv: Some(mv), by, line, .. } = self.nodes[node] else { return None };
            Some(Written { by, line: index(line), ..Written::of(mv) })
        };
        self.main().filter_map(node).skip(plies)
    }

    /// Whether a node is the only child of its parent.
    #[must_use]
    pub fn is_alone(&self, node: usize) -> bool {
        let parent = &self.nodes[self.parent(node)];
        parent.first == parent.last
    }

    /// Whether some node has two children.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.first != node.last)
    }

    /// Notes that a variation, or what follows from a move in it, could not be read. `line` counts from 1.
    pub fn miss(&mut self, line: usize, reason: String) {
        self.unreadable.push(Refused { line: Some(line), ply: 0, mv: None, reason });
    }

    /// Whether there is nothing but moves, in one line.
    #[must_use]
    pub fn is_line(&self) -> bool {
        let plain = !self.has_variations() && !self.has_changes() && self.unreadable.is_empty();
        plain && self.nodes.iter().all(Node::is_silent)
    }

    /// Whether any node has a note, foreign properties apart.
    #[must_use]
    pub fn has_notes(&self) -> bool {
        !self.notes().all(Note::is_silent)
    }

    /// Whether any node but the root has a note, or the root more than a comment.
    pub(crate) fn has_notes_on_moves(&self) -> bool {
        let mut root = self.note(ROOT).cloned().unwrap_or_default();
        root.comment.clear();
        !root.is_silent()
            || self.nodes.iter().skip(1).filter_map(|node| node.note.as_deref()).any(|note| !note.is_silent())
    }

    /// All notes.
    fn notes(&self) -> impl Iterator<Item = &Note> {
        self.nodes.iter().filter_map(|node| node.note.as_deref())
    }

    /// The same, to be changed.
    pub fn notes_mut(&mut self) -> impl Iterator<Item = &mut Note> {
        self.nodes.iter_mut().filter_map(|node| node.note.as_deref_mut())
    }

    /// Exchanges the colours that the record gives the stones.
    pub fn exchange_colors(&mut self) {
        for node in &mut self.nodes {
            node.by = node.by.map(|color| !color);
            node.change.iter_mut().for_each(|change| change.exchange_colors());
        }
    }

    /// The main line with its notes.
    #[must_use]
    pub fn main_line(&self) -> Self {
        let mut line = Self::new();
        line.nodes[ROOT].clone_said(&self.nodes[ROOT]);
        let mut end = ROOT;
        for node in self.main() {
            end = line.copy(end, &self.nodes[node]);
        }
        line
    }

    /// The main line alone, with no note but the comment on the start.
    pub(crate) fn main_line_with_comment(&self) -> Self {
        let mut line = self.main_line();
        for (node, note) in
            line.nodes.iter_mut().enumerate().filter_map(|(node, said)| Some((node, said.note.as_mut()?)))
        {
            let comment = if node == ROOT { std::mem::take(&mut note.comment) } else { String::new() };
            **note = Note { comment, ..Note::default() };
        }
        line
    }

    /// Takes away what follows the first `plies` moves of the main line, with all variations that leave it there.
    pub fn cut(&mut self, plies: usize) {
        let mut left = plies;
        let within = |&node: &usize| match (self.mv(node), left.checked_sub(1)) {
            (None, _) => true,
            (Some(_), Some(less)) => {
                left = less;
                true
            }
            (Some(_), None) => false,
        };
        let end = self.main().take_while(within).last().unwrap_or(ROOT);
        (self.nodes[end].first, self.nodes[end].last) = (0, 0);
    }

    /// About how many bytes its nodes take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>()) as u64
    }

    /// About how many bytes it takes with all notes.
    pub(crate) fn memory(&self) -> u64 {
        self.bytes() + self.notes().map(Note::memory).sum::<u64>()
    }

    /// The number of moves up to a node, its own move included.
    #[must_use]
    pub fn ply(&self, node: usize) -> usize {
        let up = successors(Some(node), |&node| (node != ROOT).then(|| self.parent(node)));
        up.filter(|&node| self.mv(node).is_some()).count()
    }

    /// The node after `node` and all that follows from it, in the order of the tree. `leave` is called with every
    /// other node, the root excepted, that is complete then.
    pub fn after(&self, node: usize, mut leave: impl FnMut(usize)) -> Option<usize> {
        let mut node = node;
        loop {
            if let Some(next) = self.next(node) {
                return Some(next);
            }
            node = self.parent(node);
            if node == ROOT {
                return None;
            }
            leave(node);
        }
    }
}

fn index(index: u32) -> Option<usize> {
    (index != 0).then_some(index as usize)
}

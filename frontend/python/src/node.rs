//! Records as trees: moves, comments and variations.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::notation::move_text;
use pyo3::prelude::*;
use records::tree::{Note, ROOT};
use records::{Entry, Tree, Written};

use crate::board::Board;
use crate::records::replayed;

/// A position in a record, after a move or, at the root, before all moves: its comment, its marks and its continuations.
///
/// >>> import ninuki
/// >>> text = "(;GM[4]SZ[15]RU[renju];B[hh]C[the centre](;W[hg])(;W[ig]C[indirect]))"
/// >>> first, = ninuki.loads(text, "sgf")[0].root.children
/// >>> first.move, first.comment, [node.move for node in first.children]
/// ('h8', 'the centre', ['h9', 'i9'])
/// >>> first.children[1].moves, first.children[1].parent == first
/// (['h8', 'i9'], True)
#[pyclass(module = "ninuki", frozen, eq, hash)]
#[derive(Clone)]
pub(crate) struct Node {
    record: Arc<(Entry, Tree)>,
    index: usize,
}

const _: () = crate::fits_python::<Node>();

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.record, &other.record) && self.index == other.index
    }
}

impl Eq for Node {}

impl std::hash::Hash for Node {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (Arc::as_ptr(&self.record), self.index).hash(state);
    }
}

impl Node {
    /// The root of a record.
    pub(crate) fn root(entry: &Entry) -> Self {
        Self { record: Arc::new((entry.clone(), entry.whole().into_owned())), index: ROOT }
    }

    fn tree(&self) -> &Tree {
        &self.record.1
    }

    fn note(&self) -> Option<&Note> {
        self.tree().note(self.index)
    }

    fn at(&self, index: usize) -> Self {
        Self { record: Arc::clone(&self.record), index }
    }

    /// The nodes from the first move to this one.
    fn path(&self) -> Vec<usize> {
        let up = |&node: &usize| Some(self.tree().parent(node)).filter(|_| node != ROOT);
        let mut path: Vec<usize> = std::iter::successors(Some(self.index), up).filter(|&node| node != ROOT).collect();
        path.reverse();
        path
    }

    fn name(&self, index: usize) -> Option<String> {
        self.tree().mv(index).map(|mv| move_text(self.record.0.game.grid(), mv))
    }
}

#[pymethods]
impl Node {
    /// The move by name; None at the root.
    #[getter]
    fn r#move(&self) -> Option<String> {
        self.name(self.index)
    }

    /// The moves from the start of the game to this position.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.path().into_iter().filter_map(|index| self.name(index)).collect()
    }

    /// The comment on the position, with line feeds between lines; "" if there is none.
    #[getter]
    fn comment(&self) -> &str {
        self.note().map_or("", |note| &note.comment)
    }

    /// How good the move is: "??", "?", "?!", "!?", "!" or "!!"; None if that is not said.
    #[getter]
    fn quality(&self) -> Option<&'static str> {
        self.note()?.quality.map(records::tree::Quality::mark)
    }

    /// Whether the move is marked.
    #[getter]
    fn marked(&self) -> bool {
        self.note().is_some_and(|note| note.marked)
    }

    /// Texts on points, by the names of these.
    #[getter]
    fn labels(&self) -> BTreeMap<String, String> {
        let grid = self.record.0.game.grid();
        let labels = self.note().into_iter().flat_map(|note| &note.labels);
        labels.map(|(point, text)| (grid.name(*point), text.clone())).collect()
    }

    /// The position before; None at the root.
    #[getter]
    fn parent(&self) -> Option<Self> {
        (self.index != ROOT).then(|| self.at(self.tree().parent(self.index)))
    }

    /// The continuations: the main line first, then the variations.
    #[getter]
    fn children(&self) -> Vec<Self> {
        self.tree().children(self.index).map(|child| self.at(child)).collect()
    }

    /// The board in this position.
    ///
    /// Raises:
    ///     RecordError: the rules refuse a move.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.loads("(;GM[4]SZ[15]RU[renju];B[hh](;W[hg])(;W[ig]))", "sgf")[0]
    /// >>> record.root.children[0].children[1].board().moves
    /// ['h8', 'i9']
    fn board(&self) -> PyResult<Board> {
        let (entry, tree) = &*self.record;
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        for index in self.path() {
            moves.extend(tree.mv(index).map(Written::of));
            changes.extend(tree.change(index).map(|change| (moves.len(), change.clone())));
        }
        replayed(Entry { moves, changes, tree: None, damage: Vec::new(), ..entry.clone() })
    }

    fn __repr__(&self) -> String {
        let what = self.r#move().unwrap_or_else(|| "root".to_owned());
        format!("<Node: {what}, {} children>", self.tree().children(self.index).count())
    }
}

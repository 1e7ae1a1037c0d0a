//! Records as trees: moves, comments and variations.

use std::collections::BTreeMap;

use engine::notation::move_text;
use engine::{Game, Move};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use records::tree::{Note, Quality, ROOT};
use records::{Entry, Tree, Written};

use crate::board::Board;
use crate::errors;
use crate::record::Record;
use crate::records::replayed;

/// A position in a record, after a move or, at the root, before all moves: its comment, its marks and its continuations.
/// Changes of a node are changes of its record.
///
/// >>> import ninuki
/// >>> text = "(;GM[4]SZ[15]RU[renju];B[hh]C[the centre](;W[hg])(;W[ig]C[indirect]))"
/// >>> first, = ninuki.loads(text, "sgf")[0].root.children
/// >>> first.move, first.comment, [node.move for node in first.children]
/// ('h8', 'the centre', ['h9', 'i9'])
/// >>> first.children[1].moves, first.children[1].parent == first
/// (['h8', 'i9'], True)
#[pyclass(module = "ninuki", frozen)]
pub(crate) struct Node {
    record: Py<Record>,
    index: usize,
}

const _: () = crate::fits_python::<Node>();

/// The nodes from the first move to a node.
fn path(tree: &Tree, index: usize) -> Vec<usize> {
    let up = |&node: &usize| Some(tree.parent(node)).filter(|&parent| parent != ROOT);
    let mut path: Vec<usize> = std::iter::successors(Some(index).filter(|&index| index != ROOT), up).collect();
    path.reverse();
    path
}

fn name(game: &Game, tree: &Tree, index: usize) -> Option<String> {
    tree.mv(index).map(|mv| move_text(game.grid(), mv))
}

impl Node {
    /// A node of a record.
    pub(crate) const fn new(record: Py<Record>, index: usize) -> Self {
        Self { record, index }
    }

    fn at(&self, py: Python<'_>, index: usize) -> Self {
        Self { record: self.record.clone_ref(py), index }
    }

    /// Applies `look` to the record and the index of this node.
    ///
    /// # Errors
    /// The node was removed.
    fn look<T>(&self, look: impl FnOnce(&Entry, &Tree, usize) -> T) -> PyResult<T> {
        let index = self.index;
        self.record.get().look(|entry, tree| tree.contains(index).then(|| look(entry, tree, index))).ok_or_else(removed)
    }

    /// Changes the tree.
    ///
    /// # Errors
    /// The node was removed.
    fn edit<T>(&self, change: impl FnOnce(&mut Tree, usize) -> T) -> PyResult<T> {
        let index = self.index;
        self.record.get().edit(|tree| tree.contains(index).then(|| change(tree, index))).ok_or_else(removed)
    }

    fn note<T: Default>(&self, read: impl FnOnce(&Entry, &Note) -> T) -> PyResult<T> {
        self.look(|entry, tree, index| tree.note(index).map(|note| read(entry, note)).unwrap_or_default())
    }

    /// The child that a move leads to.
    fn child(&self, mv: Move) -> PyResult<Option<usize>> {
        self.look(|_, tree, index| tree.children(index).find(|&child| tree.mv(child) == Some(mv)))
    }

    /// The game up to this node, and a further move.
    fn line(&self, next: Option<Move>) -> PyResult<Entry> {
        self.look(|entry, tree, index| {
            let (mut moves, mut changes) = (Vec::new(), Vec::new());
            for node in path(tree, index) {
                moves.extend(tree.mv(node).map(Written::of));
                changes.extend(tree.change(node).map(|change| (moves.len(), change.clone())));
            }
            moves.extend(next.map(Written::of));
            let (game, setup) = (entry.game, entry.setup.clone());
            Entry { changes, ..Entry::new(None, game, setup, moves) }
        })
    }
}

fn removed() -> PyErr {
    PyValueError::new_err("the node was removed from its record")
}

#[pymethods]
impl Node {
    /// The move by name; None at the root.
    #[getter]
    fn r#move(&self) -> PyResult<Option<String>> {
        self.look(|entry, tree, index| name(entry.game, tree, index))
    }

    /// The moves from the start of the game to this position.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.look(|entry, tree, index| {
            path(tree, index).into_iter().filter_map(|node| name(entry.game, tree, node)).collect()
        })
    }

    /// The comment on the position, with line feeds between lines; "" if there is none.
    #[getter]
    fn comment(&self) -> PyResult<String> {
        self.note(|_, note| note.comment.clone())
    }

    #[setter]
    fn set_comment(&self, comment: &str) -> PyResult<()> {
        self.edit(|tree, index| {
            let note = tree.note_mut(index);
            note.comment.clear();
            note.say(comment);
        })
    }

    /// How good the move is: "??", "?", "?!", "!?", "!" or "!!"; None if that is not said.
    #[getter]
    fn quality(&self) -> PyResult<Option<&'static str>> {
        self.note(|_, note| note.quality.map(Quality::mark))
    }

    #[setter]
    fn set_quality(&self, mark: Option<&str>) -> PyResult<()> {
        let quality = mark.map(|mark| Quality::ALL.into_iter().find(|quality| quality.mark() == mark).ok_or(mark));
        let quality = quality.transpose().map_err(|_| PyValueError::new_err("marks are ??, ?, ?!, !?, !, !!"))?;
        self.edit(|tree, index| tree.note_mut(index).quality = quality)
    }

    /// Whether the move is marked.
    #[getter]
    fn marked(&self) -> PyResult<bool> {
        self.note(|_, note| note.marked)
    }

    #[setter]
    fn set_marked(&self, marked: bool) -> PyResult<()> {
        self.edit(|tree, index| tree.note_mut(index).marked = marked)
    }

    /// Texts on points, by the names of these. The dictionary is a copy: assign it to change them.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8"))
    /// >>> record.root.labels = {"h9": "A"}
    /// >>> record.root.labels
    /// {'h9': 'A'}
    #[getter]
    fn labels(&self) -> PyResult<BTreeMap<String, String>> {
        self.note(|entry, note| {
            let grid = entry.game.grid();
            note.labels.iter().map(|(point, text)| (grid.name(*point), text.clone())).collect()
        })
    }

    #[setter]
    fn set_labels(&self, labels: BTreeMap<String, String>) -> PyResult<()> {
        let game = self.look(|entry, _, _| entry.game)?;
        let point = |name: String| {
            let found = game.grid().parse(&name);
            found.ok_or_else(|| errors::no_move("", &name, &format!("{name}: no point of this board")))
        };
        let labels = labels.into_iter().map(|(name, text)| Ok((point(name)?, text)));
        let labels = labels.collect::<PyResult<Vec<_>>>()?;
        self.edit(|tree, index| {
            let note = tree.note_mut(index);
            note.labels.clear();
            labels.iter().for_each(|(point, text)| note.label(*point, text));
        })
    }

    /// The position before; None at the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let parent = self.look(|_, tree, index| (index != ROOT).then(|| tree.parent(index)))?;
        Ok(parent.map(|parent| self.at(py, parent)))
    }

    /// The continuations: the main line first, then the variations.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let children: Vec<usize> = self.look(|_, tree, index| tree.children(index).collect())?;
        Ok(children.into_iter().map(|child| self.at(py, child)).collect())
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
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        replayed(py, self.line(None)?)
    }

    /// Adds a move as the last continuation.
    ///
    /// Returns:
    ///     The node after the move; the one that is there if the move was a continuation before.
    ///
    /// Raises:
    ///     IllegalMove: the rules refuse the move.
    ///     RecordError: the rules refuse a move before it.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8 h9"))
    /// >>> record.root.children[0].add("i9").moves
    /// ['h8', 'i9']
    #[pyo3(text_signature = "($self, move)", signature = (r#move))]
    fn add(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut board = self.board(py)?;
        let mv = board.actions.read(r#move)?;
        if let Some(child) = self.child(mv)? {
            return Ok(self.at(py, child));
        }
        // Records may have passes that the rules do not offer.
        if mv == Move::Pass {
            replayed(py, self.line(Some(mv))?)?;
        } else {
            board.play(mv)?;
        }
        let child = self.edit(|tree, index| tree.add(index, mv, None, None))?;
        Ok(self.at(py, child))
    }

    /// Removes the node from its record, with all that follows.
    ///
    /// Raises:
    ///     ValueError: it is the root.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8 h9 i9"))
    /// >>> record.root.children[0].children[0].remove()
    /// >>> record.moves
    /// ['h8']
    fn remove(&self) -> PyResult<()> {
        if self.index == ROOT {
            return Err(PyValueError::new_err("the root of a record cannot be removed"));
        }
        self.edit(Tree::remove)
    }

    /// Makes the node the first continuation of its parent, that of the main line.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8 h9"))
    /// >>> record.root.children[0].add("i9").promote()
    /// >>> record.moves
    /// ['h8', 'i9']
    fn promote(&self) -> PyResult<()> {
        self.edit(Tree::promote)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.record.is(&other.record) && self.index == other.index
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};

        let mut hasher = DefaultHasher::new();
        (self.record.as_ptr() as usize, self.index).hash(&mut hasher);
        hasher.finish()
    }

    /// The function and the arguments that make this node again: the record, and at each node the number of the child.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps: Vec<usize> = self.look(|_, tree, index| {
            let step = |node: usize| tree.children(tree.parent(node)).position(|child| child == node);
            path(tree, index).into_iter().filter_map(step).collect()
        })?;
        let restore = py.import("ninuki._native")?.getattr("_node")?;
        (restore, (self.record.clone_ref(py), steps)).into_pyobject(py)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.board(py)?.picture(py)
    }

    fn __repr__(&self) -> PyResult<String> {
        self.look(|entry, tree, index| {
            let what = name(entry.game, tree, index).unwrap_or_else(|| "root".to_owned());
            format!("<Node: {what}, {} children>", tree.children(index).count())
        })
    }
}

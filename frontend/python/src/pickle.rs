//! Functions that make pickled objects again.

use ::records::{Choice, Encoding, Format};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::batch::BatchBoard;
use crate::board::Board;
use crate::choice::{Flags, Sides, choice};
use crate::errors;
use crate::items::Items;
use crate::node::Node;
use crate::record::Record;

/// The record in a text of SGF, which does not name all rules of the game: the other arguments do.
#[pyfunction]
#[pyo3(name = "_record", signature = (text, rules, rules_text, size, length, flags))]
pub(crate) fn record(
    text: &Bound<'_, PyBytes>,
    rules: Option<String>,
    rules_text: Option<&str>,
    size: Option<Sides>,
    length: Option<usize>,
    flags: Option<Flags>,
) -> PyResult<Record> {
    let choice = choice(rules, rules_text, size, length, flags, None)?;
    let choice = Choice { encoding: Some(Encoding::UTF_8), ..choice };
    let mut entries = Format::SGF.read(text.as_bytes().to_vec(), &choice).map_err(|error| errors::record(&error))?;
    let entry = entries.next().ok_or_else(|| errors::record(&"the text holds no game"))?;
    Ok(Record::from(entry.map_err(|error| errors::record(&error))?))
}

/// The node of a record after steps from the root, each the number of a child.
#[pyfunction]
#[pyo3(name = "_node")]
pub(crate) fn node(record: Py<Record>, steps: &Bound<'_, PyAny>) -> PyResult<Node> {
    let mut index = ::records::tree::ROOT;
    for step in steps.try_iter()? {
        let step: usize = step?.extract()?;
        let child = record.get().look(|_, tree| tree.children(index).nth(step));
        index = child.ok_or_else(|| errors::record(&"the record has no such node"))?;
    }
    Ok(Node::new(record, index))
}

/// The batch of boards of a game. Each origin is a position, the numbers of the moves from there, and how many boards begin so.
#[pyfunction]
#[pyo3(name = "_batch")]
pub(crate) fn batch(
    py: Python<'_>,
    game: &Bound<'_, PyDict>,
    origins: Items<(Option<String>, Items<u16>, usize)>,
    histories: Items<Items<u16>>,
    seed: u64,
    draws: u64,
    threads: usize,
) -> PyResult<BatchBoard> {
    let histories: Vec<Vec<u16>> = histories.0.into_iter().map(|Items(history)| history).collect();
    let mut boards: Vec<Bound<'_, Board>> = Vec::new();
    for (start, Items(moves), count) in origins.0 {
        let fields = game.copy()?;
        fields.set_item("position", start)?;
        fields.set_item("moves", moves)?;
        let board = py.get_type::<Board>().call((), Some(&fields))?.cast_into::<Board>()?;
        boards.extend(std::iter::repeat_n(board, count.min(histories.len())));
    }
    let boards = Items(boards.iter().map(Bound::borrow).collect());
    BatchBoard::restored(py, boards, &histories, (seed, draws), threads)
}

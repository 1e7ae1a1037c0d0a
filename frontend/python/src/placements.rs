//! Legal placements as a list of Python.

use engine::{Bitboard, Point, PointSet};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::actions::Actions;

/// The list of the position before. A move changes few of the placements: to change these and to copy the list is faster
/// than to make a new one.
pub(crate) struct Placements {
    set: Bitboard,
    list: Py<PyList>,
}

/// The number of changed placements above which a new list is made.
const MOST_CHANGES: usize = 16;

impl Placements {
    /// The list of these placements.
    pub(crate) fn new(py: Python<'_>, set: Bitboard, actions: &Actions) -> PyResult<Self> {
        let numbers: Vec<u16> = set.iter().map(|point| actions.number(point)).collect();
        Ok(Self { set, list: PyList::new(py, numbers)?.unbind() })
    }

    /// Makes it the list of other placements.
    pub(crate) fn turn_into(&mut self, py: Python<'_>, set: Bitboard, actions: &Actions) -> PyResult<()> {
        let changes = self.set ^ set;
        if changes.len() > MOST_CHANGES {
            *self = Self::new(py, set, actions)?;
            return Ok(());
        }
        let list = self.list.bind(py);
        for point in changes.iter() {
            let index = members_before(set, point);
            if set.contains(point) {
                list.insert(index, actions.number(point))?;
            } else {
                list.del_item(index)?;
            }
        }
        self.set = set;
        Ok(())
    }

    /// Returns a copy of the list.
    pub(crate) fn copied<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        let list = self.list.bind(py);
        list.get_slice(0, list.len())
    }
}

/// The number of members that have lower indices than `point`. What lies before it is changed already.
fn members_before(set: Bitboard, point: Point) -> usize {
    let (word, bit) = (point.index() / 64, point.index() % 64);
    let whole: u32 = (0..word).map(|index| set.word(index).count_ones()).sum();
    (whole + (set.word(word) & ((1 << bit) - 1)).count_ones()) as usize
}

//! Input features of the network, and its outputs.

use engine::{PointSet, Position, Record, Tactics};
use eval::{Features, LineAccumulator, Weights};
use numpy::{PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods};
use pyo3::prelude::*;

use crate::actions::Actions;
use crate::batch::BatchBoard;
use crate::board::Board;
use crate::replay::Look;

/// The number of global features that hold in a position.
const GLOBAL: usize = 5;

/// Reads the features of positions of a game.
pub(crate) struct Reader<'a> {
    actions: &'a Actions,
    cells: Vec<usize>,
    area: usize,
    weights: Weights,
}

/// The features of positions, one after the other.
pub(crate) struct Known {
    codes: Vec<u8>,
    global: Vec<u16>,
    values: Vec<i32>,
    policy: Vec<f32>,
}

/// A part of them.
pub(crate) struct Part<'a> {
    codes: &'a mut [u8],
    global: &'a mut [u16],
    values: &'a mut [i32],
    policy: &'a mut [f32],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(actions: &'a Actions) -> Self {
        let [_, height, width] = crate::planes::shape(actions);
        let weights = Weights::for_rules(actions.game.rules());
        Self { actions, cells: crate::planes::cells(actions), area: height * width, weights }
    }

    /// Room for the features of `n` positions.
    pub(crate) fn room(&self, n: usize) -> Known {
        Known {
            codes: vec![0; 2 * self.area * n],
            global: vec![0; GLOBAL * n],
            values: vec![0; n],
            policy: vec![f32::NEG_INFINITY; self.area * n],
        }
    }

    /// Writes the features of as many records as `part` has room for, each with its legal placements.
    pub(crate) fn write<'r, P: Tactics>(
        &self,
        positions: impl Iterator<Item = (&'r Record<P>, P::Set)>,
        part: Part<'_>,
    ) {
        let mut lines = LineAccumulator::new(&self.weights, self.actions.game.grid());
        let arrays = part.codes.chunks_exact_mut(2 * self.area).zip(part.global.chunks_exact_mut(GLOBAL));
        let arrays = arrays.zip(part.values).zip(part.policy.chunks_exact_mut(self.area));
        for ((record, legal), (((codes, global), value), policy)) in positions.zip(arrays) {
            let position = record.position();
            let features = Features::of(position, &position.threats(), &self.weights);
            let cell = |point| self.cells[usize::from(self.actions.number(point))];
            features.codes(features.coded(), |point, [own, other]| {
                codes[cell(point)] = own;
                codes[self.area + cell(point)] = other;
            });
            features.global_features().iter().zip(global).for_each(|(&number, place)| *place = number as u16);
            *value = features.value(position, &mut lines);
            features
                .policy_logits(position, &mut lines, legal, |point, logit| policy[cell(point)] = logit as f32 / 100.0);
        }
    }
}

impl Known {
    /// The parts of `count` positions each.
    pub(crate) fn parts(&mut self, count: usize) -> impl ExactSizeIterator<Item = Part<'_>> + Send {
        let area = self.policy.len() / self.values.len();
        let arrays = self.codes.chunks_mut(2 * area * count).zip(self.global.chunks_mut(GLOBAL * count));
        let arrays = arrays.zip(self.values.chunks_mut(count)).zip(self.policy.chunks_mut(area * count));
        arrays.map(|(((codes, global), values), policy)| Part { codes, global, values, policy })
    }
}

/// The legal placements; none where the game is over.
fn placements<P: Position>(record: &Record<P>) -> P::Set {
    if record.outcome().is_some() { P::Set::EMPTY } else { record.position().legal() }
}

impl Look for &Reader<'_> {
    type Output = Known;

    fn look<P: Tactics>(self, record: Record<P>) -> Known {
        let mut known = self.room(1);
        let part = known.parts(1).next().expect("a position");
        self.write([(&record, placements(&record))].into_iter(), part);
        known
    }
}

/// The parts of `ninuki.features`: codes, global features, value, policy.
type One<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<u16>>, i32, Bound<'py, PyArray2<f32>>);

/// The native part of `ninuki.features`.
#[pyfunction]
pub(crate) fn features<'py>(py: Python<'py>, board: &Board) -> PyResult<One<'py>> {
    let [_, height, width] = crate::planes::shape(&board.actions);
    let Known { codes, global, values, policy } = board.look(&Reader::new(&board.actions));
    let codes = PyArray1::from_vec(py, codes).reshape([2, height, width])?;
    let policy = PyArray1::from_vec(py, policy).reshape([height, width])?;
    Ok((codes, PyArray1::from_vec(py, global), values[0], policy))
}

/// The same for many boards.
type Many<'py> =
    (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<u16>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray3<f32>>);

/// The native part of `ninuki.features` of a batch.
#[pyfunction]
pub(crate) fn batch_features<'py>(py: Python<'py>, batch: &BatchBoard) -> PyResult<Many<'py>> {
    let (actions, n) = (batch.moves(), batch.__len__());
    let [_, height, width] = crate::planes::shape(actions);
    let Known { codes, global, values, policy } = py.detach(|| batch.known(&Reader::new(actions)));
    let codes = PyArray1::from_vec(py, codes).reshape([n, 2, height, width])?;
    let global = PyArray1::from_vec(py, global).reshape([n, GLOBAL])?;
    let policy = PyArray1::from_vec(py, policy).reshape([n, height, width])?;
    Ok((codes, global, PyArray1::from_vec(py, values), policy))
}

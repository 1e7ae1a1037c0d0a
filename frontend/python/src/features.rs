//! Input features of the network.

use engine::{PointSet, Record, Tactics};
use eval::{Features, LineAccumulator, Weights};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::actions::Actions;
use crate::board::Board;
use crate::replay::Look;

/// The features of a position.
struct Known {
    codes: Vec<u8>,
    global: Vec<u16>,
    value: i32,
    policy: Vec<f32>,
}

struct Knowing<'a>(&'a Actions);

impl Look for Knowing<'_> {
    type Output = Known;

    fn look<P: Tactics>(self, record: Record<P>) -> Known {
        let Self(actions) = self;
        let (position, game) = (record.position(), actions.game);
        let [_, height, width] = crate::planes::shape(actions);
        let (area, cells) = (height * width, crate::planes::cells(actions));
        let cell = |point| cells[usize::from(actions.number(point))];
        let weights = Weights::for_rules(game.rules());
        let features = Features::of(position, &position.threats(), &weights);
        let mut lines = LineAccumulator::new(&weights, game.grid());
        let mut known = Known {
            codes: vec![0; 2 * area],
            global: features.global_features().iter().map(|&number| number as u16).collect(),
            value: features.value(position, &mut lines),
            policy: vec![f32::NEG_INFINITY; area],
        };
        features.codes(features.coded(), |point, [own, other]| {
            known.codes[cell(point)] = own;
            known.codes[area + cell(point)] = other;
        });
        let legal = if record.outcome().is_some() { P::Set::EMPTY } else { position.legal() };
        features.policy_logits(position, &mut lines, legal, |point, logit| {
            known.policy[cell(point)] = logit as f32 / 100.0;
        });
        known
    }
}

/// The parts of `ninuki.features`: codes, global features, value, policy.
type Parts<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<u16>>, i32, Bound<'py, PyArray2<f32>>);

/// The native part of `ninuki.features`.
#[pyfunction]
pub(crate) fn features<'py>(py: Python<'py>, board: &Board) -> PyResult<Parts<'py>> {
    let [_, height, width] = crate::planes::shape(&board.actions);
    let Known { codes, global, value, policy } = board.look(Knowing(&board.actions));
    let codes = PyArray1::from_vec(py, codes).reshape([2, height, width])?;
    let policy = PyArray1::from_vec(py, policy).reshape([height, width])?;
    Ok((codes, PyArray1::from_vec(py, global), value, policy))
}

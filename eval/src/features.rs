//! What is looked at: the threats of both sides.

use engine::{Point, PointSet, Position, Threats};

use crate::weights::{PARTS, Weights, weights};
use crate::{order, value};

/// The threats in a position, of the side to move and of the other side, and what they are worth.
#[derive(Clone, Copy, Debug)]
pub struct Features<S> {
    threats: [Threats<S>; 2],
    weights: &'static Weights,
}

impl<S: PointSet> Features<S> {
    /// The features of `position`.
    #[must_use]
    pub fn of<P: Position<Set = S>>(position: &P) -> Self {
        let us = position.to_move();
        Self { threats: position.threats(), weights: &weights(position.game())[us.index()] }
    }

    /// The value of `position`, whose features these are, for the side to move, in hundredths of a point: it is expected to
    /// win with probability 1 / (1 + exp(-value / [`UNIT`](crate::UNIT))).
    #[must_use]
    pub fn evaluate<P: Position<Set = S>>(&self, position: &P) -> i32 {
        let mut sum = 0;
        value::terms(&self.threats, position, |number, times| sum += self.weights.value[number] * times);
        sum / PARTS
    }

    /// Calls `term` with the numbers of the weights (below [`TERMS`](crate::TERMS)) that make up the value of `position`,
    /// whose features these are, and how often each counts.
    pub fn terms<P: Position<Set = S>>(&self, position: &P, term: impl FnMut(usize, i32)) {
        value::terms(&self.threats, position, term);
    }

    /// Calls `each` with the points of `set`, lowest index first, and how promising a stone of the side to move is there: in
    /// hundredths of a natural logarithm of odds.
    #[inline]
    pub fn promises(&self, set: S, mut each: impl FnMut(Point, i32)) {
        order::codes(&self.threats, set, |point, code| each(point, self.weights.order[usize::from(code)]));
    }

    /// Calls `each` with the points of `set` and their codes (below [`CODES`](crate::CODES)).
    pub fn codes(&self, set: S, each: impl FnMut(Point, u8)) {
        order::codes(&self.threats, set, each);
    }

    /// The points where a stone of the side to move makes a four or an open three, captures, or takes the point of a
    /// straight four, a double four or a capture from the other side.
    #[must_use]
    pub fn forcing(&self) -> S {
        let [own, other] = &self.threats;
        let makes = own.four | own.straight_four | own.three | own.capture;
        makes | other.straight_four | other.double_four | other.capture
    }
}

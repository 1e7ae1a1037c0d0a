//! What is looked at: what a stone of either side would make, point by point.

use engine::{Point, PointSet, Position, Threats};

use crate::weights::{PARTS, Weights, weights};
use crate::{order, value};

/// What a position is worth, and the codes of its points for the side to move and for the other side: see
/// [`Threats::code`](engine::Threats::code).
#[derive(Clone, Copy, Debug)]
pub struct Features<S: PointSet> {
    codes: [S::Bytes; 2],
    forcing: S,
    value: i32,
    weights: &'static Weights,
}

impl<S: PointSet> Features<S> {
    /// The features of `position`, whose threats these are.
    #[must_use]
    pub fn of<P: Position<Set = S>>(position: &P, threats: &[Threats<S>; 2]) -> Self {
        let weights = &weights(position.game())[position.to_move().index()];
        let [_, _, _, _, makes @ ..] = &threats[0].code;
        let [.., low, middle, high, capture] = threats[1].code;
        let forcing = makes.iter().fold(high & (middle | low) | capture, |all, &set| all | set);
        let mut features = Self { codes: [S::ZEROS; 2], forcing, value: 0, weights };
        let sides = threats.iter().zip(&weights.points).zip(&mut features.codes);
        let mut sum: i32 = sides.map(|((threats, scale), codes)| S::weigh(&threats.code, scale, codes)).sum();
        value::terms(threats, position, |number, times| sum += weights.value[number] * times);
        features.value = sum / PARTS;
        features
    }

    /// The value of the position for the side to move, in hundredths of a point: it is expected to win with probability
    /// 1 / (1 + exp(-value / [`UNIT`](crate::UNIT))).
    #[must_use]
    pub const fn value(&self) -> i32 {
        self.value
    }

    /// Calls `term` with the numbers of the weights (below [`TERMS`](crate::TERMS)) that make up the value of `position`,
    /// whose features these are, and how often each counts.
    pub fn terms<P: Position<Set = S>>(&self, position: &P, mut term: impl FnMut(usize, i32)) {
        for (side, codes) in self.codes.iter().enumerate() {
            codes.as_ref().iter().filter(|&&code| code != 0).for_each(|&code| term(value::point(side, code), 1));
        }
        value::terms(&position.threats(), position, term);
    }

    /// Calls `each` with the points of `set`, lowest index first, and how promising a stone of the side to move is there: in
    /// hundredths of a natural logarithm of odds.
    #[inline]
    pub fn promises(&self, set: S, mut each: impl FnMut(Point, i32)) {
        self.codes(set, |point, codes| {
            each(point, order::traits(codes).into_iter().map(|number| self.weights.order[number]).sum());
        });
    }

    /// Calls `each` with the points of `set` and their codes for the side to move and for the other.
    #[inline]
    pub fn codes(&self, set: S, mut each: impl FnMut(Point, [u8; 2])) {
        set.iter().for_each(|point| each(point, self.at(point)));
    }

    /// The points where a stone of the side to move makes a four or an open three, captures, or takes the point of a
    /// straight four, a double four or a capture from the other side.
    #[must_use]
    pub const fn forcing(&self) -> S {
        self.forcing
    }

    #[inline]
    fn at(&self, point: Point) -> [u8; 2] {
        self.codes.each_ref().map(|codes| codes.as_ref()[point.index()])
    }
}

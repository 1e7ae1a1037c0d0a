//! What is looked at: the threats of both sides.

use engine::{Point, PointSet, Position, Threats};

use crate::weights::{CAPTURED, CAPTURED_STONE, ORDER, POSITION, TEMPO, Weights};

/// The threats in a position, of the side to move and of the other side.
#[derive(Clone, Copy, Debug)]
pub struct Features<S>([Threats<S>; 2]);

impl<S: PointSet> Features<S> {
    /// The features of `position`.
    #[must_use]
    pub fn of<P: Position<Set = S>>(position: &P) -> Self {
        Self(position.threats())
    }

    /// The value of `position`, whose features these are, for the side to move, in hundredths of a point.
    #[must_use]
    pub fn evaluate<P: Position<Set = S>>(&self, position: &P) -> i32 {
        let us = position.to_move();
        let [ours, theirs] = [0, 1].map(|side| count(&self.0[side], &POSITION[side]));
        TEMPO + ours - theirs + captured_worth(position, us) - captured_worth(position, !us)
    }

    /// How promising a stone of the side to move on `point` is; only the order means something.
    #[must_use]
    pub fn promise(&self, point: Point) -> i32 {
        let worth = |threats: &Threats<S>, weights: &Weights| {
            terms(threats, weights)
                .iter()
                .filter(|(set, _)| set.contains(point))
                .map(|&(_, weight)| weight)
                .sum::<i32>()
        };
        worth(&self.0[0], &ORDER[0]) + worth(&self.0[1], &ORDER[1])
    }

    /// Whether a stone of the side to move on `point` makes a four or an open three, captures, or takes the point
    /// of a straight four, a four or a capture from the other side.
    #[must_use]
    pub fn is_forcing(&self, point: Point) -> bool {
        let [own, other] = &self.0;
        let sets = [
            own.four,
            own.straight_four,
            own.three,
            own.capture,
            other.straight_four,
            other.double_four,
            other.capture,
        ];
        sets.iter().any(|set| set.contains(point))
    }

    /// The points at which the side to move makes a four.
    #[must_use]
    pub const fn fours(&self) -> S {
        self.0[0].four
    }
}

fn terms<S: PointSet>(threats: &Threats<S>, weights: &Weights) -> [(S, i32); 8] {
    [
        (threats.straight_four, weights.straight_four),
        (threats.double_four, weights.double_four),
        (threats.four, weights.four),
        (threats.double_three, weights.double_three),
        (threats.three, weights.three),
        (threats.two, weights.two),
        (threats.one, weights.one),
        (threats.capture, weights.capture),
    ]
}

fn count<S: PointSet>(threats: &Threats<S>, weights: &Weights) -> i32 {
    terms(threats, weights).iter().map(|&(set, weight)| set.len() as i32 * weight).sum()
}

fn captured_worth<P: Position>(position: &P, color: engine::Color) -> i32 {
    let captured = usize::from(position.captured(color));
    match position.game().rules().target() {
        Some(target) => CAPTURED[(captured * 10 / usize::from(target)).min(CAPTURED.len() - 1)],
        None => captured as i32 * CAPTURED_STONE,
    }
}

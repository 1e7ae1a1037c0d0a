//! In which order moves are tried.

use engine::{Point, PointSet};
use eval::Features;
use smallvec::SmallVec;

use crate::history::Memory;

/// Moves to be tried, best first; sorted as they are asked for.
pub(crate) struct Picker {
    moves: SmallVec<[(i32, Point); 128]>,
    next: usize,
}

impl Picker {
    /// The points of `set`, ordered by promise and what is remembered of them, `first` before all others.
    pub(crate) fn new<S: PointSet>(set: S, first: Option<Point>, features: &Features<S>, memory: &Memory<'_>) -> Self {
        let mut moves = SmallVec::new();
        features.promises(set, |point, promise| {
            let worth = if first == Some(point) { i32::MAX } else { promise + memory.bonus(point) };
            moves.push((worth, point));
        });
        Self { moves, next: 0 }
    }
}
impl Iterator for Picker {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let rest = self.moves.get_mut(self.next..)?;
        // Equal worth: the lower index first, so that the order is total.
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(rest[i].1)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}

//! In which order moves are tried.

use engine::{Point, PointSet};
use eval::Features;
use smallvec::SmallVec;

use crate::history::Memory;

/// Moves to be tried, best first; sorted as they are asked for.
pub(crate) struct Picker {
    /// The worth of a point above 511 - its index: of equal worth, the lower index comes first.
    moves: SmallVec<[i64; 128]>,
}

impl Picker {
    /// The points of `set`, ordered by promise and what is remembered of them, `first` before all others.
    pub(crate) fn new<S: PointSet>(set: S, first: Option<Point>, features: &Features<S>, memory: &Memory<'_>) -> Self {
        let mut moves = SmallVec::new();
        features.promises(set, |point, promise| {
            let worth = if first == Some(point) { i32::MAX } else { promise + memory.bonus(point) };
            moves.push(i64::from(worth) << 9 | (511 - point.index() as i64));
        });
        Self { moves }
    }

    /// From now on, only points of `set` are asked for.
    pub(crate) fn keep<S: PointSet>(&mut self, set: S) {
        self.moves.retain(|entry| set.contains(point(*entry)));
    }
}

impl Iterator for Picker {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let (best, _) = self.moves.iter().enumerate().max_by_key(|&(_, entry)| entry)?;
        Some(point(self.moves.swap_remove(best)))
    }
}

const fn point(entry: i64) -> Point {
    Point::new(511 - (entry & 511) as usize)
}

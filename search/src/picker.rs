//! In which order moves are tried.

use engine::{Point, PointSet, Position};
use eval::{Features, LineAccumulator};
use smallvec::SmallVec;

use crate::history::NodeHistory;

/// Moves to be tried, best first; sorted as they are asked for.
pub(crate) struct Picker {
    /// From the highest bit: the ordering score of a point; 511 - its index, so that ties go to the lower index; its policy
    /// logit in 16 bits.
    moves: SmallVec<[i64; 128]>,
    /// The best logit.
    most: i32,
}

/// A move to be tried.
pub(crate) struct Pick {
    pub(crate) point: Point,
    /// By how much its policy logit is below the best one, in hundredths of a nat.
    pub(crate) behind: i32,
}

impl Picker {
    /// The points of `set` in `position`, ordered by policy and history, `first` before all others.
    pub(crate) fn new<P: Position>(
        position: &P,
        set: P::Set,
        first: Option<Point>,
        features: &Features<'_, P::Set>,
        lines: &mut LineAccumulator,
        memory: &NodeHistory<'_>,
    ) -> Self {
        let mut moves = SmallVec::<[i64; 128]>::new();
        let mut most = i32::MIN;
        features.policy_logits(position, lines, set, |point, logit| {
            let worth = if first == Some(point) { i32::MAX } else { logit + memory.bonus(point) };
            most = most.max(logit);
            moves.push(entry(point, worth, logit as i16));
        });
        Self { moves, most }
    }

    /// At most one move, which needs no order.
    pub(crate) fn only(point: Option<Point>) -> Self {
        Self { moves: point.map(|point| entry(point, 0, 0)).into_iter().collect(), most: 0 }
    }

    /// From now on, only points of `set` are asked for.
    pub(crate) fn keep<S: PointSet>(&mut self, set: S) {
        self.moves.retain(|&mut entry| set.contains(point(entry)));
    }
}

/// A move with what it is worth and its logit.
fn entry(point: Point, worth: i32, logit: i16) -> i64 {
    i64::from(worth) << 25 | (511 - point.index() as i64) << 16 | i64::from(logit as u16)
}

/// The point of an entry.
fn point(entry: i64) -> Point {
    Point::new(511 - (entry >> 16 & 511) as usize)
}

impl Iterator for Picker {
    type Item = Pick;

    fn next(&mut self) -> Option<Pick> {
        let (best, _) = self.moves.iter().enumerate().max_by_key(|&(_, entry)| entry)?;
        let entry = self.moves.swap_remove(best);
        Some(Pick { point: point(entry), behind: self.most - i32::from(entry as i16) })
    }
}

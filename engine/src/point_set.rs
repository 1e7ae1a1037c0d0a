//! Sets of points of one board.

mod words;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use crate::Point;

/// A set of points of one board: a word for a hexagon, a [`Bitboard`](crate::Bitboard) for any board.
///
/// # Examples
/// ```
/// use ninuki_engine::{Bitboard, Game, PointSet, Rules};
///
/// let game = Game::new(Rules::FREESTYLE, None, None)?;
/// let corners: Bitboard = ["a1", "o1", "a15", "o15"].into_iter().filter_map(|name| game.grid().parse(name)).collect();
/// let edge: Bitboard = game.grid().points().filter(|&point| game.grid().xy(point).0 == 0).collect();
/// assert_eq!((corners.len(), edge.len(), (corners & edge).len()), (4, 15, 2));
/// # Ok::<(), ninuki_engine::GameError>(())
/// ```
pub trait PointSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// A byte for each point.
    type Bytes: AsRef<[u8]> + Copy + Debug + Send + Sync + 'static;

    /// No point.
    const EMPTY: Self;
    /// The byte 0 for each point.
    const ZEROS: Self::Bytes;
    /// The number of 64-bit words.
    const WORDS: usize;

    /// The `index`-th word: the points 64·`index` to 64·`index` + 63, lowest bit first.
    fn word(&self, index: usize) -> u64;

    /// Whether `point` is a member.
    fn contains(self, point: Point) -> bool;
    /// Adds `point`.
    fn insert(&mut self, point: Point);
    /// Takes `point` out.
    fn remove(&mut self, point: Point);
    /// The number of members.
    fn len(self) -> usize;
    /// Whether there is no member.
    fn is_empty(self) -> bool;
    /// The member with the lowest index.
    fn first(self) -> Option<Point>;

    /// Writes a byte for each point, whose lowest bit says whether the point is in the first of the sets, and so on.
    fn transpose(sets: &[Self; 8], bytes: &mut Self::Bytes);

    /// The set of `point` alone.
    #[inline(always)]
    #[must_use]
    fn of(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// The set of all `points`.
    #[must_use]
    fn of_all(points: impl IntoIterator<Item = Point>) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }

    /// The members, lowest index first.
    #[inline(always)]
    fn iter(self) -> Points<Self> {
        Points { bits: self.word(0), set: self, index: 0 }
    }
}

/// The members of a set, lowest index first. The set itself is not written to, which would slow down its next use as
/// a vector.
#[derive(Clone, Copy, Debug)]
pub struct Points<S> {
    set: S,
    index: usize,
    /// The remaining bits of the current word.
    bits: u64,
}

impl<S: PointSet> Iterator for Points<S> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.index += 1;
            if self.index >= S::WORDS {
                return None;
            }
            self.bits = self.set.word(self.index);
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::new(self.index * 64 + bit))
    }
}

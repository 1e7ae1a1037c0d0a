//! Sets of points: one machine word, two, or the 512 bits that hold every square board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::{Point, bytes, simd};

/// A set of points of one board: a word for a hexagon, a [`Bitboard`] for any board.
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

macro_rules! word_set {
    ($word:ty) => {
        impl PointSet for $word {
            type Bytes = [u8; 8 * size_of::<$word>()];

            const EMPTY: Self = 0;
            const ZEROS: Self::Bytes = [0; 8 * size_of::<$word>()];
            const WORDS: usize = size_of::<$word>() / 8;

            #[inline(always)]
            fn word(&self, index: usize) -> u64 {
                (*self >> (64 * index)) as u64
            }

            #[inline(always)]
            fn contains(self, point: Point) -> bool {
                (self >> point.index()) & 1 != 0
            }

            #[inline(always)]
            fn insert(&mut self, point: Point) {
                *self |= 1 << point.index();
            }

            #[inline(always)]
            fn remove(&mut self, point: Point) {
                *self &= !(1 << point.index());
            }

            #[inline(always)]
            fn len(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn first(self) -> Option<Point> {
                (self != 0).then(|| Point::new(self.trailing_zeros() as usize))
            }

            fn transpose(sets: &[Self; 8], bytes: &mut Self::Bytes) {
                bytes::transpose(sets, bytes);
            }
        }
    };
}

word_set!(u64);
word_set!(u128);

/// 512 bits: any square board up to 22×22 with one guard column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub struct Bitboard([u64; 8]);

impl Bitboard {
    /// Whether the point with index `index` is a member; an index outside the set is not.
    #[inline(always)]
    #[must_use]
    pub const fn has(&self, index: isize) -> bool {
        // A negative index becomes huge and fails the one comparison.
        let index = index as usize;
        index < 512 && self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// The words of the set, the first one with the points 0 to 63.
    #[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
    pub(crate) const fn words(&self) -> &[u64; 8] {
        &self.0
    }

    /// The set with these words.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    pub(crate) const fn from_words(words: [u64; 8]) -> Self {
        Self(words)
    }

    /// All points that any board may have.
    pub(crate) const ALL: Self = Self([u64::MAX; 8]);

    /// The same points as `set`, of any board.
    pub(crate) fn widened<S: PointSet>(set: S) -> Self {
        Self(std::array::from_fn(|index| if index < S::WORDS { set.word(index) } else { 0 }))
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate() {
            *word = op(self.0[i], other.0[i]);
        }
        Self(words)
    }
}

impl FromIterator<Point> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl PointSet for Bitboard {
    type Bytes = [u8; 512];

    const EMPTY: Self = Self([0; 8]);
    const ZEROS: Self::Bytes = [0; 512];
    const WORDS: usize = 8;

    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        self.0[index]
    }

    /// Built without writing single words, so that it can be used as a vector at once.
    #[inline(always)]
    fn of(point: Point) -> Self {
        let (index, bit) = (point.index() / 64, point.index() % 64);
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate() {
            *word = u64::from(i == index) << bit;
        }
        Self(words)
    }

    #[inline(always)]
    fn contains(self, point: Point) -> bool {
        self.has(point.index() as isize)
    }

    #[inline(always)]
    fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    #[inline(always)]
    fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    #[inline(always)]
    fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn first(self) -> Option<Point> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some(Point::new(i * 64 + self.0[i].trailing_zeros() as usize))
    }

    #[inline]
    fn transpose(sets: &[Self; 8], bytes: &mut Self::Bytes) {
        simd::transpose(sets, bytes);
    }
}

macro_rules! bitwise {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $op b)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

bitwise!(BitAnd bitand BitAndAssign bitand_assign &);
bitwise!(BitOr bitor BitOrAssign bitor_assign |);
bitwise!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// Every point moves up by `step` (1–63); what passes index 511 is lost.
impl Shl<u32> for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn shl(self, step: u32) -> Self {
        debug_assert!((1..64).contains(&step));
        let [a, b, c, d, e, f, g, _] = self.0;
        let carried = Self([0, a, b, c, d, e, f, g].map(|word| word >> (64 - step)));
        Self(self.0.map(|word| word << step)) | carried
    }
}

/// Every point moves down by `step` (1–63); what passes index 0 is lost.
impl Shr<u32> for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn shr(self, step: u32) -> Self {
        debug_assert!((1..64).contains(&step));
        let [_, b, c, d, e, f, g, h] = self.0;
        let carried = Self([b, c, d, e, f, g, h, 0].map(|word| word << (64 - step)));
        Self(self.0.map(|word| word >> step)) | carried
    }
}

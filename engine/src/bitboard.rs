//! The set of 512 bits that holds the points of every square board.

mod points;

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::{Point, PointSet};

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
        Self::of_all(points)
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

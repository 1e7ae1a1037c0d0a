//! Kernels, and the operations on vectors that they are written with.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::Bitboard;

/// Sets of points in registers.
pub(crate) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Every point moves down by `step` (1–63), so that a window sees its point `step` further on.
    fn ahead(self, step: u32) -> Self;

    /// Every point moves up by `step` (1–63).
    fn back(self, step: u32) -> Self;

    fn is_empty(self) -> bool;

    fn empty() -> Self;
}

/// Products, as many at a time as a vector holds.
pub trait Products {
    /// Adds to each sum the products of a pair of numbers and of `by`. Sums that are too large wrap around.
    fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], by: [i16; 2]);

    /// Products in parts of 1 / 2¹⁵, rounded, of numbers in the same parts that are not negative.
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16];

    /// Adds numbers to sums; sums that are too large stay at the bounds.
    #[inline(always)]
    fn add_row<const LENGTH: usize>(sums: &mut [i16; LENGTH], numbers: &[i16; LENGTH]) {
        for lane in 0..LENGTH {
            sums[lane] = sums[lane].saturating_add(numbers[lane]);
        }
    }

    /// ReLU of the sum of three rows, which fits.
    #[inline(always)]
    fn relu([a, b, c]: [&[i16; 16]; 3]) -> [i16; 16] {
        let mut sum = [0; 16];
        for lane in 0..16 {
            sum[lane] = (a[lane] + b[lane] + c[lane]).max(0);
        }
        sum
    }

    /// Numbers of at most `most`, shifted up by `step`.
    #[inline(always)]
    fn bounded(numbers: &[i16; 16], most: i16, step: u32) -> [i16; 16] {
        let mut bounded = *numbers;
        for number in &mut bounded {
            *number = (*number).min(most) << step;
        }
        bounded
    }

    /// Clipped ReLU: numbers below 0 as 0, the others shifted down by 8 bits and of at most `i16::MAX`.
    #[inline(always)]
    fn clipped<const LENGTH: usize>(sums: &[i32; LENGTH]) -> [i16; LENGTH] {
        // A loop, which is inlined everywhere.
        let mut clipped = [0; LENGTH];
        for (clipped, sum) in clipped.iter_mut().zip(sums) {
            *clipped = ((*sum).max(0) >> 8).min(i16::MAX.into()) as i16;
        }
        clipped
    }
}

/// One set.
pub(crate) trait Set: Bits + Products {
    fn load(board: &Bitboard) -> Self;

    fn store(self) -> Bitboard;
}

/// Two sets, one of each side.
pub(crate) trait Sides: Bits {
    fn load(boards: [&Bitboard; 2]) -> Self;

    fn store(self) -> [Bitboard; 2];

    /// Each side takes the set of the other.
    fn swap(self) -> Self;
}

/// A computation on bitboards. `run`, and everything that it calls, must be `#[inline(always)]`: only what is inlined
/// is compiled for the instruction set of `V`. Closures cannot be, so there are none around vectors.
pub(crate) trait Kernel {
    type Output;

    fn run<V: Set>(self) -> Self::Output;
}

/// A [`Kernel`] for both sides at once.
pub(crate) trait SidesKernel {
    type Output;

    fn run<V: Sides>(self) -> Self::Output;
}

/// A computation with integers of any width, not with sets. What `compute` calls must be `#[inline(always)]` for it to be
/// compiled for wide vectors as well.
pub trait IntegerKernel {
    /// The result.
    type Output;

    /// Does the computation, with sums of products by `V`; call [`dispatch`](crate::simd::dispatch).
    fn compute<V: Products>(self) -> Self::Output;
}

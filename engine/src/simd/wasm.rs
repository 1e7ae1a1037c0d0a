//! The vectors of WebAssembly, of two words each.

use std::arch::wasm32::{
    i16x8, i16x8_extract_lane, i16x8_q15mulr_sat, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i64x2_shl,
    i64x2_shuffle, u64x2, u64x2_extract_lane, u64x2_shr, v128, v128_and, v128_any_true, v128_not, v128_or, v128_xor,
};
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::kernel::{Bits, Products, Set};
use super::portable::by_parts;
use crate::Bitboard;

/// Two words of a set.
#[derive(Clone, Copy)]
pub(crate) struct Pair(v128);

/// Implements an operator by an instruction.
macro_rules! by_instruction {
    ($trait:ident $method:ident $instruction:ident) => {
        impl $trait for Pair {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($instruction(self.0, other.0))
            }
        }
    };
}

by_instruction!(BitAnd bitand v128_and);
by_instruction!(BitOr bitor v128_or);
by_instruction!(BitXor bitxor v128_xor);

impl Not for Pair {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(v128_not(self.0))
    }
}

impl Pair {
    const EMPTY: Self = Self(u64x2(0, 0));

    /// The second word of this pair and the first one of `next`.
    #[inline(always)]
    fn between(self, next: Self) -> Self {
        Self(i64x2_shuffle::<1, 2>(self.0, next.0))
    }

    /// Shifts every point down by `step`; the bits shifted in come from `next`.
    #[inline(always)]
    fn ahead(self, next: Self, step: u32) -> Self {
        Self(v128_or(u64x2_shr(self.0, step), i64x2_shl(self.between(next).0, 64 - step)))
    }

    /// Shifts every point up by `step`; the bits shifted in come from `previous`.
    #[inline(always)]
    fn back(self, previous: Self, step: u32) -> Self {
        Self(v128_or(i64x2_shl(self.0, step), u64x2_shr(previous.between(self).0, 64 - step)))
    }
}

/// One set.
#[derive(Clone, Copy)]
pub(crate) struct Vector(Pair, Pair, Pair, Pair);

by_parts!(() Vector { 0 1 2 3 });

impl Bits for Vector {
    #[inline(always)]
    fn ahead(self, step: u32) -> Self {
        let Self(a, b, c, d) = self;
        Self(a.ahead(b, step), b.ahead(c, step), c.ahead(d, step), d.ahead(Pair::EMPTY, step))
    }

    #[inline(always)]
    fn back(self, step: u32) -> Self {
        let Self(a, b, c, d) = self;
        Self(a.back(Pair::EMPTY, step), b.back(a, step), c.back(b, step), d.back(c, step))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(((self.0 | self.1) | (self.2 | self.3)).0)
    }

    #[inline(always)]
    fn empty() -> Self {
        Self(Pair::EMPTY, Pair::EMPTY, Pair::EMPTY, Pair::EMPTY)
    }
}

/// Eight numbers.
#[inline(always)]
fn eight([a, b, c, d, e, f, g, h]: [i16; 8]) -> v128 {
    i16x8(a, b, c, d, e, f, g, h)
}

impl Products for Vector {
    #[inline(always)]
    fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], [even, odd]: [i16; 2]) {
        let by = eight([even, odd, even, odd, even, odd, even, odd]);
        for (sums, pairs) in sums.as_chunks_mut().0.iter_mut().zip(pairs.as_chunks().0) {
            let [a, b, c, d] = *sums;
            let [[e, f], [g, h], [i, j], [k, l]] = *pairs;
            let sum = i32x4_add(i32x4(a, b, c, d), i32x4_dot_i16x8(eight([e, f, g, h, i, j, k, l]), by));
            *sums = [
                i32x4_extract_lane::<0>(sum),
                i32x4_extract_lane::<1>(sum),
                i32x4_extract_lane::<2>(sum),
                i32x4_extract_lane::<3>(sum),
            ];
        }
    }

    #[inline(always)]
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
        let mut products = [0; 16];
        let factors = a.as_chunks().0.iter().zip(b.as_chunks().0);
        for (products, (a, b)) in products.as_chunks_mut().0.iter_mut().zip(factors) {
            let rounded = i16x8_q15mulr_sat(eight(*a), eight(*b));
            *products = [
                i16x8_extract_lane::<0>(rounded),
                i16x8_extract_lane::<1>(rounded),
                i16x8_extract_lane::<2>(rounded),
                i16x8_extract_lane::<3>(rounded),
                i16x8_extract_lane::<4>(rounded),
                i16x8_extract_lane::<5>(rounded),
                i16x8_extract_lane::<6>(rounded),
                i16x8_extract_lane::<7>(rounded),
            ];
        }
        products
    }
}

impl Set for Vector {
    #[inline(always)]
    fn load(board: &Bitboard) -> Self {
        let pair = |index: usize| Pair(u64x2(board.words()[index], board.words()[index + 1]));
        Self(pair(0), pair(2), pair(4), pair(6))
    }

    #[inline(always)]
    fn store(self) -> Bitboard {
        let [a, b, c, d] = [self.0, self.1, self.2, self.3]
            .map(|Pair(pair)| [u64x2_extract_lane::<0>(pair), u64x2_extract_lane::<1>(pair)]);
        Bitboard::from_words([a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]])
    }
}

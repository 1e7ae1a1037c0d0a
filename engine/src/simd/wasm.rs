//! The vectors of WebAssembly, of two words each.
#![expect(
    unsafe_code,
    reason = "the compiler makes lane after lane of arrays, unless they are loaded and stored as vectors"
)]

use std::arch::wasm32::{
    i16x8, i16x8_add, i16x8_add_sat, i16x8_max, i16x8_min, i16x8_narrow_i32x4, i16x8_q15mulr_sat, i16x8_shl,
    i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_max, i32x4_shr, i32x4_splat, i64x2_shl, i64x2_shuffle, u64x2,
    u64x2_extract_lane, u64x2_shr, v128, v128_and, v128_any_true, v128_load, v128_not, v128_or, v128_store, v128_xor,
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

/// Types of 16 bytes that a vector may be loaded from and stored to.
trait Block: Copy {}

impl Block for [i16; 8] {}
impl Block for [[i16; 2]; 4] {}
impl Block for [i32; 4] {}

const _: () = assert!(size_of::<[i16; 8]>() == 16 && size_of::<[[i16; 2]; 4]>() == 16 && size_of::<[i32; 4]>() == 16);

#[inline(always)]
fn load<B: Block>(block: &B) -> v128 {
    // SAFETY: a block has 16 bytes, all of which are set; the instruction needs no alignment.
    unsafe { v128_load(std::ptr::from_ref(block).cast()) }
}

#[inline(always)]
fn store<B: Block>(block: &mut B, vector: v128) {
    // SAFETY: a block has 16 bytes, and any bits are numbers; the instruction needs no alignment.
    unsafe { v128_store(std::ptr::from_mut(block).cast(), vector) }
}

/// Calls `each` with vectors of eight numbers of both arrays, and stores its results in the first.
#[inline(always)]
fn by_eights<const LENGTH: usize>(to: &mut [i16; LENGTH], from: &[i16; LENGTH], each: impl Fn(v128, v128) -> v128) {
    for (to, from) in to.as_chunks_mut::<8>().0.iter_mut().zip(from.as_chunks::<8>().0) {
        let result = each(load(to), load(from));
        store(to, result);
    }
}

impl Products for Vector {
    #[inline(always)]
    fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], [even, odd]: [i16; 2]) {
        let by = i16x8(even, odd, even, odd, even, odd, even, odd);
        for (sums, pairs) in sums.as_chunks_mut::<4>().0.iter_mut().zip(pairs.as_chunks::<4>().0) {
            let sum = i32x4_add(load(sums), i32x4_dot_i16x8(load(pairs), by));
            store(sums, sum);
        }
    }

    #[inline(always)]
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
        let mut products = *a;
        by_eights(&mut products, b, |a, b| i16x8_q15mulr_sat(a, b));
        products
    }

    #[inline(always)]
    fn add_row<const LENGTH: usize>(sums: &mut [i16; LENGTH], numbers: &[i16; LENGTH]) {
        const { assert!(LENGTH.is_multiple_of(8)) };
        by_eights(sums, numbers, |a, b| i16x8_add_sat(a, b));
    }

    #[inline(always)]
    fn relu([a, b, c]: [&[i16; 16]; 3]) -> [i16; 16] {
        let mut sum = *a;
        by_eights(&mut sum, b, |a, b| i16x8_add(a, b));
        by_eights(&mut sum, c, |sum, c| i16x8_max(i16x8_add(sum, c), i16x8_splat(0)));
        sum
    }

    #[inline(always)]
    fn bounded(numbers: &[i16; 16], most: i16, step: u32) -> [i16; 16] {
        let mut bounded = [0; 16];
        by_eights(&mut bounded, numbers, |_, numbers| i16x8_shl(i16x8_min(numbers, i16x8_splat(most)), step));
        bounded
    }

    #[inline(always)]
    fn clipped<const LENGTH: usize>(sums: &[i32; LENGTH]) -> [i16; LENGTH] {
        const { assert!(LENGTH.is_multiple_of(8)) };
        let mut clipped = [0; LENGTH];
        let eights = clipped.as_chunks_mut::<8>().0.iter_mut().zip(sums.as_chunks::<8>().0);
        for (clipped, sums) in eights {
            let halves = sums.as_chunks::<4>().0;
            let part = |sums: &[i32; 4]| i32x4_shr(i32x4_max(load(sums), i32x4_splat(0)), 8);
            // Narrowing stops at the largest number.
            store(clipped, i16x8_narrow_i32x4(part(&halves[0]), part(&halves[1])));
        }
        clipped
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

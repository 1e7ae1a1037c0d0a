//! Sets made of registers.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::registers::{Register, Ymm, Zmm};
use crate::simd::kernel::{Bits, Products, Set, Sides};
use crate::simd::portable::{Twice, by_parts};
use crate::{Bitboard, PointSet};

/// Sets in registers, lowest first: each with the next one, the one before, and its place on the board.
macro_rules! in_registers {
    ($($set:ident($($register:ident $word:ident: $above:expr, $below:expr, $part:tt);*);)*) => {$(
        #[derive(Clone, Copy)]
        pub(super) struct $set<R>($($register),*);

        by_parts!((R: Register) $set<R> { $($part)* });

        impl<R: Register> Bits for $set<R> {
            #[inline(always)]
            fn ahead(self, step: u32) -> Self {
                let Self($($word),*) = self;
                Self($($word.ahead($word.next($above), step)),*)
            }

            #[inline(always)]
            fn back(self, step: u32) -> Self {
                let Self($($word),*) = self;
                Self($($word.back($word.before($below), step)),*)
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                (R::zero() $(| self.$part)*).is_zero()
            }

            #[inline(always)]
            fn empty() -> Self {
                Self($($register::zero()),*)
            }
        }

        impl<R: Register> Products for $set<R> {
            #[inline(always)]
            fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], by: [i16; 2]) {
                R::add_products(sums, pairs, by);
            }

            #[inline(always)]
            fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
                R::rounded_products(a, b)
            }
        }

        impl<R: Register> Set for $set<R> {
            #[inline(always)]
            fn load(board: &Bitboard) -> Self {
                Self($($register::load(board, $part)),*)
            }

            #[inline(always)]
            fn store(self) -> Bitboard {
                let mut board = Bitboard::EMPTY;
                $(self.$part.store(&mut board, $part);)*
                board
            }
        }
    )*};
}

in_registers! {
    One(R a: R::zero(), R::zero(), 0);
    Two(R a: b, R::zero(), 0; R b: R::zero(), a, 1);
    Four(R a: b, R::zero(), 0; R b: c, a, 1; R c: d, b, 2; R d: R::zero(), c, 3);
}

/// The sets of two sides, of 4 words each, in one register.
#[derive(Clone, Copy)]
pub(super) struct ZmmSides(Zmm);

by_parts!(() ZmmSides { 0 });

impl Bits for ZmmSides {
    #[inline(always)]
    fn ahead(self, step: u32) -> Self {
        // SAFETY: see `Register`.
        let next = Zmm(unsafe { _mm512_maskz_permutex_epi64::<0x39>(0x77, self.0.0) });
        Self(self.0.ahead(next, step))
    }

    #[inline(always)]
    fn back(self, step: u32) -> Self {
        // SAFETY: see `Register`.
        let before = Zmm(unsafe { _mm512_maskz_permutex_epi64::<0x93>(0xee, self.0.0) });
        Self(self.0.back(before, step))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.is_zero()
    }

    #[inline(always)]
    fn empty() -> Self {
        Self(Zmm::zero())
    }
}

impl Sides for ZmmSides {
    #[inline(always)]
    fn load(boards: [&Bitboard; 2]) -> Self {
        let Twice(One(first), One(second)) = Twice::<One<Ymm>>::load(boards);
        // SAFETY: see `Register`.
        Self(Zmm(unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first.0), second.0) }))
    }

    #[inline(always)]
    fn store(self) -> [Bitboard; 2] {
        // SAFETY: see `Register`.
        let (first, second) = unsafe { (_mm512_castsi512_si256(self.0.0), _mm512_extracti64x4_epi64::<1>(self.0.0)) };
        Twice(One(Ymm(first)), One(Ymm(second))).store()
    }

    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: see `Register`.
        Self(Zmm(unsafe { _mm512_shuffle_i64x2::<0x4e>(self.0.0, self.0.0) }))
    }
}

/// The sets of two sides, of 6 words each, in three registers: the first four words of each side, then the last two
/// of both. This is a quarter less work than four registers.
#[derive(Clone, Copy)]
pub(super) struct YmmSides(Ymm, Ymm, Ymm);

by_parts!(() YmmSides { 0 1 2 });

impl Bits for YmmSides {
    #[inline(always)]
    fn ahead(self, step: u32) -> Self {
        let Self(first, second, last) = self;
        let next = (first.next(last), second.next(halves::<0x11>(last, last)), in_halves(last, Ymm::zero()));
        Self(first.ahead(next.0, step), second.ahead(next.1, step), last.ahead(next.2, step))
    }

    #[inline(always)]
    fn back(self, step: u32) -> Self {
        let Self(first, second, last) = self;
        let tops = halves::<0x31>(first, second);
        let before = (first.before(Ymm::zero()), second.before(Ymm::zero()), in_halves(tops, last));
        Self(first.back(before.0, step), second.back(before.1, step), last.back(before.2, step))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        (self.0 | self.1 | self.2).is_zero()
    }

    #[inline(always)]
    fn empty() -> Self {
        Self(Ymm::zero(), Ymm::zero(), Ymm::zero())
    }
}

impl Sides for YmmSides {
    #[inline(always)]
    fn load(boards: [&Bitboard; 2]) -> Self {
        let Twice(Two(first, first_last), Two(second, second_last)) = Twice::<Two<Ymm>>::load(boards);
        Self(first, second, halves::<0x20>(first_last, second_last))
    }

    #[inline(always)]
    fn store(self) -> [Bitboard; 2] {
        let Self(first, second, last) = self;
        Twice(Two(first, halves::<0x20>(last, Ymm::zero())), Two(second, halves::<0x31>(last, Ymm::zero()))).store()
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self(self.1, self.0, halves::<0x21>(self.2, self.2))
    }
}

/// Two of the four halves of `a` and `b`, numbered 0 to 3: the lower and the upper digit of `CHOICE`.
#[inline(always)]
fn halves<const CHOICE: i32>(a: Ymm, b: Ymm) -> Ymm {
    // SAFETY: see `Register`.
    Ymm(unsafe { _mm256_permute2x128_si256::<CHOICE>(a.0, b.0) })
}

/// In each half, the upper word of `a`, then the lower of `b`.
#[inline(always)]
fn in_halves(a: Ymm, b: Ymm) -> Ymm {
    // SAFETY: see `Register`.
    Ymm(unsafe { _mm256_alignr_epi8::<8>(b.0, a.0) })
}

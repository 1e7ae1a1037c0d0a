//! Bitboards as vectors of every processor, and two vectors as one.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::kernel::{Bits, Products, Set, Sides};
use crate::{Bitboard, PointSet};

impl Bits for Bitboard {
    #[inline(always)]
    fn ahead(self, step: u32) -> Self {
        self >> step
    }

    #[inline(always)]
    fn back(self, step: u32) -> Self {
        self << step
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        PointSet::is_empty(self)
    }

    #[inline(always)]
    fn empty() -> Self {
        Self::EMPTY
    }
}

impl Products for Bitboard {
    #[inline(always)]
    fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], by: [i16; 2]) {
        for (sum, pair) in sums.iter_mut().zip(pairs) {
            let product = |index: usize| i32::from(pair[index]) * i32::from(by[index]);
            *sum = sum.wrapping_add(product(0).wrapping_add(product(1)));
        }
    }

    #[inline(always)]
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
        let mut products = *a;
        for (a, b) in products.iter_mut().zip(b) {
            *a = ((((i32::from(*a) * i32::from(*b)) >> 14) + 1) >> 1) as i16;
        }
        products
    }
}

impl Set for Bitboard {
    #[inline(always)]
    fn load(board: &Bitboard) -> Self {
        *board
    }

    #[inline(always)]
    fn store(self) -> Bitboard {
        self
    }
}

/// Implements the operators of a struct part by part.
macro_rules! by_parts {
    (($($generics:tt)*) $type:ty { $($part:tt)* }) => {
        by_parts!(@ BitAnd bitand & ($($generics)*) $type { $($part)* });
        by_parts!(@ BitOr bitor | ($($generics)*) $type { $($part)* });
        by_parts!(@ BitXor bitxor ^ ($($generics)*) $type { $($part)* });

        impl<$($generics)*> Not for $type {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                Self { $($part: !self.$part),* }
            }
        }
    };
    (@ $trait:ident $method:ident $op:tt ($($generics:tt)*) $type:ty { $($part:tt)* }) => {
        impl<$($generics)*> $trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { $($part: self.$part $op other.$part),* }
            }
        }
    };
}
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use by_parts;

/// The sets of two sides, in a vector each.
#[derive(Clone, Copy)]
pub(crate) struct Twice<V>(pub(super) V, pub(super) V);

by_parts!((V: Bits) Twice<V> { 0 1 });

impl<V: Bits> Bits for Twice<V> {
    #[inline(always)]
    fn ahead(self, step: u32) -> Self {
        Self(self.0.ahead(step), self.1.ahead(step))
    }

    #[inline(always)]
    fn back(self, step: u32) -> Self {
        Self(self.0.back(step), self.1.back(step))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        (self.0 | self.1).is_empty()
    }

    #[inline(always)]
    fn empty() -> Self {
        Self(V::empty(), V::empty())
    }
}

impl<V: Set> Sides for Twice<V> {
    #[inline(always)]
    fn load([first, second]: [&Bitboard; 2]) -> Self {
        Self(V::load(first), V::load(second))
    }

    #[inline(always)]
    fn store(self) -> [Bitboard; 2] {
        [self.0.store(), self.1.store()]
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self(self.1, self.0)
    }
}

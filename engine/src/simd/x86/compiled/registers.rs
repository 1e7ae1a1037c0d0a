//! Registers and what sets need of their instructions.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::Bitboard;
use crate::simd::kernel::Products;

/// A register. Kernels know it as some type of set, and are given one by a [`Level`](super::Level) only, which proves that the
/// processor has its instructions: that makes all of them safe.
pub(super) trait Register:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    fn zero() -> Self;

    fn is_zero(self) -> bool;

    /// The `part`-th register of a board.
    fn load(board: &Bitboard, part: usize) -> Self;

    fn store(self, board: &mut Bitboard, part: usize);

    /// All words move down by one; the lowest of `above` comes in.
    fn next(self, above: Self) -> Self;

    /// All words move up by one; the highest of `below` comes in.
    fn before(self, below: Self) -> Self;

    /// Each word moves down by `step` bits and takes the lowest of the same word of `next`.
    fn ahead(self, next: Self, step: u32) -> Self;

    /// Each word moves up by `step` bits and takes the highest of the same word of `before`.
    fn back(self, before: Self, step: u32) -> Self;

    /// See [`Products::add_products`].
    fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], by: [i16; 2]);

    /// See [`Products::rounded_products`].
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16];
}

macro_rules! register {
    (
        $(#[$doc:meta])* $name:ident($raw:ident), $ones:expr, $and:ident $or:ident $xor:ident $zero:ident
        $load:ident $store:ident,
        $load_any:ident $store_any:ident $add:ident $multiply:ident $all:ident; $($rest:tt)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name(pub(super) $raw);

        register!(@ $name BitAnd bitand $and);
        register!(@ $name BitOr bitor $or);
        register!(@ $name BitXor bitxor $xor);

        impl Not for $name {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: see `Register`.
                self ^ Self(unsafe { $ones })
            }
        }

        impl Register for $name {
            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: see `Register`.
                Self(unsafe { $zero() })
            }

            #[inline(always)]
            fn load(board: &Bitboard, part: usize) -> Self {
                assert!(part < size_of::<Bitboard>() / size_of::<Self>());
                // SAFETY: see `Register`; the part lies on the board, as aligned as it is large.
                Self(unsafe { $load(std::ptr::from_ref(board).cast::<$raw>().add(part).cast()) })
            }

            #[inline(always)]
            fn store(self, board: &mut Bitboard, part: usize) {
                assert!(part < size_of::<Bitboard>() / size_of::<Self>());
                // SAFETY: see `Register`; the part lies on the board, as aligned as it is large.
                unsafe { $store(std::ptr::from_mut(board).cast::<$raw>().add(part).cast(), self.0) };
            }

            #[inline(always)]
            fn add_products(sums: &mut [i32; 16], pairs: &[[i16; 2]; 16], by: [i16; 2]) {
                let by = u32::from(by[0] as u16) | u32::from(by[1] as u16) << 16;
                let (sums, pairs) = (sums.as_mut_ptr().cast::<$raw>(), pairs.as_ptr().cast::<$raw>());
                for part in 0..size_of::<[i32; 16]>() / size_of::<Self>() {
                    // SAFETY: see `Register`; sums and pairs are as many parts long, aligned or not.
                    unsafe {
                        let products = $multiply($load_any(pairs.add(part).cast()), $all(by as i32));
                        let sum = $add($load_any(sums.add(part).cast()), products);
                        $store_any(sums.add(part).cast(), sum);
                    }
                }
            }

            $($rest)*
        }
    };
    (@ $name:ident $trait:ident $method:ident $intrinsic:ident) => {
        impl $trait for $name {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see `Register`.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}

register! {
    /// 128 bits.
    Xmm(__m128i), _mm_set1_epi64x(-1), _mm_and_si128 _mm_or_si128 _mm_xor_si128 _mm_setzero_si128
    _mm_load_si128 _mm_store_si128,
    _mm_loadu_si128 _mm_storeu_si128 _mm_add_epi32 _mm_madd_epi16 _mm_set1_epi32;

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see `Register`.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_setzero_si128())) == 0xffff }
    }

    #[inline(always)]
    fn next(self, above: Self) -> Self {
        // SAFETY: see `Register`.
        unsafe { Self(_mm_castpd_si128(_mm_shuffle_pd::<1>(_mm_castsi128_pd(self.0), _mm_castsi128_pd(above.0)))) }
    }

    #[inline(always)]
    fn before(self, below: Self) -> Self {
        below.next(self)
    }

    #[inline(always)]
    fn ahead(self, next: Self, step: u32) -> Self {
        // SAFETY: see `Register`.
        unsafe {
            let (by, rest) = (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(64 - step as i32));
            Self(_mm_or_si128(_mm_srl_epi64(self.0, by), _mm_sll_epi64(next.0, rest)))
        }
    }

    #[inline(always)]
    fn back(self, before: Self, step: u32) -> Self {
        // SAFETY: see `Register`.
        unsafe {
            let (by, rest) = (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(64 - step as i32));
            Self(_mm_or_si128(_mm_sll_epi64(self.0, by), _mm_srl_epi64(before.0, rest)))
        }
    }

    #[inline(always)]
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
        // SSE2 has no instruction for it.
        Bitboard::rounded_products(a, b)
    }
}

register! {
    /// 256 bits.
    Ymm(__m256i), _mm256_set1_epi64x(-1), _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_setzero_si256
    _mm256_load_si256 _mm256_store_si256,
    _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi32 _mm256_madd_epi16 _mm256_set1_epi32;

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see `Register`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn next(self, above: Self) -> Self {
        // SAFETY: see `Register`.
        Self(unsafe {
            let (low, high) = (_mm256_permute4x64_epi64::<0x39>(self.0), _mm256_permute4x64_epi64::<0x39>(above.0));
            _mm256_blend_epi32::<0xc0>(low, high)
        })
    }

    #[inline(always)]
    fn before(self, below: Self) -> Self {
        // SAFETY: see `Register`.
        Self(unsafe {
            let (high, low) = (_mm256_permute4x64_epi64::<0x93>(self.0), _mm256_permute4x64_epi64::<0x93>(below.0));
            _mm256_blend_epi32::<0x03>(high, low)
        })
    }

    #[inline(always)]
    fn ahead(self, next: Self, step: u32) -> Self {
        // SAFETY: see `Register`.
        unsafe {
            let (by, rest) = (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(64 - step as i32));
            Self(_mm256_or_si256(_mm256_srl_epi64(self.0, by), _mm256_sll_epi64(next.0, rest)))
        }
    }

    #[inline(always)]
    fn back(self, before: Self, step: u32) -> Self {
        // SAFETY: see `Register`.
        unsafe {
            let (by, rest) = (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(64 - step as i32));
            Self(_mm256_or_si256(_mm256_sll_epi64(self.0, by), _mm256_srl_epi64(before.0, rest)))
        }
    }

    #[inline(always)]
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
        let mut products = [0; 16];
        // SAFETY: see `Register`; there are as many numbers as a register holds, aligned or not.
        unsafe {
            let (a, b) = (_mm256_loadu_si256(a.as_ptr().cast()), _mm256_loadu_si256(b.as_ptr().cast()));
            _mm256_storeu_si256(products.as_mut_ptr().cast(), _mm256_mulhrs_epi16(a, b));
        }
        products
    }
}

register! {
    /// 512 bits.
    Zmm(__m512i), _mm512_set1_epi64(-1), _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512 _mm512_setzero_si512
    _mm512_load_si512 _mm512_store_si512,
    _mm512_loadu_si512 _mm512_storeu_si512 _mm512_add_epi32 _mm512_madd_epi16 _mm512_set1_epi32;

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see `Register`.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn next(self, above: Self) -> Self {
        // SAFETY: see `Register`.
        Self(unsafe { _mm512_alignr_epi64::<1>(above.0, self.0) })
    }

    #[inline(always)]
    fn before(self, below: Self) -> Self {
        // SAFETY: see `Register`.
        Self(unsafe { _mm512_alignr_epi64::<7>(self.0, below.0) })
    }

    #[inline(always)]
    fn ahead(self, next: Self, step: u32) -> Self {
        // SAFETY: see `Register`.
        Self(unsafe { _mm512_shrdv_epi64(self.0, next.0, _mm512_set1_epi64(i64::from(step))) })
    }

    #[inline(always)]
    fn back(self, before: Self, step: u32) -> Self {
        // SAFETY: see `Register`.
        Self(unsafe { _mm512_shldv_epi64(self.0, before.0, _mm512_set1_epi64(i64::from(step))) })
    }

    #[inline(always)]
    fn rounded_products(a: &[i16; 16], b: &[i16; 16]) -> [i16; 16] {
        Ymm::rounded_products(a, b)
    }
}

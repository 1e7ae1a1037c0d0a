//! Vectors of 512 bits for every processor; the only unsafe code of this crate.
//!
//! A [`Kernel`] is written once, over any type of [`Bits`], and [`run`] takes the widest that the processor has. There is
//! no floating point, so all of them give the same results.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::Bitboard;

/// 512 bits in registers.
pub(crate) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    fn load(board: &Bitboard) -> Self;

    fn store(self) -> Bitboard;

    /// Every point moves down by `step` (1–63), so that a window sees its point `step` further on.
    fn ahead(self, step: u32) -> Self;

    /// Every point moves up by `step` (1–63).
    fn back(self, step: u32) -> Self;

    fn is_empty(self) -> bool;

    fn empty() -> Self;
}

/// A computation on bitboards. `run`, and everything that it calls, must be `#[inline(always)]`: only what is inlined
/// is compiled for the instruction set of `V`.
pub(crate) trait Kernel {
    type Output;

    fn run<V: Bits>(self) -> Self::Output;
}

impl Bits for Bitboard {
    #[inline(always)]
    fn load(board: &Bitboard) -> Self {
        *board
    }

    #[inline(always)]
    fn store(self) -> Bitboard {
        self
    }

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
        crate::PointSet::is_empty(self)
    }

    #[inline(always)]
    fn empty() -> Self {
        <Self as crate::PointSet>::EMPTY
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::run;

/// Runs `kernel`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Bitboard>()
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that not every processor has; `run` asks before it uses them")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::{BitAnd, BitOr, BitXor, Not};
    use std::sync::LazyLock;

    use super::{Bits, Kernel};
    use crate::Bitboard;

    #[derive(Clone, Copy)]
    enum Level {
        Portable,
        Avx2,
        Avx512,
    }

    /// What the processor has; `ENGINE_SIMD` set to `portable` or `avx2` asks for less.
    static LEVEL: LazyLock<Level> = LazyLock::new(|| {
        let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vbmi2");
        let wish = std::env::var("ENGINE_SIMD").unwrap_or_default();
        match wish.as_str() {
            "portable" => Level::Portable,
            "avx2" if is_x86_feature_detected!("avx2") => Level::Avx2,
            _ if avx512 => Level::Avx512,
            _ if is_x86_feature_detected!("avx2") => Level::Avx2,
            _ => Level::Portable,
        }
    });

    /// Runs `kernel` with the widest vectors that this processor has.
    #[inline]
    pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
        match *LEVEL {
            // SAFETY: the processor has what the function is compiled for.
            Level::Avx512 => unsafe { avx512(kernel) },
            // SAFETY: as above.
            Level::Avx2 => unsafe { avx2(kernel) },
            Level::Portable => kernel.run::<Bitboard>(),
        }
    }

    #[target_feature(enable = "avx512f,avx512vbmi2")]
    fn avx512<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx512>()
    }

    #[target_feature(enable = "avx2")]
    fn avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx2>()
    }

    /// What a kernel gives with every kind of vector that this processor has.
    #[cfg(test)]
    pub(super) fn on_every_level<K: Kernel>(kernel: impl Fn() -> K) -> Vec<K::Output> {
        let mut results = vec![kernel().run::<Bitboard>()];
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function is compiled for.
            results.push(unsafe { avx2(kernel()) });
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vbmi2") {
            // SAFETY: as above.
            results.push(unsafe { avx512(kernel()) });
        }
        results
    }

    /// Only made and used inside `avx512`, so its instructions exist wherever it does.
    #[derive(Clone, Copy)]
    struct Avx512(__m512i);

    /// Only made and used inside `avx2`; the lower half, then the upper.
    #[derive(Clone, Copy)]
    struct Avx2(__m256i, __m256i);

    /// An operator of both vector types, from the intrinsics for 512 and for 256 bits.
    macro_rules! operator {
        ($trait:ident $method:ident $wide:ident $half:ident) => {
            impl $trait for Avx512 {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    // SAFETY: see `Avx512`.
                    Self(unsafe { $wide(self.0, other.0) })
                }
            }

            impl $trait for Avx2 {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    // SAFETY: see `Avx2`.
                    unsafe { Self($half(self.0, other.0), $half(self.1, other.1)) }
                }
            }
        };
    }

    operator!(BitAnd bitand _mm512_and_si512 _mm256_and_si256);
    operator!(BitOr bitor _mm512_or_si512 _mm256_or_si256);
    operator!(BitXor bitxor _mm512_xor_si512 _mm256_xor_si256);

    impl Not for Avx512 {
        type Output = Self;

        #[inline(always)]
        fn not(self) -> Self {
            // SAFETY: see `Avx512`.
            self ^ Self(unsafe { _mm512_set1_epi64(-1) })
        }
    }

    impl Not for Avx2 {
        type Output = Self;

        #[inline(always)]
        fn not(self) -> Self {
            // SAFETY: see `Avx2`.
            let ones = unsafe { _mm256_set1_epi64x(-1) };
            self ^ Self(ones, ones)
        }
    }

    impl Bits for Avx512 {
        #[inline(always)]
        fn load(board: &Bitboard) -> Self {
            // SAFETY: see `Avx512`; a board is 64 readable bytes, aligned to 64.
            Self(unsafe { _mm512_load_si512(std::ptr::from_ref(board).cast()) })
        }

        #[inline(always)]
        fn store(self) -> Bitboard {
            let mut board = <Bitboard as Bits>::empty();
            // SAFETY: see `Avx512`; a board is 64 writable bytes, aligned to 64.
            unsafe { _mm512_store_si512(std::ptr::from_mut(&mut board).cast(), self.0) };
            board
        }

        #[inline(always)]
        fn ahead(self, step: u32) -> Self {
            // SAFETY: see `Avx512`. Each word takes the lowest bits of the next one.
            Self(unsafe {
                let next = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), self.0);
                _mm512_shrdv_epi64(self.0, next, _mm512_set1_epi64(i64::from(step)))
            })
        }

        #[inline(always)]
        fn back(self, step: u32) -> Self {
            // SAFETY: see `Avx512`. Each word takes the highest bits of the one before.
            Self(unsafe {
                let before = _mm512_alignr_epi64::<7>(self.0, _mm512_setzero_si512());
                _mm512_shldv_epi64(self.0, before, _mm512_set1_epi64(i64::from(step)))
            })
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: see `Avx512`.
            unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
        }

        #[inline(always)]
        fn empty() -> Self {
            // SAFETY: see `Avx512`.
            Self(unsafe { _mm512_setzero_si512() })
        }
    }

    impl Bits for Avx2 {
        #[inline(always)]
        fn load(board: &Bitboard) -> Self {
            let half = std::ptr::from_ref(board).cast::<__m256i>();
            // SAFETY: see `Avx2`; a board is 64 readable bytes, aligned to 64.
            unsafe { Self(_mm256_load_si256(half), _mm256_load_si256(half.add(1))) }
        }

        #[inline(always)]
        fn store(self) -> Bitboard {
            let mut board = <Bitboard as Bits>::empty();
            let half = std::ptr::from_mut(&mut board).cast::<__m256i>();
            // SAFETY: see `Avx2`; a board is 64 writable bytes, aligned to 64.
            unsafe {
                _mm256_store_si256(half, self.0);
                _mm256_store_si256(half.add(1), self.1);
            }
            board
        }

        #[inline(always)]
        fn ahead(self, step: u32) -> Self {
            // SAFETY: see `Avx2`. Each word takes the lowest bits of the next one.
            unsafe {
                let (low, high) = (_mm256_permute4x64_epi64::<0x39>(self.0), _mm256_permute4x64_epi64::<0x39>(self.1));
                let next_low = _mm256_blend_epi32::<0xc0>(low, high);
                let next_high = _mm256_blend_epi32::<0xc0>(high, _mm256_setzero_si256());
                let (by, rest) = (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(64 - step as i32));
                let shift = |word, next| _mm256_or_si256(_mm256_srl_epi64(word, by), _mm256_sll_epi64(next, rest));
                Self(shift(self.0, next_low), shift(self.1, next_high))
            }
        }

        #[inline(always)]
        fn back(self, step: u32) -> Self {
            // SAFETY: see `Avx2`. Each word takes the highest bits of the one before.
            unsafe {
                let (low, high) = (_mm256_permute4x64_epi64::<0x93>(self.0), _mm256_permute4x64_epi64::<0x93>(self.1));
                let before_low = _mm256_blend_epi32::<0x03>(low, _mm256_setzero_si256());
                let before_high = _mm256_blend_epi32::<0x03>(high, low);
                let (by, rest) = (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(64 - step as i32));
                let shift = |word, before| _mm256_or_si256(_mm256_sll_epi64(word, by), _mm256_srl_epi64(before, rest));
                Self(shift(self.0, before_low), shift(self.1, before_high))
            }
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: see `Avx2`.
            unsafe {
                let any = _mm256_or_si256(self.0, self.1);
                _mm256_testz_si256(any, any) == 1
            }
        }

        #[inline(always)]
        fn empty() -> Self {
            // SAFETY: see `Avx2`.
            let zero = unsafe { _mm256_setzero_si256() };
            Self(zero, zero)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, PointSet};

    /// All operations on two boards.
    struct Operations<'b>(&'b Bitboard, &'b Bitboard, u32);

    impl Kernel for Operations<'_> {
        type Output = (Vec<Bitboard>, [bool; 2]);

        #[inline(always)]
        fn run<V: Bits>(self) -> Self::Output {
            let (a, b, step) = (V::load(self.0), V::load(self.1), self.2);
            let results = [a, a & b, a | b, a ^ b, !a, a.ahead(step), a.back(step), V::empty()];
            (results.map(V::store).to_vec(), [a.is_empty(), (a & b).is_empty()])
        }
    }

    #[test]
    fn every_vector_agrees_with_the_portable_words() {
        let mut random = 1u64;
        let mut board = |stones: usize| {
            let mut board = Bitboard::EMPTY;
            for _ in 0..stones {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                board.insert(Point::new((random >> 55) as usize));
            }
            board
        };
        for stones in [0, 1, 5, 100, 500] {
            for step in 1..64 {
                let (a, b) = (board(stones), board(stones));
                let expected = Operations(&a, &b, step).run::<Bitboard>();
                assert_eq!(expected.0[5], shifted(a, -(step as isize)));
                assert_eq!(expected.0[6], shifted(a, step as isize));
                for found in x86_or_portable(&a, &b, step) {
                    assert_eq!(found, expected, "step {step}");
                }
            }
        }
    }

    /// The set moved by `by`, point by point.
    fn shifted(set: Bitboard, by: isize) -> Bitboard {
        let mut moved = Bitboard::EMPTY;
        for index in set.iter().map(|point| point.index() as isize + by).filter(|index| (0..512).contains(index)) {
            moved.insert(Point::new(index as usize));
        }
        moved
    }

    fn x86_or_portable(a: &Bitboard, b: &Bitboard, step: u32) -> Vec<<Operations<'static> as Kernel>::Output> {
        #[cfg(target_arch = "x86_64")]
        return x86::on_every_level(|| Operations(a, b, step));
        #[cfg(not(target_arch = "x86_64"))]
        vec![run(Operations(a, b, step))]
    }
}

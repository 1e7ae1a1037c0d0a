//! Functions compiled for an instruction set, and all that is only used inside of them. From outside there is no way to a
//! vector but through a [`Level`], which proves that the processor has what it needs.

mod bytes;
mod registers;
mod vectors;

use self::registers::{Xmm, Ymm, Zmm};
use self::vectors::{Four, One, Two, YmmSides, ZmmSides};
use super::level::{Avx2, Avx512, Level};
use crate::Bitboard;
use crate::simd::kernel::{Kernel, Set, Sides, SidesKernel};
use crate::simd::portable::Twice;

impl Level {
    /// Runs `kernel` on boards that take no more than `words` words.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K, words: usize) -> K::Output {
        // SAFETY: the level proves that the processor has what the functions are compiled for.
        unsafe {
            match (self, words) {
                (Self::Avx512(proof), _) => avx512::<K, One<Zmm>>(proof, kernel),
                (Self::Avx2(proof), 0..=4) => avx2::<K, One<Ymm>>(proof, kernel),
                (Self::Avx2(proof), _) => avx2::<K, Two<Ymm>>(proof, kernel),
                (Self::Sse2, _) => sse2::<K, Four<Xmm>>((), kernel),
            }
        }
    }

    /// Runs `kernel` on boards that take no more than `words` words.
    #[inline]
    pub(super) fn run_sides<K: SidesKernel>(self, kernel: K, words: usize) -> K::Output {
        // SAFETY: the level proves that the processor has what the functions are compiled for.
        unsafe {
            match (self, words) {
                (Self::Avx512(proof), 0..=4) => avx512_sides::<K, ZmmSides>(proof, kernel),
                (Self::Avx512(proof), _) => avx512_sides::<K, Twice<One<Zmm>>>(proof, kernel),
                (Self::Avx2(proof), 0..=4) => avx2_sides::<K, Twice<One<Ymm>>>(proof, kernel),
                (Self::Avx2(proof), 5..=6) => avx2_sides::<K, YmmSides>(proof, kernel),
                (Self::Avx2(proof), _) => avx2_sides::<K, Twice<Two<Ymm>>>(proof, kernel),
                // One version: processors without AVX2 are rare, and each version adds 77 kB.
                (Self::Sse2, _) => sse2_sides::<K, Twice<Four<Xmm>>>((), kernel),
            }
        }
    }

    /// See [`bytes::transpose`](crate::bytes::transpose).
    #[inline]
    pub(super) fn transpose(self, sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
        match self {
            // SAFETY: the level proves that the processor has what the function is compiled for.
            Self::Avx512(_) => unsafe { bytes::avx512(sets, bytes) },
            // SAFETY: the same.
            Self::Avx2(_) => unsafe { bytes::avx2(sets, bytes) },
            Self::Sse2 => crate::bytes::transpose(sets, bytes),
        }
    }
}

/// Functions that kernels are inlined into, for processors of which there is a proof.
macro_rules! compiled_for {
    ($features:literal, $proof:ty: $run:ident $run_sides:ident) => {
        #[target_feature(enable = $features)]
        #[inline(never)]
        fn $run<K: Kernel, V: Set>(_: $proof, kernel: K) -> K::Output {
            kernel.run::<V>()
        }

        #[target_feature(enable = $features)]
        #[inline(never)]
        fn $run_sides<K: SidesKernel, V: Sides>(_: $proof, kernel: K) -> K::Output {
            align_stack();
            kernel.run::<V>()
        }
    };
}

compiled_for!("sse2", (): sse2 sse2_sides);
compiled_for!("avx2", Avx2: avx2 avx2_sides);
compiled_for!("avx512f,avx512vl,avx512vbmi2", Avx512: avx512 avx512_sides);

/// Aligns the stack of its caller to a cache line. Otherwise vectors that find no register straddle two lines, which
/// costs AVX2 a tenth of its speed.
#[inline(always)]
fn align_stack() {
    let line = std::mem::MaybeUninit::<Bitboard>::uninit();
    std::hint::black_box(&line);
}

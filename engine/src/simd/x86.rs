//! The instruction sets of x86-64: SSE2, which all have, AVX2 and AVX-512. The only unsafe code of this crate.
#![expect(unsafe_code, reason = "instructions that not every processor has; `run` asks before it uses them")]

mod bytes;
mod registers;
mod vectors;

use std::sync::LazyLock;

use self::registers::{Xmm, Ymm, Zmm};
use self::vectors::{Four, One, Three, Two, YmmSides, ZmmSides};
use super::{Kernel, Set, Sides, SidesKernel, Twice};
use crate::Bitboard;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sse2,
    Avx2,
    Avx512,
}

/// The most that the processor has.
fn best() -> Level {
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2");
    match avx512 {
        true => Level::Avx512,
        false if is_x86_feature_detected!("avx2") => Level::Avx2,
        false => Level::Sse2,
    }
}

/// What is used; `ENGINE_SIMD` set to `portable` or `avx2` asks for less than the processor has.
static LEVEL: LazyLock<Level> = LazyLock::new(|| {
    let wish = match std::env::var("ENGINE_SIMD").as_deref() {
        Ok("portable") => Level::Sse2,
        Ok("avx2") => Level::Avx2,
        _ => Level::Avx512,
    };
    wish.min(best())
});

/// Asks for the line of the cache that `value` begins in.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction, and it changes nothing that a program can see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// Runs `kernel` with the widest vectors that this processor has.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    run_at(*LEVEL, kernel)
}

#[inline]
fn run_at<K: Kernel>(level: Level, kernel: K) -> K::Output {
    // SAFETY: a level is only used if the processor has what the functions are compiled for.
    unsafe {
        match level {
            Level::Avx512 => avx512::<K, One<Zmm>>(kernel),
            Level::Avx2 => avx2::<K, Two<Ymm>>(kernel),
            Level::Sse2 => sse2::<K, Four<Xmm>>(kernel),
        }
    }
}

/// Runs `kernel` with the widest vectors that this processor has, on boards that take no more than `words` words.
#[inline]
pub(crate) fn run_sides<K: SidesKernel>(kernel: K, words: usize) -> K::Output {
    run_sides_at(*LEVEL, kernel, words)
}

#[inline]
fn run_sides_at<K: SidesKernel>(level: Level, kernel: K, words: usize) -> K::Output {
    // SAFETY: a level is only used if the processor has what the functions are compiled for.
    unsafe {
        match (level, words) {
            (Level::Avx512, 0..=4) => avx512_sides::<K, ZmmSides>(kernel),
            (Level::Avx512, _) => avx512_sides::<K, Twice<One<Zmm>>>(kernel),
            (Level::Avx2, 0..=4) => avx2_sides::<K, Twice<One<Ymm>>>(kernel),
            (Level::Avx2, 5..=6) => avx2_sides::<K, YmmSides>(kernel),
            (Level::Avx2, _) => avx2_sides::<K, Twice<Two<Ymm>>>(kernel),
            (Level::Sse2, 0..=4) => sse2_sides::<K, Twice<Two<Xmm>>>(kernel),
            (Level::Sse2, 5..=6) => sse2_sides::<K, Twice<Three<Xmm>>>(kernel),
            (Level::Sse2, _) => sse2_sides::<K, Twice<Four<Xmm>>>(kernel),
        }
    }
}

/// See [`bytes::put_together`](crate::bytes::put_together).
#[inline]
pub(crate) fn put_together(sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
    match *LEVEL {
        // SAFETY: a level is only used if the processor has what the function is compiled for.
        Level::Avx512 => unsafe { self::bytes::put_together(sets, bytes) },
        Level::Avx2 | Level::Sse2 => crate::bytes::put_together(sets, bytes),
    }
}

/// What a kernel gives with every kind of vector that this processor has.
#[cfg(test)]
pub(super) fn on_every_level<K: Kernel>(kernel: impl Fn() -> K) -> Vec<K::Output> {
    levels().map(|level| run_at(level, kernel())).collect()
}

/// What a kernel gives with every kind of vector for `words` words that this processor has.
#[cfg(test)]
pub(super) fn sides_on_every_level<K: SidesKernel>(kernel: impl Fn() -> K, words: usize) -> Vec<K::Output> {
    levels().map(|level| run_sides_at(level, kernel(), words)).collect()
}

#[cfg(test)]
fn levels() -> impl Iterator<Item = Level> {
    [Level::Sse2, Level::Avx2, Level::Avx512].into_iter().filter(|&level| level <= best())
}

/// Functions compiled for an instruction set, which kernels are inlined into.
macro_rules! compiled_for {
    ($features:literal: $run:ident $run_sides:ident) => {
        #[target_feature(enable = $features)]
        #[inline(never)]
        fn $run<K: Kernel, V: Set>(kernel: K) -> K::Output {
            kernel.run::<V>()
        }

        #[target_feature(enable = $features)]
        #[inline(never)]
        fn $run_sides<K: SidesKernel, V: Sides>(kernel: K) -> K::Output {
            align_stack();
            kernel.run::<V>()
        }
    };
}

compiled_for!("sse2": sse2 sse2_sides);
compiled_for!("avx2": avx2 avx2_sides);
compiled_for!("avx512f,avx512vl,avx512vbmi2": avx512 avx512_sides);

/// Aligns the stack of its caller to a cache line. Otherwise vectors that find no register straddle two lines, which
/// costs AVX2 a tenth of its speed.
#[inline(always)]
fn align_stack() {
    let line = std::mem::MaybeUninit::<Bitboard>::uninit();
    std::hint::black_box(&line);
}

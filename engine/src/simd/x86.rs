//! The instruction sets of x86-64: SSE2, which all have, AVX2 and AVX-512. The only unsafe code of this crate.
#![expect(unsafe_code, reason = "instructions that not every processor has; a `Level` proves that this one has them")]

mod compiled;
mod level;

use std::sync::LazyLock;

use self::level::Level;
use super::kernel::{Kernel, SidesKernel};
use crate::Bitboard;

/// The vectors in use: the widest of the processor, unless `ENGINE_SIMD` is `portable` or `avx2`.
static LEVEL: LazyLock<Level> = LazyLock::new(|| {
    let most = match std::env::var("ENGINE_SIMD").as_deref() {
        Ok("portable") => 128,
        Ok("avx2") => 256,
        _ => 512,
    };
    Level::all().filter(|level| level.width() <= most).last().unwrap_or(Level::Sse2)
});

/// Asks for the line of the cache that `value` begins in.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction, and it changes nothing that a program can see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// Runs `kernel` with the widest vectors that this processor has, on boards that take no more than `words` words.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K, words: usize) -> K::Output {
    LEVEL.run(kernel, words)
}

/// Runs `kernel` with the widest vectors that this processor has, on boards that take no more than `words` words.
#[inline]
pub(crate) fn run_sides<K: SidesKernel>(kernel: K, words: usize) -> K::Output {
    LEVEL.run_sides(kernel, words)
}

/// See [`bytes::transpose`](crate::bytes::transpose).
#[inline]
pub(crate) fn transpose(sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
    LEVEL.transpose(sets, bytes);
}

/// The results of a kernel for `words` words with every kind of vector of this processor.
#[cfg(test)]
pub(super) fn on_every_level<K: Kernel>(kernel: impl Fn() -> K, words: usize) -> Vec<K::Output> {
    Level::all().map(|level| level.run(kernel(), words)).collect()
}

/// The results of a kernel for `words` words with every kind of vector of this processor.
#[cfg(test)]
pub(super) fn sides_on_every_level<K: SidesKernel>(kernel: impl Fn() -> K, words: usize) -> Vec<K::Output> {
    Level::all().map(|level| level.run_sides(kernel(), words)).collect()
}

/// The results of [`transpose`] with every kind of vector of this processor.
#[cfg(test)]
pub(crate) fn transpose_on_every_level(sets: &[Bitboard; 8]) -> Vec<[u8; 512]> {
    let transposed = |level: Level| {
        let mut bytes = [0xff; 512];
        level.transpose(sets, &mut bytes);
        bytes
    };
    Level::all().map(transposed).collect()
}

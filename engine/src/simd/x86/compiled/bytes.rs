//! Bytes of points, with AVX-512.

use std::arch::x86_64::*;

use crate::{Bitboard, PointSet};

/// See [`bytes::transpose`](crate::bytes::transpose).
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn transpose(sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
    for (word, bytes) in bytes.as_chunks_mut::<64>().0.iter_mut().enumerate() {
        let mut all = _mm512_setzero_si512();
        for (digit, set) in sets.iter().enumerate() {
            all = _mm512_mask_add_epi8(all, set.word(word), all, _mm512_set1_epi8(1 << digit));
        }
        // SAFETY: there is room for 64 bytes.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), all) };
    }
}

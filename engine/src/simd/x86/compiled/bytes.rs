//! Bytes of points, with wide vectors: see [`bytes::transpose`](crate::bytes::transpose).

use std::arch::x86_64::*;

use crate::{Bitboard, PointSet};

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn avx512(sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
    for (word, bytes) in bytes.as_chunks_mut::<64>().0.iter_mut().enumerate() {
        let mut all = _mm512_setzero_si512();
        for (digit, set) in sets.iter().enumerate() {
            all = _mm512_mask_add_epi8(all, set.word(word), all, _mm512_set1_epi8(1 << digit));
        }
        // SAFETY: there is room for 64 bytes.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), all) };
    }
}

/// Four matrices of 8×8 bits at a time.
#[target_feature(enable = "avx2")]
pub(super) fn avx2(sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
    for (word, bytes) in bytes.as_chunks_mut::<64>().0.iter_mut().enumerate() {
        let rows = sets.each_ref().map(|set| set.word(word));
        // Small boards fill only the first words.
        if rows.iter().fold(0, |any, row| any | row) == 0 {
            bytes.fill(0);
            continue;
        }
        for (half, bytes) in bytes.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            let [a, b, c, d, e, f, g, h] = rows.map(|row| (row >> (32 * half)) as i32);
            // SAFETY: there is room for 32 bytes.
            unsafe {
                _mm256_storeu_si256(bytes.as_mut_ptr().cast(), columns(_mm256_setr_epi32(a, b, c, d, e, f, g, h)))
            };
        }
    }
}

/// The rows and columns of 8 rows of 32 bits exchanged: 32 rows of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn columns(rows: __m256i) -> __m256i {
    // First whole bytes, such that each word has the same byte of all rows.
    let fours = _mm256_shuffle_epi8(
        rows,
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)),
    );
    let rows = _mm256_permutevar8x32_epi32(fours, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    // Then the bits of each word (Warren, Hacker's Delight, 7-3).
    let rows = exchanged::<7>(rows, 0x00aa_00aa_00aa_00aa);
    let rows = exchanged::<14>(rows, 0x0000_cccc_0000_cccc);
    exchanged::<28>(rows, 0x0000_0000_f0f0_f0f0)
}

/// The bits in `mask` of each word exchanged with those `BY` places above.
#[inline]
#[target_feature(enable = "avx2")]
fn exchanged<const BY: i32>(words: __m256i, mask: i64) -> __m256i {
    let differing = _mm256_and_si256(_mm256_xor_si256(words, _mm256_srli_epi64::<BY>(words)), _mm256_set1_epi64x(mask));
    _mm256_xor_si256(_mm256_xor_si256(words, differing), _mm256_slli_epi64::<BY>(differing))
}

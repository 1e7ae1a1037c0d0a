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

/// 32 matrices of 8×8 bits at a time, a row of each in every vector.
#[target_feature(enable = "avx2")]
pub(super) fn avx2(sets: &[Bitboard; 8], bytes: &mut [u8; 512]) {
    for (half, bytes) in bytes.as_chunks_mut::<256>().0.iter_mut().enumerate() {
        let rows = sets.each_ref().map(|set| {
            let words = &set.words().as_chunks::<4>().0[half];
            // SAFETY: there are 32 bytes to be read.
            unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
        });
        let [a, b, c, d, e, f, g, h] = rows;
        // Small boards fill only the first half.
        let any = [_mm256_or_si256(a, b), _mm256_or_si256(c, d), _mm256_or_si256(e, f), _mm256_or_si256(g, h)];
        let any = _mm256_or_si256(_mm256_or_si256(any[0], any[1]), _mm256_or_si256(any[2], any[3]));
        if _mm256_testz_si256(any, any) == 1 {
            bytes.fill(0);
            continue;
        }
        // The bits of each matrix (Warren, Hacker's Delight, 7-3): 1, 2 and 4 rows and columns at a time.
        let [a, b] = exchanged::<1>([a, b], 0x55);
        let [c, d] = exchanged::<1>([c, d], 0x55);
        let [e, f] = exchanged::<1>([e, f], 0x55);
        let [g, h] = exchanged::<1>([g, h], 0x55);
        let ([a, c], [b, d]) = (exchanged::<2>([a, c], 0x33), exchanged::<2>([b, d], 0x33));
        let ([e, g], [f, h]) = (exchanged::<2>([e, g], 0x33), exchanged::<2>([f, h], 0x33));
        let ([a, e], [b, f]) = (exchanged::<4>([a, e], 0x0f), exchanged::<4>([b, f], 0x0f));
        let ([c, g], [d, h]) = (exchanged::<4>([c, g], 0x0f), exchanged::<4>([d, h], 0x0f));
        // The rows of each matrix side by side: of 2, of 4, of all 8 vectors, the lower points first.
        let [ab, cd, ef, gh] =
            [[a, b], [c, d], [e, f], [g, h]].map(|[a, b]| [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)]);
        let [abcd_low, efgh_low, abcd_high, efgh_high] =
            [[ab[0], cd[0]], [ef[0], gh[0]], [ab[1], cd[1]], [ef[1], gh[1]]]
                .map(|[a, b]| [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)]);
        let columns = [
            [abcd_low[0], efgh_low[0]],
            [abcd_low[1], efgh_low[1]],
            [abcd_high[0], efgh_high[0]],
            [abcd_high[1], efgh_high[1]],
        ]
        .map(|[a, b]| [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)]);
        // Each lane of the vectors holds one half of these points.
        let (low, high) = bytes.split_at_mut(128);
        let (low, high) = (low.as_chunks_mut::<16>().0, high.as_chunks_mut::<16>().0);
        for ((column, low), high) in columns.as_flattened().iter().zip(low).zip(high) {
            // SAFETY: there is room for 16 bytes in both.
            unsafe {
                _mm_storeu_si128(low.as_mut_ptr().cast(), _mm256_castsi256_si128(*column));
                _mm_storeu_si128(high.as_mut_ptr().cast(), _mm256_extracti128_si256::<1>(*column));
            }
        }
    }
}

/// The bits in `mask` of each byte of the second vector exchanged with those `BY` places above in the first.
#[inline]
#[target_feature(enable = "avx2")]
fn exchanged<const BY: i32>([first, second]: [__m256i; 2], mask: i8) -> [__m256i; 2] {
    let above = _mm256_srli_epi16::<BY>(first);
    let differing = _mm256_and_si256(_mm256_xor_si256(above, second), _mm256_set1_epi8(mask));
    let back = _mm256_slli_epi16::<BY>(differing);
    [_mm256_xor_si256(first, back), _mm256_xor_si256(second, differing)]
}

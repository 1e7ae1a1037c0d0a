//! Bytes of points, with AVX-512.

use std::arch::x86_64::*;

use crate::bytes::Scale;
use crate::{Bitboard, PointSet};

/// See [`bytes::weigh`](crate::bytes::weigh).
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
pub(super) fn weigh(sets: &[Bitboard; 8], scale: &Scale, bytes: &mut [u8; 512]) -> i32 {
    let zero = _mm512_setzero_si512();
    let any = sets.iter().fold(Bitboard::EMPTY, |any, &set| any | set);
    let (mut low, mut high, mut words) = (zero, zero, 0);
    for (word, bytes) in bytes.as_chunks_mut::<64>().0.iter_mut().enumerate() {
        let mut all = zero;
        if any.word(word) != 0 {
            for (digit, set) in sets.iter().enumerate() {
                all = _mm512_mask_add_epi8(all, set.word(word), all, _mm512_set1_epi8(1 << digit));
            }
            // What bytes weigh is not negative here, so that it can be summed up with the sums of differences to 0.
            low = _mm512_add_epi64(low, _mm512_sad_epu8(look_up(&scale.low, all), zero));
            high = _mm512_add_epi64(high, _mm512_sad_epu8(look_up(&scale.high, all), zero));
            words += 1;
        }
        // SAFETY: there is room for 64 bytes.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), all) };
    }
    let high = _mm512_reduce_add_epi64(high) as i32 - 128 * 64 * words;
    _mm512_reduce_add_epi64(low) as i32 + 256 * high
}

/// The entry of `table` for each of `bytes`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
#[inline]
fn look_up(table: &[u8; 256], bytes: __m512i) -> __m512i {
    // SAFETY: the parts lie in the table.
    let [a, b, c, d] = [0, 1, 2, 3].map(|part| unsafe { _mm512_loadu_si512(table.as_ptr().add(64 * part).cast()) });
    let (lower, upper) = (_mm512_permutex2var_epi8(a, bytes, b), _mm512_permutex2var_epi8(c, bytes, d));
    _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), lower, upper)
}

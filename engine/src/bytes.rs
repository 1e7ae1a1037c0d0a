//! Sets of points as a byte for each point.

use crate::PointSet;

/// Writes a byte for each point: its lowest bit says whether the point is in the first of the sets, and so on.
pub(crate) fn transpose<S: PointSet>(sets: &[S; 8], bytes: &mut [u8]) {
    for (word, bytes) in bytes.chunks_exact_mut(64).enumerate() {
        let rows = sets.each_ref().map(|set| set.word(word));
        let any = rows.iter().fold(0, |any, row| any | row);
        for (eight, bytes) in bytes.chunks_exact_mut(8).enumerate() {
            let column = |row: u64| row >> (8 * eight) & 0xff;
            let mut found = [0; 8];
            if column(any) != 0 {
                found = transposed(rows.iter().rev().fold(0, |all, &row| all << 8 | column(row))).to_le_bytes();
            }
            bytes.copy_from_slice(&found);
        }
    }
}

/// The 8×8 matrix of bits `rows`, a byte a row, with rows and columns exchanged (Warren, Hacker's Delight, 7-3).
#[inline(always)]
const fn transposed(rows: u64) -> u64 {
    let differing = (rows ^ rows >> 7) & 0x00aa_00aa_00aa_00aa;
    let rows = rows ^ differing ^ differing << 7;
    let differing = (rows ^ rows >> 14) & 0x0000_cccc_0000_cccc;
    let rows = rows ^ differing ^ differing << 14;
    let differing = (rows ^ rows >> 28) & 0x0000_0000_f0f0_f0f0;
    rows ^ differing ^ differing << 28
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Point, simd};

    #[test]
    fn rows_become_columns() {
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            assert_eq!(transposed(1 << (8 * row + column)), 1 << (8 * column + row));
        }
    }

    #[test]
    fn bytes_are_put_together() {
        let mut random = 1u64;
        let mut dice = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize
        };
        for stones in [0, 1, 20, 500] {
            for points in [225, 512] {
                // An interpreter is slow.
                for _ in 0..if cfg!(miri) { 1 } else { 20 } {
                    let mut expected = [0u8; 512];
                    let mut sets = [Bitboard::EMPTY; 8];
                    for _ in 0..stones {
                        let (bit, at) = (dice() % 8, dice() % points);
                        sets[bit].insert(Point::new(at));
                        expected[at] |= 1 << bit;
                    }
                    let mut bytes = [0xff; 512];
                    transpose(&sets, &mut bytes);
                    assert_eq!(bytes, expected);
                    bytes = [0xff; 512];
                    simd::transpose(&sets, &mut bytes);
                    assert_eq!(bytes, expected);
                    #[cfg(target_arch = "x86_64")]
                    assert!(simd::transpose_on_every_level(&sets).iter().all(|bytes| *bytes == expected));
                }
            }
        }
    }
}

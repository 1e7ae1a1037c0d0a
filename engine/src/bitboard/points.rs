//! Bitboards as sets of points.

use crate::{Bitboard, Point, PointSet, simd};

impl PointSet for Bitboard {
    type Bytes = [u8; 512];

    const EMPTY: Self = Self([0; 8]);
    const ZEROS: Self::Bytes = [0; 512];
    const WORDS: usize = 8;

    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        self.0[index]
    }

    /// Built without writing single words, so that it can be used as a vector at once.
    #[inline(always)]
    fn of(point: Point) -> Self {
        let (index, bit) = (point.index() / 64, point.index() % 64);
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate() {
            *word = u64::from(i == index) << bit;
        }
        Self(words)
    }

    #[inline(always)]
    fn contains(self, point: Point) -> bool {
        self.has(point.index() as isize)
    }

    #[inline(always)]
    fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    #[inline(always)]
    fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    #[inline(always)]
    fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn first(self) -> Option<Point> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some(Point::new(i * 64 + self.0[i].trailing_zeros() as usize))
    }

    #[inline]
    fn transpose(sets: &[Self; 8], bytes: &mut Self::Bytes) {
        simd::transpose(sets, bytes);
    }
}

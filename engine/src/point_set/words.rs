//! Sets of points in one or two machine words, for hexagons.

use crate::{Point, PointSet, bytes};

macro_rules! word_set {
    ($word:ty) => {
        impl PointSet for $word {
            type Bytes = [u8; 8 * size_of::<$word>()];

            const EMPTY: Self = 0;
            const ZEROS: Self::Bytes = [0; 8 * size_of::<$word>()];
            const WORDS: usize = size_of::<$word>() / 8;

            #[inline(always)]
            fn word(&self, index: usize) -> u64 {
                (*self >> (64 * index)) as u64
            }

            #[inline(always)]
            fn contains(self, point: Point) -> bool {
                (self >> point.index()) & 1 != 0
            }

            #[inline(always)]
            fn insert(&mut self, point: Point) {
                *self |= 1 << point.index();
            }

            #[inline(always)]
            fn remove(&mut self, point: Point) {
                *self &= !(1 << point.index());
            }

            #[inline(always)]
            fn len(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn first(self) -> Option<Point> {
                (self != 0).then(|| Point::new(self.trailing_zeros() as usize))
            }

            fn transpose(sets: &[Self; 8], bytes: &mut Self::Bytes) {
                bytes::transpose(sets, bytes);
            }
        }
    };
}

word_set!(u64);
word_set!(u128);

//! Where positions stand in a tree, whichever way they are turned.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use engine::Grid;

use super::keys::Images;

/// The most symmetries of a board.
const MOST: usize = 8;

/// Zobrist keys of stones under all symmetries of a board. The key of a position is the exclusive or of its stones, least over
/// the symmetries.
pub(super) struct Hashes {
    /// For each point, row by row, and each colour.
    stones: Vec<[u128; MOST]>,
    width: usize,
    count: usize,
}

/// A position under all symmetries.
#[derive(Clone, Copy, Default)]
pub(super) struct Hash([u128; MOST]);

impl Hash {
    /// The position with this stone, or without it where it has it.
    pub(super) fn changed(mut self, stone: &[u128; MOST]) -> Self {
        self.0.iter_mut().zip(stone).for_each(|(hash, stone)| *hash ^= stone);
        self
    }
}

impl Hashes {
    pub(super) fn of(grid: &Grid, images: &Images) -> Self {
        let (width, height) = (grid.width(), grid.height());
        // SplitMix64 (Steele, Lea and Flood, 2014).
        let mut state = 0_u64;
        let mut next = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ (mixed >> 31)
        };
        let numbers: Vec<u128> =
            (0..2 * width * height).map(|_| u128::from(next()) << 64 | u128::from(next())).collect();
        let mut stones = vec![[0; MOST]; numbers.len()];
        for (place, stone) in stones.iter_mut().enumerate() {
            let at = [(place / 2 % width) as u8, (place / 2 / width) as u8];
            for (symmetry, number) in stone.iter_mut().enumerate().take(images.count()) {
                let [x, y] = images.image(symmetry, at);
                *number = numbers[2 * (usize::from(y) * width + usize::from(x)) + place % 2];
            }
        }
        Self { stones, width, count: images.count() }
    }

    /// A stone of Black (0) or White (1).
    pub(super) fn stone(&self, color: usize, [x, y]: [u8; 2]) -> &[u128; MOST] {
        &self.stones[2 * (usize::from(y) * self.width + usize::from(x)) + color]
    }

    /// The key of a position, and the symmetry that gives it.
    pub(super) fn least(&self, hash: Hash) -> (u128, usize) {
        let images = hash.0[..self.count].iter().copied().zip(0..);
        images.min().unwrap_or_default()
    }
}

/// A node, and the symmetry from its board to the image that tells its position.
pub(super) type Place = (u32, u8);

/// The positions with one number of stones.
pub(super) type Level = HashMap<u128, Place, BuildHasherDefault<Low>>;

/// Takes the low half of a number that is random already.
#[derive(Default)]
pub(super) struct Low(u64);

impl Hasher for Low {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = number as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

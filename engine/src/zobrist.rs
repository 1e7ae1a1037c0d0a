//! Zobrist keys: a random number for every fact about a position, combined by exclusive or.

use crate::{Color, Point};

/// Sebastiano Vigna's splitmix64 finaliser, a fixed random function of 64 bits.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The facts about a position are numbered in ranges of this many.
const RANGE: u64 = 1 << 17;

static STONES: [[u64; 512]; 2] = {
    let mut table = [[0; 512]; 2];
    let mut i = 0;
    while i < 512 {
        table[0][i] = mix(i as u64);
        table[1][i] = mix(512 + i as u64);
        i += 1;
    }
    table
};

/// A stone of `color` on `point`.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(RANGE);

/// The move before was a pass.
pub(crate) const PASSED: u64 = mix(RANGE + 1);

/// `color` has captured `count` stones; 0 for none.
#[inline]
pub(crate) fn captured(color: Color, count: u16) -> u64 {
    if count == 0 { 0 } else { mix(RANGE * (2 + color.index() as u64) + u64::from(count)) }
}

/// Rules that hold only for the first moves still look at the number of placed stones, and a swap at whether there was
/// one.
#[inline]
pub(crate) fn opening(ply: u8, swapped: bool) -> u64 {
    mix(RANGE * 4 + u64::from(ply) + if swapped { 256 } else { 0 })
}

/// A wall on `point`.
pub(crate) fn wall(point: Point) -> u64 {
    mix(RANGE * 5 + point.index() as u64)
}

/// The random number of 128 bits of a fact.
pub(crate) const fn wide(fact: u64) -> u128 {
    (mix(2 * fact) as u128) << 64 | mix(2 * fact + 1) as u128
}

/// The random number of 128 bits of a state on a board.
pub(crate) const fn of_state(board: u64, state: u64) -> u128 {
    let number = mix(board) ^ state;
    (mix(number) as u128) << 64 | mix(!number) as u128
}

//! Keys of positions: random numbers of 128 bits for each fact, one lane for each symmetry.
//!
//! The numbers come from a fixed function of the point's number, so that keys are the same on all machines and in all versions.

use engine::Color;
use random::mix;

/// The random number of a fact.
const fn number(fact: u64) -> u128 {
    (mix(2 * fact) as u128) << 64 | mix(2 * fact + 1) as u128
}

/// Facts are numbered in ranges of this many.
const RANGE: u64 = 1 << 20;

/// A stone or a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Stone(Color),
    Wall,
}

impl Piece {
    const fn index(self) -> usize {
        match self {
            Self::Stone(color) => color.index(),
            Self::Wall => 2,
        }
    }
}

/// The numbers of stones: for each point and piece one for each symmetry.
pub(crate) struct Lanes {
    numbers: Vec<u128>,
    count: usize,
}

impl Lanes {
    /// `images` has for each symmetry the image of each point.
    pub(crate) fn new(images: &[Vec<u16>]) -> Self {
        let (count, area) = (images.len(), images[0].len());
        let mut numbers = Vec::with_capacity(area * 3 * count);
        for point in 0..area {
            for piece in 0..3 {
                numbers.extend(images.iter().map(|image| number(RANGE * piece + u64::from(image[point]))));
            }
        }
        Self { numbers, count }
    }

    /// The number of symmetries.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Adds or removes a piece in all lanes.
    pub(crate) fn toggle(&self, lanes: &mut [u128], point: u16, piece: Piece) {
        let at = (usize::from(point) * 3 + piece.index()) * self.count;
        for (lane, number) in lanes.iter_mut().zip(&self.numbers[at..at + self.count]) {
            *lane ^= number;
        }
    }
}

/// The number of captured stones.
pub(crate) fn captured([black, white]: [u16; 2]) -> u128 {
    let one = |color: u64, count: u16| if count == 0 { 0 } else { number(RANGE * (4 + color) + u64::from(count)) };
    one(0, black) ^ one(1, white)
}

/// The side to move, a five that waits to be broken, an exchange of colours that is still possible.
pub(crate) fn state(to_move: Color, pending: bool, swap: bool) -> u128 {
    let bits = to_move.index() as u64 | u64::from(pending) << 1 | u64::from(swap) << 2;
    number(RANGE * 8 + bits)
}

/// A hash of a sequence of keys.
#[derive(Clone, Copy)]
pub(crate) struct Chain(u64);

impl Chain {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    pub(crate) const fn push(&mut self, key: u128) {
        self.0 = mix(self.0 ^ key as u64 ^ (key >> 64) as u64);
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_all_versions() {
        // Written in files: they never change.
        assert_eq!(number(0), 0xe220_a839_7b1d_cdaf_910a_2dec_8902_5cc1);
        assert_eq!(captured([0, 0]), 0);
        assert_ne!(captured([2, 0]), captured([0, 2]));
        assert_ne!(state(Color::Black, false, false), state(Color::White, false, false));
    }
}

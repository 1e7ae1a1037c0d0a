//! Random numbers that are the same on every machine.

/// A stream of random numbers (SplitMix64, Steele, Lea and Flood 2014).
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream number `number` of `seed`.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut dice = Self(seed);
        let start = dice.next() ^ number.wrapping_mul(0xd134_2543_de82_ef95);
        Self(start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// One of `items`, all equally likely; `None` if there are none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

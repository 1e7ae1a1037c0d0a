//! Bits in fewer bytes: each takes the less, the likelier it is (arithmetic coding).
//!
//! The likelihood of a bit comes from the earlier bits of the same context, so nothing but the bits is stored. An interval of
//! 32-bit numbers is divided at each bit; bytes that both of its ends share are written.

use std::collections::HashMap;

/// One half, as the share of an interval.
const HALF: u32 = 1 << 15;

/// The least share of each bit.
const LEAST: u32 = 48;

/// The most bits of a context that are counted; later ones weigh as much as this one.
const COUNTED: u32 = 60;

/// How likely the next bit of a context is 1.
#[derive(Clone, Copy)]
struct Chance {
    /// The share of 1, of 65536.
    one: u32,
    count: u32,
}

impl Chance {
    const NEW: Self = Self { one: HALF, count: 0 };

    fn learn(&mut self, bit: bool) {
        let part = 2 * self.count + 3;
        if bit {
            self.one += (2 * HALF - self.one) * 2 / part;
        } else {
            self.one -= self.one * 2 / part;
        }
        self.one = self.one.clamp(LEAST, 2 * HALF - LEAST);
        self.count = (self.count + 1).min(COUNTED);
    }
}

/// Where the bits come from or go to.
pub(super) trait Bits {
    /// The bit that is written, or that is read where `bit` means nothing. `one` is the share of 1, of 65536.
    fn bit(&mut self, one: u32, bit: bool) -> bool;
}

/// An interval of numbers that begin with the same bytes as the code.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Self = Self { low: 0, high: u32::MAX };

    /// The last number of the part of 1.
    fn middle(&self, one: u32) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(one)) >> 16) as u32
    }

    fn take(&mut self, middle: u32, bit: bool) {
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
    }

    /// The first byte, taken off, if both ends share it.
    fn byte(&mut self) -> Option<u8> {
        let (low, high) = (self.low >> 24, self.high >> 24);
        if low != high {
            return None;
        }
        (self.low, self.high) = (self.low << 8, self.high << 8 | 0xFF);
        Some(low as u8)
    }
}

/// Writes bits.
pub(super) struct Writer {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Writer {
    /// Bits after these bytes.
    pub(super) const fn after(bytes: Vec<u8>) -> Self {
        Self { interval: Interval::WHOLE, bytes }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.low.to_be_bytes());
        self.bytes
    }
}

impl Bits for Writer {
    fn bit(&mut self, one: u32, bit: bool) -> bool {
        self.interval.take(self.interval.middle(one), bit);
        while let Some(byte) = self.interval.byte() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Reads bits.
pub(super) struct Reader<'a> {
    interval: Interval,
    /// The next four bytes of the code.
    code: u32,
    rest: &'a [u8],
    /// The number of bytes that were missing.
    missing: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { interval: Interval::WHOLE, code: 0, rest: bytes, missing: 0 };
        (0..4).for_each(|_| reader.shift());
        reader
    }

    fn shift(&mut self) {
        let (byte, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.missing += usize::from(self.rest.is_empty());
        self.rest = rest;
        self.code = self.code << 8 | u32::from(*byte);
    }

    /// Whether bits were read beyond the end.
    pub(super) const fn is_short(&self) -> bool {
        self.missing > 0
    }

    /// Whether every byte was read.
    pub(super) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }
}

impl Bits for Reader<'_> {
    fn bit(&mut self, one: u32, _bit: bool) -> bool {
        let middle = self.interval.middle(one);
        let bit = self.code <= middle;
        self.interval.take(middle, bit);
        while self.interval.byte().is_some() {
            self.shift();
        }
        bit
    }
}

/// Numbers as bits, with the chances of their contexts.
pub(super) struct Numbers<B> {
    pub(super) bits: B,
    chances: HashMap<u64, Chance>,
}

impl<B: Bits> Numbers<B> {
    pub(super) fn new(bits: B) -> Self {
        Self { bits, chances: HashMap::new() }
    }

    /// The memory of all contexts, in bytes.
    pub(super) fn memory(&self) -> usize {
        2 * self.chances.len() * size_of::<(u64, Chance)>()
    }

    /// A bit, after the bits of `node` in this context.
    fn bit(&mut self, context: u64, node: u64, bit: bool) -> bool {
        let chance = self.chances.entry(context << 32 | node).or_insert(Chance::NEW);
        let bit = self.bits.bit(chance.one, bit);
        chance.learn(bit);
        bit
    }

    /// A number below 2^`width`, its highest bit first.
    pub(super) fn number(&mut self, context: u64, width: u32, number: usize) -> usize {
        let mut node = 1;
        for place in (0..width).rev() {
            let bit = self.bit(context, node, number >> place & 1 > 0);
            node = node << 1 | u64::from(bit);
        }
        (node - (1 << width)) as usize
    }

    /// A number below 2^31 - 1, of which small ones take few bits: the length of the next number in bits, then those bits after
    /// the first. The bits before are known to the first two of them.
    pub(super) fn any(&mut self, context: u64, number: usize) -> usize {
        let number = number + 1;
        let length = self.number(context, 5, number.ilog2() as usize) as u32;
        let mut known = 1;
        for place in (0..length).rev() {
            let before = if place + 2 >= length { known } else { 0 };
            let node = 1 << 31 | u64::from(length) << 20 | u64::from(place) << 10 | before as u64;
            known = known << 1 | usize::from(self.bit(context, node, number >> place & 1 > 0));
        }
        known - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers, their contexts and widths; without a width, of any size.
    fn numbers() -> impl Iterator<Item = (u64, Option<u32>, usize)> {
        (0..20_000_usize).map(|index| {
            let mixed = index.wrapping_mul(0x9E37_79B9) >> 7;
            match index % 4 {
                0 => (1, Some(8), mixed % 256),
                1 => (2, Some(3), usize::from(mixed % 16 == 0)),
                2 => (3, None, mixed % 1_000_000),
                _ => (4, None, if index % 1000 == 3 { (1 << 31) - 2 } else { mixed % 3 }),
            }
        })
    }

    fn all<B: Bits>(to: &mut Numbers<B>, mut each: impl FnMut(usize) -> usize, check: bool) {
        for (context, width, number) in numbers() {
            let given = each(number);
            let found = match width {
                Some(width) => to.number(context, width, given),
                None => to.any(context, given),
            };
            assert!(!check || found == number, "{found} instead of {number}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut to = Numbers::new(Writer::after(vec![7]));
        all(&mut to, |number| number, true);
        let bytes = to.bits.finish();
        let mut from = Numbers::new(Reader::new(&bytes[1..]));
        all(&mut from, |_| 0, true);
        assert!(from.bits.is_at_end() && !from.bits.is_short());
        let mut short = Numbers::new(Reader::new(&bytes[1..bytes.len() - 1]));
        all(&mut short, |_| 0, false);
        assert!(short.bits.is_short());
    }

    #[test]
    fn likely_bits_take_little() {
        let mut to = Numbers::new(Writer::after(Vec::new()));
        (0..8000).for_each(|index| _ = to.number(0, 1, usize::from(index % 100 == 0)));
        // 0.081 bits each are the least for independent bits of this share: 81 bytes.
        let bytes = to.bits.finish().len();
        assert!((75..110).contains(&bytes), "{bytes} bytes");
    }
}

//! Lists of small numbers, packed: one value for all, a byte each into a table, or as many bits each as are asked for.
//!
//! The first byte is the kind, the second the bits that count. Kind 0: the value, two bytes. Kind 1: the number of values less one,
//! the values, and a byte for each number. Kind 2: the length, four bytes, the numbers, lowest bits first, and three zeros.

/// Packs numbers, of which the lowest `bits` count, 1 to 16.
pub(crate) fn pack(numbers: &[u16], bits: u32) -> Vec<u8> {
    debug_assert!((1..=16).contains(&bits));
    let mask = low(bits);
    let values = values(numbers, mask);
    let head = |kind: u8| vec![kind, bits as u8];
    match values.len() {
        0 | 1 => [head(0), values.first().copied().unwrap_or(0).to_le_bytes().to_vec()].concat(),
        count @ 2..=256 if 2 * count + numbers.len() < packed_size(numbers.len(), bits) => {
            let mut bytes = head(1);
            bytes.push((count - 1) as u8);
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend(numbers.iter().map(|number| values.binary_search(&(number & mask)).unwrap_or(0) as u8));
            bytes
        }
        _ => plain(numbers, bits),
    }
}

/// The different numbers, in order; some 257 of them if there are more than 256.
fn values(numbers: &[u16], mask: u16) -> Vec<u16> {
    let (mut seen, mut values) = (vec![0_u64; 1024], Vec::new());
    for number in numbers.iter().map(|number| number & mask) {
        let (word, bit) = (usize::from(number / 64), 1_u64 << (number % 64));
        if seen[word] & bit == 0 {
            seen[word] |= bit;
            values.push(number);
            if values.len() > 256 {
                break;
            }
        }
    }
    values.sort_unstable();
    values
}

const fn low(bits: u32) -> u16 {
    (u16::MAX as u32 >> (16 - bits)) as u16
}

/// Zeros behind the numbers, so that each is read as a part of four bytes.
const SLACK: usize = 3;

const fn packed_size(count: usize, bits: u32) -> usize {
    (count * bits as usize).div_ceil(8) + SLACK
}

fn plain(numbers: &[u16], bits: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(6 + packed_size(numbers.len(), bits));
    bytes.extend([2, bits as u8]);
    bytes.extend((numbers.len() as u32).to_le_bytes());
    push_bits(&mut bytes, numbers.iter().map(|number| number & low(bits)), bits);
    bytes.extend([0; SLACK]);
    bytes
}

/// Writes numbers of `bits` bits each, the lowest bits first.
pub(crate) fn push_bits(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = u16>, bits: u32) {
    let (mut word, mut filled) = (0_u32, 0);
    for number in numbers {
        word |= u32::from(number) << filled;
        filled += bits;
        while filled >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        bytes.push(word as u8);
    }
}

/// A packed list: its form, and the bits of its numbers that count.
pub(crate) struct Packed<'b>(Form<'b>, u32);

enum Form<'b> {
    /// The value of all numbers.
    One(u16),
    /// Values, and places among them.
    Table(Vec<u16>, &'b [u8]),
    /// The length, and the bits.
    Plain(usize, &'b [u8]),
}

impl<'b> Packed<'b> {
    /// The list in these bytes; `None` if they hold none.
    pub(crate) fn new(bytes: &'b [u8]) -> Option<Self> {
        let (&[kind, bits], rest) = bytes.split_first_chunk()?;
        let bits = u32::from(bits);
        if !(1..=16).contains(&bits) {
            return None;
        }
        let form = match kind {
            0 => Form::One(u16::from_le_bytes(rest.try_into().ok()?)),
            1 => {
                let (&count, rest) = rest.split_first()?;
                let (values, places) = rest.split_at_checked(2 * (usize::from(count) + 1))?;
                Form::Table(values.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(), places)
            }
            2 => {
                let (&count, rest) = rest.split_first_chunk()?;
                let count = u32::from_le_bytes(count) as usize;
                Form::Plain(count, (rest.len() == packed_size(count, bits)).then_some(rest)?)
            }
            _ => return None,
        };
        Some(Self(form, bits))
    }

    /// All numbers, or `count` of a list of one value.
    pub(crate) fn numbers(&self, count: usize) -> Vec<u16> {
        match &self.0 {
            Form::One(value) => vec![*value; count],
            Form::Table(values, places) => {
                places.iter().map(|&place| values.get(usize::from(place)).copied().unwrap_or(0)).collect()
            }
            Form::Plain(length, bytes) => (0..*length).map(|index| number(bytes, index, self.1)).collect(),
        }
    }

    /// The places of all numbers that agree with `wanted` in the bits that count. `count` is the length of a list of one value.
    pub(crate) fn places(&self, wanted: u16, count: usize, mut found: impl FnMut(usize)) {
        let wanted = wanted & low(self.1);
        match &self.0 {
            Form::One(value) if *value == wanted => (0..count).for_each(found),
            Form::One(_) => {}
            Form::Table(values, places) => {
                let Ok(wanted) = values.binary_search(&wanted) else { return };
                places
                    .iter()
                    .enumerate()
                    .filter(|(_, place)| usize::from(**place) == wanted)
                    .for_each(|(at, _)| found(at));
            }
            Form::Plain(length, bytes) => {
                for index in 0..*length {
                    if number(bytes, index, self.1) == wanted {
                        found(index);
                    }
                }
            }
        }
    }
}

/// A number among packed ones.
#[inline]
fn number(bytes: &[u8], index: usize, bits: u32) -> u16 {
    let at = index * bits as usize;
    let word = bytes.get(at / 8..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u32::from_le_bytes(*word));
    (word >> (at % 8)) as u16 & low(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_as_they_were_packed() {
        let mut random = 1_u32;
        for (count, different) in [(0, 1), (1, 1), (1000, 1), (1000, 200), (1000, 60_000), (3, 60_000), (9, 2)] {
            for bits in 1..=16 {
                let numbers: Vec<u16> = (0..count)
                    .map(|_| {
                        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        ((random >> 8) % different) as u16
                    })
                    .collect();
                let bytes = pack(&numbers, bits);
                let packed = Packed::new(&bytes).expect("a list");
                let masked: Vec<u16> = numbers.iter().map(|number| number & low(bits)).collect();
                assert_eq!(packed.numbers(count), masked);
                for wanted in [0, 1, numbers.first().copied().unwrap_or(7)] {
                    let mut found = Vec::new();
                    packed.places(wanted, count, |place| found.push(place));
                    let expected: Vec<usize> = (0..count).filter(|&at| masked[at] == wanted & low(bits)).collect();
                    assert_eq!(found, expected);
                }
                assert!(bytes.len() <= 9 + count * bits as usize / 8 + 1, "{count} {bits}");
                // Damage gives other numbers or none, and no panic.
                for cut in 0..bytes.len() {
                    if let Some(packed) = Packed::new(&bytes[..cut]) {
                        packed.numbers(count);
                        packed.places(1, count, |_| {});
                    }
                }
            }
        }
    }
}

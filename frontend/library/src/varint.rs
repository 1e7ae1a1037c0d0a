//! Numbers of variable length: seven bits a byte, the lowest first.

/// Writes numbers.
pub(crate) fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads numbers from the front of bytes.
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl Reader<'_> {
    /// The next number; `None` at the end, or where it has no end.
    pub(crate) fn next(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| push(&mut bytes, number));
        let mut reader = Reader(&bytes);
        assert_eq!([(); 8].map(|()| reader.next()), numbers.map(Some));
        assert_eq!((reader.next(), Reader(&[0x80]).next(), Reader(&[0xFF; 11]).next()), (None, None, None));
    }
}

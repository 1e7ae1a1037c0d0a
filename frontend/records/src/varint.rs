//! Numbers of variable length (LEB128): seven bits a byte, the lowest first.

/// Writes a number.
///
/// # Examples
/// ```
/// use ninuki_records::varint::{Reader, push};
///
/// let mut bytes = Vec::new();
/// push(&mut bytes, 300);
/// assert_eq!(bytes, [0xAC, 0x02]);
/// assert_eq!(Reader(&bytes).next(), Some(300));
/// ```
pub fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reader of numbers from the front of bytes.
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// The next number; `None` at the end, or if it is longer than 64 bits.
    #[expect(clippy::should_implement_trait, reason = "a reader takes other things as well")]
    pub fn next(&mut self) -> Option<u64> {
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

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
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

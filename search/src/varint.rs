//! Numbers of variable length (LEB128): seven bits a byte, the lowest first.

use std::io::{Error, ErrorKind, Read, Result, Write};

/// Writes a number.
pub(crate) fn write(to: &mut impl Write, mut number: u64) -> Result<()> {
    while number >= 0x80 {
        to.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    to.write_all(&[number as u8])
}

/// Reads a number.
///
/// # Errors
/// The bytes end or cannot be read; or, as `InvalidData`, the number is longer than 63 bits.
pub(crate) fn read(from: &mut impl Read) -> Result<u64> {
    let (mut number, mut byte) = (0, [0]);
    for shift in (0..63).step_by(7) {
        from.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7F) << shift;
        if byte[0] < 0x80 {
            return Ok(number);
        }
    }
    Err(Error::from(ErrorKind::InvalidData))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX >> 1];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| write(&mut bytes, number).expect("a vector takes everything"));
        let mut rest = &bytes[..];
        assert_eq!(numbers.map(|_| read(&mut rest).ok()), numbers.map(Some));
        assert_eq!(read(&mut rest).expect_err("the end").kind(), ErrorKind::UnexpectedEof);
        assert_eq!(read(&mut &[0xFF; 11][..]).expect_err("too long").kind(), ErrorKind::InvalidData);
    }
}

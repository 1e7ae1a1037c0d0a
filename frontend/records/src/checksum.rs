//! The checksum of a journal's line.
//!
//! A line is a JSON object. Its last field is `"crc"`: eight lower-case hexadecimal digits, the CRC-32 (ISO-HDLC, as in gzip
//! and PNG) of all bytes before the comma in front of that field. Lines without the field are from before there were checksums.
//!
//! # Examples
//! ```
//! use ninuki_records::checksum;
//!
//! let line = checksum::sealed(r#"{"game":0,"winner":1}"#);
//! assert_eq!(line, r#"{"game":0,"winner":1,"crc":"bc211e9b"}"#);
//! assert_eq!(checksum::opened(line.as_bytes())?, &br#"{"game":0,"winner":1}"#[..]);
//! let changed = line.replace("\"winner\":1", "\"winner\":0");
//! let why = checksum::opened(changed.as_bytes()).expect_err("changed");
//! assert_eq!(why.to_string(), "crc: the line says bc211e9b, its bytes give cb262e0d");
//! # Ok::<(), checksum::ChecksumError>(())
//! ```

use std::borrow::Cow;
use std::fmt;

/// The text before the digits.
const FIELD: &[u8] = br#","crc":""#;

/// The text after the digits.
const END: &[u8] = br#""}"#;

const DIGITS: usize = 8;

/// A line whose checksum is not that of its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChecksumError {
    /// The checksum in the line.
    pub written: String,
    /// The checksum of its bytes.
    pub computed: String,
}

impl fmt::Display for ChecksumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crc: the line says {}, its bytes give {}", self.written, self.computed)
    }
}

impl std::error::Error for ChecksumError {}

/// The text of an object that is not empty, with its checksum.
#[cfg(feature = "databases")]
#[must_use]
pub fn sealed(object: &str) -> String {
    let body = object.strip_suffix('}').unwrap_or(object);
    format!("{body},\"crc\":\"{}\"}}", digits(body.as_bytes()))
}

/// The object of a line without its checksum, which is compared. A line without one is returned as it is.
///
/// # Errors
/// The line is not the one that was written.
pub fn opened(line: &[u8]) -> Result<Cow<'_, [u8]>, ChecksumError> {
    if let Some((body, written)) = parts(line) {
        let computed = digits(body);
        if cfg!(feature = "databases") && written != computed.as_bytes() {
            return Err(ChecksumError { written: written.escape_ascii().to_string(), computed });
        }
    }
    Ok(unchecked(line))
}

/// The object of a line without its checksum, whatever that is.
#[must_use]
pub fn unchecked(line: &[u8]) -> Cow<'_, [u8]> {
    parts(line).map_or(Cow::Borrowed(line), |(body, _)| Cow::Owned([body, b"}"].concat()))
}

/// The bytes before the field, and its digits.
fn parts(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (rest, written) = line.trim_ascii_end().strip_suffix(END)?.split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(FIELD)?, &written[..]))
}

#[cfg(feature = "databases")]
fn digits(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

#[cfg(not(feature = "databases"))]
const fn digits(_: &[u8]) -> String {
    String::new()
}

#[cfg(all(test, feature = "databases"))]
mod tests {
    use super::*;

    #[test]
    fn any_other_byte_is_found() {
        let object = r#"{"game":3,"players":["a","b"],"winner":0,"moves":["h8"]}"#;
        let line = sealed(object);
        assert_eq!(opened(line.as_bytes()), Ok(Cow::Borrowed(object.as_bytes())));
        assert_eq!(opened(format!("{line}\r\n").as_bytes()), Ok(Cow::Borrowed(object.as_bytes())));
        for at in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.clone().into_bytes();
                changed[at] ^= 1 << bit;
                // Otherwise it is another field, which no line has, or the line is no object.
                let is_sealed = parts(&changed).is_some();
                assert!(!is_sealed || opened(&changed).is_err(), "{}", String::from_utf8_lossy(&changed));
                let tail = line.len() - at;
                assert!(is_sealed || tail <= END.len() || tail > END.len() + DIGITS, "a digit");
                assert!(is_sealed || tail <= FIELD.len() + DIGITS + END.len(), "a byte of the game");
            }
        }
    }

    #[test]
    fn old_lines_are_as_they_are() {
        for line in ["", "}", "{}", r#"{"game":3}"#, r#"{"crc":"0123456"}"#, r#"{"game":3,"crc":"0123456"}"#] {
            assert_eq!(opened(line.as_bytes()), Ok(Cow::Borrowed(line.as_bytes())));
        }
    }
}

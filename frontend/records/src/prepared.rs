//! Bytes of text files before they are read: a lone CR ends a line, UTF-16 has its byte order mark.

use crate::{Encoding, Kind};

/// The bytes of a file in a format of this kind. `asked` is the character set of the options.
///
/// Every CR that is no part of CR LF becomes LF. In all character sets but UTF-16 its byte is no part of another character.
pub(crate) fn prepared(mut bytes: Vec<u8>, kind: Kind, asked: Option<Encoding>) -> Vec<u8> {
    if kind != Kind::Text {
        return bytes;
    }
    let wide = Encoding::marked(&bytes).map(|(marked, _)| marked).or(asked);
    match wide.or_else(|| unmarked(&bytes)) {
        Some(encoding) if encoding.is_wide() => {
            let unit = if encoding == Encoding::UTF_16BE { u16::from_be_bytes } else { u16::from_le_bytes };
            let low = usize::from(encoding == Encoding::UTF_16BE);
            lines::<2>(&mut bytes, unit, low);
            if wide.is_none() {
                bytes.splice(..0, if low == 1 { [0xFE, 0xFF] } else { [0xFF, 0xFE] });
            }
        }
        _ => lines::<1>(&mut bytes, |[byte]| byte.into(), 0),
    }
    bytes
}

/// UTF-16 without a byte order mark: the first two characters are of ASCII, so that every second byte is 0.
fn unmarked(bytes: &[u8]) -> Option<Encoding> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    match *bytes {
        [first, 0, second, 0, ..] if plain(first) && plain(second) => Some(Encoding::UTF_16LE),
        [0, first, 0, second, ..] if plain(first) && plain(second) => Some(Encoding::UTF_16BE),
        _ => None,
    }
}

/// Makes LF of each CR that no LF follows, in characters of `N` bytes, whose byte `low` is that of ASCII. Further CR may stand
/// between a CR and its LF.
fn lines<const N: usize>(bytes: &mut [u8], unit: impl Fn([u8; N]) -> u16, low: usize) {
    let (units, _) = bytes.as_chunks_mut::<N>();
    let is = |found: &[u8; N], wanted: u8| unit(*found) == u16::from(wanted);
    let mut at = 0;
    while let Some(next) = units[at..].iter().position(|found| is(found, b'\r')) {
        let start = at + next;
        let length = units[start..].iter().take_while(|found| is(found, b'\r')).count();
        at = start + length;
        if !units.get(at).is_some_and(|found| is(found, b'\n')) {
            units[start..at].iter_mut().for_each(|found| found[low] = b'\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        for (text, expected) in [
            ("a\rb", "a\nb"),
            ("a\r\rb\r", "a\n\nb\n"),
            ("a\r\nb\r\n", "a\r\nb\r\n"),
            ("a\r\r\nb", "a\r\r\nb"),
            ("\r\n\r", "\r\n\n"),
            ("", ""),
        ] {
            assert_eq!(prepared(text.into(), Kind::Text, None), expected.as_bytes(), "{text:?}");
            assert_eq!(prepared(text.into(), Kind::Binary, None), text.as_bytes(), "{text:?}");
            for encoding in [Encoding::UTF_16LE, Encoding::UTF_16BE] {
                let wide = |text: &str| encoding.encode(text).expect("all characters");
                assert_eq!(prepared(wide(text), Kind::Text, Some(encoding)), wide(expected), "{text:?} {encoding}");
            }
        }
        // No line end, although a byte of each is that of CR or LF.
        let odd = Encoding::UTF_16LE.encode("\u{0D0D}\u{0A0A}\u{0D01}").expect("all characters");
        assert_eq!(prepared(odd.clone(), Kind::Text, Some(Encoding::UTF_16LE)), odd);
    }

    #[test]
    fn utf16_without_a_mark_gets_one() {
        for (encoding, mark) in [(Encoding::UTF_16LE, [0xFF, 0xFE]), (Encoding::UTF_16BE, [0xFE, 0xFF])] {
            let bytes = encoding.encode("(;C[花])").expect("all characters");
            let marked = [&mark[..], &bytes].concat();
            assert_eq!(prepared(bytes.clone(), Kind::Text, None), marked);
            assert_eq!(prepared(marked.clone(), Kind::Text, None), marked);
            assert_eq!(prepared(bytes.clone(), Kind::Text, Some(Encoding::UTF_8)), bytes, "another set is asked for");
        }
        assert_eq!(prepared(b"a\0b".to_vec(), Kind::Text, None), b"a\0b");
    }
}

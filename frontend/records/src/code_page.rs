//! The code page 1252 of Windows, in which RenLib writes, as the Encoding Standard of the WHATWG has it: every byte is
//! a character, so that nothing is lost on the way there and back.

/// What the bytes from 0x80 to 0x9F mean; the others mean the characters with their number.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The text that the bytes mean.
pub(super) fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| character(byte)).collect()
}

fn character(byte: u8) -> char {
    match byte {
        0x80..0xA0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The bytes of a text, or the first character that has none.
pub(super) fn encode(text: &str) -> Result<Vec<u8>, char> {
    let byte = |char| match u8::try_from(char) {
        Ok(byte) if character(byte) == char => Ok(byte),
        _ => HIGH.iter().position(|&high| high == char).map(|at| 0x80 + at as u8).ok_or(char),
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use encoding_rs::WINDOWS_1252;

    use super::*;

    #[test]
    fn every_byte_is_a_character_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&bytes), WINDOWS_1252.decode_without_bom_handling(&bytes).0);
        assert_eq!(encode(&decode(&bytes)), Ok(bytes));
        assert_eq!(decode(b"\x80 \xE5\x9F"), "€ åŸ");
        assert_eq!(decode(b"\xEF\xBB\xBFh8"), "ï»¿h8", "no mark of another encoding is looked for");
        assert_eq!(encode("h8 中"), Err('中'));
    }
}

//! The code page 1252 of Windows, in which RenLib writes, as the Encoding Standard of the WHATWG has it: every byte is
//! a character, so that nothing is lost on the way there and back.

/// The characters of the bytes 0x80 to 0x9F. All other bytes are the characters of the same number.
const SPECIAL: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', //
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text that the bytes mean.
pub(super) fn decode(bytes: &[u8]) -> String {
    let char = |&byte: &u8| match byte {
        0x80..=0x9F => SPECIAL[usize::from(byte - 0x80)],
        byte => char::from(byte),
    };
    bytes.iter().map(char).collect()
}

/// The bytes of a text, or the first character that has none.
pub(super) fn encode(text: &str) -> Result<Vec<u8>, char> {
    let byte = |char: char| match char {
        '\0'..='\x7F' | '\u{A0}'..='\u{FF}' => u8::try_from(u32::from(char)).map_err(|_| char),
        char => {
            let special = SPECIAL.iter().position(|&special| special == char);
            special.map(|index| 0x80 + index as u8).ok_or(char)
        }
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_character_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(encode(&decode(&bytes)), Ok(bytes));
        assert_eq!(decode(b"\x80 \xE5\x9F"), "€ åŸ");
        assert_eq!(encode("h8 中"), Err('中'));
    }
}

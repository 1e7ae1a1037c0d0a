//! The code page 1252 of Windows, in which RenLib writes, as the Encoding Standard of the WHATWG has it: every byte is
//! a character, so that nothing is lost on the way there and back.

use encoding_rs::{EncoderResult, WINDOWS_1252};

/// The text that the bytes mean.
pub(super) fn decode(bytes: &[u8]) -> String {
    WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}

/// The bytes of a text, or the first character that has none.
pub(super) fn encode(text: &str) -> Result<Vec<u8>, char> {
    // No character has more than one byte here.
    let mut bytes = Vec::with_capacity(text.len());
    match WINDOWS_1252.new_encoder().encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true).0 {
        EncoderResult::Unmappable(char) => Err(char),
        EncoderResult::InputEmpty | EncoderResult::OutputFull => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_character_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(encode(&decode(&bytes)), Ok(bytes));
        assert_eq!(decode(b"\x80 \xE5\x9F"), "€ åŸ");
        assert_eq!(decode(b"\xEF\xBB\xBFh8"), "ï»¿h8", "no mark of another encoding is looked for");
        assert_eq!(encode("h8 中"), Err('中'));
    }
}

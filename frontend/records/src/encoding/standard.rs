//! All character sets of the Encoding Standard, and a guess from the statistics of the bytes.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EncoderResult, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The end of the message about an unknown name.
pub(super) const KNOWN: &str = "no character set, known are those of the Encoding Standard: UTF-8, UTF-16LE, GBK, GB18030, \
    Big5, Shift_JIS, EUC-JP, ISO-2022-JP, EUC-KR, KOI8-R, windows-1250 to 1258, ISO-8859-1 to 16 and others";

/// A character set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Set(&'static encoding_rs::Encoding);

impl Set {
    pub(super) const UTF_8: Self = Self(UTF_8);
    pub(super) const UTF_16LE: Self = Self(UTF_16LE);
    pub(super) const UTF_16BE: Self = Self(UTF_16BE);
    pub(super) const WINDOWS_1252: Self = Self(WINDOWS_1252);

    pub(super) fn name(self) -> &'static str {
        self.0.name()
    }

    /// The set with this name or label, in any case.
    pub(super) fn labelled(label: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()).map(Self)
    }

    /// The bytes of a text, or the first character that the set lacks. Not for UTF-16, which the standard only decodes.
    pub(super) fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let mut encoder = self.0.new_encoder();
        let needed = encoder.max_buffer_length_from_utf8_without_replacement(text.len());
        let mut bytes = Vec::with_capacity(needed.unwrap_or(text.len()));
        match encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true).0 {
            EncoderResult::Unmappable(char) => Err(char),
            EncoderResult::InputEmpty | EncoderResult::OutputFull => Ok(bytes),
        }
    }

    /// The text of bytes, and whether all of them are characters of the set.
    pub(super) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        let (text, malformed) = self.0.decode_without_bom_handling(bytes);
        (text, !malformed)
    }

    /// The most probable set of bytes that are not UTF-8.
    pub(super) fn guessed<'b>(parts: impl Iterator<Item = &'b [u8]>) -> Self {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        for part in parts {
            detector.feed(part, false);
        }
        detector.feed(b"", true);
        Self(detector.guess(None, Utf8Detection::Deny))
    }
}

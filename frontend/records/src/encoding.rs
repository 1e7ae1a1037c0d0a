//! Character sets: all of the WHATWG's Encoding Standard, a guess where a file names none, and both ways.
//!
//! # Examples
//! ```
//! use ninuki_records::Encoding;
//!
//! let encoding: Encoding = "gb2312".parse()?;
//! assert_eq!(encoding.name(), "GBK");
//! assert_eq!(encoding.encode("花月"), Ok(b"\xBB\xA8\xD4\xC2".to_vec()));
//! assert_eq!(Encoding::WINDOWS_1252.encode("花"), Err('花'));
//! # Ok::<(), ninuki_records::EncodingError>(())
//! ```

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EncoderResult, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use engine::notation::shorten;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Entry, Remark};

/// The character set of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(UTF_8);
    /// The code page 1252 of Windows, that of Western Europe, in which every byte is a character.
    pub const WINDOWS_1252: Self = Self(WINDOWS_1252);

    /// The usual name: `GBK` for `gb2312`, `windows-1252` for `latin1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The bytes of a text, or the first character that the set lacks.
    ///
    /// # Errors
    /// The first character that the set lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        match self.0 {
            set if set == UTF_16LE => return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            set if set == UTF_16BE => return Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            _ => {}
        }
        let mut encoder = self.0.new_encoder();
        let needed = encoder.max_buffer_length_from_utf8_without_replacement(text.len());
        let mut bytes = Vec::with_capacity(needed.unwrap_or(text.len()));
        match encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true).0 {
            EncoderResult::Unmappable(char) => Err(char),
            EncoderResult::InputEmpty | EncoderResult::OutputFull => Ok(bytes),
        }
    }

    /// Whether all characters take two bytes or more, so that ASCII is no ASCII.
    pub(crate) fn is_wide(self) -> bool {
        [UTF_16LE, UTF_16BE].contains(&self.0)
    }

    /// The text of bytes, and whether all of them are characters of the set. No byte order mark is looked for.
    pub(crate) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        let (text, malformed) = self.0.decode_without_bom_handling(bytes);
        (text, !malformed)
    }

    /// The set that the bytes most probably have if they are no UTF-8.
    fn guessed<'b>(parts: impl Iterator<Item = &'b [u8]>) -> Self {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        for part in parts {
            detector.feed(part, false);
        }
        detector.feed(b"", true);
        Self(detector.guess(None, Utf8Detection::Deny))
    }
}

impl FromStr for Encoding {
    type Err = EncodingError;

    /// The character set with this name, or one of the other names of the standard, in any case.
    fn from_str(name: &str) -> Result<Self, EncodingError> {
        let label = name.trim();
        // Names of code pages as Windows and programs for SGF have them.
        let number = label.to_ascii_lowercase();
        let number = ["windows-", "codepage", "cp-", "cp", "ms", ""].iter().find_map(|stem| number.strip_prefix(stem));
        let page = number.and_then(|number| match number {
            "932" => Some("shift_jis"),
            "936" => Some("gbk"),
            "949" => Some("euc-kr"),
            "950" => Some("big5"),
            "54936" => Some("gb18030"),
            "65001" => Some("utf-8"),
            _ => None,
        });
        let other = page.map(str::to_owned).into_iter().chain(number.map(|number| format!("windows-{number}")));
        let found = std::iter::once(label.to_owned()).chain(other);
        let found = found.filter_map(|label| encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())).next();
        found.map(Self).ok_or_else(|| EncodingError(shorten(label)))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Encoding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}

/// A name that no character set has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodingError(String);

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no character set, known are those of the Encoding Standard: UTF-8, UTF-16LE, GBK, GB18030, Big5, \
             Shift_JIS, EUC-JP, ISO-2022-JP, EUC-KR, KOI8-R, windows-1250 to 1258, ISO-8859-1 to 16 and others",
            self.0
        )
    }
}

impl std::error::Error for EncodingError {}

/// A text that was read.
pub(crate) struct Decoded<'b> {
    pub(crate) text: Cow<'b, str>,
    pub(crate) used: Used,
}

/// The character set in which a text was read, and why in that one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Used {
    pub(crate) encoding: Encoding,
    pub(crate) is_guess: bool,
    /// The line of the first bytes that are no character, counted from 1; each is U+FFFD in the text.
    pub(crate) malformed: Option<usize>,
}

impl Used {
    /// The remark on a guess.
    pub(crate) fn remark(self, line: Option<usize>) -> Option<Remark> {
        let name = self.encoding;
        self.is_guess.then(|| Remark {
            line,
            text: format!("the character set is not named and was guessed to be {name}; --encoding names it"),
        })
    }

    /// The game of a file that was read so. The `first` of them has what there is to say about it.
    pub(crate) fn noted(self, mut entry: Entry, first: bool) -> Entry {
        entry.encoding = Some(self.encoding).filter(|&encoding| encoding != Encoding::UTF_8);
        if first {
            entry.remarks.extend(self.remark(None));
            entry.damage.extend(self.damage());
        }
        entry
    }

    /// The damage of bytes that are no character.
    pub(crate) fn damage(self) -> Option<crate::Damage> {
        let name = self.encoding;
        self.malformed.map(|line| crate::Damage {
            line: Some(line),
            reason: format!("some bytes are no characters of {name}; --encoding names another character set"),
        })
    }
}

/// Reads a text: as its byte order mark says, else in the character set that is asked for, else as UTF-8, and where it is
/// none in the most probable set.
pub(crate) fn decode(bytes: &[u8], asked: Option<Encoding>) -> Decoded<'_> {
    if let Some((marked, length)) = encoding_rs::Encoding::for_bom(bytes) {
        return decode_in(&bytes[length..], Encoding(marked), false);
    }
    match (asked, std::str::from_utf8(bytes)) {
        (Some(asked), _) => decode_in(bytes, asked, false),
        (None, Ok(text)) => {
            let used = Used { encoding: Encoding::UTF_8, is_guess: false, malformed: None };
            Decoded { text: Cow::Borrowed(text), used }
        }
        (None, Err(_)) => decode_in(bytes, Encoding::guessed(std::iter::once(bytes)), true),
    }
}

/// The same for all bytes of a file, which are not copied where they are UTF-8.
pub(crate) fn whole_text(bytes: Vec<u8>, asked: Option<Encoding>) -> (String, Used) {
    let marked = encoding_rs::Encoding::for_bom(&bytes).is_some();
    let bytes = if marked || asked.is_some_and(|asked| asked != Encoding::UTF_8) {
        bytes
    } else {
        match String::from_utf8(bytes) {
            Ok(text) => return (text, Used { encoding: Encoding::UTF_8, is_guess: false, malformed: None }),
            Err(error) => error.into_bytes(),
        }
    };
    let Decoded { text, used } = decode(&bytes, asked);
    (text.into_owned(), used)
}

/// Reads a text in one character set.
pub(crate) fn decode_in(bytes: &[u8], encoding: Encoding, is_guess: bool) -> Decoded<'_> {
    let (text, right) = encoding.decode(bytes);
    let first = || text.find('\u{FFFD}').unwrap_or(text.len());
    let malformed = (!right).then(|| text[..first()].matches('\n').count() + 1);
    Decoded { text, used: Used { encoding, is_guess, malformed } }
}

/// The character set of texts that lie apart from each other: UTF-8 if all are, else the most probable one; and whether it
/// is a guess. `None` if all are ASCII.
pub(crate) fn common<'b>(parts: impl Iterator<Item = &'b [u8]> + Clone) -> Option<(Encoding, bool)> {
    let high = parts.filter(|part| !part.is_ascii());
    high.clone().next()?;
    match high.clone().all(|part| std::str::from_utf8(part).is_ok()) {
        true => Some((Encoding::UTF_8, false)),
        false => Some((Encoding::guessed(high), true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_western_europe_is_a_character_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        let (text, right) = Encoding::WINDOWS_1252.decode(&bytes);
        assert!(right);
        assert_eq!(Encoding::WINDOWS_1252.encode(&text), Ok(bytes));
        assert_eq!(Encoding::WINDOWS_1252.encode("h8 中"), Err('中'));
    }

    #[test]
    fn names_are_those_of_the_standard_and_of_windows() {
        for (name, usual) in [
            ("gb2312", "GBK"),
            ("GB18030", "gb18030"),
            ("Latin1", "windows-1252"),
            (" shift_jis ", "Shift_JIS"),
            ("cp932", "Shift_JIS"),
            ("936", "GBK"),
            ("CP1251", "windows-1251"),
            ("1250", "windows-1250"),
            ("big5-hkscs", "Big5"),
            ("utf8", "UTF-8"),
        ] {
            assert_eq!(name.parse().map(Encoding::name), Ok(usual), "{name}");
        }
        for name in ["", "klingon", "cp", "cp0", "hz-gb-2312"] {
            assert!(name.parse::<Encoding>().is_err(), "{name}");
        }
    }

    #[test]
    fn the_second_bytes_of_characters_are_no_ascii() {
        for (name, text) in [
            ("Shift_JIS", "表示 ソ 十 能"),
            ("GBK", "花月 [誠\\]"),
            ("Big5", "功夫 許功蓋"),
            ("EUC-KR", "오목"),
            ("ISO-2022-JP", "連珠"),
            ("UTF-16LE", "renju 連珠 🀄"),
            ("UTF-16BE", "renju 連珠 🀄"),
            ("KOI8-R", "Рэндзю"),
        ] {
            let encoding: Encoding = name.parse().expect(name);
            let bytes = encoding.encode(text).expect(name);
            assert_eq!(encoding.decode(&bytes), (Cow::Borrowed(text), true), "{name}");
        }
    }

    #[test]
    fn utf8_is_no_guess_and_another_set_is() {
        let read = |bytes: &[u8], asked| {
            let Decoded { text, used } = decode(bytes, asked);
            (text.into_owned(), used.encoding.name(), used.is_guess, used.malformed)
        };
        let text = "Зимняя партия по рэндзю в Москве";
        let bytes = "koi8-r".parse::<Encoding>().map(|set| set.encode(text).expect("Russian")).expect("known");
        assert_eq!(read(&bytes, None), (text.to_owned(), "KOI8-U", true, None));
        assert_eq!(read(text.as_bytes(), None), (text.to_owned(), "UTF-8", false, None));
        assert_eq!(read(b"\xEF\xBB\xBFa\xFF", None), ("a\u{FFFD}".to_owned(), "UTF-8", false, Some(1)));
        assert_eq!(read(b"\xFF\xFEa\0", None), ("a".to_owned(), "UTF-16LE", false, None));
        let asked = Some(Encoding::UTF_8);
        assert_eq!(read(b"a\nb\xE4", asked), ("a\nb\u{FFFD}".to_owned(), "UTF-8", false, Some(2)));
        assert_eq!(common([b"a".as_slice(), b"b"].into_iter()), None);
        let (set, is_guess) = common(["a".as_bytes(), &bytes].into_iter()).expect("not ASCII");
        assert_eq!((set.name(), is_guess), ("KOI8-U", true));
    }
}

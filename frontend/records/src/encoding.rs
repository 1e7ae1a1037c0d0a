//! Character sets: those of the WHATWG's Encoding Standard, or without the feature `encodings` UTF-8, UTF-16 and
//! windows-1252.
//!
//! # Examples
//! ```
//! use ninuki_records::Encoding;
//!
//! let encoding: Encoding = "latin1".parse()?;
//! assert_eq!(encoding.name(), "windows-1252");
//! assert_eq!(encoding.encode("Fünf"), Ok(b"F\xFCnf".to_vec()));
//! assert_eq!(encoding.encode("花"), Err('花'));
//! # Ok::<(), ninuki_records::EncodingError>(())
//! ```

#[cfg(not(feature = "encodings"))]
mod small;
#[cfg(feature = "encodings")]
mod standard;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use engine::notation::shorten;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[cfg(not(feature = "encodings"))]
use self::small::{KNOWN, Set};
#[cfg(feature = "encodings")]
use self::standard::{KNOWN, Set};

/// The character set of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(Set);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(Set::UTF_8);
    /// The code page 1252 of Windows, for Western Europe. Every byte is a character.
    pub const WINDOWS_1252: Self = Self(Set::WINDOWS_1252);
    pub(crate) const UTF_16LE: Self = Self(Set::UTF_16LE);
    pub(crate) const UTF_16BE: Self = Self(Set::UTF_16BE);

    /// The usual name: `UTF-8` for `utf8`, `windows-1252` for `latin1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The bytes of a text.
    ///
    /// # Errors
    /// The first character that the set lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let Self(set) = self;
        match () {
            () if set == Set::UTF_16LE => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            () if set == Set::UTF_16BE => Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            () => set.encode(text),
        }
    }

    /// Whether ASCII characters take two bytes.
    pub(crate) fn is_wide(self) -> bool {
        [Self::UTF_16LE, Self::UTF_16BE].contains(&self)
    }

    /// The text of bytes without a byte order mark, and whether all of them are characters of the set.
    pub(crate) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        self.0.decode(bytes)
    }

    /// The set that a byte order mark at the beginning names, and the length of the mark in bytes.
    pub(crate) fn marked(bytes: &[u8]) -> Option<(Self, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((Self::UTF_8, 3)),
            [0xFF, 0xFE, ..] => Some((Self::UTF_16LE, 2)),
            [0xFE, 0xFF, ..] => Some((Self::UTF_16BE, 2)),
            _ => None,
        }
    }

    /// The most probable set of bytes that are not UTF-8.
    pub(crate) fn guessed<'b>(parts: impl Iterator<Item = &'b [u8]>) -> Self {
        Self(Set::guessed(parts))
    }
}

impl FromStr for Encoding {
    type Err = EncodingError;

    /// The character set with this name, another name of the standard, or the number of a code page, in any case.
    fn from_str(name: &str) -> Result<Self, EncodingError> {
        let label = name.trim();
        // Names of code pages in Windows and in programs for SGF.
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
        let found = std::iter::once(label.to_owned()).chain(other).find_map(|label| Set::labelled(&label));
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

/// A name that is no character set of this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodingError(String);

impl EncodingError {
    /// The name, shortened.
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Whether the name is that of a set that writes other characters with the bytes of ASCII.
    pub(crate) fn is_seven_bit(&self) -> bool {
        let name = self.0.to_ascii_lowercase();
        ["utf-7", "utf7", "unicode-1-1-utf-7", "hz", "iso-2022", "csiso2022"].iter().any(|set| name.starts_with(set))
    }

    /// The character sets of this build as the end of a sentence: `no character set, known are …`.
    pub(crate) const KNOWN: &'static str = KNOWN;
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is {KNOWN}", self.0)
    }
}

impl std::error::Error for EncodingError {}

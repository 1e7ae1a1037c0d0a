//! UTF-8, UTF-16 and windows-1252, for small builds.

use std::borrow::Cow;

/// The end of the message about an unknown name.
pub(super) const KNOWN: &str = "no character set of this build, which has UTF-8, UTF-16LE, UTF-16BE and windows-1252 (feature encodings: all others)";

/// A character set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

/// The characters of windows-1252 from 0x80 to 0x9F; all others are those of Unicode.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The labels that the Encoding Standard gives each set.
const LABELS: [(Set, &[&str]); 4] = [
    (Set::Utf8, &["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]),
    (Set::Utf16Le, &["utf-16le", "utf-16", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2", "unicodefeff"]),
    (Set::Utf16Be, &["utf-16be", "unicodefffe"]),
    (
        Set::Windows1252,
        &[
            "windows-1252",
            "latin1",
            "iso-8859-1",
            "ascii",
            "us-ascii",
            "ansi_x3.4-1968",
            "cp1252",
            "x-cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
        ],
    ),
];

impl Set {
    pub(super) const UTF_8: Self = Self::Utf8;
    pub(super) const UTF_16LE: Self = Self::Utf16Le;
    pub(super) const UTF_16BE: Self = Self::Utf16Be;
    pub(super) const WINDOWS_1252: Self = Self::Windows1252;

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// The set with this name or label, in any case.
    pub(super) fn labelled(label: &str) -> Option<Self> {
        let is = |known: &&str| known.eq_ignore_ascii_case(label);
        LABELS.into_iter().find(|(_, labels)| labels.iter().any(is)).map(|(set, _)| set)
    }

    /// The bytes of a text, or the first character that the set lacks. Not for UTF-16.
    pub(super) fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        if self != Self::Windows1252 {
            return Ok(text.as_bytes().to_vec());
        }
        let byte = |char| match u8::try_from(char) {
            Ok(byte @ (..0x80 | 0xA0..)) => Ok(byte),
            _ => (0x80..).zip(UPPER).find(|&(_, known)| known == char).map(|(byte, _)| byte).ok_or(char),
        };
        text.chars().map(byte).collect()
    }

    /// The text of bytes, and whether all of them are characters of the set.
    pub(super) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        match self {
            Self::Utf8 => match String::from_utf8_lossy(bytes) {
                Cow::Borrowed(text) => (Cow::Borrowed(text), true),
                Cow::Owned(text) => (Cow::Owned(text), false),
            },
            Self::Utf16Le => wide(bytes, u16::from_le_bytes),
            Self::Utf16Be => wide(bytes, u16::from_be_bytes),
            Self::Windows1252 => (Cow::Owned(bytes.iter().map(|&byte| character(byte)).collect()), true),
        }
    }

    /// windows-1252: a set without wrong bytes.
    pub(super) fn guessed<'b>(_: impl Iterator<Item = &'b [u8]>) -> Self {
        Self::Windows1252
    }
}

/// A byte of windows-1252.
fn character(byte: u8) -> char {
    byte.checked_sub(0x80).and_then(|upper| UPPER.get(usize::from(upper))).copied().unwrap_or(char::from(byte))
}

/// The text of UTF-16, and whether all units are characters. Half a unit after half a pair is one error with it.
fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (Cow<'_, str>, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(pairs.len());
    let mut right = rest.is_empty();
    let mut open = false;
    for found in char::decode_utf16(pairs.iter().copied().map(unit)) {
        right &= found.is_ok();
        open = found.as_ref().is_err_and(|error| error.unpaired_surrogate() < 0xDC00);
        text.push(found.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !rest.is_empty() && !open {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (Cow::Owned(text), right)
}

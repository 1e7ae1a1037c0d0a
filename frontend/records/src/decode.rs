//! Bytes of files as text, in the character set that the file names, that is asked for, or that is guessed.

use std::borrow::Cow;

use crate::{Damage, Encoding, Entry, Remark, RemarkKind};

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
            kind: RemarkKind::Encoding(name.name()),
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
    pub(crate) fn damage(self) -> Option<Damage> {
        let name = self.encoding;
        self.malformed.map(|line| Damage {
            line: Some(line),
            reason: format!("some bytes are no characters of {name}; --encoding names another character set"),
        })
    }
}

/// Reads a text: as its byte order mark says, else in the character set that is asked for, else as UTF-8, and where it is
/// none in the most probable set.
pub(crate) fn decode(bytes: &[u8], asked: Option<Encoding>) -> Decoded<'_> {
    if let Some((marked, length)) = Encoding::marked(bytes) {
        return decode_in(&bytes[length..], marked, false);
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
    let marked = Encoding::marked(&bytes).is_some();
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

/// Text from outside: UTF-8, or, where it is none, the code page of Windows.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| Encoding::WINDOWS_1252.decode(bytes).0.into_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], asked: Option<Encoding>) -> (String, &'static str, bool, Option<usize>) {
        let Decoded { text, used } = decode(bytes, asked);
        (text.into_owned(), used.encoding.name(), used.is_guess, used.malformed)
    }

    #[test]
    fn utf8_and_marked_text_are_no_guess() {
        let text = "Зимняя партия";
        assert_eq!(read(text.as_bytes(), None), (text.to_owned(), "UTF-8", false, None));
        assert_eq!(read(b"\xEF\xBB\xBFa\xFF", None), ("a\u{FFFD}".to_owned(), "UTF-8", false, Some(1)));
        assert_eq!(read(b"\xFF\xFEa\0", None), ("a".to_owned(), "UTF-16LE", false, None));
        let asked = Some(Encoding::UTF_8);
        assert_eq!(read(b"a\nb\xE4", asked), ("a\nb\u{FFFD}".to_owned(), "UTF-8", false, Some(2)));
        assert_eq!(common([b"a".as_slice(), b"b"].into_iter()), None);
    }

    #[test]
    fn western_text_is_a_guess() {
        let (text, name, is_guess, malformed) = read(b"F\xFCnf in einer Reihe, h\xF6chstens", None);
        assert_eq!((&*text, name, is_guess), ("Fünf in einer Reihe, höchstens", "windows-1252", true));
        assert_eq!(malformed, None);
    }

    #[test]
    #[cfg(feature = "encodings")]
    fn other_text_is_a_guess() {
        let text = "Зимняя партия по рэндзю в Москве";
        let bytes = "koi8-r".parse::<Encoding>().map(|set| set.encode(text).expect("Russian")).expect("known");
        assert_eq!(read(&bytes, None), (text.to_owned(), "KOI8-U", true, None));
        let (set, is_guess) = common(["a".as_bytes(), &bytes].into_iter()).expect("not ASCII");
        assert_eq!((set.name(), is_guess), ("KOI8-U", true));
    }
}

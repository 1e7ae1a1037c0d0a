//! The character sets of a file, each game in the one that its `CA` names.
//!
//! The bytes are decoded before anything is parsed: in Shift_JIS, GBK and Big5 the second byte of a character may be the `\` or
//! `]` of ASCII. A file is split into parts, each of which begins with the root of a game; `(;` is no second byte of any set.

use std::borrow::Cow;
use std::ops::Range;

use crate::decode::{self, Decoded, Used, decode_in};
use crate::{Damage, Encoding, EncodingError, Remark, RemarkKind};

/// A file as text, and how it came to be that.
pub(super) struct Texts {
    pub(super) text: String,
    /// The parts, by the offsets in `text` with which they begin.
    parts: Vec<(usize, Part)>,
}

/// How a part of a file was read.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// Something that [`Used`] tells.
    Read(Used),
    /// UTF-8, although `CA` names this set.
    Converted(Encoding),
    /// A guess: `CA` names UTF-16, but its bytes are ASCII.
    NotWide(Encoding, Used),
    /// `CA` names no character set of this build.
    Unknown(EncodingError),
}

/// Remarks about the character set of a game.
#[derive(Default, Debug)]
pub(super) struct Decoding {
    pub(super) remark: Option<Remark>,
    pub(super) damage: Option<Damage>,
    /// Why the game cannot be read.
    pub(super) refusal: Option<String>,
    /// The character set, if it is not UTF-8.
    pub(super) encoding: Option<Encoding>,
}

impl Texts {
    /// Decodes a file: as its byte order mark says or the options do, else game by game.
    pub(super) fn new(bytes: Vec<u8>, asked: Option<Encoding>) -> Self {
        let marked = Encoding::marked(&bytes).is_some();
        if marked || asked.is_some() {
            let Decoded { text, used } = decode::decode(&bytes, asked);
            return Self { text: text.into_owned(), parts: vec![(0, Part::Read(used))] };
        }
        let named = names(&bytes);
        let of_utf8 = |name: &Option<Result<Encoding, EncodingError>>| match name {
            None => true,
            Some(Ok(encoding)) => *encoding == Encoding::UTF_8,
            Some(Err(_)) => false,
        };
        let used = Used { encoding: Encoding::UTF_8, is_guess: false, malformed: None };
        match String::from_utf8(bytes) {
            Ok(text) if named.iter().all(|(_, name)| of_utf8(name)) => {
                Self { text, parts: vec![(0, Part::Read(used))] }
            }
            Ok(text) => Self::decoded(text.as_bytes(), &named),
            Err(error) => Self::decoded(error.as_bytes(), &named),
        }
    }

    fn decoded(bytes: &[u8], named: &[(usize, Option<Result<Encoding, EncodingError>>)]) -> Self {
        let ends = named.iter().skip(1).map(|&(start, _)| start).chain([bytes.len()]);
        let ranges: Vec<_> = named.iter().zip(ends).map(|((start, name), end)| (*start..end, name)).collect();
        // One guess for all games that name no set and are no UTF-8: more text makes it better.
        let is_utf8 = |range: &Range<usize>| std::str::from_utf8(&bytes[range.clone()]).is_ok();
        let unnamed = ranges.iter().filter(|(range, name)| name.is_none() && !is_utf8(range));
        let unnamed = unnamed.map(|(range, _)| &bytes[range.clone()]);
        let (common, is_guess) = decode::common(unnamed).unwrap_or((Encoding::UTF_8, false));
        let (mut text, mut parts) = (String::with_capacity(bytes.len()), Vec::new());
        let mut lines = 0;
        for (range, name) in ranges {
            let (decoded, mut part) = match name {
                Some(Ok(encoding)) if encoding.is_wide() && !is_utf8(&range) => {
                    let guess = Encoding::guessed(std::iter::once(&bytes[range.clone()]));
                    let Decoded { text, used } = decode_in(&bytes[range], guess, true);
                    (text, Part::NotWide(*encoding, used))
                }
                Some(Ok(encoding)) => read(&bytes[range], *encoding, false),
                Some(Err(error)) => {
                    let decoded = decode_in(&bytes[range], Encoding::WINDOWS_1252, false).text;
                    (decoded, Part::Unknown(error.clone()))
                }
                None if is_utf8(&range) => read(&bytes[range], Encoding::UTF_8, false),
                None => read(&bytes[range], common, is_guess),
            };
            if let Part::Read(Used { malformed: Some(line), .. })
            | Part::NotWide(_, Used { malformed: Some(line), .. }) = &mut part
            {
                *line += lines;
            }
            parts.push((text.len(), part));
            lines += decoded.matches('\n').count();
            text += &decoded;
        }
        Self { text, parts }
    }

    /// The remarks about the game in this range of the text, which begins on `line`.
    pub(super) fn decoding(&self, range: &Range<usize>, line: usize) -> Decoding {
        let at = self.parts.partition_point(|(start, _)| *start <= range.start).saturating_sub(1);
        let Some((_, part)) = self.parts.get(at) else { return Decoding::default() };
        let own = &self.text[range.clone()];
        let remark = part.misnamed(own.is_ascii()).map(|(text, kind)| Remark { line: Some(line), text, kind });
        let damage = |used: &Used| used.damage().filter(|_| own.contains('\u{FFFD}'));
        match part {
            Part::Unknown(error) if remark.is_none() => {
                let name = error.name();
                let reason = match cfg!(feature = "encodings") {
                    true => format!("CA[{name}] is no character set known here; --encoding names another"),
                    false => format!("CA[{name}] is {}", EncodingError::KNOWN),
                };
                Decoding { refusal: Some(reason), ..Decoding::default() }
            }
            Part::NotWide(_, used) => {
                Decoding { remark, damage: damage(used), encoding: Some(used.encoding), ..Decoding::default() }
            }
            Part::Read(used) if !own.is_ascii() => Decoding {
                remark: used.remark(Some(line)),
                damage: damage(used),
                refusal: None,
                encoding: Some(used.encoding).filter(|&encoding| encoding != Encoding::UTF_8),
            },
            _ => Decoding { remark, ..Decoding::default() },
        }
    }
}

impl Part {
    /// The remark on a name in `CA` that is not that of the text, all of which `is_ascii` or not.
    fn misnamed(&self, is_ascii: bool) -> Option<(String, RemarkKind)> {
        Some(match self {
            // Bytes of ASCII are other characters in sets of seven bits.
            Self::Unknown(error) if is_ascii && !error.is_seven_bit() => {
                let name = error.name();
                let text = format!("CA[{name}] is no character set known here; the game is ASCII and read as that");
                (text, RemarkKind::Other)
            }
            Self::Converted(named) if is_ascii && named.is_wide() => {
                let text = format!("CA names {named}, but the text is ASCII and was read as that");
                (text, RemarkKind::NotEncoding(named.name()))
            }
            Self::Converted(named) if !is_ascii => {
                let text = format!("CA names {named}, but the text is UTF-8 and was read as that; --encoding names it");
                (text, RemarkKind::NotEncoding(named.name()))
            }
            Self::NotWide(named, Used { encoding: guess, .. }) => {
                let text = format!(
                    "CA names {named}, but the text is not in it and was guessed to be {guess}; --encoding names it"
                );
                (text, RemarkKind::Encoding(guess.name()))
            }
            _ => return None,
        })
    }
}

/// As many bytes as these, all beyond ASCII, are not by chance UTF-8.
const NO_CHANCE: usize = 9;

/// Reads a part. Text that is UTF-8 and not by chance was converted, whatever set it names.
fn read(bytes: &[u8], encoding: Encoding, is_guess: bool) -> (Cow<'_, str>, Part) {
    let Decoded { text, used } = decode_in(bytes, encoding, is_guess);
    match std::str::from_utf8(bytes) {
        Ok(plain)
            if encoding != Encoding::UTF_8
                && (encoding.is_wide()
                    || used.malformed.is_some()
                    || bytes.iter().filter(|byte| !byte.is_ascii()).count() >= NO_CHANCE) =>
        {
            (Cow::Borrowed(plain), Part::Converted(encoding))
        }
        _ => (text, Part::Read(used)),
    }
}

/// The offsets of the roots of games, and the character sets that they name. What stands before the first belongs to it.
fn names(bytes: &[u8]) -> Vec<(usize, Option<Result<Encoding, EncodingError>>)> {
    let mut found = Vec::new();
    for at in memchr(bytes, b'(') {
        let after = &bytes[at + 1..];
        let blanks = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if after.get(blanks) != Some(&b';') {
            continue;
        }
        let Root { is_root, charset } = root(&after[blanks + 1..]);
        if is_root || charset.is_some() {
            let charset = charset.map(|name| name.parse());
            found.push((if found.is_empty() { 0 } else { at }, charset));
        }
    }
    if found.is_empty() {
        found.push((0, None));
    }
    found
}

fn memchr(bytes: &[u8], wanted: u8) -> impl Iterator<Item = usize> {
    bytes.iter().enumerate().filter(move |&(_, &byte)| byte == wanted).map(|(at, _)| at)
}

/// The character set as the first node of a tree names it.
#[derive(Default)]
struct Root {
    /// Whether it has properties that belong to the root of a game only.
    is_root: bool,
    charset: Option<String>,
}

/// Reads the first node of a tree, as far as that is possible before its bytes are decoded.
fn root(bytes: &[u8]) -> Root {
    let mut root = Root::default();
    let mut rest = bytes;
    loop {
        rest = rest.trim_ascii_start();
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (name, after) = rest.split_at(letters);
        let name: Vec<u8> = name.iter().copied().filter(u8::is_ascii_uppercase).collect();
        rest = after.trim_ascii_start();
        if name.is_empty() || rest.first() != Some(&b'[') {
            break;
        }
        root.is_root |= matches!(&name[..], b"GM" | b"FF" | b"SZ" | b"AP" | b"CA");
        let before = rest;
        while let Some((value, after)) = value(rest) {
            if name == b"CA" {
                let named = String::from_utf8_lossy(value).trim().to_owned();
                root.charset = Some(named).filter(|named| !named.is_empty());
                return root;
            }
            rest = after.trim_ascii_start();
            if !value.is_ascii() && root.charset.is_none() {
                // A second byte may have looked like a bracket: the name is looked for without regard to values.
                root.charset = raw_name(before);
                if root.charset.is_some() {
                    return root;
                }
            }
        }
    }
    root
}

/// The value in brackets with which bytes begin, and what follows.
fn value(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let inner = bytes.strip_prefix(b"[")?;
    let mut at = 0;
    while let Some(byte) = inner.get(at) {
        match byte {
            b']' => return Some((&inner[..at], &inner[at + 1..])),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// The known character set that the next `CA[…]` names within some bytes, before the first move.
fn raw_name(bytes: &[u8]) -> Option<String> {
    const NEAR: usize = 4096;
    let near = &bytes[..bytes.len().min(NEAR)];
    let end = near.windows(3).position(|three| matches!(three, b";B[" | b";W[")).unwrap_or(near.len());
    let near = &near[..end];
    let starts = near.windows(3).enumerate().filter(|(_, three)| *three == b"CA[").map(|(at, _)| at);
    let name = |at: usize| {
        let before = near[..at].trim_ascii_end().last();
        let (value, _) = value(&near[at + 2..])?;
        let name = std::str::from_utf8(value).ok()?.trim().to_owned();
        let known = matches!(before, Some(b']' | b';')) && name.parse::<Encoding>().is_ok();
        known.then_some(name)
    };
    starts.into_iter().find_map(name)
}

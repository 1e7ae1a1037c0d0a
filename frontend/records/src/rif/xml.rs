//! XML: attributes, character references, errors, and the place in a source.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::io::{self, BufRead, Read};

use quick_xml::escape::{EscapeError, resolve_xml_entity, unescape};
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesRef, BytesStart};

use crate::{Encoding, Exceeded};

/// Returns the attributes of an element, in order. Entities outside of XML stay as they are written.
pub(super) fn attributes(tag: &BytesStart<'_>) -> Result<Vec<(String, String)>, XmlError> {
    let mut found = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(XmlError::Attribute)?;
        let value = with_other_entities(&attribute.value);
        let value = unescape(&value).map_err(XmlError::Escape)?.into_owned();
        found.push((attribute.key.as_ref().to_owned(), value));
    }
    Ok(found)
}

/// Escapes the entities outside of XML, such as `&eacute;` of HTML.
fn with_other_entities(text: &str) -> Cow<'_, str> {
    let is_other = |rest: &str| {
        let name = rest.split_once(';').map(|(name, _)| name);
        name.is_some_and(|name| !name.starts_with('#') && resolve_xml_entity(name).is_none())
    };
    let mut parts = text.split('&');
    let first = parts.next().unwrap_or_default();
    if !parts.clone().any(is_other) {
        return Cow::Borrowed(text);
    }
    let others = parts.map(|rest| if is_other(rest) { format!("&amp;{rest}") } else { format!("&{rest}") });
    Cow::Owned(first.to_owned() + &others.collect::<String>())
}

/// Whether a text can be the name of an attribute.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|char: char| char.is_alphabetic() || char == '_')
        && text.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ':'))
}

/// The value of an attribute as it is written. Characters that are not `plain` are references.
pub(super) fn escaped(value: &str, plain: impl Fn(char) -> bool) -> String {
    let plain = |char| plain(char) && !matches!(char, '&' | '<' | '>' | '"' | '\t' | '\n' | '\r');
    let mut text = String::with_capacity(value.len());
    for char in value.chars() {
        match char {
            _ if plain(char) => text.push(char),
            '&' => text += "&amp;",
            '<' => text += "&lt;",
            '>' => text += "&gt;",
            '"' => text += "&quot;",
            _ => {
                let _ = write!(text, "&#{};", u32::from(char));
            }
        }
    }
    text
}

/// The first character that no file of XML can hold, not even as a reference.
pub(super) fn forbidden(text: &str) -> Option<char> {
    text.chars()
        .find(|char| matches!(char, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}'))
}

/// The character that an entity means; one that XML does not know stays as it is written.
pub(super) fn resolved(entity: &BytesRef<'_>) -> String {
    if let Ok(Some(char)) = entity.resolve_char_ref() {
        return char.to_string();
    }
    let name: &str = entity;
    resolve_xml_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

/// An error of the XML.
#[derive(Debug)]
pub(super) enum XmlError {
    Event(quick_xml::Error),
    Attribute(AttrError),
    Escape(EscapeError),
    /// The file ends within a game.
    CutOff,
    /// A limit of the action is exceeded.
    Limit(Exceeded),
}

impl fmt::Display for XmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(error) => error.fmt(f),
            Self::Attribute(error) => error.fmt(f),
            Self::Escape(error) => error.fmt(f),
            Self::Limit(limit) => limit.fmt(f),
            Self::CutOff => f.write_str("the file is cut off within a game"),
        }
    }
}

/// A source that knows the line and column up to which it was read, both counted from 1.
pub(super) struct Counted {
    source: Box<dyn BufRead>,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Counted {
    /// A source of UTF-8, whatever the character set that the XML names.
    ///
    /// # Errors
    /// The source cannot be read.
    pub(super) fn new(source: Box<dyn BufRead>) -> io::Result<Self> {
        Ok(Self { source: decoded(source)?, line: 1, column: 1 })
    }
}

/// The bytes of a file that may hold the declaration of its character set.
#[cfg(feature = "encodings")]
const HEAD: u64 = 256;

/// The text of a source in UTF-8.
#[cfg(feature = "encodings")]
fn decoded(mut source: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    use quick_xml::encoding::DecodingReader;

    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head)?;
    let (wide, named) = (head.starts_with(b"\xFE\xFF") || head.starts_with(b"\xFF\xFE"), declared(&head));
    let unmarked = match head[..] {
        [b'<', 0, ..] => Some(encoding_rs::UTF_16LE),
        [0, b'<', ..] => Some(encoding_rs::UTF_16BE),
        _ => None,
    };
    let whole = io::Cursor::new(head).chain(source);
    if named.is_none_or(|named| named == encoding_rs::UTF_8) && !wide && unmarked.is_none() {
        return Ok(Box::new(whole));
    }
    let mut reader = DecodingReader::new(whole);
    if let Some(named) = unmarked.or(named) {
        reader.set_encoding(named);
    }
    Ok(Box::new(reader))
}

/// The text of a source, which must be in UTF-8.
#[cfg(not(feature = "encodings"))]
fn decoded(source: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    Ok(source)
}

/// The character set that the declaration at the beginning of a file names, if ASCII is a part of it.
#[cfg(feature = "encodings")]
fn declared(head: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = String::from_utf8_lossy(head);
    let (declaration, _) = head.trim_start().strip_prefix("<?xml")?.split_once("?>")?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let name = value.split(['"', '\'']).nth(1)?;
    encoding_rs::Encoding::for_label(name.as_bytes()).filter(|named| named.is_ascii_compatible())
}

/// Whether XML in a character set is read.
pub(super) fn is_read(encoding: Encoding) -> bool {
    #[cfg(feature = "encodings")]
    let read = declared(format!("<?xml encoding='{}'?>", encoding.name()).as_bytes()).is_some();
    #[cfg(not(feature = "encodings"))]
    let read = encoding == Encoding::UTF_8;
    read
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // A filled buffer is returned without another read.
        if let Ok(filled) = self.source.fill_buf() {
            for byte in filled.iter().take(amount) {
                (self.line, self.column) =
                    if *byte == b'\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
            }
        }
        self.source.consume(amount);
    }
}

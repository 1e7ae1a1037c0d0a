//! The lines of a journal as they are read: what is torn, what is damaged, and of what length.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read};

use engine::notation::shorten;
use records::checksum::{self, ChecksumError};
use serde_json::{Map, Value};

use super::super::played::{Played, Void};
use super::super::settings::identity;
use engines::process::program::plain;

/// Longer lines are no games: 16 MiB.
const LONGEST: usize = 16 << 20;

/// The most characters of an error that quotes a line.
const QUOTED: usize = 200;

/// How much of a journal makes sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tournament) struct Extent {
    /// Where the last whole line ends, in bytes.
    pub(crate) end: u64,
    /// Whether a line follows that was not written to its end.
    pub(crate) torn: bool,
}

/// Why a journal cannot be read; it continues the name of the file.
#[derive(Debug)]
pub(in crate::tournament) enum Unreadable {
    /// The system cannot.
    File(io::Error),
    /// A line, counted from 1, is wrong.
    Line(usize, String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, ": {}", plain(error)),
            Self::Line(number, why) => write!(f, ":{number}: {why}"),
        }
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

/// Reads the journal of the tournament with these settings: where the line of each game begins, and how much makes sense.
/// `on_line` gets all lines after the first and may refuse them.
///
/// # Errors
/// The first line that is wrong.
pub(crate) fn games(
    reader: &mut impl BufRead,
    settings: &Map<String, Value>,
    on_line: &mut dyn FnMut(&Line) -> Result<(), String>,
) -> Result<(BTreeMap<usize, u64>, Extent), Unreadable> {
    let mut begins = BTreeMap::new();
    let extent = lines(reader, settings, &mut |line, at| {
        index(&mut begins, line, at)?;
        on_line(line)
    })?;
    Ok((begins, extent))
}

/// A line of a journal after the first.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::tournament) enum Line {
    Game(Box<Played>),
    Void(Void),
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(line: &[u8]) -> Result<Self, Damage> {
        // A wrong field is more precise than a wrong checksum.
        let (object, checksum) = match checksum::opened(line) {
            Ok(object) => (object, Ok(())),
            Err(error) => (checksum::unchecked(line), Err(error)),
        };
        let read = match object.starts_with(br#"{"void":"#) {
            true => serde_json::from_slice(&object).map(Self::Void),
            false => serde_json::from_slice(&object).map(|played| Self::Game(Box::new(played))),
        };
        let line = read.map_err(|error| Damage::object(&object, &error))?;
        checksum.map_err(Damage::Checksum).map(|()| line)
    }
}

/// Why a line cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::tournament) enum Damage {
    /// It is no object; it may be torn.
    Syntax(String),
    /// A field is wrong.
    Field(String),
    /// It was changed.
    Checksum(ChecksumError),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(why) | Self::Field(why) => write!(f, "this line is damaged: {why}"),
            Self::Checksum(why) => write!(f, "this line is damaged: {why}"),
        }
    }
}

impl Damage {
    /// The error of a parser, with the field in which it is.
    fn object(object: &[u8], error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let why = text.rsplit_once(" at line ").map_or(text.as_str(), |(why, _)| why);
        let plain = |char: char| if char.is_control() { ' ' } else { char };
        let mut short: String = why.chars().take(QUOTED).map(plain).collect();
        if why.chars().nth(QUOTED).is_some() {
            short.push('…');
        }
        // A missing field has no place.
        let field = field_at(object, error.column()).filter(|_| !why.starts_with("missing field"));
        let field = field.map(|name| shorten(&name) + ": ").unwrap_or_default();
        if error.is_data() { Self::Field(field + &short) } else { Self::Syntax(field + &short) }
    }
}

/// Notes where the line of each game that counts begins.
///
/// # Errors
/// A game is there twice, or is void that is not there.
pub(in crate::tournament) fn index<P>(places: &mut BTreeMap<usize, P>, line: &Line, place: P) -> Result<(), String> {
    match line {
        Line::Game(played) => match places.insert(played.game, place) {
            Some(_) => Err(format!("game: {} is there already, in a line before", played.game)),
            None => Ok(()),
        },
        Line::Void(void) => void.void.iter().try_for_each(|game| match places.remove(game) {
            Some(_) => Ok(()),
            None => Err(format!("void: game {game} is in no line before")),
        }),
    }
}

/// Checks that the first line of a journal, whole, is that of the tournament with these settings.
///
/// # Errors
/// What differs.
pub(in crate::tournament) fn check_head(line: &[u8], settings: &Map<String, Value>) -> Result<(), String> {
    compare(settings, &head(line)?)
}

/// The first line of a journal.
///
/// # Errors
/// It is that of something else.
pub(in crate::tournament) fn head(line: &[u8]) -> Result<Map<String, Value>, String> {
    let line = checksum::opened(line).map_err(|error| Damage::Checksum(error).to_string())?;
    serde_json::from_slice(&line).map_err(|_| "this is not the journal of a tournament".to_owned())
}

/// Reads line by line; `on_line` gets each with the place where it begins.
fn lines(
    reader: &mut impl BufRead,
    settings: &Map<String, Value>,
    on_line: &mut dyn FnMut(&Line, u64) -> Result<(), String>,
) -> Result<Extent, Unreadable> {
    let (mut line, mut end) = (Vec::new(), 0);
    for number in 1.. {
        let wrong = |why: String| Unreadable::Line(number, why);
        if next_line(reader, &mut line)? == 0 {
            break;
        }
        if line.len() > LONGEST {
            return Err(wrong(format!("the line is longer than {} MiB, no game is", LONGEST >> 20)));
        }
        let whole = line.last() == Some(&b'\n');
        if number == 1 {
            // A run that was stopped while it wrote the first line has played nothing.
            if !whole && begins_with(settings, &line) {
                return Ok(Extent { end, torn: true });
            }
            if !whole {
                return Err(wrong("this is not the journal of a tournament".to_owned()));
            }
            check_head(&line, settings).map_err(wrong)?;
        } else {
            match Line::read(&line) {
                _ if !whole => return Ok(Extent { end, torn: true }),
                Ok(found) => on_line(&found, end).map_err(wrong)?,
                // A line of another kind was written to its end.
                Err(Damage::Syntax(_)) if reader.fill_buf()?.is_empty() => {
                    return Ok(Extent { end, torn: true });
                }
                Err(damage) => return Err(wrong(damage.to_string())),
            }
        }
        end += line.len() as u64;
    }
    Ok(Extent { end, torn: false })
}

/// Reads a line with its end into `line`, or as much of it as shows that it is too long; the number of bytes.
pub(crate) fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    reader.take(LONGEST as u64 + 1).read_until(b'\n', line)
}

/// Whether the first line of the journal with these settings begins so.
fn begins_with(settings: &Map<String, Value>, line: &[u8]) -> bool {
    let object = Value::Object(settings.clone()).to_string();
    [checksum::sealed(&object), object].iter().any(|whole| whole.as_bytes().starts_with(line))
}

/// The field of an object in whose value, however deep, so many bytes of its text end.
fn field_at(text: &[u8], bytes: usize) -> Option<String> {
    let (mut depth, mut begin, mut escaped) = (0_usize, None, false);
    let (mut string, mut field) = (None, None);
    for (index, &byte) in text.iter().enumerate().take(bytes) {
        match (begin, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(first), b'"') => {
                string = Some(first..index);
                begin = None;
            }
            (Some(_), _) => {}
            (None, b'"') => begin = Some(index + 1),
            (None, b':') if depth == 1 => field = string.clone(),
            (None, b',') if depth == 1 => field = None,
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    field.map(|range| String::from_utf8_lossy(&text[range]).into_owned())
}

/// What differs first between two settings, written for people.
fn compare(settings: &Map<String, Value>, found: &Map<String, Value>) -> Result<(), String> {
    let [settings, found] = [settings, found].map(identity);
    let (ours, theirs) = (Value::Object(settings), Value::Object(found));
    match difference("", &ours, &theirs) {
        None => Ok(()),
        Some((place, ours, theirs)) => Err(format!(
            "this journal is of another tournament: {place} is {theirs} there and {ours} here; \
             this one needs a journal of its own"
        )),
    }
}

/// The first place at which two values differ, and what is there in each.
fn difference(place: &str, ours: &Value, theirs: &Value) -> Option<(String, String, String)> {
    let inside = |key: &str| if place.is_empty() { shorten(key) } else { format!("{place}.{}", shorten(key)) };
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys = ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key)));
            let of = |map: &Map<String, Value>, key: &str| map.get(key).cloned().unwrap_or(Value::Null);
            keys.into_iter().find_map(|key| difference(&inside(key), &of(ours, key), &of(theirs, key)))
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let pairs = ours.iter().zip(theirs).enumerate();
            pairs
                .into_iter()
                .find_map(|(index, (ours, theirs))| difference(&inside(&(index + 1).to_string()), ours, theirs))
        }
        _ if ours == theirs => None,
        _ => {
            let short = |value: &Value| match value {
                Value::Array(items) => format!("a list of {}", items.len()),
                Value::Object(_) => "something else".to_owned(),
                Value::Null => "not given".to_owned(),
                value => shorten(&value.to_string()),
            };
            Some((place.to_owned(), short(ours), short(theirs)))
        }
    }
}

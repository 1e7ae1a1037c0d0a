//! The head of a journal: its first line.

use engine::notation::shorten;
use records::checksum;
use serde_json::{Map, Value};

use super::error::{Damage, JournalErrorKind};
use crate::spec::tournament::identity;

/// Parses a head.
///
/// # Errors
/// The line is damaged or no JSON object.
pub(crate) fn parse(line: &[u8]) -> Result<Map<String, Value>, JournalErrorKind> {
    let line = checksum::opened(line).map_err(Damage::Checksum)?;
    serde_json::from_slice(&line).map_err(|_| JournalErrorKind::NotAJournal)
}

/// Returns a head as a line without its end.
pub(crate) fn line(head: &Map<String, Value>) -> String {
    checksum::sealed(&Value::Object(head.clone()).to_string())
}

/// Checks that a line is the head of the tournament.
///
/// # Errors
/// The line is damaged, or is the head of another tournament.
pub(crate) fn check(line: &[u8], head: &Map<String, Value>) -> Result<(), JournalErrorKind> {
    let [expected, found] = [head, &parse(line)?].map(|head| Value::Object(identity(head)));
    difference("", &expected, &found).map_or(Ok(()), Err)
}

/// Whether a line is an incomplete head of the tournament.
pub(crate) fn is_prefix(line: &[u8], head: &Map<String, Value>) -> bool {
    let object = Value::Object(head.clone()).to_string();
    [checksum::sealed(&object), object].iter().any(|whole| whole.as_bytes().starts_with(line))
}

/// Returns the first difference between two values as an error, with its path.
fn difference(path: &str, expected: &Value, found: &Value) -> Option<JournalErrorKind> {
    let inside = |key: &str| if path.is_empty() { shorten(key) } else { format!("{path}.{}", shorten(key)) };
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let keys = expected.keys().chain(found.keys().filter(|key| !expected.contains_key(*key)));
            let of = |map: &Map<String, Value>, key: &str| map.get(key).cloned().unwrap_or(Value::Null);
            keys.into_iter().find_map(|key| difference(&inside(key), &of(expected, key), &of(found, key)))
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let mut pairs = (1_usize..).zip(expected.iter().zip(found));
            pairs.find_map(|(number, (expected, found))| difference(&inside(&number.to_string()), expected, found))
        }
        _ if expected == found => None,
        _ => {
            let (field, expected, found) = (path.to_owned(), summary(expected), summary(found));
            Some(JournalErrorKind::OtherTournament { field, found, expected })
        }
    }
}

/// Returns a short text for a value.
fn summary(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "something else".to_owned(),
        Value::Null => "not given".to_owned(),
        value => shorten(&value.to_string()),
    }
}

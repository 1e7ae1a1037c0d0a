//! Ids of queries, found even in damaged lines.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The most bytes of an id: every answer repeats it.
pub(crate) const LONGEST: usize = 256;

/// The deepest nesting of a line.
pub(crate) const DEEPEST: usize = 128;

/// An id: a text, or a number of any size in its original spelling.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) enum Id {
    #[default]
    Null,
    Number(Box<str>),
    Text(Box<str>),
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Number(text) => {
                let raw: Result<&RawValue, _> = serde_json::from_str(text);
                raw.map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Ids at the top level of a line, found without parsing it.
#[derive(Default, Debug)]
pub(crate) struct Glance {
    /// Whether a value is nested too deeply to be parsed.
    pub(crate) is_too_deep: bool,
    pub(crate) id: Option<Id>,
    pub(crate) terminate_id: Option<Id>,
}

/// Finds the ids of a line in one pass over its bytes; the rest of the line may be damaged.
pub(crate) fn glance(line: &[u8]) -> Glance {
    let (mut found, mut depth, mut at, mut deepest) = (Glance::default(), 0_usize, 0, 0);
    while let Some(&byte) = line.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = end_of_text(line, at);
                if depth == 1 {
                    note(&mut found, &line[at..end], &line[end..]);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        deepest = deepest.max(depth);
        at += 1;
    }
    Glance { is_too_deep: deepest > DEEPEST, ..found }
}

/// Stores the value after a key, if it is the key of an id.
fn note(found: &mut Glance, key: &[u8], rest: &[u8]) {
    let place = match key {
        br#""id""# => &mut found.id,
        br#""terminate_id""# | br#""terminateId""# => &mut found.terminate_id,
        _ => return,
    };
    if let Some(rest) = rest.trim_ascii_start().strip_prefix(b":") {
        *place = value(rest.trim_ascii_start());
    }
}

/// The id at the beginning of a text.
fn value(text: &[u8]) -> Option<Id> {
    if text.first() == Some(&b'"') {
        let text: String = serde_json::from_slice(&text[..end_of_text(text, 0)]).ok()?;
        return (text.len() <= LONGEST).then(|| Id::Text(text.into()));
    }
    let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let end = text.iter().position(|byte| !is_number(byte)).unwrap_or(text.len());
    let number = std::str::from_utf8(&text[..end]).ok().filter(|number| number.len() <= LONGEST)?;
    let raw: &RawValue = serde_json::from_str(number).ok()?;
    Some(Id::Number(raw.get().into()))
}

/// The end of the text that begins at a quotation mark, or that of the line.
fn end_of_text(line: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(line: &str) -> Option<Id> {
        glance(line.as_bytes()).id
    }

    #[test]
    fn ids_are_found_in_damaged_lines() {
        let text = |text: &str| Some(Id::Text(text.into()));
        let number = |text: &str| Some(Id::Number(text.into()));
        assert_eq!(id(r#"{"id":"a","moves":[K10]}"#), text("a"));
        assert_eq!(id(r#"{"moves":["K10" "L9"], "id" : 7"#), number("7"));
        assert_eq!(id(r#"{"id":"caf\u00e9","#), text("café"));
        assert_eq!(id(r#"{"tree":[{"id":1}],"text":"\"id\":2"}"#), None);
        for none in ["", "id", r#"{"id""#, r#"{"id":"#, r#"{"id":[]}"#, r#"{"id":-}"#, r#"{"id":"a"#, r#"{"id":"a\"#] {
            assert_eq!(id(none), None, "{none}");
        }
        assert_eq!(id(&format!("{{\"id\":\"{}\"}}", "a".repeat(LONGEST + 1))), None);
    }

    #[test]
    fn large_numbers_stay_as_they_are_written() {
        for number in ["18446744073709551617", "-9223372036854775809", "1e400", "0.10"] {
            let found = id(&format!("{{\"id\":{number}}}")).expect("an id");
            assert_eq!(serde_json::to_string(&found).expect("an id"), number);
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = |depth: usize| format!("{{\"a\":{}", "[".repeat(depth));
        assert!(!glance(deep(DEEPEST - 1).as_bytes()).is_too_deep && glance(deep(DEEPEST).as_bytes()).is_too_deep);
    }
}

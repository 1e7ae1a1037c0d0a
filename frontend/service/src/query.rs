//! Parsing of lines as queries.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;

use crate::code::Code;
use crate::fields::Fields;
use crate::id::{self, Glance, Id};
use crate::refusal::{Refusal, Wrong};
use crate::signature::Action;

/// Names of fields in queries of KataGo's clients.
pub(crate) const ALIASES: [(&str, &str); 5] = [
    ("ownTable", "own_table"),
    ("reportEvery", "report_every"),
    ("rulesText", "rules_text"),
    ("terminateId", "terminate_id"),
    ("unknownFields", "unknown_fields"),
];

/// A query.
#[derive(Debug)]
pub(crate) struct Query {
    /// Every answer repeats it.
    pub(crate) id: Id,
    /// The name of the action.
    pub(crate) action: &'static str,
    pub(crate) fields: Fields,
    /// The id that `terminate` names.
    pub(crate) terminate_id: Option<Id>,
    /// The length of the line.
    pub(crate) bytes: usize,
    /// The unknown fields, if they are not refused.
    pub(crate) warnings: Vec<Wrong>,
}

/// The byte order mark of UTF-8, which some programs write.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Query {
    /// Parses a line as a query of one of the `known` actions.
    ///
    /// # Errors
    /// The line is not a query. The refusal has the id of the line if that can be read.
    pub(crate) fn parse(
        line: &[u8],
        known: impl Iterator<Item = &'static Action> + Clone,
    ) -> Result<Self, Box<Refusal>> {
        let bytes = line.len();
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let glance = id::glance(line);
        let id = glance.id.clone().unwrap_or_default();
        let parsed = Head::of(line, &glance, known).and_then(|(action, head)| {
            let warnings = head.check(action)?;
            if glance.terminate_id.is_none() && head.keys.iter().any(|key| key == "terminate_id") {
                return Err(Wrong::new("terminate_id", Code::BadId.says("an id is a number or a text")));
            }
            Ok((action, fields(line)?, warnings))
        });
        match parsed {
            Ok((action, fields, warnings)) => {
                let terminate_id = glance.terminate_id;
                Ok(Self { id, action: action.name(), fields, terminate_id, bytes, warnings })
            }
            Err(wrong) => Err(wrong.of(id)),
        }
    }
}

/// The fields of a line.
fn fields(line: &[u8]) -> Result<Fields, Wrong> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        let mut message = error.to_string();
        let code = if error.classify() == Category::Data { Code::BadValue } else { Code::Json };
        if let (Code::BadValue, Some(end)) = (code, message.rfind(" at line ")) {
            message.truncate(end);
            message = in_words(&message);
        }
        let problem = code.says(message);
        if path == "." { Wrong::line(problem) } else { Wrong::new(&path, problem) }
    })
}

/// Types of Rust at the end of messages of the parser, and what they allow.
const TYPES: [(&str, &str); 11] = [
    ("a nonzero usize", "a whole number from 1"),
    ("a nonzero u64", "a whole number from 1"),
    ("a nonzero u32", "a whole number from 1 to 4294967295"),
    ("a nonzero u16", "a whole number from 1 to 65535"),
    ("usize", "a whole number from 0"),
    ("u64", "a whole number from 0"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u16", "a whole number from 0 to 65535"),
    ("u8", "a whole number from 0 to 255"),
    ("i64", "a whole number"),
    ("i32", "a whole number from -2147483648 to 2147483647"),
];

/// A message of the parser without types of Rust.
fn in_words(message: &str) -> String {
    let Some((said, kind)) = message.rsplit_once("expected ") else { return message.to_owned() };
    let known = TYPES.iter().find(|&&(name, _)| name == kind).map(|&(_, words)| words);
    match known.or_else(|| kind.starts_with("struct ").then_some("an object")) {
        Some(words) => format!("{said}expected {words}"),
        None => message.to_owned(),
    }
}

/// The action of a query without one.
const DEFAULT: &str = "analyze";

/// The most field names that are kept; no query has as many.
const MOST_KEYS: usize = 64;

/// The names of the fields of a line, and the action.
#[derive(Default)]
struct Head {
    keys: Vec<String>,
    action: Option<serde_json::Value>,
    unknown_fields: Unknown,
}

/// The treatment of unknown fields.
#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(serde::Serialize, schemars::JsonSchema), schemars(rename = "UnknownFields"))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unknown {
    /// The query is refused.
    #[default]
    Refuse,
    /// Each has a warning, a line before the answers.
    Warn,
}

impl Head {
    /// The names of the fields of a line, and its action.
    fn of(
        line: &[u8],
        glance: &Glance,
        mut known: impl Iterator<Item = &'static Action> + Clone,
    ) -> Result<(&'static Action, Self), Wrong> {
        if glance.is_too_deep {
            let deepest = id::DEEPEST;
            let problem = Code::TooDeep.says("recursion limit exceeded, values are nested at most 128 deep");
            return Err(Wrong::line(problem.with("most", deepest)));
        }
        let head: Self = serde_json::from_slice(line).map_err(|error| Wrong::line(Code::Json.says(error)))?;
        if glance.id.is_none() {
            let message = format!("a query has an id: a number, or a text of at most {} bytes", id::LONGEST);
            return Err(Wrong::new("id", Code::NoId.says(message).with("most", id::LONGEST)));
        }
        let name = head.action.as_ref().map_or(Some(DEFAULT), |action| action.as_str());
        let all = known.clone();
        let action = known.find(|action| name == Some(action.name())).ok_or_else(|| {
            let known: Vec<_> = all.map(Action::name).collect();
            let message = format!("there is no such action, known are {}", known.join(", "));
            Wrong::new("action", Code::UnknownAction.says(message))
        })?;
        Ok((action, head))
    }

    /// Checks that the action has the fields of the line. Returns the problems that are warnings.
    fn check(&self, action: &Action) -> Result<Vec<Wrong>, Wrong> {
        let allowed: Vec<_> = action.fields().collect();
        let known = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
        let wrong = |field: &str| {
            let message = format!("no field of \"{}\", which has {known}", action.name());
            Wrong::new(field, Code::UnknownField.says(message).with("action", action.name()))
        };
        let mut others = self.keys.iter().filter(|key| !allowed.contains(&key.as_str())).map(|key| wrong(key));
        match self.unknown_fields {
            Unknown::Refuse => others.next().map_or(Ok(Vec::new()), Err),
            Unknown::Warn => Ok(others.collect()),
        }
    }
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Head;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head, A::Error> {
                let mut head = Head::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "id" => drop(map.next_value::<IgnoredAny>()?),
                        "action" => head.action = Some(map.next_value()?),
                        "unknown_fields" | "unknownFields" => head.unknown_fields = map.next_value()?,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            let known = ALIASES.iter().find(|(alias, _)| *alias == key);
                            if head.keys.len() < MOST_KEYS {
                                head.keys.push(known.map_or(key, |(_, name)| (*name).to_owned()));
                            }
                        }
                    }
                }
                Ok(head)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::actions;

    fn parse(line: &[u8]) -> Result<Query, Box<Refusal>> {
        Query::parse(line, actions())
    }

    fn refused(line: &str) -> (Option<String>, String) {
        let refusal = parse(line.as_bytes()).expect_err(line);
        (refusal.field, refusal.error)
    }

    #[test]
    fn every_action_is_found_by_its_name() {
        for name in actions().map(Action::name) {
            let query = parse(format!(r#"{{"id":1,"action":"{name}"}}"#).as_bytes()).expect("a query");
            assert_eq!(query.action, name);
        }
    }

    #[test]
    fn errors_name_the_field() {
        for (line, field) in [
            (r#"{"id":"a","nodes":0}"#, "nodes"),
            (r#"{"id":"a","moves":["K10",7]}"#, "moves[1]"),
            (r#"{"id":"a","flags":{"third-free":[]}}"#, "flags.third-free"),
            (r#"{"id":"a","action":"think"}"#, "action"),
            (r#"{"id":"a","action":"clear","moves":[]}"#, "moves"),
            (r#"{"id":"a","mvoes":[]}"#, "mvoes"),
            (r#"{"id":"a","plies":"some"}"#, "plies"),
            (r#"{"id":[]}"#, "id"),
            ("{}", "id"),
        ] {
            assert_eq!(refused(line).0.as_deref(), Some(field), "{line}: {}", refused(line).1);
        }
        for line in ["", "[]", "{", "7", "{\"id\":\"a\"} x"] {
            assert_eq!(refused(line).0, None, "{line}");
        }
        assert!(refused(&"{\"a\":".repeat(100_000)).1.contains("recursion limit"));
    }

    #[test]
    fn errors_name_no_types_of_rust() {
        let kinds = ["usize", "u64", "u32", "u16", "u8", "i64", "i32", "nonzero", "struct", "Option"];
        let mut refusals = 0;
        for action in actions() {
            for field in action.fields() {
                for value in ["-1", "0", "1e30", "0.5", "18446744073709551616", "\"?\"", "true", "[-1]", "{\"?\":-1}"] {
                    let line = format!(r#"{{"id":1,"action":"{}","{field}":{value}}}"#, action.name());
                    let Err(refusal) = parse(line.as_bytes()) else { continue };
                    refusals += 1;
                    let error = &refusal.error;
                    let named = kinds.iter().find(|kind| error.split(' ').any(|word| word.trim_matches(',') == **kind));
                    assert_eq!(named, None, "{line}: {error}");
                }
            }
        }
        assert!(refusals > 500, "{refusals}");
        assert!(refused(r#"{"id":1,"depth":0}"#).1.ends_with("expected a whole number from 1 to 4294967295"));
    }

    #[test]
    fn damaged_lines_are_refused_under_their_id() {
        for line in
            [r#"{"id":"a","moves":[K10]}"#, r#"{"nodes":5 "id":"a"}"#, r#"{"id":"a","nodes":"#, r#"{"id":"a","x":[}"#]
        {
            let refusal = parse(line.as_bytes()).expect_err(line);
            assert_eq!(refusal.id, Id::Text("a".into()), "{line}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let query = parse(b"\xEF\xBB\xBF{\"id\":1,\"action\":\"clear\"}").expect("a query");
        assert_eq!((query.id, query.action), (Id::Number("1".into()), "clear"));
    }

    #[test]
    fn lists_are_bounded_while_they_are_read() {
        let many = |item: &str| vec![item; 300_000].join(",");
        for (field, line) in [
            ("moves", format!(r#"{{"id":1,"moves":[{}]}}"#, many("\"a1\""))),
            ("plies", format!(r#"{{"id":1,"plies":[{}]}}"#, many("0"))),
            ("tree", format!(r#"{{"id":1,"action":"write","to":"sgf","tree":[{}]}}"#, many("{}"))),
        ] {
            let (found, error) = refused(&line);
            assert!(
                found.is_some_and(|found| found.starts_with(field)) && error.contains("at most"),
                "{field}: {error}"
            );
        }
    }
}

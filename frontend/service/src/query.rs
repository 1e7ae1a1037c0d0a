//! A line as a query: what is asked for, and of which position.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;

use crate::fields::Fields;
use crate::id::{self, Id};
use crate::refusal::{Refusal, Wrong};

/// What a query may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Analyze,
    Balance,
    Board,
    Clear,
    Convert,
    Games,
    Opening,
    Picture,
    Play,
    Position,
    QueryVersion,
    Read,
    Review,
    Solve,
    Terminate,
    TerminateAll,
    Threats,
    Verify,
    Write,
}

/// The fields that tell of a game.
const GAME: &[&str] = &["rules", "rules_text", "size", "length", "flags", "position", "moves"];

/// The fields that bound a search.
const LIMITS: &[&str] = &["nodes", "time", "depth"];

/// The actions by name, each with its fields.
const ACTIONS: [(&str, Action, &[&[&str]]); 19] = [
    (
        "analyze",
        Action::Analyze,
        &[GAME, LIMITS, &["plies", "lines", "only", "except", "priority", "report_every", "own_table"]],
    ),
    ("balance", Action::Balance, &[GAME, LIMITS, &["bias", "lines", "priority"]]),
    ("board", Action::Board, &[GAME]),
    ("clear", Action::Clear, &[]),
    ("convert", Action::Convert, &[GAME, &["from", "to", "text", "data", "encoding", "to_encoding", "priority"]]),
    ("games", Action::Games, &[]),
    (
        "opening",
        Action::Opening,
        &[LIMITS, &["rules", "rules_text", "size", "flags", "opening_rule", "answers", "decide", "seed", "priority"]],
    ),
    ("picture", Action::Picture, &[GAME, &["kind", "width", "numbers", "delay", "priority"]]),
    ("play", Action::Play, &[GAME, &["level", "time", "seed", "priority"]]),
    ("position", Action::Position, &[GAME]),
    ("query_version", Action::QueryVersion, &[]),
    ("read", Action::Read, &[GAME, &["from", "text", "data", "encoding", "number", "priority"]]),
    ("review", Action::Review, &[GAME, LIMITS, &["report_every", "priority"]]),
    ("solve", Action::Solve, &[GAME, &["nodes", "time", "shortest", "priority"]]),
    ("terminate", Action::Terminate, &[&["terminate_id"]]),
    ("terminate_all", Action::TerminateAll, &[]),
    ("threats", Action::Threats, &[GAME]),
    ("verify", Action::Verify, &[&["certificate", "nodes", "time", "priority"]]),
    ("write", Action::Write, &[GAME, &["to", "to_encoding", "tree", "about", "result", "main_line", "priority"]]),
];

/// The names under which KataGo's clients know some fields.
const ALIASES: [(&str, &str); 4] = [
    ("ownTable", "own_table"),
    ("reportEvery", "report_every"),
    ("rulesText", "rules_text"),
    ("terminateId", "terminate_id"),
];

impl Action {
    /// The name that a query gives it.
    pub(crate) fn name(self) -> &'static str {
        ACTIONS.iter().find(|(_, action, _)| *action == self).expect("all actions are listed").0
    }

    /// The names of all actions.
    pub(crate) fn names() -> Vec<&'static str> {
        ACTIONS.iter().map(|(name, ..)| *name).collect()
    }
}

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Query {
    /// As it is to be said again in every answer.
    pub(crate) id: Id,
    pub(crate) action: Action,
    pub(crate) fields: Fields,
    /// The id that `terminate` names.
    pub(crate) terminate_id: Option<Id>,
}

/// The mark with which some programs begin a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Query {
    /// The query on a line. A refusal has the id of the line wherever that can be read.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, Refusal> {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let glance = id::glance(line);
        let id = glance.id.clone().unwrap_or_default();
        if glance.is_too_deep {
            return Err(Wrong::line("recursion limit exceeded, values are nested at most 128 deep").of(id));
        }
        let head: Head = serde_json::from_slice(line).map_err(|error| Wrong::line(error).of(id.clone()))?;
        if glance.id.is_none() {
            let message = format!("a query has an id: a number, or a text of at most {} bytes", id::LONGEST);
            return Err(Wrong::new("id", message).of(Id::Null));
        }
        let parsed = head.action().and_then(|(action, allowed)| {
            head.check(action, allowed)?;
            if glance.terminate_id.is_none() && head.keys.iter().any(|key| key == "terminate_id") {
                return Err(Wrong::new("terminate_id", "an id is a number or a text"));
            }
            Ok((action, fields(line)?))
        });
        let (action, fields) = parsed.map_err(|wrong| wrong.of(id.clone()))?;
        Ok(Self { id, action, fields, terminate_id: glance.terminate_id })
    }
}

/// The fields of a line.
fn fields(line: &[u8]) -> Result<Fields, Wrong> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        let mut message = error.to_string();
        if let (Category::Data, Some(end)) = (error.classify(), message.rfind(" at line ")) {
            message.truncate(end);
        }
        if path == "." { Wrong::line(message) } else { Wrong::new(&path, message) }
    })
}

/// More fields than any query has.
const MOST_KEYS: usize = 64;

/// The names of the fields of a line, and the action.
#[derive(Default)]
struct Head {
    keys: Vec<String>,
    action: Option<serde_json::Value>,
}

impl Head {
    /// The action and its fields.
    fn action(&self) -> Result<(Action, &'static [&'static [&'static str]]), Wrong> {
        let name = self.action.as_ref().map_or(Some("analyze"), |action| action.as_str());
        let found = ACTIONS.iter().find(|(known, ..)| name == Some(known));
        let &(_, action, allowed) = found.ok_or_else(|| {
            Wrong::new("action", format!("there is no such action, known are {}", Action::names().join(", ")))
        })?;
        Ok((action, allowed))
    }

    fn check(&self, action: Action, allowed: &[&[&str]]) -> Result<(), Wrong> {
        let allowed = allowed.concat();
        match self.keys.iter().find(|key| !allowed.contains(&key.as_str())) {
            None => Ok(()),
            Some(other) => {
                let known = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
                Err(Wrong::new(other, format!("no field of \"{}\", which has {known}", action.name())))
            }
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

    fn refused(line: &str) -> (Option<String>, String) {
        let refusal = Query::parse(line.as_bytes()).expect_err(line);
        (refusal.field, refusal.error)
    }

    #[test]
    fn every_action_is_found_by_its_name() {
        for name in Action::names() {
            let query = Query::parse(format!(r#"{{"id":1,"action":"{name}"}}"#).as_bytes()).expect("a query");
            assert_eq!(query.action.name(), name);
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
    fn damaged_lines_are_refused_under_their_id() {
        for line in
            [r#"{"id":"a","moves":[K10]}"#, r#"{"nodes":5 "id":"a"}"#, r#"{"id":"a","nodes":"#, r#"{"id":"a","x":[}"#]
        {
            let refusal = Query::parse(line.as_bytes()).expect_err(line);
            assert_eq!(refusal.id, Id::Text("a".into()), "{line}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let query = Query::parse(b"\xEF\xBB\xBF{\"id\":1,\"action\":\"clear\"}").expect("a query");
        assert_eq!((query.id, query.action), (Id::Number("1".into()), Action::Clear));
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

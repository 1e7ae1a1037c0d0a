//! A line as a query: what is asked for, and of which position.

use serde_json::{Map, Value};

use crate::culprit;
use crate::fields::Fields;
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
    ("verify", Action::Verify, &[&["certificate", "priority"]]),
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
    pub(crate) id: Value,
    pub(crate) action: Action,
    pub(crate) fields: Fields,
}

impl Query {
    /// The query on a line.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, Refusal> {
        let object: Map<String, Value> =
            serde_json::from_slice(line).map_err(|error| Wrong::line(error).of(Value::Null))?;
        let id = object.get("id").cloned().unwrap_or_default();
        match &id {
            Value::String(text) if text.len() <= LONGEST_ID => {}
            Value::Number(_) => {}
            _ => {
                let message = format!("a query has an id: a number, or a text of at most {LONGEST_ID} bytes");
                return Err(Wrong::new("id", message).of(Value::Null));
            }
        }
        Self::of(&id, object).map_err(|wrong| wrong.of(id))
    }

    fn of(id: &Value, mut object: Map<String, Value>) -> Result<Self, Wrong> {
        object.remove("id");
        let named = object.remove("action").unwrap_or_else(|| Value::from("analyze"));
        let found = ACTIONS.iter().find(|(name, ..)| named.as_str() == Some(name));
        let &(name, action, allowed) = found.ok_or_else(|| {
            Wrong::new("action", format!("there is no such action, known are {}", Action::names().join(", ")))
        })?;
        for (alias, name) in ALIASES {
            if let Some(value) = object.remove(alias) {
                object.insert(name.to_owned(), value);
            }
        }
        let allowed = allowed.concat();
        if let Some(other) = object.keys().find(|key| !allowed.contains(&key.as_str())) {
            let known = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
            return Err(Wrong::new(other, format!("no field of \"{name}\", which has {known}")));
        }
        let fields = culprit::read(object).map_err(|(path, error)| Wrong::new(&path, error))?;
        Ok(Self { id: id.clone(), action, fields })
    }
}

/// The most bytes of an id: every answer repeats it.
const LONGEST_ID: usize = 256;

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
}

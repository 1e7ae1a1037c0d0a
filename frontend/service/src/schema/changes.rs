//! Whether the version of a schema follows its changes.
//!
//! | change | number |
//! |---|---|
//! | a field, an action or a value is removed or has another type; queries need one more field, answers may lack one | first |
//! | any other, except of descriptions | second |

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

/// Who writes the lines of a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Clients.
    Query,
    /// The program.
    Answer,
}

/// A changed schema whose version has not changed as it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unversioned {
    /// The version is that of another schema.
    Same(u32, u32),
    /// Programs break at these places, and the first number is the same.
    Breaks(Vec<String>),
}

impl fmt::Display for Unversioned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same(major, minor) => {
                write!(f, "the schema has changed since version {major}.{minor}: raise SCHEMA_VERSION")
            }
            Self::Breaks(places) => {
                write!(f, "raise the first number of SCHEMA_VERSION, and VERSION: {}", places.join(", "))
            }
        }
    }
}

/// Compares a schema with that of the repository.
///
/// # Errors
/// The schema has changed, and its version has not changed as it should.
pub(super) fn check(known: &str, text: &str, side: Side) -> Result<(), Unversioned> {
    let (known, new) = (parsed(known), parsed(text));
    let (before, now) = (version(&known), version(&new));
    let (known, new) = (plain(&known), plain(&new));
    if known == new {
        return Ok(());
    }
    if before == now {
        return Err(Unversioned::Same(now.0, now.1));
    }
    let mut broken = Vec::new();
    compare(&known, &new, side, "", &mut broken);
    if before.0 == now.0 && !broken.is_empty() {
        return Err(Unversioned::Breaks(broken));
    }
    Ok(())
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The version in the id of a schema; 0.0 without one.
fn version(schema: &Value) -> (u32, u32) {
    let text = schema["$id"].as_str().and_then(|id| id.rsplit(':').next()).unwrap_or("0.0");
    let (major, minor) = text.split_once('.').expect("two numbers");
    (major.parse().expect("a number"), minor.parse().expect("a number"))
}

/// A schema without texts for readers and without its version.
fn plain(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => {
            let is_kept = |name: &str, value: &Value| match name {
                "description" | "title" | "$id" => !value.is_string(),
                "protocol" | "schema" => value["const"].is_null(),
                _ => true,
            };
            let kept = object.iter().filter(|(name, value)| is_kept(name, value));
            kept.map(|(name, value)| (name.clone(), plain(value))).collect::<serde_json::Map<_, _>>().into()
        }
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().into(),
        other => other.clone(),
    }
}

/// Collects the places where a program written for `known` fails with `new`.
fn compare(known: &Value, new: &Value, side: Side, place: &str, broken: &mut Vec<String>) {
    for names in ["$defs", "properties", "patternProperties"] {
        for (name, value) in known[names].as_object().into_iter().flatten() {
            let place = format!("{place}/{name}");
            match new[names].get(name) {
                Some(new) => compare(value, new, side, &place, broken),
                None => broken.push(format!("{place} is removed")),
            }
        }
    }
    for part in ["items", "additionalProperties"] {
        if known[part].is_object() {
            compare(&known[part], &new[part], side, &format!("{place}/{part}"), broken);
        }
    }
    let (before, now) = (words(known, "type"), words(new, "type"));
    let types = if side == Side::Query { missing(&before, &now) } else { missing(&now, &before) };
    let mut find = |what: &str, names: String| {
        if !names.is_empty() {
            broken.push(format!("{place} {what} {names}"));
        }
    };
    find("has other types:", types);
    find("has no value", missing(&values(known), &values(new)));
    find("has no alternative", missing(&alternatives(known), &alternatives(new)));
    let (before, now) = (words(known, "required"), words(new, "required"));
    match side {
        Side::Query => find("needs", missing(&now, &before)),
        Side::Answer => find("may lack", missing(&before, &now)),
    }
}

/// The words that only the first set has.
fn missing(some: &BTreeSet<String>, others: &BTreeSet<String>) -> String {
    some.difference(others).cloned().collect::<Vec<_>>().join(", ")
}

/// The words of a keyword: one or a list of them.
fn words(schema: &Value, keyword: &str) -> BTreeSet<String> {
    match &schema[keyword] {
        Value::Array(list) => list.iter().map(Value::to_string).collect(),
        Value::Null => BTreeSet::new(),
        one => [one.to_string()].into(),
    }
}

/// The values that a schema allows.
fn values(schema: &Value) -> BTreeSet<String> {
    words(schema, "enum").into_iter().chain(words(schema, "const")).collect()
}

/// The definitions and fixed values of which a schema allows one.
fn alternatives(schema: &Value) -> BTreeSet<String> {
    let parts = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    parts.flat_map(|part| words(part, "$ref").into_iter().chain(values(part))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A schema of two fields, after a change.
    fn schema(version: &str, change: impl Fn(&mut Value)) -> String {
        let mut schema = json!({
            "$id": format!("urn:ninuki:query:{version}"),
            "properties": { "rules": { "enum": ["pente", "renju"], "description": "A game." }, "nodes": { "type": "integer" } },
            "required": ["rules"],
        });
        change(&mut schema);
        schema.to_string()
    }

    fn refused(version: &str, side: Side, change: impl Fn(&mut Value)) -> Option<String> {
        check(&schema("1.1", |_| ()), &schema(version, change), side).err().map(|error| error.to_string())
    }

    #[test]
    fn each_change_needs_a_version() {
        let added = |schema: &mut Value| schema["properties"]["time"] = json!({ "type": "integer" });
        assert!(refused("1.1", Side::Query, added).is_some_and(|error| error.contains("since version 1.1")));
        assert_eq!(refused("1.2", Side::Query, added), None);
        assert_eq!(
            refused("1.1", Side::Query, |schema| schema["properties"]["rules"]["description"] = "Rules.".into()),
            None
        );
    }

    /// Who writes the lines, a change, and a part of the error.
    type Broken = (Side, fn(&mut Value), &'static str);

    #[test]
    fn changes_that_break_programs_need_another_first_number() {
        let broken: [Broken; 5] = [
            (
                Side::Query,
                |schema| drop(schema["properties"].as_object_mut().map(|it| it.remove("nodes"))),
                "/nodes is removed",
            ),
            (Side::Query, |schema| schema["properties"]["rules"]["enum"] = json!(["pente"]), "has no value \"renju\""),
            (Side::Query, |schema| schema["required"] = json!(["rules", "nodes"]), "needs \"nodes\""),
            (Side::Answer, |schema| schema["required"] = json!([]), "may lack \"rules\""),
            (Side::Answer, |schema| schema["properties"]["nodes"]["type"] = json!(["integer", "null"]), "\"null\""),
        ];
        for (side, change, text) in broken {
            assert!(refused("1.2", side, change).is_some_and(|error| error.contains(text)), "{text}");
            assert_eq!(refused("2.0", side, change), None);
        }
    }
}

//! Types of Python.

use std::fmt::Write as _;

use serde_json::Value;

use super::document::{Document, by_type, target};
use super::typescript::fields;

const HEAD: &str = "\"\"\"Answers of the engine as dataclasses.\"\"\"

# Generated from the Rust types of ninuki-service: SCHEMA=overwrite cargo test -p ninuki-service schema

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Union
";

/// Definitions in their order, with the names of their classes and their omitted fields.
const CLASSES: [(&str, &str, &[&str]); 15] = [
    ("Score", "Score", &[]),
    ("Line", "Line", &[]),
    ("Analysis", "Analysis", &["id", "action", "limit", "ply", "partial", "to_move", "outcome"]),
    ("Solution", "Solution", &["id", "action", "limit"]),
    ("Verdict", "Verified", &["id", "action", "limit"]),
    ("ReviewedMove", "ReviewedMove", &[]),
    ("StoredEvaluation", "Evaluation", &[]),
    ("BookValue", "BookValue", &[]),
    ("BookMove", "BookMove", &[]),
    ("BookPosition", "BookPosition", &[]),
    ("ExploredMove", "ExploredMove", &[]),
    ("LibraryGame", "LibraryGame", &[]),
    ("Explored", "Explored", &["id", "action", "limit"]),
    ("Puzzle", "Puzzle", &[]),
    ("Attempt", "Attempt", &["id", "action", "limit"]),
];

/// The dataclasses.
pub(super) fn types(answers: &Document) -> String {
    let mut out = HEAD.to_owned();
    for (name, class, without) in CLASSES {
        declare(&mut out, &answers.definitions[name], class, without);
    }
    code(&mut out, answers);
    out
}

fn declare(out: &mut String, schema: &Value, class: &str, without: &[&str]) {
    let fields = object(schema, without);
    let text = schema["description"].as_str().unwrap_or_default().replace("null", "None");
    let _ = write!(out, "\n\n@dataclass(frozen=True)\nclass {class}:\n    \"\"\"{text}\n\n    Attributes:\n");
    for (name, schema, _) in &fields {
        let text = schema["description"].as_str().unwrap_or_default().replace("null", "None");
        let text = text[..1].to_lowercase() + &text[1..];
        let _ = writeln!(out, "        {name}: {text}");
    }
    *out += "    \"\"\"\n\n";
    for (name, schema, required) in fields {
        let kind = type_of(&schema);
        match required {
            true => drop(writeln!(out, "    {name}: {kind}")),
            false => drop(writeln!(out, "    {name}: Optional[{kind}] = None")),
        }
    }
}

/// The fields of an object, or of all alternatives of it.
fn object(schema: &Value, without: &[&str]) -> Vec<(String, Value, bool)> {
    if let Some(parts) = schema["oneOf"].as_array() {
        let part = |part: &Value| {
            let (name, field) = part["properties"].as_object()?.iter().next()?;
            let mut field = field.clone();
            field["description"] = part["description"].clone();
            Some((name.clone(), field, false))
        };
        return parts.iter().filter_map(part).collect();
    }
    let properties = schema["properties"].as_object().expect("an object");
    let fields = fields(schema, properties).into_iter().filter(|(name, ..)| !without.contains(name));
    fields.map(|(name, schema, required)| (name.to_owned(), schema.clone(), required)).collect()
}

/// A schema as a type.
fn type_of(schema: &Value) -> String {
    if let Some(name) = target(schema) {
        let class = CLASSES.iter().find(|(known, ..)| *known == name).map(|(_, class, _)| *class);
        return match name {
            "Side" => "str".to_owned(),
            "Size" => "Union[int, str]".to_owned(),
            _ => class.unwrap_or("Any").to_owned(),
        };
    }
    let optional = |kinds: Vec<String>| {
        let mut others: Vec<String> = kinds.iter().filter(|kind| *kind != "None").cloned().collect();
        others.dedup();
        let kind = if let [kind] = &others[..] { kind.clone() } else { format!("Union[{}]", others.join(", ")) };
        if others.len() < kinds.len() && kinds.contains(&"None".to_owned()) {
            format!("Optional[{kind}]")
        } else {
            kind
        }
    };
    if let Some(values) = schema["enum"].as_array() {
        return optional(values.iter().map(|value| if value.is_null() { "None" } else { "str" }.to_owned()).collect());
    }
    if let Some(parts) = schema["anyOf"].as_array() {
        return optional(parts.iter().map(type_of).collect());
    }
    match &schema["type"] {
        Value::Array(names) => optional(by_type(schema, names).map(|one| type_of(&one)).collect()),
        Value::String(name) => match name.as_str() {
            "string" => "str".to_owned(),
            "boolean" => "bool".to_owned(),
            "null" => "None".to_owned(),
            "integer" => "int".to_owned(),
            "number" => "float".to_owned(),
            "array" => format!("List[{}]", type_of(&schema["items"])),
            _ => format!("Dict[str, {}]", type_of(&schema["additionalProperties"])),
        },
        _ => "Any".to_owned(),
    }
}

/// The codes of errors.
fn code(out: &mut String, answers: &Document) {
    *out += "\n\n#: The codes of errors, each with its meaning.\nCODES: Dict[str, str] = {\n";
    for part in answers.definitions["Code"]["oneOf"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "    {}: {},", part["const"], part["description"]);
    }
    *out += "}\n";
}

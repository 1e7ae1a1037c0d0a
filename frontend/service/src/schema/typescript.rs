//! Types of TypeScript.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::document::{Document, by_type, target};
use crate::actions::actions;
use crate::signature::{Action, GAME, LIMITS};

const HEAD: &str =
    "// Generated from the Rust types of ninuki-service: SCHEMA=overwrite cargo test -p ninuki-service schema\n";

/// The declarations of queries and answers.
pub(super) fn types(queries: &Document, answers: &Document) -> String {
    let mut out = HEAD.to_owned();
    let mut definitions = queries.definitions.clone();
    definitions.extend(answers.definitions.clone());
    for (name, schema) in &definitions {
        declare(&mut out, name, schema);
    }
    out += "\n/** The fields of all queries. */\nexport interface Fields {\n";
    for (field, schema) in queries.properties().iter().filter(|(field, _)| !["id", "action"].contains(&field.as_str()))
    {
        comment(&mut out, "  ", schema);
        let _ = writeln!(out, "  {field}?: {};", type_of(schema));
    }
    out += "}\n";
    group(&mut out, "Game", "The fields that describe a game.", GAME);
    group(&mut out, "Limits", "The fields that bound a search.", LIMITS);
    out += "\n/** The query of each action, without `id` and `action`. */\nexport interface Queries {\n";
    for action in actions() {
        let _ = writeln!(out, "  /** {} */\n  {}: {};", sentence(action.about()), action.name(), query(action));
    }
    out += "}\n\n/** The answers of each action. */\nexport interface AnswersByAction {\n";
    for (action, name) in &answers.answers {
        let _ = writeln!(out, "  {action}: {name};");
    }
    out + "}\n"
}

/// A text as a sentence.
fn sentence(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..] + "."
}

/// Some fields as a type.
fn group(out: &mut String, name: &str, about: &str, fields: &[&str]) {
    let _ = writeln!(out, "\n/** {about} */\nexport type {name} = {};", pick(fields));
}

fn pick(fields: &[&str]) -> String {
    let names: Vec<String> = fields.iter().map(|field| format!("\"{field}\"")).collect();
    format!("Pick<Fields, {}>", names.join(" | "))
}

/// The fields of an action as a type.
fn query(action: &Action) -> String {
    let groups = action.groups().iter().map(|&fields| match fields {
        _ if fields == GAME => "Game".to_owned(),
        _ if fields == LIMITS => "Limits".to_owned(),
        _ => pick(fields),
    });
    let groups: Vec<String> = groups.collect();
    if groups.is_empty() { "Record<never, never>".to_owned() } else { groups.join(" & ") }
}

fn comment(out: &mut String, indent: &str, schema: &Value) {
    if let Some(text) = schema["description"].as_str() {
        let _ = writeln!(out, "{indent}/** {text} */");
    }
}

fn declare(out: &mut String, name: &str, schema: &Value) {
    *out += "\n";
    comment(out, "", schema);
    let Some(properties) = schema["properties"].as_object().filter(|_| schema.get("oneOf").is_none()) else {
        let _ = writeln!(out, "export type {name} = {};", type_of(schema));
        return;
    };
    let _ = writeln!(out, "export interface {name} {{");
    for (field, schema, required) in fields(schema, properties) {
        comment(out, "  ", schema);
        let mark = if required { "" } else { "?" };
        let _ = writeln!(out, "  {field}{mark}: {};", type_of(schema));
    }
    *out += "}\n";
}

/// The fields of an object, required ones first, each with its schema and whether it is required.
pub(super) fn fields<'s>(schema: &'s Value, properties: &'s Map<String, Value>) -> Vec<(&'s str, &'s Value, bool)> {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let others = properties.iter().filter(|(name, _)| !required.contains(&name.as_str()));
    let first = required.iter().map(|&name| (name, &properties[name], true));
    first.chain(others.map(|(name, schema)| (name.as_str(), schema, false))).collect()
}

/// A schema as a type.
fn type_of(schema: &Value) -> String {
    if let Some(name) = target(schema) {
        return name.to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(parts) = schema[key].as_array() {
            return parts.iter().map(type_of).collect::<Vec<_>>().join(" | ");
        }
    }
    match &schema["type"] {
        Value::Array(names) => {
            let mut found: Vec<_> = by_type(schema, names).map(|one| type_of(&one)).collect();
            found.dedup();
            found.join(" | ")
        }
        Value::String(name) => plain(name, schema),
        _ => "unknown".to_owned(),
    }
}

fn plain(name: &str, schema: &Value) -> String {
    match name {
        "string" | "boolean" | "null" => name.to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => format!("[{}]", items.iter().map(type_of).collect::<Vec<_>>().join(", ")),
            None if schema["minItems"] == 2 && schema["maxItems"] == 2 => {
                let item = type_of(&schema["items"]);
                format!("[{item}, {item}]")
            }
            None => {
                let item = type_of(&schema["items"]);
                if item.contains(' ') && !item.starts_with('[') { format!("({item})[]") } else { format!("{item}[]") }
            }
        },
        _ => match schema["properties"].as_object() {
            Some(properties) => {
                let field = |(name, schema, required): (&str, &Value, bool)| {
                    format!("{name}{}: {}", if required { "" } else { "?" }, type_of(schema))
                };
                format!("{{ {} }}", fields(schema, properties).into_iter().map(field).collect::<Vec<_>>().join("; "))
            }
            None => format!("Record<string, {}>", type_of(&schema["additionalProperties"])),
        },
    }
}

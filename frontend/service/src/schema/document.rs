//! The two schemas, put together from the table of actions.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema as _, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::parts::Id;
use crate::SCHEMA_VERSION;
use crate::actions::{ENTRIES, actions};
use crate::fields::Fields;
use crate::limit::Limit;
use crate::query::{ALIASES, Unknown};
use crate::refusal::{Refusal, Warning};
use crate::signature::Action;

/// A schema with its definitions.
pub(super) struct Document {
    root: Map<String, Value>,
    /// Definitions by name.
    pub(super) definitions: Map<String, Value>,
    /// The definition of the answers of each action.
    pub(super) answers: Vec<(&'static str, String)>,
}

fn generator(contract: Contract) -> SchemaGenerator {
    SchemaSettings::draft2020_12().with(|settings| settings.contract = contract).into_generator()
}

/// The name of a definition that a schema refers to.
pub(super) fn target(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|path| path.rsplit('/').next())
}

/// A schema for each of several types.
pub(super) fn by_type<'v>(schema: &'v Value, types: &'v [Value]) -> impl Iterator<Item = Value> + 'v {
    types.iter().map(|name| {
        let mut one = schema.clone();
        one["type"] = name.clone();
        one
    })
}

/// Removes formats of numbers and defaults. Fields that may be left out are never null.
fn clean(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("format").is_some_and(Value::is_string) {
                object.remove("format");
            }
            if object.get("default").is_some_and(|value| !value.is_object() || value.get("type").is_none()) {
                object.remove("default");
            }
            let required = object.get("required").cloned().unwrap_or_default();
            if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
                let is_optional =
                    |name: &str| required.as_array().is_none_or(|names| names.iter().all(|it| it != name));
                properties
                    .iter_mut()
                    .filter(|(name, _)| is_optional(name))
                    .for_each(|(_, schema)| without_null(schema));
            }
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            object.values_mut().for_each(clean);
        }
        Value::Array(list) => list.iter_mut().for_each(clean),
        _ => {}
    }
}

/// Removes null from the types of a value.
fn without_null(schema: &mut Value) {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|name| name != "null");
        if let [name] = &types[..] {
            schema["type"] = name.clone();
        }
    }
    if let Some(parts) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        parts.retain(|part| part.get("type") != Some(&json!("null")));
        if let [Value::Object(only)] = &parts[..] {
            let only = only.clone();
            let object = schema.as_object_mut().expect("an object");
            object.remove("anyOf");
            object.extend(only);
        }
    }
}

/// Forbids other fields in objects.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("properties").is_some_and(Value::is_object) && object.get("type") == Some(&json!("object")) {
                object.entry("additionalProperties").or_insert(json!(false));
            }
            object.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

impl Document {
    /// The schema of queries.
    pub(super) fn queries() -> Self {
        let mut generator = generator(Contract::Deserialize);
        let id = generator.subschema_for::<Id>();
        let unknown: Value = generator.subschema_for::<Unknown>().into();
        let mut root = Fields::json_schema(&mut generator).as_object().cloned().expect("an object");
        let names: Vec<_> = actions().map(Action::name).collect();
        let properties = root["properties"].as_object_mut().expect("properties");
        for (field, actions) in used(properties) {
            if let Value::Object(schema) = &mut properties[&field] {
                let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
                schema.insert("description".to_owned(), format!("{actions}: {text}").into());
            }
        }
        let mut described = |name: &str, text: &str, mut schema: Value| {
            schema["description"] = text.into();
            properties.insert(name.to_owned(), schema);
        };
        described("id", "Every answer repeats it.", id.clone().into());
        described("action", "The action, analyze by default.", json!({ "enum": names }));
        described("terminate_id", "terminate: the id of the queries to end.", id.into());
        described(
            "unknown_fields",
            "Whether unknown fields are refused, or each has a warning; refuse by default.",
            unknown,
        );
        let aliases: Vec<_> = ALIASES.iter().map(|(alias, _)| *alias).collect();
        root.insert("patternProperties".to_owned(), json!({ format!("^({})$", aliases.join("|")): {} }));
        root.insert("required".to_owned(), json!(["id"]));
        root.insert("title".to_owned(), "A query of ninuki analysis: one object a line".into());
        root.remove("description");
        root.insert("additionalProperties".to_owned(), false.into());
        Self { root, definitions: generator.take_definitions(true), answers: Vec::new() }.cleaned()
    }

    /// The schema of answers.
    pub(super) fn answers() -> Self {
        let mut generator = generator(Contract::Serialize);
        let id: Value = generator.subschema_for::<Id>().into();
        let limit: Value = generator.subschema_for::<Limit>().into();
        let refusal: Value = generator.subschema_for::<Refusal>().into();
        let warning: Value = generator.subschema_for::<Warning>().into();
        let schemas: Vec<Value> = ENTRIES.iter().map(|entry| (entry.answer)(&mut generator).into()).collect();
        let mut definitions = generator.take_definitions(true);
        let (mut answers, mut one_of) = (Vec::new(), vec![refusal, warning]);
        let mut named: Vec<(String, Vec<&str>)> = Vec::new();
        for (action, schema) in actions().zip(&schemas) {
            let name = target(schema).expect("answers are definitions").to_owned();
            answers.push((action.name(), name.clone()));
            for object in objects(&definitions, &name) {
                match named.iter_mut().find(|(known, _)| *known == object) {
                    Some((_, names)) => names.push(action.name()),
                    None => {
                        one_of.push(json!({ "$ref": format!("#/$defs/{object}") }));
                        named.push((object, vec![action.name()]));
                    }
                }
            }
        }
        for (object, names) in named {
            let definition = definitions[&object].as_object_mut().expect("an object");
            let name = if let [name] = names[..] { json!({ "const": name }) } else { json!({ "enum": names }) };
            let properties = definition["properties"].as_object_mut().expect("properties");
            properties.extend([
                ("id".to_owned(), id.clone()),
                ("action".to_owned(), name),
                ("limit".to_owned(), limit.clone()),
            ]);
            let required = definition.entry("required").or_insert(json!([]));
            required.as_array_mut().expect("names").splice(0..0, ["id".into(), "action".into()]);
        }
        let mut root = Map::new();
        root.insert("title".to_owned(), "An answer of ninuki analysis: one object a line".into());
        root.insert("oneOf".to_owned(), one_of.into());
        let mut document = Self { root, definitions, answers }.cleaned();
        document.definitions.values_mut().for_each(close);
        document
    }

    fn cleaned(mut self) -> Self {
        self.definitions.values_mut().for_each(clean);
        let mut root = Value::Object(self.root);
        clean(&mut root);
        let Value::Object(root) = root else { unreachable!("an object") };
        Self { root, ..self }
    }

    /// The properties of the root.
    pub(super) fn properties(&self) -> &Map<String, Value> {
        self.root["properties"].as_object().expect("queries have properties")
    }

    /// The document as indented JSON. `subject` is part of its id, beside the version.
    pub(super) fn text(&self, subject: &str) -> String {
        let mut root = self.root.clone();
        root.insert("$id".to_owned(), format!("urn:ninuki:{subject}:{SCHEMA_VERSION}").into());
        root.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        root.insert("$defs".to_owned(), Value::Object(self.definitions.clone()));
        serde_json::to_string_pretty(&root).expect("JSON") + "\n"
    }
}

/// The objects of a definition: itself, or its alternatives.
fn objects(definitions: &Map<String, Value>, name: &str) -> Vec<String> {
    let Some(parts) = definitions[name]["anyOf"].as_array() else { return vec![name.to_owned()] };
    parts.iter().filter_map(target).map(str::to_owned).collect()
}

/// The fields that only some actions have, with these actions.
fn used(properties: &Map<String, Value>) -> Vec<(String, String)> {
    let having = |field: &str| {
        let found = actions().filter(|action| action.fields().any(|name| name == field));
        found.map(Action::name).collect::<Vec<_>>()
    };
    let used = properties.keys().map(|field| (field.clone(), having(field)));
    used.filter(|(_, actions)| (1..=3).contains(&actions.len()))
        .map(|(field, actions)| (field, actions.join(", ")))
        .collect()
}

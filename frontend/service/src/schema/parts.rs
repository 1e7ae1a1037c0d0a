//! Schemas of types of other crates, and of texts with a fixed set of values.
#![expect(dead_code, reason = "only their schemas are used")]

pub(crate) use analysis::json::schema::{Outcome, Side, Size};
use engine::Reason;
use puzzles::{Hint, Kind, Theme};
use records::Format;
use records::tree::Quality;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use search::End;

/// The id of the query.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
pub(crate) enum Id {
    Number(serde_json::Number),
    Text(#[schemars(length(max = 256))] String),
}

/// The word `all`.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub(crate) enum All {
    All,
}

/// Players, date and event of a game; texts may be empty.
#[derive(JsonSchema, Default)]
#[serde(default)]
pub(crate) struct About {
    /// The players of Black and of White.
    players: [String; 2],
    /// The day, as `2026-11-20`, or any other text of the record.
    date: String,
    event: String,
    round: String,
    place: String,
    /// The opening rule and, after a colon, the choices made by it.
    opening: String,
}

/// A player of an opening: 0 began.
pub(crate) struct Player;

impl JsonSchema for Player {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Player".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [0, 1] })
    }
}

/// A text of a fixed set, or null.
fn optional(words: impl IntoIterator<Item = String>) -> Schema {
    let words: Vec<_> = words.into_iter().map(Some).chain([None]).collect();
    json_schema!({ "enum": words })
}

/// Why a search ended.
pub(crate) fn ended(_: &mut SchemaGenerator) -> Schema {
    let ends = [End::Time, End::Nodes, End::Depth, End::Stopped, End::Proven, End::ForcedMove, End::NoPlacement];
    optional(ends.iter().map(ToString::to_string).chain([crate::answer::TERMINATED.to_owned()]))
}

/// Why a check ended early.
pub(crate) fn check_ended(_: &mut SchemaGenerator) -> Schema {
    optional(["terminated", "time", "positions", "memory"].map(str::to_owned))
}

/// The claims of puzzles.
pub(crate) fn puzzle_kind(_: &mut SchemaGenerator) -> Schema {
    let names = [Kind::Win, Kind::OnlyMove].map(Kind::name);
    json_schema!({ "enum": names })
}

/// A theme of puzzles.
pub(crate) fn theme(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Theme::ALL.map(Theme::name) })
}

/// Themes of a puzzle.
pub(crate) fn themes(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": theme(generator) })
}

/// Kinds of moves of puzzles.
pub(crate) fn hint(_: &mut SchemaGenerator) -> Schema {
    optional([Hint::Defence, Hint::Win, Hint::Four, Hint::Threat].map(|hint| hint.name().to_owned()))
}

/// The marks of moves.
pub(crate) fn quality(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Quality::ALL.map(Quality::mark) })
}

/// The winner, or null for a draw.
pub(crate) fn winner(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Option<Side>>()
}

/// Reasons of results that the rules do not give.
pub(crate) fn claim(_: &mut SchemaGenerator) -> Schema {
    let reasons = [Reason::Resigned, Reason::Time, Reason::Agreed].map(|reason| reason.to_string());
    json_schema!({ "enum": reasons })
}

/// The formats of records.
pub(crate) fn format(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Format::ALL.iter().map(|format| format.name()).collect::<Vec<_>>() })
}

/// True.
pub(crate) fn always(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "const": true })
}

/// The version of queries and answers.
pub(crate) fn protocol(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "const": crate::VERSION })
}

/// The version of the schemas.
pub(crate) fn schema_version(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "const": crate::SCHEMA_VERSION })
}

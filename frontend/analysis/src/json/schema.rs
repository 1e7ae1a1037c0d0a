//! Schemas of types of other crates.
#![expect(dead_code, reason = "only their schemas are used")]

use engine::Reason;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A side: x is Black, o is White.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    X,
    /// White.
    O,
}

/// The side of the board, or width and height as `15x20`.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum Size {
    /// The side.
    Side(#[schemars(range(min = 1))] usize),
    /// Width and height.
    Sides(#[schemars(regex(pattern = "^[0-9]+x[0-9]+$"))] String),
}

/// How a game ended.
#[derive(JsonSchema)]
pub struct Outcome {
    /// The winner; null for a draw.
    winner: Option<Side>,
    /// Why the game is over.
    #[schemars(schema_with = "reason")]
    reason: String,
}

fn reason(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": Reason::ALL.map(|reason| reason.to_string()) })
}

/// Why a record was not replayed to its end.
#[derive(JsonSchema)]
pub struct Fault {
    /// The number of the move, counted from 1; 0 if the record cannot be read.
    ply: usize,
    #[schemars(rename = "move")]
    mv: Option<String>,
    reason: String,
}

/// A guess or a correction of the reader.
#[derive(JsonSchema)]
pub struct Remark {
    /// The line of the file, counted from 1.
    line: Option<usize>,
    text: String,
}

//! The service as programs use it. Every message is compared with the schemas.

extern crate ninuki_service as service;

mod answers;
mod boards;
mod book;
mod bounds;
mod cases;
mod engines_named;
mod libraries;
mod limits;
mod opening_book;
mod order;
mod puzzles_asked;
mod reviews;
mod stepped;
mod terminate;
mod turns;
mod verify;
mod watched;

use std::io::Cursor;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use jsonschema::Validator;
use serde_json::Value;
use service::{ANSWER_SCHEMA, Options, QUERY_SCHEMA, serve};

static QUERIES: LazyLock<Validator> = LazyLock::new(|| validator(QUERY_SCHEMA));
static ANSWERS: LazyLock<Validator> = LazyLock::new(|| validator(ANSWER_SCHEMA));

fn validator(schema: &str) -> Validator {
    let schema = serde_json::from_str(schema).expect("JSON");
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// The answer on a line, as the schema has it.
fn answer(line: &[u8]) -> Value {
    let answer: Value = serde_json::from_slice(line).expect("an object");
    if let Err(error) = ANSWERS.validate(&answer) {
        panic!("{error}: {answer}");
    }
    answer
}

/// Whether a line is a query as the schema has it.
fn is_query(line: &str) -> bool {
    serde_json::from_str(line).is_ok_and(|query: Value| QUERIES.is_valid(&query))
}

/// The answers to `lines`, once all are there.
fn ask(lines: &str, options: &Options) -> Vec<Value> {
    let mut answers = Vec::new();
    let input = Cursor::new(lines.as_bytes().to_vec());
    serve(input, &mut answers, options, &AtomicBool::new(false)).expect("memory can be read and written");
    answers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(answer).collect()
}

/// The only answer to a query that the schema has.
fn one(query: &str) -> Value {
    assert!(is_query(query), "{query}");
    let mut answers = ask(query, &Options::default());
    assert_eq!(answers.len(), 1, "{query}: {answers:?}");
    answers.pop().expect("an answer")
}

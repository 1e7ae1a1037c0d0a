//! Schemas of queries and answers, and the types of other languages: generated from the types of this crate.
//!
//! The test compares the files in the repository. `SCHEMA=overwrite cargo test -p ninuki-service` writes them, if the version of
//! a changed schema is another one.

mod changes;
mod document;
pub(crate) mod parts;
mod python;
mod typescript;

use std::path::Path;
use std::{env, fs};

use changes::Side;
use document::Document;

/// Compares a file with its generated text, or writes it.
fn check(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if env::var_os("SCHEMA").is_some_and(|value| value == "overwrite") {
        return fs::write(&path, text).expect("a file that can be written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{} is out of date: SCHEMA=overwrite cargo test -p ninuki-service schema", path.display());
}

/// Compares a schema with its file, or writes it.
fn check_schema(path: &str, text: &str, side: Side) {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let known = fs::read_to_string(whole).expect("the schema of the repository");
    if let Err(error) = changes::check(&known, text, side) {
        panic!("{path}: {error}");
    }
    check(path, text);
}

#[test]
fn schemas_are_up_to_date() {
    check_schema("schema/query.json", &Document::queries().text("query"), Side::Query);
    check_schema("schema/answer.json", &Document::answers().text("answer"), Side::Answer);
}

#[test]
fn types_of_typescript_are_up_to_date() {
    check("../wasm/js/types.d.ts", &typescript::types(&Document::queries(), &Document::answers()));
}

#[test]
fn types_of_python_are_up_to_date() {
    check("../python/python/ninuki/_types.py", &python::types(&Document::answers()));
}

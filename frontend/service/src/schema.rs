//! Schemas of queries and answers, and the types of other languages: generated from the types of this crate.
//!
//! The test compares the files in the repository. `SCHEMA=overwrite cargo test -p ninuki-service` writes them.

mod document;
pub(crate) mod parts;
mod python;
mod typescript;

use std::path::Path;
use std::{env, fs};

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

#[test]
fn schemas_are_up_to_date() {
    check("schema/query.json", &Document::queries().text());
    check("schema/answer.json", &Document::answers().text());
}

#[test]
fn types_of_typescript_are_up_to_date() {
    check("../wasm/js/types.d.ts", &typescript::types(&Document::queries(), &Document::answers()));
}

#[test]
fn types_of_python_are_up_to_date() {
    check("../python/python/ninuki/_types.py", &python::types(&Document::answers()));
}

//! The walls between the crates: allowed dependencies, and calls that no library may make.

use std::fs;
use std::path::{Path, PathBuf};

use crate::style::sources;

/// The libraries, and the crates of this workspace that each may use.
pub(crate) const LIBRARIES: [(&str, &[&str]); 18] = [
    ("engine", &[]),
    ("eval", &["engine"]),
    ("search", &["engine", "eval"]),
    ("frontend/random", &[]),
    ("frontend/records", &["engine", "variants"]),
    ("frontend/variants", &["engine"]),
    ("frontend/openings", &["engine", "random", "records", "search"]),
    ("frontend/pictures", &["engine", "records"]),
    ("frontend/library", &["engine", "random", "records", "variants"]),
    ("frontend/puzzles", &["analysis", "engine", "openings", "random", "records", "search"]),
    ("frontend/prover", &["engine", "pictures", "records", "search"]),
    ("frontend/book", &["analysis", "engine", "random", "records", "search", "variants"]),
    ("frontend/analysis", &["engine", "random", "records", "search"]),
    (
        "frontend/service",
        &[
            "analysis", "book", "engine", "engines", "library", "matches", "openings", "pictures", "protocol",
            "puzzles", "random", "records", "search", "variants",
        ],
    ),
    ("frontend/web", &["puzzles", "service"]),
    ("frontend/protocol", &["engine", "openings", "random", "search", "variants"]),
    ("frontend/engines", &["engine", "protocol", "random"]),
    (
        "frontend/matches",
        &["engine", "engines", "openings", "pictures", "protocol", "random", "records", "search", "variants"],
    ),
];

/// Bindings for other languages, and the crates that each may use. They are no libraries of Rust.
const BINDINGS: [(&str, &[&str]); 2] = [
    ("frontend/python", &["book", "engine", "eval", "library", "pictures", "random", "records", "service", "variants"]),
    ("frontend/rules", &["engine"]),
];

/// The libraries and the bindings.
fn walled() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    LIBRARIES.into_iter().chain(BINDINGS)
}

/// Crates for arguments and terminals.
const OF_THE_COMMAND_LINE: [&str; 6] = ["clap", "clap_complete", "clap_mangen", "ctrlc", "terminal_size", "indicatif"];

/// Calls that end the process or write to the terminal.
const SPEAKING: [&str; 6] = ["process::exit", "ExitCode", "stdout()", "println!", "is_terminal", "CommandFactory"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names in the sections `[dependencies]`, those of one platform included, without those of tests.
fn dependencies(library: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(library).join("Cargo.toml")).expect("a manifest");
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]") && !line.contains("dev-") && !line.contains("build-");
        } else if let (true, Some((name, _))) = (inside, line.split_once(['.', '=', ' '])) {
            names.push(name.to_owned());
        }
    }
    names
}

#[test]
fn libraries_use_only_what_lies_below_them() {
    let rooms = LIBRARIES.map(|(library, _)| library.rsplit('/').next().expect("a name"));
    for (library, allowed) in walled() {
        let found = dependencies(library);
        for name in &found {
            let inside = rooms.contains(&name.as_str()) || ["bench", "ninuki", "tests"].contains(&name.as_str());
            assert!(!inside || allowed.contains(&name.as_str()), "{library} must not use {name}");
        }
        let of_the_command_line = found.iter().find(|name| OF_THE_COMMAND_LINE.contains(&name.as_str()));
        assert_eq!(of_the_command_line, None, "{library} knows nothing of arguments and terminals");
    }
}

#[test]
fn every_crate_has_its_place() {
    let mut found: Vec<String> = fs::read_dir(root().join("frontend"))
        .expect("a folder")
        .map(|entry| format!("frontend/{}", entry.expect("an entry").file_name().display()))
        .filter(|library| !["frontend/cli", "frontend/wasm"].contains(&library.as_str()))
        .collect();
    found.sort();
    let mut known: Vec<&str> = walled().map(|(library, _)| library).collect();
    known.retain(|library| library.starts_with("frontend/"));
    known.sort_unstable();
    assert_eq!(found, known, "a new crate is entered above with what it may use");
}

#[test]
fn libraries_leave_speaking_and_ending_to_the_command_line() {
    let mut found = Vec::new();
    for path in walled().flat_map(|(library, _)| sources(&root().join(library).join("src"))) {
        // The keeper of an engine is a separate process.
        let text = fs::read_to_string(&path).expect("a source file");
        for (number, line) in text.lines().enumerate().filter(|_| !path.ends_with("linux/keeper.rs")) {
            // The output of a child process is not that of the library.
            let code = line.split("//").next().unwrap_or_default().replace(".stdout()", "");
            let speaking = SPEAKING.iter().find(|word| code.contains(**word));
            found.extend(speaking.map(|word| format!("{}:{}: {word}", path.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "only the command line does this:\n{}", found.join("\n"));
}

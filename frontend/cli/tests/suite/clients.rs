//! The clients of the book do what they should, where there is something to run them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{Folder, NINUKI};

/// The block of the page that is written in `language`.
fn block(language: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/analysis.md");
    let page = fs::read_to_string(page).expect("the page");
    let open = format!("```{language}\n");
    let (_, rest) = page.split_once(&open).expect("a block");
    rest.split_once("\n```").expect("its end").0.to_owned() + "\n"
}

/// Runs a client by `program` and returns its output; `None` without that program.
#[expect(clippy::print_stderr, reason = "a skipped test prints a note")]
fn printed(language: &str, program: &str, file: &str) -> Option<String> {
    let folder = Folder::new();
    let path = folder.write(file, block(language));
    let programs = Path::new(NINUKI).parent().expect("a folder");
    let paths = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = match Command::new(program).arg(&path).env("PATH", paths).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("LEFT OUT: {program}: {error}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn the_client_in_python_asks_and_is_answered() {
    let Some(printed) = printed("python", "python3", "client.py") else { return };
    assert_eq!(printed.lines().count(), 3, "{printed}");
}

#[test]
fn the_client_in_javascript_asks_and_is_answered() {
    let Some(printed) = printed("javascript", "node", "client.mjs") else { return };
    assert!(printed.starts_with("223 ["), "{printed}");
}

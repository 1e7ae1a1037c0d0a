//! The page of the book about this service.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use service::{Action, actions};

/// The fields that the page describes once for all actions.
const COMMON: [&str; 9] = ["rules", "rules_text", "size", "length", "flags", "position", "moves", "priority", "data"];

/// The names in backquotes.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_book_lists_all_actions_with_their_fields() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/analysis.md");
    let page = fs::read_to_string(path).expect("a page");
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| `action`"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.split(" | ").map(str::to_owned).collect::<Vec<_>>();
    let rows: BTreeMap<String, String> = rows
        .map(|row| {
            let cells = cells(row);
            (names(&cells[0])[0].to_owned(), cells[1].clone())
        })
        .collect();
    let known: Vec<&str> = actions().map(Action::name).collect();
    assert_eq!(rows.keys().map(String::as_str).collect::<Vec<_>>(), known);
    for action in actions() {
        let found = names(&rows[action.name()]);
        for field in action.fields().filter(|field| !COMMON.contains(field)) {
            assert!(found.contains(&field), "{} has {field}", action.name());
        }
    }
}

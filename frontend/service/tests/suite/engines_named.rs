//! Engines of other programs by name. Games with them are played by tests of the board, in the program.

use serde_json::json;
use service::{Engines, EnginesError};

use crate::one;

#[test]
fn a_service_without_engines_has_none() {
    for query in [json!({"id": 1, "action": "engine"}), json!({"id": 1, "action": "engine", "engine": "Ann"})] {
        let refused = one(&query.to_string());
        assert_eq!((&refused["field"], &refused["code"]), (&"engine".into(), &"no_engine".into()), "{refused}");
    }
    assert_eq!(one(r#"{"id":1,"action":"query_version"}"#)["engines"], json!([]));
}

#[test]
fn names_and_commands_are_checked() {
    let find = |texts: &[&str]| Engines::find(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
    for text in ["sh", "=sh", " =sh", &format!("{}=sh", "a".repeat(41)), "a\tb=sh"] {
        assert!(matches!(find(&[text]), Err(EnginesError::Form(_))), "{text}");
    }
    assert!(matches!(find(&["a=sh", "a=sh"]), Err(EnginesError::Twice(name)) if name == "a"));
    for command in ["", "./no-such-engine", "sh -c 'true"] {
        assert!(matches!(find(&[&format!("a={command}")]), Err(EnginesError::Program(_))), "{command}");
    }
}

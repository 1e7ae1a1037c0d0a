//! The action `book`.

use serde_json::{Value, json};

use crate::one;

#[test]
fn the_book_is_found_in_every_symmetry() {
    let ask = |moves: &str| one(&json!({"id": 1, "action": "book", "rules": "renju", "moves": moves}).to_string());
    let (book, image) = (ask("h8 h9 i9"), ask("h8 i8 i7"));
    assert_eq!((&book["opening"], &image["opening"]), (&"Kagetsu".into(), &"Kagetsu".into()));
    assert!(book["nodes"].as_u64() >= Some(900_000) && book["winrate"].as_f64() < Some(0.5), "{book}");
    let values = |book: &Value| {
        let moves = book["moves"].as_array().expect("moves").iter();
        moves.map(|listed| listed["score"].clone()).collect::<Vec<_>>()
    };
    assert!(values(&book).len() >= 2 && values(&book) == values(&image), "{book} {image}");
    let none = one(r#"{"id": 1, "action": "book", "rules": "ndengrod"}"#);
    assert_eq!((&none["positions"], &none["score"], &none["moves"]), (&0.into(), &Value::Null, &json!([])));
}

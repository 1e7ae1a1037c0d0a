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

#[test]
fn the_book_decides_in_openings() {
    let decided = |book: bool| {
        let query = json!({"id": 1, "action": "opening", "rules": "renju", "opening_rule": "rif", "nodes": 500,
            "answers": "h8 h9 i9", "book": book});
        one(&query.to_string())
    };
    let known = one(r#"{"id": 1, "action": "book", "rules": "renju", "moves": "h8 h9 i9"}"#);
    let black = 1.0 - known["winrate"].as_f64().expect("a win rate");
    let by_book = decided(true);
    assert_eq!((&by_book["answer"], &by_book["reason"]["code"]), (&"swap".into(), &"book".into()), "{by_book}");
    assert!((by_book["winrate_black"].as_f64().expect("a win rate") - black).abs() < 1e-3, "{by_book} {black}");
    assert!(by_book["why"].as_str().is_some_and(|why| why.starts_with("by the opening book, ")), "{by_book}");
    assert_eq!(decided(false)["reason"]["code"], "winrate");
}

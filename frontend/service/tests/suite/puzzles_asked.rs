//! Puzzles in queries.

use serde_json::{Value, json};

use crate::one;

fn ask(query: Value) -> Value {
    one(&query.to_string())
}

#[test]
fn puzzles_are_listed_by_game_theme_and_difficulty() {
    let found = ask(json!({"id": 1, "action": "puzzles", "rules": "pente", "theme": "vcf", "difficulty": [0, 20]}));
    let listed = found["puzzles"].as_array().expect("puzzles");
    assert!(!listed.is_empty() && found["total"].as_u64() >= Some(listed.len() as u64), "{found}");
    assert!(listed.iter().all(|puzzle| puzzle["game"] == "pente" && puzzle["difficulty"].as_u64() <= Some(20)));
    let query = json!({"id": 1, "action": "puzzles", "rules": "renju", "limit": 3, "after": 2});
    let page = ask(query);
    let whole = ask(json!({"id": 1, "action": "puzzles", "rules": "renju", "limit": 5}));
    assert_eq!(page["puzzles"].as_array().expect("a page")[..], whole["puzzles"].as_array().expect("puzzles")[2..]);
    for (field, wrong) in [("theme", "mate"), ("rules", "chess")] {
        let query = json!({"id": 1, "action": "puzzles", field: wrong}).to_string();
        let refused = crate::ask(&query, &service::Options::default());
        assert_eq!(refused[0]["field"], field, "{refused:?}");
    }
}

#[test]
fn moves_are_judged_and_answered_until_the_puzzle_is_solved() {
    let found = ask(json!({"id": 1, "action": "puzzles", "rules": "pente", "limit": 1}));
    let name = &found["puzzles"][0]["puzzle"];
    let mut moves: Vec<String> = Vec::new();
    let asked =
        |moves: &[String]| ask(json!({"id": 1, "action": "puzzle", "puzzle": name, "moves": moves, "hints": 3}));
    let mut state = asked(&moves);
    assert_eq!((&state["right"], &state["moves"]), (&Value::Null, &json!([])));
    assert!(["four", "threat", "win"].contains(&state["hint"].as_str().expect("a hint")) && state["near"].is_string());
    let wrong = asked(&["A1".to_owned(), "A2".to_owned()]);
    assert_eq!((&wrong["right"], &wrong["moves"], &wrong["solved"]), (&json!(false), &json!([]), &json!(false)));
    while state["solved"] == json!(false) {
        moves.push(state["solution"].as_str().expect("a move").to_owned());
        state = asked(&moves);
        assert_eq!(state["right"], true, "{state}");
    }
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(2 * moves.len() - 1));
    assert_eq!((&state["solution"], &state["hint"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_puzzle_may_be_a_line_of_a_file() {
    let only = puzzles::all_shipped().into_iter().find(|puzzle| puzzle.kind == puzzles::Kind::OnlyMove).expect("one");
    let line = puzzles::Form::Json.write(&only);
    let solved =
        ask(json!({"id": 1, "action": "puzzle", "text": line, "moves": [only.game.grid().name(only.solution)]}));
    assert_eq!((&solved["solved"], &solved["reply"]), (&json!(true), &Value::Null), "{solved}");
    let legal = engine::record(only.game, Some(&only.setup)).expect("a position").legal();
    let other = legal.into_iter().find(|&at| at != only.solution).expect("another move");
    let wrong = ask(json!({"id": 1, "action": "puzzle", "text": line, "moves": [only.game.grid().name(other)]}));
    assert!(wrong["right"] == json!(false) && !wrong["refutation"].as_array().expect("a line").is_empty(), "{wrong}");
}

#[test]
fn a_game_becomes_puzzles() {
    // Black overlooks an open three and then wins by fours.
    let moves = "h8 a1 h9 c1 i9 e1 g7 g1 i8 a3 j8 c3 k8";
    let made = ask(json!({"id": 1, "action": "make_puzzles", "rules": "freestyle", "moves": moves}));
    assert_eq!((&made["complete"], &made["positions"]), (&json!(true), &json!(7)), "{made}");
    let (puzzles, lines) = (made["puzzles"].as_array().expect("puzzles"), made["lines"].as_array().expect("lines"));
    assert!(puzzles.len() == lines.len() && !puzzles.is_empty(), "{made}");
    let state = ask(json!({"id": 1, "action": "puzzle", "text": lines[0], "hints": 3}));
    assert!(state["solution"].is_string(), "{state}");
    let solved = ask(json!({"id": 1, "action": "puzzle", "text": lines[0], "moves": [state["solution"]]}));
    assert_eq!(solved["right"], true, "{solved}");
}

#[test]
fn other_puzzles_are_refused() {
    for (query, field, code) in [
        (json!({}), "puzzle", "missing"),
        (json!({"puzzle": "00000000"}), "puzzle", "no_puzzle"),
        (json!({"text": "{}"}), "text", "puzzle_text"),
        (json!({"text": "# none"}), "text", "puzzle_text"),
        (json!({"text": "x", "puzzle": "00000000"}), "puzzle", "missing"),
    ] {
        let mut whole = json!({"id": 1, "action": "puzzle"});
        whole.as_object_mut().expect("a query").extend(query.as_object().expect("fields").clone());
        let refused = ask(whole);
        assert_eq!((&refused["field"], &refused["code"]), (&field.into(), &code.into()), "{refused}");
    }
    let name = &ask(json!({"id": 1, "action": "puzzles", "limit": 1}))["puzzles"][0]["puzzle"];
    for (mv, code) in [("Z99", "no_move"), ("pass", "not_placement")] {
        let refused = ask(json!({"id": 1, "action": "puzzle", "puzzle": name, "moves": [mv]}));
        assert_eq!((&refused["field"], &refused["code"]), (&"moves[0]".into(), &code.into()), "{refused}");
    }
}

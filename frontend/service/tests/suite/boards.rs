//! Queries of a board: games, places, records as trees, pictures, playing levels.

use serde_json::{Value, json};

use crate::one;

#[test]
fn all_games_have_boards() {
    let games = one(r#"{"id":1,"action":"games"}"#);
    let games = games["games"].as_array().expect("games");
    assert!(games.len() >= 10);
    for game in games {
        let board =
            one(&json!({"id": 1, "action": "board", "rules": game["name"], "size": game["sizes"][0]}).to_string());
        let start =
            one(&json!({"id": 1, "action": "position", "rules": game["name"], "size": game["sizes"][0]}).to_string());
        let points = board["points"].as_array().expect("points");
        let legal = start["legal"].as_array().expect("moves");
        assert!(legal.iter().all(|name| points.iter().any(|point| point["name"] == *name)), "{board}");
        let inside = |point: &Value, key: &str, side: &str| point[key].as_f64() < board[side].as_f64();
        assert!(points.iter().all(|point| inside(point, "x", "width") && inside(point, "y", "height")), "{board}");
    }
}

#[test]
fn positions_tell_what_lies_on_the_board_and_what_is_refused() {
    let query = |moves: &str| json!({"id": 1, "action": "position", "rules": "pente", "moves": moves}).to_string();
    let found = one(&query("K10 L10"));
    assert_eq!(found["stones"], json!({"x": ["K10"], "o": ["L10"]}));
    let refused = found["refused"].as_array().expect("a list");
    assert_eq!(refused.len(), 1, "the third move keeps its distance: {refused:?}");
    assert!(refused[0]["points"].as_array().is_some_and(|points| points.contains(&json!("K11"))));
    let over = one(r#"{"id":3,"action":"position","rules":"freestyle","moves":"h8 a1 i8 a2 j8 a3 k8 a5 l8"}"#);
    assert_eq!((over["decisive"].as_array().map(Vec::len), &over["refused"]), (Some(5), &json!([])));
}

#[test]
fn properties_of_sgf_survive_reading_and_writing() {
    let sgf = "(;FF[4]GM[4]CA[UTF-8]AP[Other:1]SZ[19]RU[pente]PB[A]PW[B]AN[me]BR[5d]CP[c]GN[n]OT[3x10]TM[600]US[u]WR[4d]\
               XY[a\\]b][c]\n;B[jj]AR[aa:bb]BL[300]CR[aa]DM[1]LN[aa:cc]MA[bb]N[node]SQ[cc]TR[dd];W[kk]DB[w 100 3 1]WL[299])\n";
    let read = one(&json!({"id": 1, "action": "read", "from": "sgf", "text": sgf}).to_string());
    assert_eq!(read["tree"][0]["properties"]["XY"], json!(["a\\]b", "c"]));
    assert_eq!(read["tree"][2]["properties"]["DB"], json!(["w 100 3 1"]));
    let write = json!({"id": 2, "action": "write", "rules": "pente", "to": "sgf", "tree": read["tree"], "about": read["about"]});
    let written = one(&write.to_string());
    assert_eq!(written["text"].as_str(), Some(sgf));
    for (name, value) in [("b", "a"), ("XY", "a]b"), ("XY", "a\\")] {
        let wrong = json!({"id": 3, "action": "write", "rules": "pente", "to": "sgf", "tree": [{"properties": {name: [value]}}]});
        assert_eq!(one(&wrong.to_string())["code"], "node_property", "{name} {value}");
    }
}

#[test]
fn trees_are_written_and_read() {
    let tree = json!([
        {"comment": "<b>start</b>"},
        {"parent": 0, "move": "h8"},
        {"parent": 1, "move": "h9", "quality": "?", "comment": "left"},
        {"parent": 1, "move": "i9", "labels": [["j10", "A"]], "marked": true},
        {"parent": 3, "move": "g7"},
    ]);
    let write = |to: &str, tree: &Value, main_line: bool| {
        json!({"id": 1, "action": "write", "rules": "renju", "to": to, "tree": tree, "main_line": main_line,
            "about": {"players": ["One", "Two"]}})
        .to_string()
    };
    for to in ["sgf", "lib"] {
        let written = one(&write(to, &tree, false));
        let mut query = json!({"id": 2, "action": "read", "from": to, "rules": "renju"});
        let key = if written["text"].is_null() { "data" } else { "text" };
        query[key] = written[key].clone();
        let read = one(&query.to_string());
        assert_eq!((&read["errors"], &read["games"], &read["rules"]), (&json!([]), &json!(1), &json!("renju")), "{to}");
        assert_eq!(read["tree"].as_array().map(Vec::len), Some(5), "{to}: {read}");
        if to == "sgf" {
            assert_eq!((&read["tree"], &read["about"]["players"]), (&tree, &json!(["One", "Two"])));
        }
    }
    assert_eq!(one(&write("txt", &tree, true))["text"], "h8 h9\n");
    assert_eq!(one(&write("txt", &tree, false))["field"], "to");
}

#[test]
fn wrong_trees_are_refused_by_their_field() {
    for (tree, field) in [
        (json!([{}, {"parent": 1, "move": "h8"}]), "tree[1].parent"),
        (json!([{}, {"parent": 0, "move": "z8"}]), "tree[1].move"),
        (json!([{}, {"parent": 0, "move": "h8"}, {"parent": 1, "move": "h8"}]), "tree"),
        (json!([{"labels": [["z", "A"]]}]), "tree[0].labels"),
        (json!([{"parent": 0, "mvoe": "h8"}]), "tree[0].mvoe"),
    ] {
        let query = json!({"id": 1, "action": "write", "rules": "freestyle", "to": "sgf", "tree": tree}).to_string();
        let mut answers = crate::ask(&query, &service::Options::default());
        assert_eq!(answers.pop().expect("an answer")["field"], field, "{query}");
    }
}

#[test]
fn files_of_many_games_are_listed() {
    let text = "h8 i9\nh8 h9 i8\nh8 Z99\n";
    let query = |number: u16| {
        json!({"id": 1, "action": "read", "from": "txt", "rules": "freestyle", "text": text, "number": number})
            .to_string()
    };
    let second = one(&query(2));
    assert_eq!((&second["games"], &second["list"][1]["plies"]), (&json!(3), &json!(3)));
    assert_eq!(second["tree"].as_array().map(Vec::len), Some(4));
    let third = one(&query(3));
    assert_eq!((third["tree"].as_array().map(Vec::len), third["errors"].as_array().map(Vec::len)), (Some(2), Some(1)));
    assert_eq!(one(&query(4))["field"], "number");
}

#[test]
fn pictures_are_drawn() {
    let query = |kind: &str| {
        json!({"id": 1, "action": "picture", "rules": "pente", "size": 13, "moves": "G7 H7", "kind": kind, "width": 200}).to_string()
    };
    assert!(one(&query("svg"))["svg"].as_str().is_some_and(|text| text.starts_with("<svg")));
    for (kind, begin) in [("png", "iVBORw0KGgo"), ("gif", "R0lGODlh")] {
        assert!(one(&query(kind))["data"].as_str().is_some_and(|data| data.starts_with(begin)), "{kind}");
    }
    let wide = query("svg").replace("200", "100000");
    assert_eq!(crate::ask(&wide, &service::Options::default())[0]["field"], "width");
}

#[test]
fn levels_play() {
    let query = |level: u8, seed: u64| {
        json!({"id": 1, "action": "play", "rules": "freestyle", "moves": "h8 a1 i8 a2 j8 a3 k8 a5", "level": level, "seed": seed, "time": 5000})
            .to_string()
    };
    for level in [3, 8] {
        let move_of = |seed| one(&query(level, seed))["move"].as_str().expect("a move").to_owned();
        assert!(["g8", "l8"].contains(&move_of(1).as_str()));
    }
    assert_eq!(one(&query(1, 7)), one(&query(1, 7)));
    assert_eq!(crate::ask(&query(11, 0), &service::Options::default())[0]["field"], "level");
    let swap = one(r#"{"id":1,"action":"play","rules":"ndengrod","moves":"e5","level":4,"time":2000}"#);
    assert!(swap["move"].is_string());
}

#[test]
fn reviews_tell_how_far_they_are() {
    let query = r#"{"id":1,"action":"review","rules":"freestyle","moves":"h8 i9 h9","nodes":200,"report_every":1}"#;
    let answers = crate::ask(query, &service::Options::default());
    assert!(
        answers.len() > 1 && answers[0] == json!({"id": 1, "action": "review", "partial": true, "done": 1, "of": 4})
    );
}

#[test]
fn no_search_takes_longer_than_it_may() {
    let mut options = service::Options::default();
    options.limits.time = std::time::Duration::from_millis(50);
    let answers = crate::ask(r#"{"id":1,"rules":"freestyle","moves":"h8","time":100000000}"#, &options);
    assert_eq!((&answers[0]["ended"], &answers[0]["limit"]), (&json!("time"), &json!({"name": "time", "most": 50})));
}

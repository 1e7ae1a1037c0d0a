//! Records as other programs write them, read and written by the service.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::one;

fn ask(query: Value) -> Value {
    let answer = one(&query.to_string());
    assert!(answer["error"].is_null(), "{answer}");
    answer
}

fn data(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// The records that the command line, the service, Python and the board read alike.
fn records() -> Vec<Value> {
    let cases: Value = serde_json::from_str(include_str!("../../../../tests/cases/cases.json")).expect("an object");
    cases["records"].as_array().expect("a list").clone()
}

#[test]
fn every_case_has_its_value() {
    for case in records() {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let bytes: Vec<u8> = text("bytes").chars().map(|char| char as u8).collect();
        let (_, from) = text("file").rsplit_once('.').expect("an ending");
        let mut query = json!({"id": 1, "action": "read", "from": from, "data": data(&bytes)});
        for (name, value) in case["options"].as_object().into_iter().flatten() {
            query[name] = value.clone();
        }
        let read = ask(query.clone());
        assert_eq!((&read["rules"], &read["size"]), (&case["game"], &case["size"]), "{}", case["name"]);
        assert_eq!(read["errors"], json!([]), "{}", case["name"]);
        let tree = read["tree"].as_array().expect("a list");
        let main_line = std::iter::successors(Some(0), |&at| {
            tree.iter().enumerate().skip(1).find(|(_, node)| node["parent"] == at).map(|(index, _)| index)
        });
        let plies = main_line.filter(|&at| tree[at].get("move").is_some()).count();
        assert_eq!(case["plies"], plies, "{}: {}", case["name"], read["tree"]);
        let remarks = read["remarks"].to_string();
        assert!(remarks.contains(text("told")), "{}: {remarks}", case["name"]);
        assert_eq!(read["remarks"] == json!([]), text("told").is_empty(), "{}: {remarks}", case["name"]);
        (query["action"], query["to"]) = ("convert".into(), "sgf".into());
        let sgf = ask(query)["text"].as_str().expect("text").replace('\n', "");
        for part in case["sgf"].as_array().expect("a list") {
            assert!(sgf.contains(part.as_str().expect("text")), "{}: {part} in {sgf}", case["name"]);
        }
    }
}

#[test]
fn a_result_in_words_is_read_and_written() {
    for (said, ended, text, written) in [
        ("RE[W]", Value::Null, json!("W"), "RE[W]"),
        ("RE[Void]", Value::Null, json!("Void"), "RE[Void]"),
        ("RE[?]", Value::Null, json!("?"), "RE[?]"),
        ("RE[White wins on time]", json!({"winner": "o", "reason": "time"}), json!("White wins on time"), "on time]"),
        ("RE[Bad \\] end]", Value::Null, json!("Bad ] end"), "RE[Bad \\] end]"),
        ("", Value::Null, Value::Null, ""),
    ] {
        let sgf = format!("(;GM[4]FF[4]SZ[15]RU[freestyle]{said};B[hh];W[ii])");
        let read = ask(json!({"id": 1, "action": "read", "from": "sgf", "text": sgf}));
        assert_eq!((&read["result"], &read["result_text"]), (&ended, &text), "{said}");
        let mut write =
            json!({"id": 1, "action": "write", "rules": "freestyle", "size": 15, "to": "sgf", "tree": read["tree"]});
        for field in ["result", "result_text"].into_iter().filter(|&field| !read[field].is_null()) {
            write[field] = read[field].clone();
        }
        let sgf = ask(write)["text"].as_str().expect("text").to_owned();
        assert!(sgf.contains(written) && sgf.contains("RE[") != said.is_empty(), "{said}: {sgf}");
    }
    // A winner without a reason, as PGN has it; a format without words has the winner.
    let pgn = "[Game \"Pente\"]\n[Result \"0-1\"]\n\n1. K10 L9 0-1\n";
    let read = ask(json!({"id": 1, "action": "read", "from": "pgn", "text": pgn}));
    assert_eq!((&read["result"], &read["result_text"]), (&Value::Null, &json!("W+")));
    let write =
        json!({"id": 1, "action": "write", "rules": "pente", "to": "pgn", "tree": read["tree"], "result_text": "W+"});
    assert!(ask(write)["text"].as_str().expect("text").contains("[Result \"0-1\"]"));
    // The board and `result` hold, whatever the words say.
    let write = json!({"id": 1, "action": "write", "rules": "pente", "to": "sgf", "tree": read["tree"],
        "result": {"winner": "x", "reason": "resigned"}, "result_text": "W+T"});
    assert!(ask(write)["text"].as_str().expect("text").contains("RE[B+R]"));
}

#[test]
fn characters_are_those_that_the_file_or_the_query_names() {
    let sgf = data(b"(;GM[4]FF[4]CA[GB2312]SZ[15]RU[renju];B[hh]C[\xBB\xA8\xD4\xC2])");
    let read = ask(json!({"id": 1, "action": "read", "from": "sgf", "data": sgf}));
    assert_eq!((&read["tree"][1]["comment"], &read["encoding"]), (&"花月".into(), &"GBK".into()));
    assert_eq!(read["remarks"], json!([]));
    // A text of JSON is decoded already.
    let text = "(;GM[4]FF[4]CA[GB2312]SZ[15]RU[renju];B[hh]C[花月])";
    let read = ask(json!({"id": 1, "action": "read", "from": "sgf", "text": text}));
    assert_eq!(read["tree"][1]["comment"], "花月");
    let lib = data(b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0xH\xBB\xA8\xD4\xC2\0\0");
    let query = json!({"id": 1, "action": "convert", "from": "lib", "to": "lib", "data": lib, "encoding": "gbk"});
    let convert = ask(query.clone());
    assert_eq!((&convert["data"], convert.get("remarks")), (&lib.clone().into(), None));
    let mut guess = query;
    guess.as_object_mut().expect("a query").remove("encoding");
    let told = ask(guess)["remarks"][0].as_str().expect("a remark").to_owned();
    assert!(told.starts_with("the character set is not named and was guessed to be "), "{told}");
    let tree = json!([{}, {"parent": 0, "move": "h8", "comment": "花月"}]);
    let write = json!({"id": 1, "action": "write", "rules": "renju", "to": "lib", "to_encoding": "GBK", "tree": tree});
    assert_eq!(ask(write)["data"], lib);
    let write = json!({"id": 1, "action": "write", "rules": "renju", "to": "lib", "tree": tree});
    let refused = one(&write.to_string());
    assert!(refused["error"].as_str().is_some_and(|why| why.starts_with("'花' is no character of windows-1252")));
}

#[test]
fn set_ups_and_passes_are_nodes_that_can_be_written() {
    let text = "(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[];AE[hh]AB[aa]PL[W]C[so];W[bb](;B[cc])(;B[dd]))";
    let read = ask(json!({"id": 1, "action": "read", "from": "sgf", "text": text}));
    assert_eq!(read["errors"], json!([]));
    assert_eq!(read["tree"][2]["move"], "pass");
    let node = json!({"parent": 2, "comment": "so", "set_up": [["h8", null], ["a15", "x"]], "to_move": "o"});
    assert_eq!(read["tree"][3], node);
    let write = json!({"id": 1, "action": "write", "rules": "renju", "to": "sgf", "tree": read["tree"]});
    let written = ask(write)["text"].as_str().expect("text").replace('\n', "");
    assert!(written.ends_with(";B[hh];W[];AB[aa]AE[hh]PL[W]C[so];W[bb](;B[cc])(;B[dd]))"), "{written}");
    let position = ask(json!({"id": 1, "action": "position", "rules": "renju", "moves": ["h8", "pass", "h9"]}));
    assert_eq!((&position["plies"], &position["to_move"]), (&3.into(), &"o".into()));
    let found =
        ask(json!({"id": 1, "action": "analyze", "rules": "renju", "moves": ["h8", "pass", "h9"], "nodes": 100}));
    assert_eq!((&found["ply"], &found["to_move"]), (&3.into(), &"o".into()));
    let picture = json!({"id": 1, "action": "picture", "kind": "gif", "rules": "renju", "moves": ["h8", "pass", "h9"]});
    assert!(ask(picture)["data"].is_string());
    let refused = one(&json!({"id": 1, "action": "position", "rules": "pente", "moves": ["K10", "pass"]}).to_string());
    assert_eq!(refused["field"], "moves[1]");
}

#[test]
fn what_was_guessed_or_is_contradicted_is_told() {
    let read = ask(json!({"id": 1, "action": "read", "from": "sgf", "text": "(;GM[4];B[hh];B[ig])"}));
    assert_eq!((&read["rules"], &read["size"]), (&"freestyle".into(), &15.into()));
    let remarks = [
        "1: GM[4] is gomoku or renju, and no RU says which; read as freestyle, rules names another",
        "1: Black has two moves in a row: White passes between them",
    ];
    assert_eq!(read["remarks"], json!(remarks));
    let codes = [
        json!({"code": "rules_guessed", "values": {"line": 1, "rules": "freestyle"}}),
        json!({"code": "pass_added", "values": {"line": 1, "side": "x"}}),
    ];
    assert_eq!(read["remark_codes"], json!(codes));
    let five = "(;GM[4]SZ[15]RU[freestyle]RE[W+R];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])";
    let read = ask(json!({"id": 1, "action": "read", "from": "sgf", "text": five}));
    assert_eq!(read["contradiction"], "W+R");
    assert_eq!(read["remark_codes"][0]["code"], "result_contradicted");
    let convert = ask(json!({"id": 1, "action": "convert", "from": "sgf", "to": "sgf", "text": five}));
    assert_eq!(convert["remarks"], json!(["1: the record has the result W+R, on the board Black has won, five"]));
    let refused = one(&json!({"id": 1, "action": "read", "from": "sgf", "text": "(;SZ[15];B[hh])"}).to_string());
    assert_eq!((&refused["field"], &refused["code"]), (&"rules".into(), &"unnamed_game".into()));
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("here, rules names it: ")), "{refused}");
    assert!(refused["values"]["games"].as_str().is_some_and(|games| games.contains("pente, ")), "{refused}");
    let damaged =
        ask(json!({"id": 1, "action": "read", "from": "sgf", "rules": "renju", "text": "(;SZ[15];B[hh];W[hh]"}));
    assert_eq!(damaged["error_codes"].as_array().map(Vec::len), damaged["errors"].as_array().map(Vec::len));
    assert_eq!(
        (&damaged["error_codes"][0]["code"], &damaged["error_codes"][1]["code"]),
        (&"damaged".into(), &"illegal_record".into())
    );
}

#[test]
fn lists_of_moves_have_columns_of_go_or_stones_alone() {
    let go = json!({"id": 1, "action": "read", "from": "txt", "rules": "renju", "columns": "go", "text": "H8 J9"});
    assert_eq!(ask(go)["tree"][2]["move"], "i9");
    let stones = json!({"id": 1, "action": "convert", "from": "txt", "to": "sgf", "rules": "renju", "stones": true, "text": "h8 i9 j10"});
    let written = ask(stones)["text"].as_str().expect("text").replace('\n', "");
    assert!(written.ends_with("AB[hh][jf]AW[ig]PL[W])"), "{written}");
}

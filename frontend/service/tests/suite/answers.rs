//! The content of answers.

use serde_json::{Value, json};
use service::Options;

use crate::{ask, is_query, one};

#[test]
fn positions_tell_their_legal_moves() {
    let found = one(r#"{"id":1,"action":"position","rules":"renju","moves":"h8 h9 f8 f9 h6 h5 g11"}"#);
    assert_eq!((&found["to_move"], &found["plies"], &found["swap_offered"]), (&json!("o"), &json!(7), &json!(false)));
    let text = found["position"].as_str().expect("a text").to_owned();
    let again = one(&json!({"id": 2, "action": "position", "rules": "renju", "position": text}).to_string());
    assert_eq!((&again["legal"], &again["position"]), (&found["legal"], &json!(text)));
    let over = one(r#"{"id":3,"action":"position","rules":"freestyle","moves":"h8 a1 i8 a2 j8 a3 k8 a5 l8"}"#);
    assert_eq!((&over["outcome"], &over["legal"]), (&json!({"winner": "x", "reason": "five"}), &json!([])));
}

#[test]
fn forbidden_points_are_told() {
    let double_three =
        r#"{"id":1,"action":"position","rules":"renju","moves":["f8","a1","g8","a2","h6","a3","h7","a5"]}"#;
    assert_eq!(one(double_three)["forbidden"], json!(["h8"]));
}

#[test]
fn threats_of_both_sides_are_told() {
    let found = one(r#"{"id":1,"action":"threats","rules":"pente","moves":"K10 L10 N7 M10"}"#);
    assert_eq!((&found["x"]["capture"], &found["o"]["capturable"]), (&json!(["N10"]), &json!([])));
    assert_eq!(found["x"]["capturable"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_same_query_has_the_same_answer_if_it_shares_no_table() {
    let query = |id: &str| {
        let same = r#""rules":"keryo","moves":"K10 L9 G10","nodes":3000,"lines":3,"own_table":true"#;
        format!("{{\"id\":\"{id}\",{same}}}\n")
    };
    let other = r#"{"id":"other","rules":"freestyle","moves":"h8","nodes":3000}"#;
    let answers = ask(&(query("a") + other + "\n" + &query("b")), &Options::default());
    let told = |id: &str| answers.iter().find(|answer| answer["id"] == id).expect("an answer");
    let (a, b) = (told("a"), told("b"));
    assert_eq!((&a["lines"], &a["nodes"], &a["depth"]), (&b["lines"], &b["nodes"], &b["depth"]));
    assert_eq!((a["lines"].as_array().map(Vec::len), &a["ended"]), (Some(3), &json!("nodes")));
}

#[test]
fn keys_are_those_of_the_position_whatever_its_moves_and_its_image() {
    let keys = |query: &str| one(query)["keys"].clone();
    let position = |moves: &str, more: &str| {
        let query = format!(r#"{{"id":1,"action":"position","rules":"freestyle","moves":"{moves}"{more}}}"#);
        keys(&query)
    };
    let first = position("h8 i9 j8", r#","keys":true"#);
    assert_eq!(first["position"], "a6dd8a2f72f14613b3e5581a3f874bb4");
    assert_eq!(position("j8 i9 h8", r#","keys":true"#), first);
    let turned = position("h8 i7 h6", r#","keys":true"#);
    assert_eq!(turned["symmetric"], first["symmetric"]);
    assert_ne!(turned["position"], first["position"]);
    assert_eq!(position("h8 i9 j8", ""), Value::Null);
    assert_eq!(keys(r#"{"id":1,"rules":"freestyle","moves":"j8 i9 h8","nodes":10,"keys":true}"#), first);
    let setup = r#"{"id":1,"action":"position","rules":"freestyle","position":"15/15/15/15/15/15/8o6/7x1x5/15/15/15/15/15/15/15 o","keys":true}"#;
    assert_eq!(keys(setup), first);
}

#[test]
fn only_the_last_answer_has_keys_and_policy() {
    let query = r#"{"id":1,"rules":"pente","moves":"K10 L9","plies":[1,2],"depth":4,"report_every":0,"keys":true,"policy":true}"#;
    let answers = ask(&format!("{query}\n"), &Options::default());
    assert!(answers.len() > 2);
    for answer in answers {
        let is_last = answer["partial"] == false;
        assert_eq!((answer["keys"].is_object(), answer["policy"].is_object()), (is_last, is_last), "{answer}");
    }
}

#[test]
fn the_policy_has_every_legal_placement() {
    for (rules, moves) in
        [("pente", "K10 L9"), ("renju", "h8 h9"), ("ndengrod", "d4"), ("freestyle", "h8 g8 i8 a3 j8 a5 k8")]
    {
        let query = format!(r#"{{"id":1,"rules":"{rules}","moves":"{moves}","nodes":1,"policy":true}}"#);
        let state = format!(r#"{{"id":1,"action":"position","rules":"{rules}","moves":"{moves}"}}"#);
        let (found, state) = (one(&query), one(&state));
        let policy = found["policy"].as_object().expect("a policy");
        let mut legal: Vec<&str> =
            state["legal"].as_array().expect("points").iter().filter_map(Value::as_str).collect();
        legal.sort_unstable();
        assert_eq!(policy.keys().map(String::as_str).collect::<Vec<_>>(), legal);
        let all: f64 = policy.values().filter_map(Value::as_f64).sum();
        assert!((all - 1.0).abs() < 1e-3, "{rules}: {all}");
    }
    let over = one(r#"{"id":1,"rules":"freestyle","moves":"h8 a1 i8 a3 j8 a5 k8 a7 l8","policy":true,"keys":true}"#);
    assert_eq!((&over["policy"], over["keys"].is_object()), (&json!({}), true));
}

#[test]
fn lines_have_the_prior_of_their_first_move() {
    let query = r#"{"id":1,"rules":"pente","moves":"K10 L9","depth":4,"lines":5,"report_every":0,"policy":true}"#;
    let answers = ask(&format!("{query}\n"), &Options::default());
    let (last, reports) = answers.split_last().expect("answers");
    assert!(!reports.is_empty());
    let policy = last["policy"].as_object().expect("a policy");
    for answer in &answers {
        for line in answer["lines"].as_array().expect("lines") {
            let first = line["pv"][0].as_str().expect("a move");
            assert_eq!(line["prior"], policy[first], "{line}");
        }
    }
    let priors: Vec<f64> =
        last["lines"].as_array().expect("lines").iter().filter_map(|l| l["prior"].as_f64()).collect();
    assert!(priors.len() == 5 && priors.iter().any(|&prior| prior > 0.1), "{priors:?}");
    let pass = one(r#"{"id":1,"rules":"ndengrod","size":2,"position":"xo/o1x/xo o","nodes":9}"#);
    assert!(pass["lines"][0]["pv"][0] != "pass" || pass["lines"][0]["prior"].is_null(), "{pass}");
}

#[test]
fn a_clock_ends_the_search() {
    // Without the usual limit of nodes.
    let found = one(r#"{"id":1,"rules":"pente","moves":"K10 L9","left":600,"increment":10,"own_table":true}"#);
    assert!(found["ended"].is_string() && found["ended"] != "nodes" && found["best"].is_string(), "{found}");
    let limited = one(r#"{"id":1,"rules":"pente","moves":"K10 L9","left":3600000,"nodes":500,"own_table":true}"#);
    assert!(limited["nodes"].as_u64() <= Some(501) && limited["ended"] == "nodes", "{limited}");
}

#[test]
fn a_warm_table_helps() {
    let query = "{\"id\":1,\"rules\":\"freestyle\",\"moves\":\"h8 i9 g9\",\"depth\":8}\n";
    let warm = ask(&query.repeat(2), &Options::default());
    assert!(warm[1]["nodes"].as_u64() < warm[0]["nodes"].as_u64(), "{warm:?}");
    let clear = "{\"id\":2,\"action\":\"clear\"}\n";
    // A query that needs no search is answered at once, so the searches must be over before.
    let cold = ask(&(clear.to_owned() + query), &Options::default());
    assert_eq!(cold[0], json!({"id": 2, "action": "clear", "done": true}));
    assert_eq!(cold[1]["nodes"], warm[0]["nodes"]);
}

#[test]
fn only_what_is_asked_for_is_thought_about() {
    let only = one(r#"{"id":1,"rules":"freestyle","moves":"h8","only":["a1","15,15",  "o15"],"nodes":500,"lines":9}"#);
    assert_eq!(only["field"], "only[1]", "{only}");
    let only = one(r#"{"id":1,"rules":"freestyle","moves":"h8","only":"a1 o15","nodes":500,"lines":9}"#);
    let mut first: Vec<&str> =
        only["lines"].as_array().expect("lines").iter().filter_map(|line| line["pv"][0].as_str()).collect();
    first.sort_unstable();
    assert_eq!(first, ["a1", "o15"]);
    let except = one(r#"{"id":1,"rules":"freestyle","moves":"h8 a1 i8 a2 j8 a3 k8 a5","except":"g8","nodes":900}"#);
    assert_eq!(except["best"], "l8");
    let none = one(r#"{"id":1,"rules":"freestyle","moves":"h8","only":"h8","nodes":500}"#);
    assert_eq!(none["field"], "only");
}

#[test]
fn a_side_that_can_only_pass_is_analysed() {
    let query = r#"{"id":1,"rules":"ndengrod","size":3,"length":5,"flags":{"stuck":"pass"},"position":"ooo/oooo/1o1oo/oooo/ooo x","nodes":50}"#;
    assert_eq!(
        one(&query.replacen("\"id\":1", "\"id\":1,\"action\":\"position\"", 1).replace(",\"nodes\":50", ""))["may_pass"],
        true
    );
    let found = one(query);
    assert_eq!((&found["best"], &found["lines"][0]["pv"][0]), (&json!("pass"), &json!("pass")), "{found}");
}

#[test]
fn all_positions_of_a_game_are_analysed() {
    let query = r#"{"id":"g","rules":"ndengrod","moves":"d4 swap c3","plies":"all","nodes":200}"#;
    assert!(is_query(query));
    let answers = ask(query, &Options { threads: 3, ..Options::default() });
    let mut plies: Vec<u64> = answers.iter().filter_map(|answer| answer["ply"].as_u64()).collect();
    plies.sort_unstable();
    assert_eq!(plies, [0, 1, 2, 3]);
}

#[test]
fn positions_are_drawn() {
    let picture = one(r#"{"id":1,"action":"picture","rules":"pente","moves":"K10 L9","numbers":1,"width":300}"#);
    let svg = picture["svg"].as_str().expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("width=\"300\""), "{svg}");
}

#[test]
fn wins_are_proved_and_verified() {
    let solved = one(
        r#"{"id":1,"action":"solve","rules":"freestyle","moves":"h8 a1 i8 a3 j8 a5","nodes":100000,"shortest":true}"#,
    );
    assert_eq!((&solved["proved"], &solved["shortest"]), (&json!(true), &json!(true)));
    let certificate = solved["certificate"].as_str().expect("a certificate");
    let verify = |text: &str| one(&json!({"id": 2, "action": "verify", "certificate": text}).to_string());
    let verified = verify(certificate);
    assert_eq!((&verified["verified"], &verified["winner"]), (&json!(true), &json!("x")));
    let forged = verify(&certificate.replacen("x 0 0", "o 0 0", 1));
    assert_eq!(forged["verified"], false);
    assert!(forged["reason"].is_string());
}

#[test]
fn games_are_reviewed() {
    let query = r#"{"id":1,"action":"review","rules":"freestyle","moves":"h8 a1 i8 a2 j8 a3 k8 a5 b1 l8","nodes":400}"#;
    let review = one(query);
    let slip = &review["moves"][8];
    assert_eq!((&slip["move"], &slip["mark"], &slip["missed_win"]), (&json!("b1"), &json!("??"), &json!(1)));
    assert_eq!(review["graph"].as_array().map(Vec::len), Some(11));
}

#[test]
fn balanced_moves_are_nearest_to_what_is_asked_for() {
    let query =
        r#"{"id":1,"action":"balance","rules":"freestyle","size":9,"moves":"e5 d4","depth":3,"bias":0,"lines":80}"#;
    let found = one(query);
    let moves = found["moves"].as_array().expect("moves");
    let far: Vec<i64> = moves.iter().filter_map(|mv| mv["score"]["cp"].as_i64()).map(i64::abs).collect();
    assert!(far.len() > 20 && far.is_sorted(), "{far:?}");
}

#[test]
fn records_are_converted_there_and_back() {
    let text = "K10 L9 G10\n";
    let there =
        one(&json!({"id": 1, "action": "convert", "from": "txt", "to": "sgf", "rules": "pente", "text": text})
            .to_string());
    let back = json!({"id": 2, "action": "convert", "from": "sgf", "to": "txt", "text": there["text"]});
    assert_eq!(one(&back.to_string())["text"], text);
    let library =
        json!({"id": 3, "action": "convert", "from": "txt", "to": "lib", "rules": "renju", "text": "h8 h9 i9\n"});
    let library = one(&library.to_string());
    let back =
        json!({"id": 4, "action": "convert", "from": "lib", "to": "txt", "rules": "renju", "data": library["data"]});
    assert_eq!((&library["text"], &one(&back.to_string())["text"]), (&json!(null), &json!("h8 h9 i9\n")));
}

#[test]
fn threads_and_memory_are_chosen_within_limits() {
    let options =
        Options { search_threads: 2, most_threads: 4, hash: 16 << 20, most_hash: 64 << 20, ..Options::default() };
    let lines = [
        r#"{"id":1,"action":"resources"}"#,
        r#"{"id":2,"action":"resources","threads":4,"hash":64}"#,
        r#"{"id":3,"nodes":500}"#,
        r#"{"id":4,"action":"resources","threads":1}"#,
        r#"{"id":5,"action":"resources","threads":5}"#,
        r#"{"id":6,"action":"resources","hash":65}"#,
        r#"{"id":7,"action":"resources","hash":0}"#,
        r#"{"id":8,"action":"resources","hash":64}"#,
    ];
    assert!(lines.iter().all(|line| is_query(line) || line.contains("\"id\":7")));
    let answers = ask(&lines.join("\n"), &options);
    let answer = |id: u64| answers.iter().find(|answer| answer["id"] == id).expect("an answer");
    let set = |id| ["threads", "hash", "most_threads", "most_hash"].map(|name| answer(id)[name].as_u64().unwrap_or(0));
    assert_eq!([set(1), set(2)], [[2, 16, 4, 64], [4, 64, 4, 64]]);
    assert_eq!([set(4), set(8)], [[1, 64, 4, 64]; 2]);
    assert!(answer(3)["best"].is_string());
    for (id, field, most) in [(5, "threads", 4), (6, "hash", 64)] {
        let refused = answer(id);
        assert_eq!((&refused["field"], &refused["values"]["most"]), (&json!(field), &json!(most)), "{refused}");
    }
    assert_eq!(answer(7)["field"], "hash");
    assert_eq!(one(lines[0])["most_threads"], 1);
    // The limits are never below the values that the operator sets.
    let options = Options { search_threads: 3, hash: 128 << 20, ..Options::default() };
    let answers = ask(lines[0], &options);
    assert_eq!((&answers[0]["most_threads"], &answers[0]["most_hash"]), (&json!(3), &json!(128)));
}

#[test]
fn errors_name_the_field_and_stop_nothing() {
    let lines = [
        (r#"{"id":1,"moves":["K10","Z99"]}"#, json!("moves[1]")),
        (r#"{"id":1,"moves":"K10 K10"}"#, json!("moves[1]")),
        (r#"{"id":1,"rules":"chess"}"#, json!("rules")),
        (r#"{"id":1,"size":300}"#, json!("size")),
        (r#"{"id":1,"rules":"freestyle","size":"15x300"}"#, json!("size")),
        (r#"{"id":1,"length":9}"#, json!("length")),
        (r#"{"id":1,"flags":{"no-such":true}}"#, json!("flags.no-such")),
        (r#"{"id":1,"position":"nothing"}"#, json!("position")),
        (r#"{"id":1,"rules_text":"name = 7"}"#, json!("rules_text")),
        (r#"{"id":1,"plies":[5]}"#, json!("plies[0]")),
        (r#"{"id":1,"action":"solve","rules":"freestyle","moves":"h8 a1 i8 a2 j8 a3 k8 a5 l8"}"#, json!("moves")),
        (r#"{"id":1,"action":"verify"}"#, json!("certificate")),
        (r#"{"id":1,"action":"convert","from":"txt","to":"sgf","rules":"pente","text":"K10 K10"}"#, json!("text")),
        (r#"{"id":1,"action":"convert","from":"lib","to":"sgf","data":"%%"}"#, json!("data")),
        (r#"{"id":1,"action":"terminate"}"#, json!("terminate_id")),
        (r#"{"id":1,"nodes":-3}"#, json!("nodes")),
        (r#"{"id":1,"time":1e99}"#, json!("time")),
        (r#"{"id":null}"#, json!("id")),
        ("{", json!(null)),
        ("\u{1}\u{fffd}", json!(null)),
    ];
    let all: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let answers = ask(&(all + r#"{"id":"last","moves":"K10","nodes":100}"#), &Options::default());
    let mut refused: Vec<_> = answers.iter().filter(|answer| answer.get("error").is_some()).collect();
    assert_eq!((answers.len(), refused.len()), (lines.len() + 1, lines.len()));
    for (line, field) in &lines {
        let found = refused.iter().position(|answer| answer["field"] == *field);
        let found = found.unwrap_or_else(|| panic!("{line}: {refused:?}"));
        refused.remove(found);
    }
    assert!(answers.iter().any(|answer| answer["id"] == "last" && answer["best"].is_string()));
}

#[test]
fn openings_go_on_as_they_are_answered() {
    let board = one(r#"{"id":1,"action":"board","rules":"renju"}"#);
    let rules = board["opening_rules"].as_array().expect("rules");
    assert!(rules.contains(&json!({
        "name": "rif",
        "title": "three stones near the centre, a swap, the fourth stone, and of two fifth moves White takes one",
        "most": 0,
        "usual": false
    })));
    for (game, usual) in [("d-pente", "four-stones"), ("swap2-keryo", "swap2")] {
        let board = one(&json!({"id": 1, "action": "board", "rules": game}).to_string());
        let mut rules = board["opening_rules"].as_array().expect("rules").iter();
        assert_eq!(rules.find(|rule| rule["usual"] == true).map(|rule| &rule["name"]), Some(&json!(usual)));
    }
    assert_eq!(one(r#"{"id":2,"action":"board","rules":"ndengrod"}"#)["opening_rules"], json!([]));
    let asked = |answers: &str, more: &str| {
        let query = format!(
            r#"{{"id":3,"action":"opening","rules":"renju","opening_rule":"rif","answers":"{answers}"{more}}}"#
        );
        assert!(is_query(&query));
        one(&query)
    };
    let begun = asked("h8", r#","decide":false"#);
    assert_eq!(
        (&begun["task"]["kind"], &begun["task"]["left"], &begun["answer"]),
        (&json!("place"), &json!(1), &json!(null))
    );
    assert_eq!(begun["task"]["allowed"].as_array().map(Vec::len), Some(8));
    let offered = asked("h8 i9 j10 swap a1 b1", r#","decide":false"#);
    assert_eq!(
        (&offered["offered"], &offered["players"], &offered["task"]["left"]),
        (&json!(["b1"]), &json!([1, 0]), &json!(1))
    );
    let swap = asked("h8 i9 j10", r#","nodes":300,"seed":7"#);
    assert!(swap["winrate_black"].is_number() && swap["why"].is_string() && swap["answer"].is_string(), "{swap}");
    assert_eq!(asked("h8 h8", "")["field"], "answers[1]");
}

#[test]
fn resignations_are_written_and_read() {
    let written = |result: &str, to: &str| {
        one(&format!(
            r#"{{"id":1,"action":"write","to":"{to}","rules":"pente","tree":[{{}},{{"parent":0,"move":"K10"}}],"result":{result}}}"#
        ))
    };
    for (result, told) in [
        (r#"{"winner":"o","reason":"resigned"}"#, "RE[W+R"),
        (r#"{"winner":"x","reason":"time"}"#, "RE[B+T"),
        (r#"{"winner":null,"reason":"agreed"}"#, "RE[Draw]"),
    ] {
        let sgf = written(result, "sgf")["text"].as_str().expect("a text").to_owned();
        assert!(sgf.contains(told), "{sgf}");
        let read = one(&json!({"id": 2, "action": "read", "from": "sgf", "text": sgf}).to_string());
        assert_eq!(read["result"], serde_json::from_str::<serde_json::Value>(result).expect("an object"));
    }
    for result in [r#"{"winner":"x","reason":"agreed"}"#, r#"{"winner":null,"reason":"time"}"#] {
        assert_eq!(written(result, "sgf")["field"], "result", "{result}");
    }
}

#[test]
fn records_that_name_no_game_are_not_guessed() {
    let ask = |action: &str, from: &str, text: &str, rules: Option<&str>| {
        let mut query = json!({"id": 1, "action": action, "from": from, "text": text});
        if action == "convert" {
            query["to"] = "sgf".into();
        }
        if let Some(rules) = rules {
            query["rules"] = rules.into();
        }
        one(&query.to_string())
    };
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na.zip\nb.zip\n-1\n";
    for (end, rules) in [("", "freestyle"), ("0,Freestyle15_1\n", "freestyle"), ("0,Renju_1\n", "renju")] {
        let text = format!("{psq}{end}");
        assert_eq!(ask("read", "psq", &text, None)["rules"], rules);
        assert!(ask("convert", "psq", &text, None)["text"].as_str().is_some_and(|sgf| sgf.contains(rules)), "{end}");
    }
    for (from, text, rules) in [("txt", "K10 L9", "pente"), ("pgn", "1. K10 L9", "pente"), ("pos", "h8i9", "renju")] {
        for action in ["read", "convert"] {
            let refused = ask(action, from, text, None);
            assert_eq!(refused["field"], "rules", "{from} {refused}");
            assert!(
                refused["error"].as_str().is_some_and(|error| error.contains("no game is named here")),
                "{refused}"
            );
            let read = ask(action, from, text, Some(rules));
            assert!(read.get("error").is_none(), "{from}: {read}");
        }
    }
    let playok = "[Site \"PlayOK\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"0-1\"]\n[GameType \"61,19\"]\n\n\
                  1. s19 i9 2. j8 black 3. i7 i8 0-1\n";
    let read = ask("read", "pgn", playok, None);
    assert_eq!((&read["size"], &read["about"]["players"]), (&json!(19), &json!(["Bob", "Ann"])), "{read}");
}

#[test]
fn errors_have_codes_with_values() {
    let lines = [
        (r#"{"id":1,"moves":["K10","Z99"]}"#, "no_move", json!({"text": "Z99", "range": "A1-T19"})),
        (r#"{"id":1,"moves":"K10 K10"}"#, "occupied", json!({"move": "K10"})),
        (r#"{"id":1,"rules":"pente","moves":"K10 L10 K11"}"#, "too_near", json!({"move": "K11", "side": 5})),
        (r#"{"id":1,"rules":"chess"}"#, "unknown_game", json!({"name": "chess"})),
        (
            r#"{"id":1,"rules":"freestyle","size":"15x300"}"#,
            "board_size",
            json!({"game": "freestyle", "width": 15, "height": 300}),
        ),
        (r#"{"id":1,"flags":{"no-such":true}}"#, "unknown_flag", json!({"name": "no-such"})),
        (r#"{"id":1,"plies":[5]}"#, "no_such_ply", json!({"moves": 0})),
        (r#"{"id":1,"action":"verify"}"#, "missing", json!(null)),
        (r#"{"id":1,"action":"clear","size":5}"#, "unknown_field", json!({"action": "clear"})),
        (r#"{"id":1,"nodes":-3}"#, "bad_value", json!(null)),
        (
            r#"{"id":1,"action":"convert","from":"txt","to":"sgf","flags":{"fifth":"captures"},"text":"K10"}"#,
            "unnamed_game",
            json!({"games": "ninuki, ninuki-hannover, ninuki-japan, ninuki-42, boat-pente, o-pente"}),
        ),
        (
            r#"{"id":1,"action":"write","to":"txt","rules":"renju","tree":[{},{"parent":0,"move":"h8","comment":"a"}]}"#,
            "format_comments",
            json!({"format": "txt"}),
        ),
        ("{", "json", json!(null)),
    ];
    for (line, code, values) in lines {
        let refused = ask(line, &Options::default()).pop().expect("an answer");
        assert_eq!((&refused["code"], &refused["values"]), (&json!(code), &values), "{refused}");
    }
}

#[test]
fn decisions_in_openings_have_reasons() {
    let asked = |answers: &str, book: bool| {
        let query = json!({"id": 1, "action": "opening", "rules": "renju", "opening_rule": "rif", "answers": answers, "nodes": 300, "book": book});
        one(&query.to_string())["reason"].clone()
    };
    assert_eq!(asked("h8 i9 j10", false), json!({"code": "winrate"}));
    assert_eq!(asked("h8 i9 j10", true), json!({"code": "book"}));
    assert_eq!(asked("h8", true), json!({"code": "varied"}));
}

#[test]
fn lines_have_the_values_of_the_side_that_is_asked_for() {
    let query = |more: &str| {
        let text = format!(
            r#"{{"id":1,"rules":"freestyle","moves":"h8 a1 i8 a3 j8 a5 k8","depth":2,"own_table":true{more}}}"#
        );
        assert!(is_query(&text), "{text}");
        let found = one(&text);
        (found["lines"][0]["score"].clone(), found["lines"][0]["winrate"].clone(), found["to_move"].clone())
    };
    let (own, black) = (query(""), query(r#","perspective":"x""#));
    assert_eq!((&own, &own.2), (&query(r#","perspective":"o""#), &json!("o")));
    assert_eq!((&own.0["loss"], &own.1), (&black.0["win"], &json!(0.0)));
    assert_eq!((&black.1, &black.2), (&json!(1.0), &json!("o")));
}

#[test]
fn unknown_fields_are_refused_or_have_a_warning() {
    let query = r#"{"id":"a","rules":"pente","mvoes":"K10","nodes":50,"unknown_fields":"warn","maxVisits":7}"#;
    let answers = ask(query, &Options::default());
    assert_eq!(answers.len(), 3);
    for (warning, field) in answers.iter().zip(["mvoes", "maxVisits"]) {
        assert_eq!(
            (&warning["id"], &warning["field"], &warning["code"]),
            (&json!("a"), &json!(field), &json!("unknown_field"))
        );
        assert!(warning["warning"].is_string() && warning["error"].is_null());
    }
    assert_eq!(answers[2]["action"], "analyze");
    let refused = |value: &str| ask(&query.replace("\"warn\"", value), &Options::default())[0].clone();
    assert_eq!((&refused("\"refuse\"")["field"], &refused("1")["code"]), (&json!("mvoes"), &json!("json")));
}

#[test]
fn a_review_has_the_names_of_the_players() {
    let query = r#"{"id":1,"action":"review","rules":"freestyle","moves":"h8 a1","about":{"players":["Ann","Bob"]},"nodes":50}"#;
    assert!(is_query(query));
    let players = one(query)["players"].as_object().expect("players").keys().cloned().collect::<Vec<_>>();
    assert_eq!(players, ["Ann", "Bob"]);
}

//! Engines that misbehave lose, for the right reason, and never hold the tournament up.

use serde_json::Value;

use crate::lab::Lab;

/// A pair of games between a stub that misbehaves at its third move and one that does not.
fn pair(mode: &str, settings: &str) -> (Lab, Vec<Value>) {
    let lab = Lab::new();
    let bad = lab.stub(&format!("mode={mode} seed=1"), &format!("name=Bad {settings}"));
    let good = lab.stub("seed=2 think=100", "name=Good");
    let args =
        [&bad, &good, "--tc=0/0.3", "--games=2", "--start-limit=2", "--rules=freestyle", "--journal=games.jsonl"];
    let ended = lab.run(&args);
    assert_eq!(ended.status, Some(0), "{mode}: {}", ended.err);
    let games = lab.games("games.jsonl");
    assert_eq!(games.len(), 2, "{mode}");
    (lab, games)
}

/// Both games are lost by the fault of the one who misbehaves.
fn assert_fault(mode: &str, settings: &str, fault: &str) -> Vec<Value> {
    let (_lab, games) = pair(mode, settings);
    for game in &games {
        let bad = usize::from(game["players"][1] == "Bad");
        assert_eq!(game["fault"][0], bad, "{mode}: {game}");
        assert_eq!(game["fault"][1], fault, "{mode}: {game}");
        assert_eq!(game["winner"], 1 - bad, "{mode}: {game}");
    }
    games
}

/// Both games end by the rules.
fn assert_fine(mode: &str, settings: &str) {
    let (_lab, games) = pair(mode, settings);
    for game in &games {
        assert_eq!((&game["fault"], &game["reason"]), (&Value::Null, &Value::from("five")), "{mode}: {game}");
    }
}

#[test]
fn silence() {
    let games = assert_fault("silent-move", "", "stall");
    assert!(games[0]["detail"].as_str().expect("a detail").contains("no answer for 1"), "{}", games[0]);
    assert_fault("deaf", "", "stall");
}

#[test]
fn a_crash_tells_its_last_words() {
    for game in assert_fault("crash-move", "", "crash") {
        assert_eq!(game["detail"], "it ended with status 5: segmentation fault, as it were");
        assert_eq!(game["stderr"][0], "line one");
    }
    assert_fault("close", "", "crash");
}

#[test]
fn a_late_move_is_told_from_none() {
    let games = assert_fault("late ms=900", "restart=on", "time");
    assert!(
        games[0]["detail"].as_str().expect("a detail").ends_with("and had 300 ms for the move (tc=0/0.3)"),
        "{}",
        games[0]
    );
}

#[test]
fn illegal_moves() {
    for game in assert_fault("occupied", "restart=on", "illegal-move") {
        assert!(game["detail"].as_str().expect("a detail").ends_with("the point is occupied"), "{game}");
    }
    for game in assert_fault("outside", "restart=on", "illegal-move") {
        assert_eq!(game["detail"], "99,99 is not on the board");
    }
}

#[test]
fn garbage() {
    for game in assert_fault("comma", "", "garbage") {
        assert_eq!(game["detail"], "\",\" is no move");
    }
    for game in assert_fault("garbage", "", "garbage") {
        assert!(game["detail"].as_str().expect("a detail").contains("I think h8 is nice"), "{game}");
    }
    for game in assert_fault("error", "", "refusal") {
        assert_eq!(game["detail"], "ERROR I am lost");
    }
}

#[test]
fn an_answer_is_one_line() {
    for game in assert_fault("two-moves", "", "unasked-line") {
        let detail = game["detail"].as_str().expect("a detail");
        assert!(detail.starts_with("it said \"") && detail.contains("\" unasked after its answer "), "{game}");
    }
    // It is a fault while the other one thinks, not when the line would be taken for an answer.
    for mode in ["second-move", "unasked"] {
        for game in assert_fault(mode, "", "unasked-line") {
            let book = game["book"].as_u64().expect("a book") as usize;
            let moves = game["moves"].as_array().expect("moves").len() - book;
            let begins = game["players"][book % 2] == "Bad";
            let third = if begins { 5 } else { 6 };
            assert!((third..=third + 1).contains(&moves), "{game}");
        }
    }
}

#[test]
fn what_is_no_move_is_a_fault_when_it_comes() {
    let (_lab, games) = pair("garbage", "tc=0/60");
    for game in &games {
        assert_eq!(
            (&game["fault"][1], &game["detail"]),
            (&"garbage".into(), &"\"I think h8 is nice\" is no move".into())
        );
        assert!(game["seconds"].as_f64().expect("a time") < 30.0, "{game}");
    }
}

#[test]
fn an_unasked_line_is_named_everywhere() {
    let lab = Lab::new();
    let (bad, good) = (lab.stub("mode=two-moves seed=1", "name=Bad"), lab.stub("seed=2", "name=Good"));
    let run =
        |more: &[&str]| lab.run(&[&[&bad[..], &good, "--rules=freestyle", "--games=2", "--tc=9/9"], more].concat());
    let told = run(&["--journal=games.jsonl"]).out;
    assert!(told.contains("faults          Bad: unasked line 2\n"), "{told}");
    let json: Value =
        serde_json::from_str(&run(&["--journal=games.jsonl", "--json", "--html=x.html"]).out).expect("JSON");
    assert_eq!(json["ranking"][1]["faults"]["unasked line"], 2, "{json}");
    assert!(lab.read("x.html").contains("<p>Bad: unasked line 2</p>"));
    assert_eq!(lab.games("games.jsonl")[0]["fault"][1], "unasked-line");
    // The check of the protocol knows it, too.
    let checked =
        lab.ninuki(&["check", "--untimed", "--case=67", "--case=29", "--case=27", &lab.command("mode=two-moves at=1")]);
    assert!(checked.status == Some(1) && checked.out.contains("expected  no unasked line"), "{}", checked.out);
}

#[test]
fn floods() {
    assert_fault("endless", "", "flood");
    assert_fault("endless-lines", "tc=0/60", "flood");
}

#[test]
fn too_much_memory() {
    assert_fault("memory", "memory=100 tc=0/3", "memory");
    assert_fine("memory", "memory=1000 tc=0/3");
}

#[test]
fn what_is_only_annoying_is_borne() {
    for mode in ["huge-line", "chatty", "endless-errors", "ignore-end", "fork", "no-about", "crash-second-start"] {
        assert_fine(mode, "tc=0/3");
    }
    assert_fine("fork", "restart=on");
}

#[test]
fn a_text_after_ok_is_accepted() {
    assert_fine("text-after-ok", "restart=on");
}

#[test]
fn an_engine_that_does_not_work_any_more_ends_the_tournament() {
    let lab = Lab::new();
    let count = lab.path("launches");
    let bad = lab.stub(&format!("seed=1 launches={} times=3", count.display()), "name=Bad restart=on");
    let good = lab.stub("seed=2", "name=Good");
    let ended = lab.run(&[&bad, &good, "--games=40", "--rules=freestyle", "--journal=games.jsonl"]);
    assert_eq!(ended.status, Some(1));
    assert!(ended.err.contains("Bad does not work any more: 5 games in a row"), "{}", ended.err);
    assert!(ended.err.contains("status 6: worn out"), "{}", ended.err);
    let games = lab.games("games.jsonl");
    assert!(games.iter().take(2).all(|game| game["reason"] == "five"));
    assert!(games.iter().skip(2).all(|game| game["fault"][1] == "crash") && games.len() == 7, "{}", games.len());
}

#[test]
fn times_agree_with_the_clock_of_the_engine() {
    let lab = Lab::new();
    let slow = |seed| lab.stub(&format!("seed={seed} think=15"), "");
    let (one, other) = (slow(1), slow(2));
    let ended = lab.run(&[&one, &other, "--tc=100/1", "--games=2", "--rules=freestyle", "--journal=games.jsonl"]);
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    let mut late = Vec::new();
    for game in lab.games("games.jsonl") {
        let (ms, info) = (game["ms"].as_array().expect("times"), game["info"].as_array().expect("remarks"));
        for (ms, info) in ms.iter().zip(info).filter(|(_, info)| !info.is_null()) {
            late.push(ms.as_f64().expect("a time") - info["nodes"].as_f64().expect("microseconds") / 1000.0);
        }
    }
    late.sort_by(f64::total_cmp);
    // A latency well under a millisecond on a quiet machine may be long on a busy one.
    assert!(late[0] >= 0.0 && late[late.len() / 2] < 20.0, "{late:?}");
}

//! Engines that misbehave lose, for the right reason, and never hold the tournament up.

use serde_json::Value;

use crate::lab::Lab;

/// A pair of games between a stub that misbehaves at its third move and one that does not.
fn pair(mode: &str, settings: &str) -> (Lab, Vec<Value>) {
    let lab = Lab::new();
    let bad = lab.stub(&format!("mode={mode} seed=1"), &format!("name=Bad {settings}"));
    let good = lab.stub("seed=2", "name=Good");
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
    let games = assert_fault("late", "restart=on", "time");
    assert!(games[0]["detail"].as_str().expect("a detail").ends_with("and had 300 ms"), "{}", games[0]);
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
fn floods() {
    assert_fault("endless", "", "flood");
    assert_fault("endless-lines", "", "flood");
}

#[test]
fn too_much_memory() {
    assert_fault("memory", "memory=100 tc=0/3", "memory");
    assert_fine("memory", "memory=1000 tc=0/3");
}

#[test]
fn what_is_only_annoying_is_borne() {
    for mode in ["huge-line", "endless-errors", "ignore-end", "fork", "no-about", "crash-second-start"] {
        assert_fine(mode, "");
    }
    assert_fine("fork", "restart=on");
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
    // What a quiet machine does in well under a millisecond may take long on a busy one.
    assert!(late[0] >= 0.0 && late[late.len() / 2] < 20.0, "{late:?}");
}

//! Faults of the machine are distinguished from faults of the engine, and count as no result.

use serde_json::Value;

use crate::lab::{Ended, Lab};

/// Two games between a stub that misbehaves and one that does not, and what is asked for besides.
fn pair(lab: &Lab, mode: &str, more: &[&str]) -> Ended {
    let bad = lab.stub(&format!("mode={mode} seed=1"), "name=Bad");
    let good = lab.stub("seed=2", "name=Good");
    let common = [&bad[..], &good, "--tc=0/0.3", "--games=2", "--rules=freestyle", "--journal=games.jsonl"];
    lab.run(&[&common[..], more].concat())
}

/// Misbehaves but once.
fn once(lab: &Lab, mode: &str) -> String {
    format!("{mode} once={}", lab.path("done").display())
}

/// The attempts at all games.
fn attempts(games: &[Value]) -> Vec<&Value> {
    games.iter().filter_map(|game| game["attempts"].as_array()).flatten().collect()
}

#[test]
fn a_killed_engine_plays_the_game_again() {
    let lab = Lab::new();
    let ended = pair(&lab, &once(&lab, "killed"), &[]);
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    assert!(ended.out.contains("\nplayed again    1 attempts at games"), "{}", ended.out);
    let games = lab.games("games.jsonl");
    assert!(games.len() == 2 && games.iter().all(|game| game["fault"].is_null()), "{games:?}");
    let attempts = attempts(&games);
    assert_eq!(attempts.len(), 1, "{games:?}");
    assert_eq!((&attempts[0]["cause"], &attempts[0]["fault"][1]), (&"killed".into(), &"crash".into()));
    assert_eq!(attempts[0]["detail"], "it was ended by SIGKILL from outside");
}

#[test]
fn work_on_the_time_of_the_other_is_noted() {
    let lab = Lab::new();
    let spins = lab.stub("mode=spin at=1 ms=80 think=80 seed=1", "name=Spins");
    let rests = lab.stub("think=80 seed=2", "name=Rests");
    let ended = lab.run(&[&spins, &rests, "--tc=0/20", "--games=2", "--rules=freestyle", "--journal=games.jsonl"]);
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    assert!(ended.out.contains("\nnot idle        Spins: "), "{}", ended.out);
    assert!(!ended.out.contains("not idle        Rests"), "{}", ended.out);
    for game in lab.games("games.jsonl") {
        let of = |name: &str| {
            game["players"].as_array().and_then(|players| players.iter().position(|player| player == name))
        };
        let [spun, rested] = ["Spins", "Rests"].map(|name| game["idle_cpu"][of(name).expect("a player")].as_u64());
        assert!(spun >= Some(200) && rested == Some(0), "{game}");
    }
}

#[test]
fn replays_have_a_limit_and_then_the_verdict_says_so() {
    for (mode, fault) in [("killed", "crash"), ("stopped", "stall")] {
        let lab = Lab::new();
        let ended = pair(&lab, mode, &["--replays=1"]);
        assert_eq!(ended.status, Some(3), "{mode}: {}", ended.err);
        assert!(ended.out.contains(&format!("Bad: {fault} 2 (2 by the machine's doing)\n")), "{}", ended.out);
        assert!(ended.out.ends_with("2 of 2 games ended by one (2 by the machine's doing)\n"), "{}", ended.out);
        for game in lab.games("games.jsonl") {
            assert_eq!((&game["cause"], game["attempts"].as_array().map(Vec::len)), (&"killed".into(), Some(1)));
            let dialogue = game["dialogue"].as_array().expect("last words");
            assert!(dialogue.last().is_some_and(|line| line.as_str().unwrap_or_default().starts_with("> ")), "{game}");
        }
    }
}

#[test]
fn a_fault_can_stop_the_tournament_which_goes_on_later() {
    for (mode, option) in [("killed", "--on-machine-fault=stop"), ("crash-move", "--on-fault=stop")] {
        let lab = Lab::new();
        let mode = once(&lab, mode);
        let stopped = pair(&lab, &mode, &[option]);
        assert_eq!(stopped.status, Some(1), "{}", stopped.err);
        assert!(stopped.err.contains("error: game 0 stopped by the crash of Bad: it "), "{}", stopped.err);
        let later = pair(&lab, &mode, &[option]);
        assert_eq!(later.status, Some(0), "{}", later.err);
        let text = lab.read("games.jsonl");
        assert_eq!(text.matches("\"game\":0,").count(), 2, "{text}");
        assert!(text.contains("{\"void\":[0],\"reason\":\"the tournament stopped at this crash\""), "{text}");
    }
}

#[test]
fn engines_faults_lose_unless_they_are_to_be_played_again() {
    let lab = Lab::new();
    let ended = pair(&lab, &once(&lab, "crash-move"), &[]);
    assert_eq!((ended.status, lab.games("games.jsonl")[0]["fault"][1].as_str()), (Some(0), Some("crash")));
    let lab = Lab::new();
    let ended = pair(&lab, &once(&lab, "crash-move"), &["--on-fault=replay"]);
    let games = lab.games("games.jsonl");
    assert_eq!((ended.status, games[0]["fault"].as_array()), (Some(0), None));
    assert_eq!(attempts(&games).len(), 1, "{games:?}");
}

#[test]
fn games_are_taken_out_and_played_again() {
    let lab = Lab::new();
    assert_eq!(pair(&lab, "none", &[]).status, Some(0));
    let voided = lab.run(&["void", "games.jsonl", "0-1", "--reason", "power cut"]);
    assert_eq!(voided.out, "games.jsonl: 2 games do not count any more\n", "{}", voided.err);
    let report = lab.run(&["report", "games.jsonl"]);
    assert!(report.status == Some(1) && report.out.contains(", 0 games"), "{report:?}");
    assert_eq!(pair(&lab, "none", &[]).status, Some(0));
    let text = lab.read("games.jsonl");
    assert_eq!((text.lines().count(), text.contains("\"reason\":\"power cut\"")), (6, true), "{text}");
    let none = lab.run(&["void", "games.jsonl", "9", "--reason", "x"]);
    assert_eq!((none.status, none.err), (Some(2), "error: games.jsonl: there is no game 9\n".to_owned()));
}

#[test]
fn what_is_said_in_a_game_is_written_on_demand() {
    let lab = Lab::new();
    assert_eq!(pair(&lab, "none", &["--dialogue=said"]).status, Some(0));
    for game in ["game-000000.txt.gz", "game-000001.txt.gz"] {
        let unpacked = std::process::Command::new("gzip").arg("-dc").arg(lab.path("said").join(game)).output();
        let text = String::from_utf8(unpacked.expect("gzip runs").stdout).expect("UTF-8");
        assert!(text.contains(" Bad > START 15\n") && text.contains(" Good < OK\n"), "{text}");
        assert!(text.matches(" > TURN ").count() > 5, "{text}");
    }
}

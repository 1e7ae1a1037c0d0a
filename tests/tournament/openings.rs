//! Games other than Gomocup's, and openings in which colours are exchanged.

use serde_json::Value;

use crate::lab::Lab;

#[test]
fn swap2_in_all_its_forms() {
    for (choice, colors) in [("move", false), ("swap", true), ("two", false)] {
        let lab = Lab::new();
        let one = lab.stub(&format!("seed=1 swap2={choice}"), "name=One");
        let other = lab.stub(&format!("seed=2 swap2={choice}"), "name=Other");
        let ended = lab.run(&[&one, &other, "--swap2", "--rules=standard", "--games=4", "--journal=games.jsonl"]);
        assert_eq!(ended.status, Some(0), "{choice}: {}", ended.err);
        for game in lab.games("games.jsonl") {
            assert_eq!(game["fault"], Value::Null, "{choice}: {game}");
            assert_eq!(
                game["moves"].as_array().map(|moves| &moves[..3]),
                Some(&["d12", "e11", "f12"].map(Value::from)[..])
            );
            // After two more stones the first player makes the sixth and so plays White.
            let swapped = colors || choice == "two";
            assert_eq!(game["swapped"].as_bool().unwrap_or(false), swapped, "{choice}: {game}");
        }
    }
    let lab = Lab::new();
    let (one, other) = (lab.stub("seed=1", ""), lab.stub("seed=2 mode=no-swap2", ""));
    let ended = lab.run(&[&one, &other, "--swap2", "--rules=freestyle"]);
    assert_eq!(ended.status, Some(2));
    assert!(ended.err.contains("it does not know SWAP2BOARD with 0 stones: UNKNOWN SWAP2BOARD"), "{}", ended.err);
}

/// Openings by a rule that engines have no command for: our own search makes them, each is played in both colours.
#[test]
fn openings_by_a_rule_are_the_same_for_both_players() {
    for (rules, rule) in [("renju", "yamaguchi"), ("freestyle", "swap")] {
        let lab = Lab::new();
        let args = [
            "--engine=cmd=self name=One",
            "--engine=cmd=self name=Other",
            "--each=nodes=60",
            &format!("--rules={rules}"),
            &format!("--opening-rule={rule}"),
            "--games=4",
            "--max-moves=12",
            "--journal=games.jsonl",
        ];
        let ended = lab.run(&args);
        assert_eq!(ended.status, Some(0), "{rule}: {}", ended.err);
        assert!(ended.err.contains(&format!("openings by {rule}, decided by our own search")), "{}", ended.err);
        let first = |game: &Value| game["moves"].as_array().expect("moves")[..3].to_vec();
        let games = lab.games("games.jsonl");
        assert_eq!(games.len(), 4);
        for pair in games.chunks(2) {
            assert_eq!(first(&pair[0]), first(&pair[1]), "{rule}");
            assert_ne!(pair[0]["players"], pair[1]["players"], "{rule}");
        }
        assert_ne!(first(&games[0]), first(&games[2]), "{rule}: the pairs have the same opening");
        // The first stone of the openings of renju stands in the centre.
        assert!(rules != "renju" || games.iter().all(|game| first(game)[0] == "h8"), "{rule}");
    }
}

#[test]
fn this_program_plays_every_game() {
    for (rules, size) in [
        ("pente", "13"),
        ("keryo", "13"),
        ("ninuki", "13"),
        ("nenuki", "11"),
        ("ndengrod", "4"),
        ("renju", "15"),
        ("caro", "15"),
    ] {
        let lab = Lab::new();
        let (rules_arg, size) = (format!("--rules={rules}"), format!("--size={size}"));
        let args = [
            "--engine=cmd=self",
            "--engine=cmd=self name=Other",
            "--each=nodes=60",
            &rules_arg,
            &size,
            "--games=4",
            "--max-moves=80",
            "--sgf=games.sgf",
            "--journal=games.jsonl",
        ];
        let ended = lab.run(&args);
        assert_eq!(ended.status, Some(0), "{rules}: {}", ended.err);
        for game in lab.games("games.jsonl") {
            assert_eq!(game["fault"], Value::Null, "{rules}: {game}");
        }
        // Every game can be replayed from its record.
        let replayed = lab.ninuki(&["replay", "--json", "games.sgf"]);
        assert_eq!((replayed.status, replayed.out.lines().count()), (Some(0), 4), "{rules}: {}", replayed.err);
    }
}

const OWN: &str = "name = \"loose\"\nbase = \"pente\"\nsizes = [9, 13]\ndefault-size = 9\n[capture]\ntarget = 6\n";

#[test]
fn a_game_of_ones_own_is_played_resumed_and_read_back() {
    let lab = Lab::new();
    lab.write("loose.toml", OWN);
    lab.write("openings.txt", "E5 A1\nE5 B2\n");
    let run = |more: &[&str]| {
        let common = [
            "--engine=cmd=self",
            "--engine=cmd=self name=Other",
            "--each=nodes=60",
            "--rules-file=loose.toml",
            "--journal=games.jsonl",
            "--max-moves=60",
        ];
        lab.run(&[&common[..], more].concat())
    };
    let first = run(&["--games=2", "--openings=openings.txt"]);
    assert_eq!(first.status, Some(0), "{}", first.err);
    let outputs = ["--games=4", "--openings=openings.txt", "--sgf=x.sgf", "--pgn=x.pgn", "--psq=psq", "--json"];
    let ended = run(&[&outputs[..], &["--verify-journal"]].concat());
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    assert!(ended.err.contains("2 games are verified"), "{}", ended.err);
    let results: Value = serde_json::from_str(&ended.out).expect("an object");
    assert!(results["game"] == "loose" && results["rules"].as_str().is_some_and(|rules| rules.contains("target")));
    let games = lab.games("games.jsonl");
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["fault"].is_null()), "{games:?}");
    for record in ["x.sgf", "x.pgn", "psq/000004.psq"] {
        let replayed = lab.ninuki(&["replay", "--json", "--rules-file", "loose.toml", record]);
        let last: Value = serde_json::from_str(replayed.out.lines().last().expect("a game")).expect("an object");
        assert_eq!((replayed.status, &last["game"]), (Some(0), &Value::from("loose")), "{record}: {}", replayed.err);
        assert_eq!(last["plies"], games[3]["moves"].as_array().map_or(0, Vec::len), "{record}");
    }
    let replayed = lab.ninuki(&["replay", "--json", "x.sgf"]);
    assert_eq!((replayed.status, replayed.out.matches("\"game\":\"loose\"").count()), (Some(0), 4), "{}", replayed.err);
    lab.write("loose.toml", &OWN.replace("= 6", "= 8"));
    let other = run(&outputs);
    assert_eq!(other.status, Some(2));
    assert!(other.err.contains("this journal is of another tournament: rules is"), "{}", other.err);
    lab.write("loose.toml", &OWN.replace("loose", "no-set"));
    std::fs::remove_file(lab.path("games.jsonl")).expect("the journal");
    assert_eq!(run(&["--games=2"]).status, Some(0), "openings of the nearest game");
}

#[test]
fn engines_that_do_not_take_rules_are_refused_before_the_first_game() {
    let lab = Lab::new();
    lab.write("loose.toml", OWN);
    for (mode, part) in [
        ("games=pente", "it does not take the rules of loose: after INFO rules_file its ABOUT names no such game"),
        ("mode=no-about", "it does not take the rules of loose"),
    ] {
        let (good, bad) = ("--engine=cmd=self", lab.stub(mode, ""));
        let ended = lab.run(&[good, &bad, "--rules-file=loose.toml", "--start-limit=0.5", "--journal=games.jsonl"]);
        assert!(ended.status == Some(2) && ended.err.contains(part), "{mode}: {}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
        assert!(!lab.path("games.jsonl").exists());
    }
}

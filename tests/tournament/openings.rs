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

//! Puzzles, seen from outside.

use crate::run::Folder;

const MAKE: [&str; 9] =
    ["puzzles", "make", "--rules", "ndengrod", "--out", "mine.jsonl", "--nodes", "300", "--selfplay"];

#[test]
fn games_become_puzzles_that_are_checked_and_solved() {
    let folder = Folder::new();
    let made = folder.run(&[&MAKE[..], &["20", "--json"]].concat()).object();
    assert!(made["puzzles"].as_u64() > Some(2), "{made}");
    assert_eq!((&made["games"], &made["total"]), (&20.into(), &made["puzzles"]));
    let again = folder.run(&[&MAKE[..], &["20", "--json"]].concat()).object();
    assert_eq!((&again["games"], &again["total"]), (&0.into(), &made["total"]), "games are searched once");
    let checked = folder.run(&["puzzles", "check", "mine.jsonl", "--json", "--threads", "2"]).object();
    assert_eq!((&checked["checked"], &checked["failed"]), (&made["total"], &0.into()));
    let sample = folder.run(&["puzzles", "check", "mine.jsonl", "--json", "--sample", "2"]).object();
    assert_eq!((&sample["checked"], &sample["puzzles"]), (&2.into(), &made["total"]));
}

#[test]
fn the_same_games_as_a_record_are_read() {
    let folder = Folder::new();
    folder.write("games.txt", "h8 a1 i8 a2 h9 a3 i9 a4 c3 c4 j7 o15\nh8 h8\n");
    let make = ["puzzles", "make", "--rules", "freestyle", "--out", "mine.txt", "games.txt"];
    let ended = folder.run(&make);
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert!(ended.err.contains("games.txt:2: ply 2: h8: the point is occupied"), "{}", ended.err);
    assert!(folder.text("mine.txt").contains("# done 1 games.txt"), "{}", folder.text("mine.txt"));
    assert!(folder.run(&make).out.starts_with("0 games"), "both games are searched");
}

#[test]
fn a_puzzle_is_played_over_a_pipe() {
    let folder = Folder::new();
    folder.run(&[&MAKE[..], &["20"]].concat());
    let text = folder.text("mine.jsonl");
    let line = text.lines().find(|line| line.starts_with("{\"puzzle\":")).expect("a puzzle");
    let first: serde_json::Value = serde_json::from_str(line).expect("an object");
    let play = ["puzzles", "play", "mine.jsonl", "--seed", "0", "--profile", "me.json"];
    let solution = first["solution"].as_str().expect("a move");
    folder.run_on(b"hint\nsolution\nskip\nquit\n", &play).says(&["hint: ", "solution: ", solution]);
    folder.run_on(b"nonsense\nhelp\nboard\nskip\n", &play).says(&["help lists the commands", "skip", "puzzle"]);
    let profile: serde_json::Value = serde_json::from_str(&folder.text("me.json")).expect("a profile");
    assert_eq!((&profile["tried"], &profile["streak"]), (&1.into(), &0.into()));
    // An empty line does nothing before the solution is asked for, and plays its next step after that.
    let all = "solution\n".repeat(9);
    let ended = folder.run_on(all.as_bytes(), &play);
    ended.says(&["solved: ", "rating "]);
    folder.write("me.json", "{}x");
    assert_eq!(folder.run_on(b"quit\n", &play).code, 2);
}

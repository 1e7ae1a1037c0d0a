//! `ninuki openings`, seen from outside.

use crate::run::{Ended, TempFile, run};

/// A few openings with little thought and, unless `more` asks for them, no games.
fn openings(more: &[&str]) -> Ended {
    let games: &[&str] = if more.contains(&"--games") { &[] } else { &["--games", "0"] };
    run(&[&["openings", "--count", "4", "--nodes", "1000"], games, more].concat())
}

/// The lines that are no comments.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn the_same_options_give_the_same_openings_on_any_number_of_threads() {
    let with_games = ["--rules", "ndengrod", "--games", "2", "--game-nodes", "100"];
    for options in [&["--rules", "ninuki"][..], &["--rules", "nenuki"], &with_games] {
        let with = |more: &[&str]| openings(&[options, more].concat());
        let one = with(&[]);
        assert_eq!((one.code, lines(&one.out).len()), (0, 4), "{options:?}: {}", one.err);
        for threads in ["1", "3"] {
            assert_eq!(one.out, with(&["--threads", threads]).out, "{options:?} with {threads} threads");
        }
        assert_ne!(lines(&one.out), lines(&with(&["--seed", "2"]).out), "{options:?}");
    }
}

#[test]
fn the_first_line_is_the_command_that_makes_them_again() {
    let made = openings(&["--rules", "caro", "--size", "13", "--flag", "caro-exact=true", "--plies", "4"]);
    let command = made.out.lines().next().and_then(|line| line.strip_prefix("# ninuki ")).expect("a command");
    let again = run(&command.split(' ').collect::<Vec<_>>());
    assert_eq!(made.out, again.out);
}

/// A value after 1000 positions may change in a longer search; the output gives its nodes and depth.
#[test]
fn a_longer_look_drops_what_it_finds_one_sided() {
    let narrow = ["--rules", "pente", "--window", "40"];
    let short = openings(&narrow);
    let told = |ended: &Ended, text: &str| ended.out.lines().any(|line| line.contains(text));
    assert_eq!((short.code, lines(&short.out).len()), (0, 4), "{}", short.err);
    assert!(told(&short, "# each value within 40 by a search of 1000 positions, depth "), "{}", short.out);
    assert!(told(&short, "; --confirm-nodes looks longer"), "{}", short.out);
    let long = openings(&[&narrow[..], &["--confirm-nodes", "20000"]].concat());
    assert_eq!((long.code, lines(&long.out).len()), (0, 4), "{}", long.err);
    assert!(long.out.starts_with("# ninuki openings") && told(&long, "--confirm-nodes 20000"), "{}", long.out);
    assert!(told(&long, "not balanced on the longer look"), "{}", long.out);
    assert!(told(&long, "each value within 40 by a search of 20000 positions, depth "), "{}", long.out);
}

#[test]
fn a_last_move_that_balances_makes_more_of_the_starts_good_enough() {
    let dropped = |more: &[&str]| {
        let made = openings(&[&["--rules", "freestyle", "--plies", "5", "--window", "30"], more].concat());
        assert_eq!((made.code, lines(&made.out).len()), (0, 4), "{}", made.err);
        let counts =
            made.out.lines().find_map(|line| line.split_once(" openings from ")).expect("the counts").1.to_owned();
        counts.split(' ').next().and_then(|starts| starts.parse::<u32>().ok()).expect("a number of starts")
    };
    let (random, balanced) = (dropped(&[]), dropped(&["--balance-nodes", "200"]));
    assert!(balanced < random, "{balanced} starts instead of {random}");
    let without = openings(&["--plies", "0", "--balance-nodes", "200"]);
    assert_eq!(without.code, 2, "{}", without.err);
}

#[test]
fn replay_reads_what_is_written_and_finds_all_of_it_legal() {
    let file = TempFile::new(".txt", b"");
    let name = file.name();
    for (rules, format) in [("ninuki", "moves"), ("pente", "position"), ("ndengrod", "moves"), ("renju", "moves")] {
        let written = openings(&["--rules", rules, "--format", format, "--out", name]);
        assert_eq!((written.code, written.out.as_str()), (0, ""), "{}", written.err);
        let replayed = run(&["replay", "--json", "--rules", rules, name]);
        assert_eq!((replayed.code, replayed.out.lines().count()), (0, 4), "{rules}: {}", replayed.err);
        assert!(replayed.out.lines().all(|line| line.contains("\"outcome\":null")), "{}", replayed.out);
    }
}

#[test]
fn lists_of_stones_have_nothing_but_openings() {
    for (format, part) in [("offset", ", "), ("pos", "")] {
        let made = openings(&["--rules", "pente", "--plies", "6", "--format", format]);
        assert_eq!((made.code, made.out.lines().count()), (0, 4), "{}", made.err);
        assert!(made.out.lines().all(|line| !line.starts_with('#') && line.contains(part)), "{}", made.out);
        assert!(made.err.contains("4 openings from"), "{}", made.err);
    }
}

#[test]
fn where_there_are_no_more_openings_the_search_ends() {
    let wide = ["--rules", "freestyle", "--window", "20000"];
    let few = openings(&[&wide[..], &["--plies", "1", "--area", "3", "--threads", "2"]].concat());
    assert_eq!((few.code, lines(&few.out).len()), (1, 3), "{}", few.err);
    assert!(few.err.contains("3 of 4 openings were found: random starts bring nothing new"), "{}", few.err);
}

//! Shards of one tournament: together they are the tournament.

use crate::lab::{Ended, Lab};

const GAMES: usize = 24;

fn run(lab: &Lab, more: &[&str]) -> Ended {
    let engines = [lab.stub("seed=1", "name=A"), lab.stub("seed=2", "name=B"), lab.stub("seed=3", "name=C")];
    let common = [&engines[0][..], &engines[1], &engines[2], "--rules=freestyle", "--games=8"];
    lab.run(&[&common[..], more].concat())
}

#[test]
fn together_they_are_the_tournament() {
    let lab = Lab::new();
    let whole = run(&lab, &["--journal=whole.jsonl"]);
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    for shard in 1..=5 {
        let ended = run(&lab, &["--journal=match.jsonl", &format!("--shard={shard}/5")]);
        assert_eq!(ended.status, Some(0), "{}", ended.err);
    }
    let parts: Vec<String> = (1..=5).map(|shard| format!("match.{shard}-of-5.jsonl")).collect();
    let numbers = |name: &str| lab.games(name).iter().filter_map(|game| game["game"].as_u64()).collect::<Vec<_>>();
    let mut all: Vec<u64> = parts.iter().flat_map(|part| numbers(part)).collect();
    all.sort_unstable();
    assert_eq!(all, (0..GAMES as u64).collect::<Vec<_>>());
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let report = lab.run(&[&["report"], &parts[..]].concat());
    assert_eq!((report.status, &report.out), (Some(0), &whole.out), "{}", report.err);
    let merged = lab.run(&[&["merge", "--into=merged.jsonl"], &parts[..]].concat());
    assert_eq!(merged.out, "merged.jsonl: 24 games of 5 journals\n", "{}", merged.err);
    let on = run(&lab, &["--journal=merged.jsonl"]);
    assert_eq!((on.status, &on.out), (Some(0), &whole.out), "{}", on.err);
    assert!(on.err.contains("merged.jsonl: 24 games are played already"), "{}", on.err);
    let some = lab.run(&["report", parts[0], parts[1], "--games=8"]);
    assert!(some.status == Some(1) && some.err.contains("12 of 24 games are missing"), "{}", some.err);
    let twice = lab.run(&["report", parts[0], parts[1], parts[0]]);
    assert_eq!((twice.status, twice.out.as_str()), (Some(2), ""));
    assert!(twice.err.contains("match.1-of-5.jsonl: game 0 is in match.1-of-5.jsonl, too"), "{}", twice.err);
    assert_eq!(run(&lab, &["--journal=other.jsonl", "--seed=2", "--shard=1/5"]).status, Some(0));
    let other = lab.run(&["merge", "--into=none.jsonl", parts[1], "other.1-of-5.jsonl"]);
    assert_eq!((other.status, lab.path("none.jsonl").exists()), (Some(2), false));
    assert!(other.err.contains("of another tournament: seed is 2 there and 1 here"), "{}", other.err);
}

#[test]
fn a_test_over_shards_ends_all_of_them() {
    let lab = Lab::new();
    let engines = [lab.stub("seed=3", "name=A"), lab.stub("seed=4 mode=crash-move at=9 think=5", "name=B")];
    let common = [&engines[0][..], &engines[1], "--rules=freestyle", "--sprt=elo0=0 elo1=300", "--journal=match.jsonl"];
    let start = |shard: &str| lab.start(&[&common[..], &[shard]].concat());
    let shards = ["--shard=1/3", "--shard=2/3", "--shard=3/3"].map(start);
    for shard in shards {
        let ended = shard.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{err}");
        assert!(err.contains("match.stop ends it: H1 accepted after "), "{err}");
    }
    lab.assert_nothing_left();
    let parts = ["match.1-of-3.jsonl", "match.2-of-3.jsonl", "match.3-of-3.jsonl"];
    let report = lab.run(&[&["report"], &parts[..]].concat());
    assert!(report.status == Some(3) && report.out.contains("H1 accepted"), "{report:?}");
    let again = lab.run(&[&common[..], &["--shard=2/3"]].concat());
    assert!(again.status == Some(0) && again.err.contains("match.stop ends it: H1 accepted"), "{}", again.err);
}

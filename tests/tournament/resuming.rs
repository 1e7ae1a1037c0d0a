//! A tournament that is stopped and resumed ends like an uninterrupted one.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use records::checksum;

use crate::lab::Lab;

const GAMES: usize = 60;

fn args(lab: &Lab, journal: &str) -> Vec<String> {
    let mut args: Vec<String> = (1..=3).map(|seed| lab.stub(&format!("seed={seed} think=2"), "")).collect();
    args.extend(["--games=20", "--rules=freestyle", "--concurrency=2"].map(str::to_owned));
    args.push(format!("--journal={journal}"));
    args
}

fn refs(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

fn signal(child: &Child, name: &str) {
    let killed = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
}

/// The lines of a journal.
fn lines(lab: &Lab, journal: &str) -> usize {
    std::fs::read_to_string(lab.path(journal)).unwrap_or_default().lines().count()
}

/// Waits until the journal has `enough` lines.
fn wait_for_lines(lab: &Lab, journal: &str, enough: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    while lines(lab, journal) < enough {
        assert!(Instant::now() < until, "the tournament does not go on");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_and_resumed_it_gives_the_same_table() {
    let lab = Lab::new();
    let whole = lab.run(&refs(&args(&lab, "whole.jsonl")));
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    assert!(whole.out.contains(&format!("{GAMES} games")), "{}", whole.out);
    let broken = args(&lab, "broken.jsonl");
    for (more, how) in [(3, "KILL"), (5, "INT"), (2, "KILL"), (8, "TERM"), (5, "KILL")] {
        let old = lines(&lab, "broken.jsonl");
        let child = lab.start(&refs(&broken));
        wait_for_lines(&lab, "broken.jsonl", old + more);
        signal(&child, how);
        let ended = child.wait_with_output().expect("it ends");
        lab.assert_nothing_left();
        if how != "KILL" {
            assert_eq!(ended.status.code(), Some(1), "stopped by {how}");
            let err = String::from_utf8_lossy(&ended.stderr);
            assert!(err.contains("the same command goes on, the journal is broken.jsonl"), "{err}");
        }
        let mut journal = OpenOptions::new().append(true).open(lab.path("broken.jsonl")).expect("the journal");
        journal.write_all(b"{\"game\":3,\"openi").expect("torn");
    }
    let resumed = lab.run(&refs(&broken));
    assert_eq!((resumed.status, resumed.out), (Some(0), whole.out.clone()));
    assert!(resumed.err.contains("was not complete and was cut off"), "{}", resumed.err);
    let moves = |journal| lab.games(journal).iter().map(|game| game["moves"].clone()).collect::<Vec<_>>();
    assert_eq!(moves("broken.jsonl").len(), GAMES);
    assert_eq!(moves("broken.jsonl"), moves("whole.jsonl"));
    let again = lab.run(&refs(&broken));
    assert_eq!((again.status, again.out), (Some(0), whole.out), "nothing is left to be played");
}

#[test]
fn a_longer_tournament_goes_on_and_another_is_refused() {
    let lab = Lab::new();
    let engines = [lab.stub("seed=1", ""), lab.stub("seed=2", "")];
    let run = |more: &[&str]| {
        let common = [engines[0].as_str(), engines[1].as_str(), "--rules=freestyle", "--journal=games.jsonl"];
        lab.run(&[&common[..], more].concat())
    };
    assert_eq!(run(&["--games=4"]).status, Some(0));
    let longer = run(&["--games=8"]);
    assert!(longer.status == Some(0) && longer.err.contains("4 games are played already"), "{}", longer.err);
    assert_eq!(lab.games("games.jsonl").len(), 8);
    let shorter = run(&["--games=2"]);
    assert!(shorter.status == Some(0) && shorter.out.contains(", 2 games"), "{}", shorter.out);
    let other = run(&["--games=8", "--seed=5"]);
    assert_eq!(other.status, Some(2));
    assert!(other.err.contains("of another tournament: seed is 1 there and 5 here"), "{}", other.err);
}

#[test]
fn a_test_stops_by_itself_and_resumes_to_the_same_decision() {
    let lab = Lab::new();
    let engines = [lab.stub("seed=3", "name=A"), lab.stub("seed=4 mode=crash-move at=9", "name=B")];
    let run = |journal: &str, concurrency: &str| {
        let journal = format!("--journal={journal}");
        let sprt = "--sprt=elo0=0 elo1=300";
        lab.run(&[&engines[0], &engines[1], "--rules=freestyle", sprt, &journal, concurrency])
    };
    let ended = run("one.jsonl", "--concurrency=1");
    // One engine always fails, and nothing else is shown.
    assert_eq!(ended.status, Some(3), "{} {}", ended.out, ended.err);
    assert!(ended.out.contains("; this rests on faults: "), "{}", ended.out);
    assert!(ended.out.contains("H1 accepted"), "{}", ended.out);
    let other = run("two.jsonl", "--concurrency=2");
    let verdict =
        |out: &str| out.lines().filter(|line| !line.starts_with("not counted")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(verdict(&other.out), verdict(&ended.out));
}

#[test]
fn a_journal_is_checked_before_it_is_believed() {
    let lab = Lab::new();
    let engines = [lab.stub("seed=1", "name=A"), lab.stub("seed=2", "name=B")];
    let run = |more: &[&str]| {
        let common = [engines[0].as_str(), engines[1].as_str(), "--rules=freestyle", "--games=4"];
        lab.run(&[&common[..], more].concat())
    };
    assert_eq!(run(&["--journal=games.jsonl"]).status, Some(0));
    let journal = lab.read("games.jsonl");
    let verified = run(&["--journal=games.jsonl", "--verify-journal"]);
    assert!(
        verified.status == Some(0) && verified.err.contains("games.jsonl: 4 games are verified"),
        "{}",
        verified.err
    );
    // Old journals have no checksums, and what is wrong in them is found all the same.
    let unchecked = |line: &str| String::from_utf8(checksum::unchecked(line.as_bytes()).into_owned()).expect("text");
    let journal: String = journal.lines().map(|line| unchecked(line) + "\n").collect();
    let winner = |from: usize, to: usize| (format!("\"winner\":{from}"), format!("\"winner\":{to}"));
    let lines: Vec<&str> = journal.lines().collect();
    let won = usize::from(lines[2].contains("\"winner\":1"));
    for ((from, to), verify, part) in [
        (winner(won, 7), false, "winner: 7 is no player of a game, allowed are 0 and 1"),
        (winner(won, 1 - won), true, "winner: by the moves player"),
        (("\"reason\":\"five\"".to_owned(), "\"reason\":\"full board\"".to_owned()), false, "winner: nobody wins by"),
        (("\"book\":".to_owned(), "\"book\":1".to_owned()), false, "book: the opening has"),
        (("\"moves\":[".to_owned(), "\"moves\":[\"z99\",".to_owned()), false, "moves: ply 1: \"z99\" is no point"),
    ] {
        let mut wrong: Vec<String> = lines.iter().map(|&line| line.to_owned() + "\n").collect();
        assert!(wrong[2].contains(&from), "{from}: {}", wrong[2]);
        wrong[2] = wrong[2].replacen(&from, &to, 1);
        lab.write("wrong.jsonl", &wrong.concat());
        let ended = run(&["--journal=wrong.jsonl", if verify { "--verify-journal" } else { "--json" }]);
        assert_eq!((ended.status, ended.out.as_str(), ended.err.lines().count()), (Some(2), "", 1), "{}", ended.err);
        assert!(ended.err.starts_with("error: wrong.jsonl:3: ") && ended.err.contains(part), "{part}: {}", ended.err);
        assert_eq!(lab.read("wrong.jsonl"), wrong.concat(), "it stays as it was");
    }
    for device in ["/dev/zero", "/dev/full"] {
        let ended = run(&[&format!("--journal={device}")]);
        assert_eq!(ended.status, Some(2));
        assert_eq!(ended.err, format!("error: {device}: this is no regular file, a journal is one\n"));
    }
}

#[test]
fn a_changed_line_is_found_without_playing_it_again() {
    let lab = Lab::new();
    let engines = [lab.stub("seed=1", "name=A"), lab.stub("seed=2", "name=B")];
    let common = [engines[0].as_str(), engines[1].as_str(), "--rules=freestyle", "--games=4"];
    let run = |journal: &str| lab.run(&[&common[..], &[journal]].concat());
    assert_eq!(run("--journal=games.jsonl").status, Some(0));
    let mut lines: Vec<String> = lab.read("games.jsonl").lines().map(str::to_owned).collect();
    let won = usize::from(lines[2].contains("\"winner\":1"));
    lines[2] = lines[2].replacen(&format!("\"winner\":{won}"), &format!("\"winner\":{}", 1 - won), 1);
    lab.write("changed.jsonl", &(lines.join("\n") + "\n"));
    for ended in [
        run("--journal=changed.jsonl"),
        lab.run(&["report", "changed.jsonl"]),
        lab.run(&["merge", "changed.jsonl", "--into", "merged.jsonl"]),
        lab.run(&["void", "changed.jsonl", "0", "--reason", "changed"]),
    ] {
        assert_eq!((ended.status, ended.out.as_str(), ended.err.lines().count()), (Some(2), "", 1), "{}", ended.err);
        let begin = "error: changed.jsonl:3: this line is damaged: crc: the line says ";
        assert!(ended.err.starts_with(begin), "{}", ended.err);
    }
    assert!(!lab.path("merged.jsonl").exists());
    let merged = lab.run(&["merge", "games.jsonl", "--into", "merged.jsonl"]);
    assert_eq!(merged.status, Some(0), "{}", merged.err);
    assert_eq!(lab.read("merged.jsonl"), lab.read("games.jsonl"), "lines keep their checksums");
}

//! Journals on a disk: complete, incomplete, damaged, and those of other tournaments.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use super::*;
use crate::journal::fault::Fault;

fn head(seed: u64) -> Map<String, Value> {
    let head = json!({ "ninuki": "tournament", "seed": seed, "engines": [{ "cmd": "a" }, { "cmd": "b" }] });
    head.as_object().expect("an object").clone()
}

fn temporary() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("ninuki-journal-{}-{number}.jsonl", std::process::id()))
}

fn open(path: &Path, seed: u64) -> Result<(Journal, Vec<usize>, usize), JournalError> {
    let (mut games, mut notes) = (Vec::new(), 0);
    let keep = |line: &Line| {
        match line {
            Line::Game(played) => games.push(played.game),
            Line::Void(void) => games.retain(|game| !void.void.contains(game)),
        }
        Ok(())
    };
    let journal = Journal::open(path, &head(seed), keep, |_| notes += 1)?;
    Ok((journal, games, notes))
}

fn played(game: usize) -> Played {
    Played {
        game,
        players: ["a", "b"].map(str::to_owned),
        winner: Some(1),
        reason: Fault::Crash.to_string(),
        fault: Some((0, Fault::Crash)),
        detail: Some(String::new()),
        ..Played::default()
    }
}

#[test]
fn games_are_read_again_and_incomplete_lines_are_cut_off() {
    let path = temporary();
    {
        let (mut journal, games, _) = open(&path, 1).expect("a new journal");
        assert!(games.is_empty());
        [3, 0].into_iter().for_each(|game| journal.add(&played(game)).expect("written"));
    }
    let whole = fs::read(&path).expect("the journal");
    for torn in [&b"{\"game\":7,\"ope"[..], b"\0\0\0\0", b"{"] {
        fs::write(&path, [&whole[..], torn].concat()).expect("written");
        let (mut journal, games, notes) = open(&path, 1).expect("repaired");
        assert_eq!((games, notes), (vec![3, 0], 1));
        assert_eq!(fs::read(&path).expect("the journal"), whole);
        assert_eq!(journal.game(0).expect("read").map(|played| played.game), Some(0));
        assert_eq!(journal.game(5), Ok(None));
    }
    let first_line = whole.iter().position(|&byte| byte == b'\n').expect("a line");
    fs::write(&path, &whole[..first_line / 2]).expect("written");
    let (_, games, notes) = open(&path, 1).expect("begun again");
    assert_eq!((games.len(), notes), (0, 1));
    fs::remove_file(&path).expect("removed");
}

#[test]
fn files_that_are_no_journal_stay_unchanged() {
    let path = temporary();
    drop(open(&path, 1).expect("a new journal"));
    let why = open(&path, 2).expect_err("another tournament").to_string();
    assert!(why.contains("seed is 1 there and 2 here"), "{why}");
    let text = fs::read_to_string(&path).expect("the journal");
    fs::write(&path, format!("{text}damaged\n{text}")).expect("written");
    assert!(open(&path, 1).expect_err("damaged").to_string().contains(":2: this line is damaged"));
    fs::write(&path, "my diary\n").expect("written");
    assert!(open(&path, 1).expect_err("a diary").to_string().contains("not the journal"));
    assert_eq!(fs::read_to_string(&path).expect("the diary"), "my diary\n");
    fs::remove_file(&path).expect("removed");
}

#[test]
fn void_games_do_not_count_and_are_replayed() {
    let path = temporary();
    let void = |games: &[usize]| Void::now(games.to_vec(), "power cut".to_owned());
    {
        let (mut journal, ..) = open(&path, 1).expect("a new journal");
        (0..3).for_each(|game| journal.add(&played(game)).expect("written"));
        assert!(journal.void(void(&[1, 7])).expect_err("no such game").to_string().ends_with(": there is no game 7"));
        journal.void(void(&[1, 2])).expect("written");
        assert_eq!(journal.game(1), Ok(None));
        journal.add(&played(2)).expect("written again");
    }
    let (mut journal, games, _) = open(&path, 1).expect("read");
    assert_eq!(games, [0, 2]);
    assert_eq!(journal.game(2).expect("read").map(|played| played.game), Some(2));
    let text = fs::read_to_string(&path).expect("the journal");
    assert!(text.contains("{\"void\":[1,2],\"reason\":\"power cut\",\"at\":"), "{text}");
    drop(journal);
    fs::write(&path, text + "{\"void\":[1],\"reason\":\"\",\"at\":0}\n").expect("written");
    assert!(open(&path, 1).expect_err("void twice").to_string().ends_with(":7: void: game 1 is in no line before"));
    fs::remove_file(&path).expect("removed");
}

#[test]
fn a_journal_is_locked() {
    let path = temporary();
    let first = open(&path, 1).expect("a new journal");
    assert!(open(&path, 1).expect_err("locked").to_string().contains("another tournament is writing"));
    drop(first);
    assert!(open(&path, 1).is_ok());
    fs::remove_file(&path).expect("removed");
}

#[test]
fn devices_and_folders_are_rejected() {
    for path in ["/dev/zero", "/dev/full", "/dev/null"] {
        let why = open(Path::new(path), 1).expect_err(path).to_string();
        assert_eq!(why, format!("{path}: this is no regular file, a journal is one"));
    }
    assert!(open(&std::env::temp_dir(), 1).is_err());
}

#[test]
fn the_length_of_lines_is_limited() {
    let mut endless = std::io::BufReader::new(std::io::repeat(b'x'));
    let why = games(Path::new("j"), &mut endless, &head(1), &mut |_| Ok(())).expect_err("no journal");
    assert_eq!(why.to_string(), "j:1: the line is longer than 16 MiB, no game is");
    let first = format!("{}\n", Value::Object(head(1)));
    let mut endless = std::io::BufReader::new(std::io::Read::chain(first.as_bytes(), std::io::repeat(b' ')));
    let why = games(Path::new("j"), &mut endless, &head(1), &mut |_| Ok(())).expect_err("no game");
    assert_eq!(why.to_string(), "j:2: the line is longer than 16 MiB, no game is");
}

#[test]
fn a_complete_invalid_line_is_an_error() {
    let path = temporary();
    {
        let (mut journal, ..) = open(&path, 1).expect("a new journal");
        journal.add(&played(0)).expect("written");
    }
    let whole = fs::read_to_string(&path).expect("the journal");
    let line = whole.lines().nth(1).expect("a game").replace("\"winner\":1", "\"winner\":7");
    fs::write(&path, format!("{whole}{}\n", line.replace("\"game\":0", "\"game\":1"))).expect("written");
    let why = open(&path, 1).expect_err("no player").to_string();
    assert!(why.ends_with(":3: this line is damaged: winner: 7 is no player of a game, allowed are 0 and 1"), "{why}");
    fs::write(&path, format!("{whole}{}", whole.lines().nth(1).expect("a game"))).expect("written");
    assert_eq!(open(&path, 1).expect("torn").2, 1, "without its end a line is torn, whatever it holds");
    fs::write(&path, whole.clone() + whole.lines().nth(1).expect("a game") + "\n").expect("written");
    assert!(open(&path, 1).expect_err("twice").to_string().ends_with(":3: game: 0 is there already, in a line before"));
    fs::remove_file(&path).expect("removed");
}

/// A journal with a game, and its text.
fn with_a_game() -> (PathBuf, String) {
    let path = temporary();
    {
        let (mut journal, ..) = open(&path, 1).expect("a new journal");
        journal.add(&played(0)).expect("written");
    }
    let text = fs::read_to_string(&path).expect("the journal");
    (path, text)
}

#[test]
fn every_changed_byte_is_detected() {
    let (path, text) = with_a_game();
    assert!(text.lines().all(|line| line.contains(",\"crc\":\"")), "{text}");
    let game = text.find('\n').expect("a line") + 1;
    // A second line follows, so that the first is not read as an incomplete one.
    let whole = text.clone() + &text[game..].replace("\"game\":0", "\"game\":1").replace(",\"crc\"", ",\"old\"");
    for at in 0..text.len() - 1 {
        let mut changed = whole.clone().into_bytes();
        changed[at] ^= 1;
        fs::write(&path, &changed).expect("written");
        let why = open(&path, 1).map(drop).expect_err("changed").to_string();
        let line = if at < game { 1 } else { 2 };
        let place = format!("{}:{line}: ", path.display());
        // Without its end a line runs into the next.
        assert!(why.starts_with(&place) || at + 1 == game, "byte {at}: {why}");
    }
    fs::remove_file(&path).expect("removed");
}

#[test]
fn a_changed_winner_is_detected_and_lines_without_checksum_are_read() {
    let (path, text) = with_a_game();
    let changed = text.replace("\"winner\":1", "\"winner\":0");
    fs::write(&path, &changed).expect("written");
    let why = open(&path, 1).map(drop).expect_err("changed").to_string();
    assert!(why.contains(":2: this line is damaged: crc: the line says "), "{why}");
    assert_eq!(fs::read_to_string(&path).expect("the journal"), changed, "it stays as it was");
    let old = |line: &str| String::from_utf8(checksum::unchecked(line.as_bytes()).into_owned()).expect("text") + "\n";
    let old: String = text.lines().map(old).collect();
    assert!(!old.contains("crc"));
    fs::write(&path, &old).expect("written");
    {
        let (mut journal, games, _) = open(&path, 1).expect("an old journal");
        assert_eq!(games, [0]);
        journal.add(&played(1)).expect("written");
    }
    let mixed = fs::read_to_string(&path).expect("the journal");
    assert!(mixed.starts_with(&old) && mixed.lines().nth(2).is_some_and(|line| line.contains("crc")));
    assert_eq!(open(&path, 1).expect("a mixed journal").1, [0, 1]);
    fs::remove_file(&path).expect("removed");
}

#[test]
fn a_failing_disk_keeps_complete_lines() {
    const EIO: i32 = 5;
    for number in 1.. {
        let path = temporary();
        let act = || {
            let (mut journal, ..) = open(&path, 1)?;
            let mut added = Vec::new();
            for game in 0..3 {
                match journal.add(&played(game)) {
                    Ok(()) => added.push(game),
                    Err(why) => {
                        assert_eq!(journal.add(&played(9)), Err(why.clone()), "it takes no other");
                        return Ok((added, Some(why)));
                    }
                }
            }
            Ok::<_, JournalError>((added, None))
        };
        let (done, due) = faults::with(faults::Plan::From(number, EIO), act);
        let counted = match done {
            Ok((added, None)) => {
                assert!(!due && added == [0, 1, 2], "operation {number}");
                return fs::remove_file(&path).expect("removed");
            }
            Ok((added, Some(why))) => {
                let begin = format!("{}: the journal cannot be written: ", path.display());
                assert!(due && why.to_string().starts_with(&begin), "{why}");
                added
            }
            Err(why) => {
                let why = why.to_string();
                assert!(due && why.starts_with(&path.display().to_string()) && !why.contains('\n'), "{why}");
                Vec::new()
            }
        };
        let text = fs::read_to_string(&path).expect("the journal");
        assert!(text.is_empty() || text.ends_with('\n'), "operation {number}");
        assert_eq!(open(&path, 1).expect("it goes on").1, counted, "operation {number}");
        fs::remove_file(&path).expect("removed");
    }
}

#[test]
fn short_and_interrupted_writes_are_continued() {
    let path = temporary();
    let (added, _) =
        faults::with(faults::Plan::Short, || open(&path, 1).and_then(|(mut file, ..)| file.add(&played(0))));
    added.expect("written in the end");
    assert_eq!(open(&path, 1).expect("read").1, [0]);
    fs::remove_file(&path).expect("removed");
}

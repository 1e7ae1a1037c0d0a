//! Files of puzzles: damaged ones, and those that grow.

use std::fs;

use ninuki_puzzles::{Effort, Error, Form, Maker, Puzzle, SelfPlay, Store, read};

use crate::{NEVER, hexagon, puzzles};

#[test]
fn a_file_is_continued_where_it_was_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = SelfPlay::new(hexagon(), 5, 300);
    let grow = |name: &str, games: std::ops::Range<usize>| {
        let mut store = Store::open(&folder.path().join(name)).expect("a file");
        let mut maker = Maker::new(Effort::default());
        store.puzzles().iter().for_each(|puzzle| maker.knows(puzzle));
        for number in games.filter(|&number| !store.has(&play.key(), number)).collect::<Vec<_>>() {
            let headway = maker.self_play(&play, number, &NEVER);
            store.add(&play.key(), number, &headway.puzzles, headway.complete).expect("written");
        }
    };
    for (whole, parts) in [("a.jsonl", "b.jsonl"), ("a.txt", "b.txt")] {
        grow(whole, 0..12);
        grow(parts, 0..7);
        let path = folder.path().join(parts);
        let text = fs::read_to_string(&path).expect("a text");
        fs::write(&path, &text[..text.len() - 5]).expect("cut off");
        grow(parts, 0..12);
        let read = |name| fs::read_to_string(folder.path().join(name)).expect("a text");
        assert_eq!(read(whole), read(parts));
    }
}

#[test]
fn another_file_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("notes.jsonl", "{\"a\":1}\n"),
        ("notes.jsonl", "{\"a\":1}"),
        ("notes.txt", "Hello\n\n"),
        ("notes.txt", "Hello\n"),
        ("notes.txt", "one\ntwo"),
    ];
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        assert!(matches!(Store::open(&path), Err(Error::Damaged { line: 1, .. })), "{name}");
        assert_eq!(fs::read_to_string(&path).expect("a text"), text);
    }
}

#[test]
fn a_file_has_one_writer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jsonl");
    let _first = Store::open(&path).expect("a file");
    assert!(matches!(Store::open(&path), Err(Error::Busy(_))));
}

#[test]
fn a_source_is_read_as_it_is_written() {
    let mut puzzle = puzzles(hexagon(), 12).swap_remove(0);
    for source in ["", "game 7", " \u{a0}game 7, move\t "] {
        source.clone_into(&mut puzzle.source);
        for form in [Form::Json, Form::Text] {
            let (_, again) = read(&form.write(&puzzle)).next().expect("a puzzle").expect("the same");
            assert_eq!(again.source, source, "{form:?}");
        }
    }
}

#[test]
fn errors_name_the_field() {
    let puzzle = puzzles(hexagon(), 12).into_iter().next().expect("a puzzle");
    let text = Form::Json.write(&puzzle);
    let size = puzzle.game.grid().size();
    let cases = [
        ("\"puzzle\":1", "\"puzzle\":9", "this is version 9, version 1 is understood"),
        ("\"kind\":\"", "\"kind\":\"no-", "is no kind"),
        (&format!("\"size\":{size}"), "\"size\":99", "size: the certificate has another one"),
        ("\"solution\":\"", "\"solution\":\"zz", "is no point of the board"),
        ("\"plausible\":", "\"plausible\":9", "difficulty: expected "),
        ("\"themes\":[\"", "\"themes\":[\"a", "is no theme"),
        ("certificate 1", "certificate 2", "certificate: line 1: "),
        ("\"id\":", "id:", "this is no puzzle: "),
    ];
    for (from, to, expected) in cases {
        let unread = read(&text.replacen(from, to, 1)).next().expect("a line").expect_err(from);
        assert!(unread.to_string().contains(expected), "{unread}");
    }
    let found: Vec<Puzzle> = read("\n# nothing\n\n").map(|puzzle| puzzle.expect("a puzzle").1).collect();
    assert!(found.is_empty());
}

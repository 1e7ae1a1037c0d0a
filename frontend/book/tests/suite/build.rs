//! Builds: resumed, sharded, with several threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use analysis::Effort;
use ninuki_book::{Builder, Built, Error};
use records::Shard;

use super::game;

fn builder(threads: usize) -> Builder {
    Builder {
        game: game("freestyle"),
        seeds: Vec::new(),
        positions: 6,
        effort: Effort { nodes: Some(300), ..Effort::default() },
        lines: 3,
        threads,
        memory: 1 << 20,
        shard: Shard::ALL,
        searches: true,
    }
}

fn build(builder: &Builder, journals: &[&Path]) -> Result<Built, Error> {
    let journals: Vec<PathBuf> = journals.iter().map(|path| path.to_path_buf()).collect();
    builder.build(&journals, &AtomicBool::new(false), &|_| ())
}

#[test]
fn a_build_is_resumed_and_a_torn_line_is_searched_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jsonl");
    let first = build(&builder(1), &[&path]).expect("built");
    assert_eq!((first.searches, first.missing, first.book.positions().len()), (6, 0, 6));
    let bytes = first.book.to_bytes();
    let text = fs::read_to_string(&path).expect("a journal");
    fs::write(&path, &text[..text.len() - 20]).expect("written");
    let again = build(&builder(1), &[&path]).expect("built");
    assert_eq!((again.searches, again.torn), (1, vec![path.clone()]));
    assert_eq!(again.book.to_bytes(), bytes);
    let third = build(&builder(1), &[&path]).expect("built");
    assert_eq!((third.searches, third.torn.len(), third.book.to_bytes()), (0, 0, bytes));
}

#[test]
fn other_files_are_no_torn_journals() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.txt");
    for text in ["Hello", "{\"a\":1}", "{\"a\":1}\n", "one\ntwo"] {
        fs::write(&path, text).expect("written");
        assert!(matches!(build(&builder(1), &[&path]), Err(Error::Line { line: 1, .. })), "{text}");
        assert_eq!(fs::read_to_string(&path).expect("a text"), text);
    }
}

#[test]
fn threads_and_shards_select_the_same_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let alone = build(&builder(1), &[&path("alone")]).expect("built").book.to_bytes();
    assert_eq!(build(&builder(3), &[&path("three")]).expect("built").book.to_bytes(), alone);
    let (one, two) = (path("one"), path("two"));
    let shard = |text: &str| Builder { shard: text.parse().expect("a shard"), ..builder(1) };
    for _ in 0..6 {
        build(&shard("1/2"), &[&one, &two]).map(drop).or_else(missing).expect("built");
        build(&shard("2/2"), &[&two, &one]).expect("built");
    }
    let all = build(&builder(1), &[&one, &two]).expect("built");
    assert_eq!((all.searches, all.book.to_bytes()), (0, alone));
}

/// Allows that the journal of another shard is not there yet.
fn missing(error: Error) -> Result<(), Error> {
    match error {
        Error::File(_, cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(()),
        error => Err(error),
    }
}

#[test]
fn a_changed_line_and_a_second_writer_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jsonl");
    build(&builder(1), &[&path]).expect("built");
    let file = fs::File::open(&path).expect("a journal");
    file.lock().expect("a lock");
    assert!(matches!(build(&builder(1), &[&path]), Err(Error::Busy(_))));
    drop(file);
    let text = fs::read_to_string(&path).expect("a journal");
    fs::write(&path, text.replacen("\"depth\":", "\"depth\":1", 1)).expect("written");
    let error = build(&builder(1), &[&path]).err().expect("refused").to_string();
    assert!(error.contains(":1: crc: "), "{error}");
}

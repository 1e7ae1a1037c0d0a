//! Faults: full disks, other writers, damage. Nothing that was saved is lost.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use records::{Choice, Entries, Format};
use tempfile::TempDir;

use super::*;
use crate::{Import, ImportCounts, Query};

/// Different games of Pente, as text.
fn games(first: usize, count: usize) -> String {
    let names: Vec<String> = "ABCDEFGHJ".chars().flat_map(|x| (1..=19).map(move |y| format!("{x}{y}"))).collect();
    let name = |index: usize| &names[index % names.len()];
    let game = |number: usize| format!("K10 {} O15 {}\n", name(number), name(number / names.len() + number + 1));
    (first..first + count).map(game).collect()
}

fn choice() -> Choice {
    Choice { rules: Some("pente".to_owned()), ..Choice::default() }
}

fn read(text: &str) -> Entries {
    Format::TXT.read(text.as_bytes().to_vec(), &choice()).expect("games")
}

/// A folder with a library of 300 games.
fn shelf() -> (TempDir, PathBuf, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let mut library = Library::create(&path).expect("a library");
    let counts = library.add("first", read(&games(0, 300))).expect("added");
    (folder, path, counts.imported)
}

fn found(library: &mut Library) -> u64 {
    library.explore(&Query::of(choice().entry("K10").expect("a position"))).expect("explored").games
}

#[test]
fn a_full_disk_loses_nothing_that_was_saved() {
    let (_folder, path, saved) = shelf();
    let mut library = Library::open(&path).expect("a library");
    let pages: i64 = library.connection.pragma_query_value(None, "page_count", |row| row.get(0)).expect("a number");
    let text = games(300, 3000);
    for more in [0, 1, 3, 10, 30] {
        library.connection.pragma_update(None, "max_page_count", pages + more).expect("a limit");
        let error = library.add("second", read(&text)).expect_err("it is full");
        assert!(matches!(error, Error::Full(_)), "{error}");
        assert!(error.to_string().contains("games.db: the disk is full"), "{error}");
        assert_eq!(found(&mut library), saved);
    }
    library.connection.pragma_update(None, "max_page_count", 1_000_000).expect("a limit");
    let counts = library.add("second", read(&text)).expect("there is room");
    assert_eq!(found(&mut library), saved + counts.imported);
    assert_eq!(library.check(|_| true).expect("checked").faults, Vec::<String>::new());
}

#[test]
fn two_writers_take_turns() {
    let (_folder, path, saved) = shelf();
    let write = |first: usize| {
        let path = path.clone();
        std::thread::spawn(move || {
            let mut library = Library::open(&path).expect("a library");
            let mut sum = ImportCounts::default();
            for part in 0..10 {
                let counts =
                    library.add(&format!("from {first}"), read(&games(first + 100 * part, 150))).expect("added");
                sum.imported += counts.imported;
                sum.games += counts.games;
            }
            sum
        })
    };
    let counts = [write(1000), write(1500)].map(|writer| writer.join().expect("no panic"));
    assert_eq!(counts[0].games + counts[1].games, 3000);
    let mut library = Library::read(&path).expect("a library");
    assert_eq!(found(&mut library), saved + counts[0].imported + counts[1].imported, "no game is there twice");
    assert_eq!(library.check(|_| true).expect("checked").faults, Vec::<String>::new());
}

#[test]
fn a_writer_that_does_not_end_is_told() {
    let (_folder, path, saved) = shelf();
    let other = Connection::open(&path).expect("a connection");
    other.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
    let mut library = Library::open(&path).expect("a library");
    library.connection.busy_timeout(Duration::from_millis(20)).expect("a limit");
    let error = library.add("second", read(&games(300, 10))).expect_err("it is locked");
    assert!(error.to_string().ends_with("games.db: another program is writing to the library"), "{error}");
    assert_eq!(found(&mut library), saved, "it is read meanwhile");
    other.execute_batch("ROLLBACK").expect("the end");
    library.add("second", read(&games(300, 10))).expect("added");
}

#[test]
fn a_stopped_import_continues() {
    let (folder, path, saved) = shelf();
    let file = folder.path().join("games.txt");
    fs::write(&file, games(300, 4000)).expect("written");
    let mut library = Library::open(&path).expect("a library");
    let mut import = Import { choice: choice(), ..Import::default() };
    let paths = [file];
    let stop = Arc::clone(&import.stop);
    let stopped = library.import(&paths, &import, |progress| stop.store(progress.counts.games >= 1000, Relaxed));
    assert!(matches!(stopped, Err(Error::Stopped)));
    import.stop = Arc::default();
    let counts = library.import(&paths, &import, |_| {}).expect("imported");
    assert_eq!((counts.games, counts.imported + counts.duplicates), (4000, 4000));
    assert_eq!(found(&mut library), saved + counts.imported);
    let again = library.import(&paths, &import, |_| {}).expect("imported");
    assert_eq!((again.games, again.imported), (4000, 0), "a source that was done is read anew");
}

#[test]
fn damage_is_told_and_never_a_panic() {
    let (folder, path, _) = shelf();
    drop(Library::open(&path).expect("a library"));
    let whole = fs::read(&path).expect("a file");
    assert!(whole.len() > 40_000);
    let damaged = folder.path().join("damaged.db");
    let mut told = 0;
    for at in (0..whole.len()).step_by(977) {
        let mut bytes = whole.clone();
        let end = (at + 300).min(bytes.len());
        bytes[at..end].iter_mut().for_each(|byte| *byte ^= 0x5A);
        fs::write(&damaged, &bytes).expect("written");
        let act = || {
            let mut library = Library::read(&damaged)?;
            library.explore(&Query::of(choice().entry("K10").expect("a position")))?;
            library.check(|_| true)
        };
        match act() {
            Ok(checked) => told += usize::from(checked.count > 0),
            Err(error) => {
                let text = error.to_string();
                assert!(!text.contains('\n') && text.len() < 400, "{text}");
                told += 1;
            }
        }
    }
    // The rest is free or belongs to texts, which may be anything.
    assert!(told > whole.len() / 977 / 5, "{told} of {}", whole.len() / 977);
    for cut in [0, 10, 100, 5000, whole.len() - 1000] {
        fs::write(&damaged, &whole[..cut]).expect("written");
        let found = Library::read(&damaged).and_then(|mut library| library.check(|_| true));
        assert!(found.map_or(true, |checked| checked.count > 0 || checked.games == 0), "{cut} bytes");
    }
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("text.db");
    assert!(matches!(Library::open(&path), Err(Error::Missing(_))));
    fs::write(&path, "nothing of this kind, but long enough to be looked at ".repeat(100)).expect("written");
    for open in [Library::create, Library::open, Library::read] {
        let error = open(&path).expect_err("no library");
        assert!(error.to_string().ends_with("text.db: this is no library of games"), "{error}");
    }
    let (_folder, path, _) = shelf();
    let connection = Connection::open(&path).expect("a connection");
    connection.pragma_update(None, "user_version", 99).expect("a number");
    drop(connection);
    let error = Library::read(&path).expect_err("it is newer").to_string();
    assert!(error.contains("the library has schema 99, this version reads up to"), "{error}");
}

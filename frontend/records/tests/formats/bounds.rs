//! Long files: time in proportion to the length, and limits at every place that asks for memory.

use std::sync::atomic::Ordering::Relaxed;

use ninuki_records::{Budget, Choice, Entry, Format, Limits, Replayed, files};

use crate::options;

/// A tree of 2,000 variations with comments and properties that SGF does not know.
fn tree() -> String {
    let letter = |number: usize| char::from(b'a' + (number % 15) as u8);
    let branch = |number| format!("(;B[hh]C[a]XY[b];W[{}{}])", letter(number / 15), letter(number));
    format!("(;GM[4]SZ[15]RU[renju]{})", (0..2_000).map(branch).collect::<String>())
}

/// Long records of each format, with the options that they need.
fn long() -> Vec<(Format, Vec<u8>, Choice)> {
    let renju = options(Some("renju"), Some(15));
    let text = |text: String| text.into_bytes();
    let moves = "h8 pass ".repeat(3_000);
    let sgf = text(tree());
    let entry = |bytes: &[u8]| {
        let mut games = Format::SGF.read(bytes.to_vec(), &Choice::default()).expect("renju");
        games.next().expect("one game").expect("readable")
    };
    let whole = entry(&sgf);
    vec![
        (Format::LIB, Format::LIB.write(std::slice::from_ref(&whole)), renju.clone()),
        (Format::DB, Format::DB.write(&[entry(tree().replace("C[a]XY[b]", "").as_bytes())]), renju.clone()),
        (Format::SGF, sgf, renju.clone()),
        (Format::TXT, text(moves.clone()), renju.clone()),
        (Format::PGN, text(format!("[Game \"renju\"]\n{}", moves.replace("pass", "pass {a}"))), renju.clone()),
        (Format::OFFSET, text("0,0, -1,2\n".repeat(3_000)), renju.clone()),
        (Format::RIF, text(format!("<game id='1' bresult='1'><move>{moves}</move></game>").repeat(2)), renju),
    ]
}

/// The number of games of a file that are read and replayed within a budget.
fn games(format: Format, bytes: &[u8], start: &Choice, budget: &Budget) -> usize {
    let start = Choice { budget: budget.clone(), ..start.clone() };
    let Ok(found) = format.read(bytes.to_vec(), &start) else { return 0 };
    let whole = |entry: &Entry| {
        let replayed = Replayed::within(entry, budget).is_ok();
        let checked = entry.tree.as_ref();
        replayed && checked.is_none_or(|tree| tree.checked_within(entry.game, entry.setup.as_ref(), budget).is_ok())
    };
    found.flatten().filter(|entry| entry.damage.is_empty() && whole(entry)).count()
}

#[test]
fn every_reader_asks_for_its_memory() {
    for (format, bytes, start) in long() {
        let all = games(format, &bytes, &start, &Budget::default());
        assert!(all > 0, "{format}");
        // Each place that asks is refused in turn, as more and more memory is allowed.
        let mut ends = 0;
        for memory in (10..28).map(|power| 1 << power) {
            let budget = Budget::new(Limits { memory, ..Limits::NONE });
            let whole = games(format, &bytes, &start, &budget);
            assert_eq!(budget.check().is_ok(), whole == all, "{format}, {memory} bytes, {whole} of {all} games");
            ends += usize::from(budget.check().is_err());
        }
        assert!((1..18).contains(&ends), "{format}: refused {ends} times");
    }
}

/// A rectangle of a few letters names all points of the board.
#[test]
fn set_ups_are_counted_by_their_stones() {
    let changes = ";AB[aa:oo];AE[aa:oo]".repeat(1_000);
    let text = format!("(;GM[4]SZ[15]RU[renju];B[hh]{changes})");
    let budget = Budget::new(Limits { memory: 1 << 21, ..Limits::NONE });
    let start = Choice { budget: budget.clone(), ..Choice::default() };
    let all = Format::SGF.read(text.into_bytes(), &start).expect("renju").count();
    assert_eq!((all, budget.check().is_err()), (1, true), "2,000 set-ups of 225 points take more");
}

#[test]
fn every_reader_looks_at_its_flag() {
    for (format, bytes, start) in long() {
        let budget = Budget::default();
        budget.stop().store(true, Relaxed);
        assert_eq!(games(format, &bytes, &start, &budget), 0, "{format}");
    }
}

/// Each of these takes minutes where a part of it is looked at once for each other part.
#[test]
fn long_files_take_time_in_proportion() {
    const PARTS: usize = 200_000;

    let renju = options(Some("renju"), Some(15));
    let pgn = |words: &str| format!("[Game \"renju\"]\n[Size \"15\"]\n{words}");
    for (format, text) in [
        (Format::PGN, pgn(&"h8 ".repeat(PARTS))),
        (Format::PGN, pgn(&(" pass".repeat(PARTS) + &" time".repeat(PARTS)))),
        (Format::PGN, pgn(&("h8 ".to_owned() + &"{a}".repeat(PARTS)))),
        (Format::PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n1\n".to_owned() + &"0,A\n".repeat(PARTS)),
        (Format::SGF, format!("(;GM[4]SZ[15]RU[renju];B[hh];{})", "AB[aa]AE[bb]AW[ba]".repeat(PARTS / 2))),
        (Format::SGF, format!("(;GM[4]SZ[15]RU[renju]{})", "AB[aa]AW[bb]".repeat(PARTS / 2))),
        (Format::SGF, format!("(;GM[4]SZ[15]RU[renju]{})", ";AB[aa:oo];AW[aa:oo];AE[aa:oo]".repeat(PARTS / 100))),
        (Format::SGF, format!("(;GM[4]SZ[15]RU[renju];B[hh]{})", "C[a]LB[aa:b]".repeat(PARTS / 2))),
        (Format::TXT, "h8 i9 ".repeat(PARTS)),
        (Format::TXT, "time ".repeat(PARTS)),
    ] {
        for entry in format.read(text.into_bytes(), &renju).expect("renju").flatten() {
            if format.check(&entry).is_ok() {
                assert!(!format.write(&[entry]).is_empty(), "{format}");
            }
        }
    }
}

#[test]
fn files_without_an_end_are_not_read_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ten");
    std::fs::write(&path, b"0123456789").expect("written");
    assert_eq!(files::read(&path, 10).ok().as_deref(), Some(&b"0123456789"[..]));
    let refused = |path: &std::path::Path, most| files::read(path, most).expect_err("too large").to_string();
    assert_eq!(refused(&path, 9), "the file is too large, at most 9 bytes are read");
    #[cfg(unix)]
    assert_eq!(refused("/dev/zero".as_ref(), 1 << 20), "the file is too large, at most 1 MiB are read");
}

#[test]
fn places_of_files_are_checked_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    std::fs::write(&path, b"old").expect("written");
    assert!(files::check(Some(&path)).is_ok() && files::check(None).is_ok());
    assert_eq!(std::fs::read(&path).ok().as_deref(), Some(&b"old"[..]));
    assert!(files::check(Some(&folder.path().join("new"))).is_ok());
    assert!(files::check(Some(&folder.path().join("none/new"))).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left");
}

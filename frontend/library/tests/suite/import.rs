//! Records imported, refused and merged.

use std::io::Write as _;

use engine::Rules;
use flate2::Compression;
use flate2::write::GzEncoder;
use ninuki_library::{Error, Import, Library, Query};
use records::Shard;

use crate::{Shelf, choice, lines};

const GAMES: &str = "K10 L9 N10\nK10 L10 N10 L8\nK10 K9 K10\nhello\n";

/// An import of Pente.
fn import() -> Import {
    let mut import = Import::default();
    import.choice = choice(&Rules::PENTE);
    import
}

#[test]
fn duplicates_are_kept_once_and_refusals_with_their_place() {
    let shelf = Shelf::new();
    let mut library = shelf.library();
    let path = shelf.write("games.txt", GAMES);
    let counts = library.import(std::slice::from_ref(&path), &import(), |_| {}).expect("imported");
    assert_eq!((counts.games, counts.imported, counts.duplicates, counts.refused), (4, 2, 0, 2));
    let again = library.import(&[path], &import(), |_| {}).expect("imported");
    assert_eq!((again.games, again.imported, again.duplicates, again.refused), (4, 0, 2, 2));
    let turned = library.add("turned", lines("K10 J9 G10\n", &choice(&Rules::PENTE))).expect("added");
    assert_eq!((turned.imported, turned.duplicates), (0, 1));
    let refused = library.refused().expect("a list");
    let places: Vec<_> = refused.iter().map(|refused| (refused.line, refused.ply, refused.games)).collect();
    assert_eq!(places, [(Some(3), 3, 1), (Some(4), 1, 1)], "{refused:?}");
    assert!(refused[0].source.ends_with("games.txt") && refused[0].reason == "the point is occupied", "{refused:?}");
}

#[test]
fn folders_and_archives_are_read() {
    let shelf = Shelf::new();
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    };
    let game = |x: char| format!("(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[ig];B[{x}e];W[aa])");
    shelf.write("all/one.sgf", game('a'));
    shelf.write("all/deep/two.sgf.gz", gzip(game('b').as_bytes()));
    shelf.write("all/notes.md", "nothing");
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    for (name, text) in [("three.sgf", game('c')), ("README", "nothing".to_owned())] {
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).expect("memory");
    }
    let tar = tar.into_inner().expect("memory");
    shelf.write("all/four.tar", &tar);
    shelf.write("all/five.tgz", gzip(&tar));
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("deep/six.sgf", game('d')), ("seven.sgf", game('f'))] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("memory");
        zip.write_all(text.as_bytes()).expect("memory");
    }
    shelf.write("all/eight.zip", zip.finish().expect("memory").into_inner());
    let mut library = shelf.library();
    let counts = library.import(&[shelf.path("all")], &Import::default(), |_| {}).expect("imported");
    assert_eq!((counts.games, counts.imported, counts.duplicates, counts.refused), (6, 5, 1, 0));
    let id = (1 << 16) + 2;
    assert!(library.game(id).expect("a game").source.expect("a source").ends_with("eight.zip/seven.sgf"));
    let damaged = shelf.write("damaged.zip", b"PK\x03\x04 nothing");
    assert!(matches!(library.import(&[damaged], &Import::default(), |_| {}), Err(Error::Archive { .. })));
}

#[test]
fn shards_make_the_whole() {
    let shelf = Shelf::new();
    let path = shelf.write("games.txt", GAMES);
    let mut sum = 0;
    for shard in ["1/2", "2/2"] {
        let mut import = import();
        import.shard = Some(shard.parse::<Shard>().expect("a shard"));
        let mut part = Library::create(&shelf.path(&format!("{}.db", &shard[..1]))).expect("a library");
        sum += part.import(std::slice::from_ref(&path), &import, |_| {}).expect("imported").games;
    }
    assert_eq!(sum, 4);
    let mut library = shelf.library();
    for part in ["1.db", "2.db"] {
        library.merge(&shelf.path(part), |_| {}).expect("merged");
    }
    let explored =
        library.explore(&Query::of(choice(&Rules::PENTE).entry("K10").expect("a position"))).expect("explored");
    assert_eq!((explored.games, library.refused().expect("a list").len()), (2, 2));
    let again = library.merge(&shelf.path("1.db"), |_| {}).expect("merged");
    assert_eq!((again.imported, again.duplicates), (0, 1));
}

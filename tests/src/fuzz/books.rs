//! Opening books.
//!
//! The first byte is even for a file as it is, odd for its stream before compression: with a checksum, changes would not get
//! further than the checksum.
//!
//! Errors take one line. A book that is accepted has legal moves, is found by its positions, and is read again as it is written.

use std::io::Write;

use book::{Book, shipped};
use engine::Rules;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::{fits, game};

/// The bytes in front of the stream.
const HEAD: &[u8] = b"NINUKIBK\x01";

pub(super) fn run(data: &[u8]) {
    let [kind, rest @ ..] = data else { return };
    let bytes = if kind % 2 == 0 { rest.to_vec() } else { compressed(rest) };
    let book = match Book::from_bytes(&bytes) {
        Ok(book) => book,
        Err(error) => return fits(&error.to_string()),
    };
    for position in book.positions().iter().take(20) {
        let mut record = book.game().record();
        for &mv in &position.moves {
            record.play(mv).expect("a legal move");
        }
        let found = book.get(record.as_ref()).expect("a position of the book");
        assert_eq!((found.nodes, found.best.len()), (position.nodes, position.best.len()));
        for candidate in book.candidates(record.as_ref()) {
            record.copy().play(candidate.mv).expect("a legal move");
        }
    }
    let again = Book::from_bytes(&book.to_bytes()).expect("our own book");
    assert_eq!(again.positions().len(), book.positions().len());
}

fn compressed(stream: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(HEAD.to_vec(), Compression::fast());
    encoder.write_all(stream).expect("memory takes everything");
    encoder.finish().expect("memory takes everything")
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let books = (0..Rules::ALL.len() as u8).map(|rules| {
        let game = game(rules, 0);
        shipped(game).map_or_else(|| Book::new(game).to_bytes(), |book| small(&book).to_bytes())
    });
    books.flat_map(|bytes| [[&[0], &bytes[..]].concat(), [&[1], &stream(&bytes)[..]].concat()]).collect()
}

/// The first positions of a book.
fn small(book: &Book) -> Book {
    let mut small = Book::new(book.game());
    for position in book.positions().iter().take(5) {
        small.add(position.clone()).expect("a position of a book");
    }
    small
}

fn stream(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    std::io::Read::read_to_end(&mut GzDecoder::new(&bytes[HEAD.len()..]), &mut stream).expect("our own book");
    stream
}

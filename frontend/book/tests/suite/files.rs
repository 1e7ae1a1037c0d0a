//! Files of books: read as written, refused when damaged.

use ninuki_book::{Book, FormError, shipped};

use super::game;

#[test]
fn a_book_is_read_as_it_was_written() {
    let book = shipped(game("pente")).expect("a book");
    let bytes = book.to_bytes();
    let again = Book::from_bytes(&bytes).expect("a book");
    assert_eq!(again.positions(), book.positions());
    assert_eq!(again.to_bytes(), bytes);
    let empty = Book::new(game("ndengrod"));
    assert!(Book::from_bytes(&empty.to_bytes()).expect("a book").positions().is_empty());
}

#[test]
fn other_boards_and_own_rules_are_kept() {
    let rules = variants::parse(r#"{name = "mine", base = "pente", capture = {target = 12}}"#).expect("rules");
    let games =
        [engine::Game::new(rules, None, None), engine::Game::with_sides(engine::Rules::FREESTYLE, 15, 20, None)];
    for game in games {
        let game = game.expect("a game");
        let again = Book::from_bytes(&Book::new(game).to_bytes()).expect("a book");
        assert!(std::ptr::eq(again.game(), game), "{:?}", again.game());
    }
}

#[test]
fn damaged_files_are_refused() {
    let bytes = shipped(game("renju")).expect("a book").to_bytes();
    let refused = |bytes: &[u8]| Book::from_bytes(bytes).err();
    assert_eq!(refused(b""), Some(FormError::NoBook));
    assert_eq!(refused(b"NINUKIBK"), Some(FormError::NoBook));
    assert_eq!(refused(b"NINUKIBK\x02"), Some(FormError::Version(2)));
    assert_eq!(refused(&[&bytes[..], b"x"].concat()), Some(FormError::Damaged));
    for at in (0..bytes.len()).step_by(97) {
        assert!(refused(&bytes[..at]).is_some(), "{at} bytes");
    }
    // Bytes 12 to 18 are time and system in the head of gzip, which no checksum covers.
    for at in (19..bytes.len()).step_by(61) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(refused(&changed).is_some(), "byte {at}");
    }
}

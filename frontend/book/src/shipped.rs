//! Books that come with the program.

use std::sync::{Arc, OnceLock};

use engine::{AnyRecord, Game, Move};
use search::Score;

use crate::Book;

/// The games with a book, and its bytes. `ninuki book build` wrote them.
const BOOKS: [(&str, &[u8]); 7] = [
    ("freestyle", include_bytes!("shipped/freestyle.book")),
    ("standard", include_bytes!("shipped/standard.book")),
    ("renju", include_bytes!("shipped/renju.book")),
    ("caro", include_bytes!("shipped/caro.book")),
    ("pente", include_bytes!("shipped/pente.book")),
    ("keryo", include_bytes!("shipped/keryo.book")),
    ("ninuki", include_bytes!("shipped/ninuki.book")),
];

/// The names of the games with a book.
pub const SHIPPED: [&str; 7] = {
    let mut names = [""; 7];
    let mut at = 0;
    while at < names.len() {
        names[at] = BOOKS[at].0;
        at += 1;
    }
    names
};

/// Returns the book that comes with the program for `game`; `None` for other games, boards and rules. A book is decoded once.
///
/// # Panics
/// The file is damaged, which tests exclude.
#[must_use]
pub fn shipped(game: &'static Game) -> Option<Arc<Book>> {
    static DECODED: [OnceLock<Arc<Book>>; BOOKS.len()] = [const { OnceLock::new() }; BOOKS.len()];
    let at = BOOKS.iter().position(|(name, _)| *name == game.rules().name)?;
    let decode = || Arc::new(Book::from_bytes(BOOKS[at].1).expect("a file of this crate"));
    let book = DECODED[at].get_or_init(decode);
    std::ptr::eq(book.game(), game).then(|| Arc::clone(book))
}

/// Returns the best moves of a position with their values for the side to move, the best first, by the book that comes with the
/// program; none if it does not have the position.
#[must_use]
pub fn best_moves(record: &dyn AnyRecord) -> Vec<(Move, Score)> {
    let position = shipped(record.game()).and_then(|book| book.get(record));
    position.map(|position| position.best.iter().map(|found| (found.mv, found.score)).collect()).unwrap_or_default()
}

//! PGN: tags, then moves.
//!
//! pente.org writes `1. K10 L9 2. …`, wrapped at 80 characters, with columns from A without I and rows from the bottom in
//! all games; the first player is Player 1, from whom the result is seen. Its boards have 19x19 points; for others a
//! tag `Size` is added.
//!
//! Rating programs such as Ordo and BayesElo know chess. For them the tags `White` and `Black` are the colours of the
//! stones at the end of the game, and `1-0` is White's win. Black moves first in all our games, which `FirstMove` says,
//! and the moves are a comment in the notation of the game.
//!
//! PlayOK's games have no tag `Game`, but `[Site "PlayOK"]`, or `[GameType "61,15"]` with the size of the board, columns
//! from a with i, and exactly five wins. The tags `Black` and `White` name the two seats before the players choose their
//! colours, and `1-0` is a win of the first seat. The words of the movetext belong to the two seats in turn: stones,
//! `black` and `white` by which a seat takes a colour in swap 2, and `--` where a seat does nothing. Names, ratings and
//! result are those of the stones here.
//!
//! Variations in parentheses, comments (`{…}`, `;`), marks (`$1`, `!?`) and all tags are kept. Lines that begin with `%`
//! are skipped. The property `PGN` of the root keeps the order of the tags and all unknown ones, so that they
//! survive SGF as well.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"[Game \"Pente\"]\n[Player 1 Name \"a\"]\n\n1. K10 L10! (1... L9 {wider}) 2. K13 M10\n".to_vec();
//! let entry = Format::Pgn.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.game.rules().name, entry.played().count()), ("pente", 4));
//! assert_eq!((entry.about.players[0].as_str(), entry.whole().has_variations()), ("a", true));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

mod movetext;
mod playok;
mod rated;
mod remark;
mod sheet;
mod tags;
mod token;
mod write;

use engine::Game;

pub use self::rated::write_rated;
pub(super) use self::write::write;

use self::sheet::Sheet;
use self::token::{Lexer, Place, Token};
use crate::decode::{Used, whole_text};
use crate::format::usual;
use crate::{Choice, Entry, Unreadable};

/// The side of pente.org's boards.
const SIDE: usize = 19;

/// The property of SGF with the marks (NAGs) that have no other, by number.
const NAG: &str = "NAG";

/// The games of a file, damaged ones as errors.
pub(super) struct Games {
    text: String,
    used: Used,
    place: Place,
    start: Choice,
    usual: &'static Game,
    any: bool,
}

impl Games {
    pub(super) fn new(bytes: Vec<u8>, start: &Choice) -> Self {
        let (text, used) = whole_text(bytes, start.encoding);
        let place = Place { at: 0, line: 1, line_start: 0 };
        Self { text, used, place, start: start.clone(), usual: usual(start), any: false }
    }
}

impl Iterator for Games {
    type Item = Result<Entry, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut lexer = Lexer::new(&self.text, self.place);
        let any = std::mem::replace(&mut self.any, true);
        let Some(sheet) = Sheet::read(&mut lexer) else {
            self.place = lexer.place;
            let reason = "no game is in this file, one begins with tags as [Game \"Pente\"] or with moves".to_owned();
            return (!any).then_some(Err(Unreadable { line: 1, game: self.usual, reason }));
        };
        let found = sheet.entry(&self.start, &mut lexer);
        if found.is_err() {
            skip(&mut lexer);
        }
        self.place = lexer.place;
        Some(found.map(|entry| self.used.noted(entry, !any)))
    }
}

/// Skips the rest of a game that cannot be read: up to the next tag.
fn skip(lexer: &mut Lexer<'_>) {
    loop {
        let before = lexer.place;
        match lexer.next() {
            None => return,
            Some((_, Token::Tag(..))) => {
                lexer.place = before;
                return;
            }
            Some(_) => {}
        }
    }
}

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
//! let entry = Format::PGN.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.game.rules().name, entry.played().count()), ("pente", 4));
//! assert_eq!((entry.about.players[0].as_str(), entry.whole().has_variations()), ("a", true));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

mod chess;
mod error;
mod movetext;
mod playok;
mod rated;
mod remark;
mod sheet;
mod tags;
mod token;
mod write;
mod writer;

use std::io::{self, Write};

use engine::Game;

pub use self::rated::write_rated;

use self::sheet::Sheet;
use self::token::{Lexer, Place, Token};
use self::writer::FORM;
use crate::decode::{Used, whole_text};
use crate::started::usual;
use crate::{Choice, Content, Encoding, Entries, Entry, Error, Kind, Part, Profile, RecordFormat, Unreadable};

/// PGN.
pub(super) struct Pgn;

const PROFILE: Profile = Profile {
    name: FORM.name,
    extensions: &["pgn"],
    description: "pente.org, with variations and comments; PlayOK's games are read, too",
    notation: "pente.org: `1. K10 L9 2. …`, columns without I, rows from the bottom in all games; PlayOK's games are read, see below",
    kind: Kind::Text,
    content: Content::Games,
    boards: FORM.boards,
    is_written: true,
    names_game: true,
    parts: &[Part::Passes, Part::Trees],
    extras: "marks, quality of moves, winner, names, ratings, date, event, round, place, opening rule, all other tags",
};

impl RecordFormat for Pgn {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    /// A tag, or a move with its number.
    fn recognises(&self, head: &[u8]) -> bool {
        let rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        match rest {
            [b'[', first, ..] => first.is_ascii_alphabetic() && rest.contains(&b'"'),
            [b'1', b'.', ..] => true,
            _ => false,
        }
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(Games::new(bytes, start)))
    }

    fn write(&self, entry: &Entry, _: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write::write(entry, out)
    }
}

/// The games of a file, damaged ones as errors.
struct Games {
    text: String,
    used: Used,
    place: Place,
    start: Choice,
    usual: &'static Game,
    any: bool,
}

impl Games {
    fn new(bytes: Vec<u8>, start: &Choice) -> Self {
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

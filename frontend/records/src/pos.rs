//! The moves of a game without anything else, in two forms.
//!
//! RenLib's files have 15x15 points: a byte with the number of moves, then for each `x + 15·y`, counted from 0 and from
//! the top left. Elsewhere moves are text without gaps, `h8i9j10`: column letters with i, rows counted from 1 at the
//! bottom, as Yixin-Board and gomocalc have them. (c-gomoku-cli counts the rows of its openings from the top: there the
//! number is the `y` of the protocol and one more. Its openings are read as their mirror images, which are the same games.)
//! Neither form names the game: the options do.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_records::pos;
//!
//! let game = Game::new(Rules::FREESTYLE, None, None)?;
//! let moves = pos::parse(game, "h8i9j10").expect("three points");
//! assert_eq!((moves.len(), pos::text(game.grid(), moves.into_iter())), (3, "h8i9j10".to_owned()));
//! # Ok::<(), ninuki_engine::GameError>(())
//! ```

use std::io::{self, Write};

use engine::notation::half_width;
use engine::{Game, Grid, Lettering, Move};

use crate::capacity::{Boards, Form};
use crate::started::{started, usual};
use crate::{
    CapacityError, Choice, Content, Damage, Encoding, Entries, Entry, Error, Kind, Profile, RecordFormat, Unreadable,
    WordError, Written,
};

/// Moves without anything else.
pub(super) struct Pos;

const PROFILE: Profile = Profile {
    name: "pos",
    extensions: &["pos"],
    description: "RenLib's positions on 15x15 points; `h8i9j10` on other boards",
    notation: "RenLib; text as `h8i9j10`, rows from the bottom, on boards other than 15x15",
    kind: Kind::Mixed,
    content: Content::Game,
    boards: Boards::Rectangles,
    is_written: true,
    names_game: true,
    parts: &[],
    extras: "",
};

impl RecordFormat for Pos {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    /// The number of moves and as many points, or text without gaps.
    fn recognises(&self, head: &[u8]) -> bool {
        let Some((&count, points)) = head.split_first() else { return false };
        let is_binary =
            points.len() == usize::from(count) && points.iter().all(|&byte| usize::from(byte) < SIDE * SIDE);
        is_binary || (count.is_ascii_alphabetic() && head.trim_ascii_end().iter().all(u8::is_ascii_alphanumeric))
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(std::iter::once(read(&bytes, start))))
    }

    fn check(&self, entry: &Entry, _: Option<Encoding>) -> Result<(), CapacityError> {
        check(entry)
    }

    fn write(&self, entry: &Entry, _: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write(entry, out)
    }
}

/// The side of RenLib's board.
const SIDE: usize = 15;

const RENLIB: Form = Form { name: "RenLib's pos", boards: Boards::Square(SIDE) };

/// The game in a file, which is in either form.
fn read(bytes: &[u8], start: &Choice) -> Result<Entry, Unreadable> {
    let text = std::str::from_utf8(bytes).ok().map(|text| half_width(text.trim_end()));
    let text = text.as_deref().filter(|text| text.starts_with(|char: char| char.is_ascii_alphabetic()));
    if let Some(text) = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        let (game, setup) = started(PROFILE.form(), start, None, None, 1)?;
        return Ok(Entry::new(Some(1), game, setup, names(text, game.grid())));
    }
    let Some((&count, points)) = bytes.split_first() else {
        let reason = "the file is empty, it begins with the number of moves".to_owned();
        return Err(Unreadable { line: 1, game: usual(start), reason });
    };
    let (game, setup) = started(RENLIB, start, None, Some((SIDE, SIDE)), 1)?;
    let grid = game.grid();
    let count = usize::from(count);
    let mut moves = Vec::new();
    for (ply, &byte) in (1..).zip(points.iter().take(count)) {
        let (x, y) = (usize::from(byte) % SIDE, usize::from(byte) / SIDE);
        let mv = grid.point(x, y).map(Move::Place).ok_or(WordError::Byte { ply, byte });
        let stop = mv.is_err();
        moves.push(Written::new(&byte.to_string(), mv, None));
        if stop {
            break;
        }
    }
    let mut entry = Entry::new(None, game, setup, moves);
    if points.len() != count {
        let reason = format!("the file has {} moves, its first byte says {count}", points.len());
        entry.damage.push(Damage { line: None, reason });
    }
    Ok(entry)
}

/// Reads names up to and with the first that is none.
fn names(text: &str, grid: &Grid) -> Vec<Written> {
    let mut moves = Vec::new();
    for name in split(text) {
        let (width, height) = (grid.width(), grid.height());
        let last = letter(width.saturating_sub(1));
        let mv = point(grid, name).ok_or(WordError::Name { width, height, last });
        let stop = mv.is_err();
        moves.push(Written::new(name, mv, Some(1)));
        if stop {
            break;
        }
    }
    moves
}

/// The names in a text without gaps: each begins with a letter.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices(|char: char| char.is_ascii_alphabetic()).map(|(index, _)| index);
    let ends = starts.clone().skip(1).chain([text.len()]);
    starts.zip(ends).map(|(start, end)| &text[start..end])
}

fn point(grid: &Grid, name: &str) -> Option<Move> {
    let lettered = Grid::rectangle(grid.width(), grid.height(), Lettering::WithI);
    lettered.parse(name).map(Move::Place)
}

fn letter(x: usize) -> char {
    char::from(b'a' + x as u8)
}

/// Reads `h8i9j10`; `None` if the text is not of this form, has fewer than two points, or the board has no such names.
#[must_use]
pub fn parse(game: &Game, text: &str) -> Option<Vec<Move>> {
    if !text.starts_with(|char: char| char.is_ascii_alphabetic()) || PROFILE.form().check(game).is_err() {
        return None;
    }
    let moves: Vec<Move> = split(text).map(|name| point(game.grid(), name)).collect::<Option<_>>()?;
    (moves.len() > 1).then_some(moves)
}

/// The stones of a square board as text without gaps.
#[must_use]
pub fn text(grid: &Grid, moves: impl Iterator<Item = Move>) -> String {
    let lettered = Grid::rectangle(grid.width(), grid.height(), Lettering::WithI);
    moves.filter_map(|mv| if let Move::Place(point) = mv { Some(lettered.name(point)) } else { None }).collect()
}

/// Whether RenLib's form holds the board of a game.
fn is_binary(entry: &Entry) -> bool {
    RENLIB.check(entry.game).is_ok()
}

/// Checks that a game on a square board can be written.
fn check(entry: &Entry) -> Result<(), CapacityError> {
    let (moves, most) = (entry.moves.len(), usize::from(u8::MAX));
    match is_binary(entry) {
        true if moves > most => Err(CapacityError::Moves { format: "pos", most, moves }),
        false if moves == 0 => Err(CapacityError::NoMovesThere("pos")),
        _ => Ok(()),
    }
}

/// Writes a game.
fn write(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    let grid = entry.game.grid();
    if !is_binary(entry) {
        return writeln!(out, "{}", text(grid, entry.played()));
    }
    let byte = |point| {
        let (x, y) = grid.xy(point);
        (x + SIDE * y) as u8
    };
    let points: Vec<u8> =
        entry.played().filter_map(|mv| if let Move::Place(point) = mv { Some(byte(point)) } else { None }).collect();
    out.write_all(&[points.len() as u8])?;
    out.write_all(&points)
}

//! Gomocup's offset openings: `x,y, x,y`, one opening per line, counted from the centre to the right and down. The centre
//! is the point (n/2, n/2) of a board of side n, rounded down. A file of them is read as freestyle unless the options name
//! another game.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_records::offset;
//!
//! let grid = Game::new(Rules::FREESTYLE, Some(20), None)?.grid();
//! let moves = offset::parse(grid, b"0,0, -1,2")?.expect("an opening");
//! assert_eq!(grid.xy(grid.parse("k10").expect("a point")), (10, 10));
//! assert_eq!((moves.len(), offset::text(grid, moves.into_iter())), (2, "0,0, -1,2".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io::{self, Write};

use engine::notation::{half_width, shorten};
use engine::{Game, Grid, Move, Rules, SetUp};

use crate::capacity::Boards;
use crate::column::{column, column_of};
use crate::entry::MOVE;
use crate::{
    Budget, CapacityError, Choice, Content, Encoding, Entries, Entry, Error, Kind, Meter, Profile, RecordFormat,
    Unreadable, Written,
};

/// Lines of offsets from the centre.
pub(super) struct Offset;

const PROFILE: Profile = Profile {
    name: "offset",
    extensions: &[],
    description: "Gomocup's offset openings, one per line, without a usual ending",
    notation: "Gomocup's offset openings, `x,y, x,y` from the centre",
    kind: Kind::Text,
    content: Content::Games,
    boards: Boards::Rectangles,
    is_written: true,
    names_game: true,
    parts: &[],
    extras: "",
};

impl RecordFormat for Offset {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn recognises(&self, head: &[u8]) -> bool {
        std::str::from_utf8(head).is_ok_and(|text| {
            let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
            line.is_some_and(is_offset)
        })
    }

    /// Gomocup's games have no captures: freestyle unless the options name another game.
    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        let game = start.game_of(Some(Rules::FREESTYLE), None)?;
        let setup = start.setup(game)?;
        Ok(match PROFILE.form().check(game) {
            Ok(()) => Box::new(read(&bytes, game, setup.as_ref(), &start.budget).into_iter()),
            Err(error) => Box::new(std::iter::once(Err(Unreadable { line: 1, game, reason: error.to_string() }))),
        })
    }

    fn check(&self, entry: &Entry, _: Option<Encoding>) -> Result<(), CapacityError> {
        entry.played().next().map(drop).ok_or(CapacityError::NoMoves(PROFILE.name))
    }

    fn write(&self, entry: &Entry, _: Encoding, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", text(entry.game.grid(), entry.played()))
    }
}

/// The openings of a file. Empty lines and lines that begin with `#` hold none.
fn read(text: &[u8], game: &'static Game, setup: Option<&SetUp>, budget: &Budget) -> Vec<Result<Entry, Unreadable>> {
    let mut meter = Meter::new(budget);
    let read = |(number, line): (usize, &[u8])| match parse(game.grid(), line).transpose()? {
        Ok(moves) => {
            let written = |mv| Written { line: Some(number), ..Written::of(mv) };
            let moves = moves.into_iter().map(written).collect();
            Some(Ok(Entry::new(Some(number), game, setup.cloned(), moves)))
        }
        Err(error) => Some(Err(Unreadable { line: number, game, reason: error.to_string() })),
    };
    let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
    // The action ends with the limit.
    lines.take_while(|(_, line)| meter.take(MOVE * line.len() / 4).is_ok()).filter_map(read).collect()
}

/// An error in a line of offsets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffsetError {
    /// The column, counted from 1 in characters.
    pub column: usize,
    kind: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Fault {
    NotUtf8,
    /// A part is no number.
    Number(String),
    /// One number has no other.
    Odd,
    Outside {
        offset: [i32; 2],
        board: [usize; 2],
    },
}

impl fmt::Display for OffsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match &self.kind {
            Fault::NotUtf8 => f.write_str("the line is not UTF-8 text"),
            Fault::Number(text) => write!(f, "\"{text}\" is no offset from the centre"),
            Fault::Odd => f.write_str("the numbers are no pairs of offsets, one is left"),
            Fault::Outside { offset: [x, y], board: [width, height] } => {
                write!(f, "the offset {x},{y} is not on the board of {width}x{height} points")
            }
        }
    }
}

impl std::error::Error for OffsetError {}

/// Reads a line; `None` from an empty one and from a comment.
///
/// # Errors
/// The line holds something other than pairs of offsets on the board.
pub fn parse(grid: &Grid, line: &[u8]) -> Result<Option<Vec<Move>>, OffsetError> {
    let whole = std::str::from_utf8(line)
        .map_err(|error| OffsetError { column: column(&line[..error.valid_up_to()]), kind: Fault::NotUtf8 })?;
    let whole = &*half_width(whole);
    let line = whole.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let wrong = |part: &str, kind| OffsetError { column: column_of(part, whole), kind };
    let number = |text: &str| text.parse::<i32>().map_err(|_| wrong(text, Fault::Number(shorten(text))));
    let parts: Vec<&str> = line.trim_end_matches(',').split(',').map(str::trim).collect();
    let point = |parts: &[&str]| match parts {
        [x, y] => from_offset(grid, [number(x)?, number(y)?]).map_err(|kind| wrong(x, kind)),
        _ => number(parts[0]).and_then(|_| Err(wrong(parts[0], Fault::Odd))),
    };
    parts.chunks(2).map(point).collect::<Result<_, _>>().map(Some)
}

/// Whether a line can only be an offset opening: it has nothing but numbers, and a negative one among them or more
/// commas than points need.
#[must_use]
pub fn is_offset(line: &str) -> bool {
    let numbers = line.chars().all(|char| char.is_ascii_digit() || ",- \t\r".contains(char));
    let open = |token: &str| token.matches(',').count() > 1;
    numbers && (line.contains('-') || line.split_whitespace().any(open))
}

/// The point at `[x, y]` from the centre.
fn from_offset(grid: &Grid, [x, y]: [i32; 2]) -> Result<Move, Fault> {
    let from = |value: i32, whole: usize| usize::try_from(value.checked_add((whole / 2) as i32)?).ok();
    let point = from(x, grid.width()).zip(from(y, grid.height())).and_then(|(x, y)| grid.point(x, y));
    point.map(Move::Place).ok_or(Fault::Outside { offset: [x, y], board: [grid.width(), grid.height()] })
}

/// The stones as a line, without its end.
#[must_use]
pub fn text(grid: &Grid, moves: impl Iterator<Item = Move>) -> String {
    let from = |value: usize, whole: usize| value as i32 - (whole / 2) as i32;
    let offset = |mv| {
        let Move::Place(point) = mv else { return None };
        let (x, y) = grid.xy(point);
        Some(format!("{},{}", from(x, grid.width()), from(y, grid.height())))
    };
    moves.filter_map(offset).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn what_is_wrong_has_its_column() {
        let grid = Game::new(Rules::FREESTYLE, Some(15), None).expect("a game").grid();
        for (line, wrong) in [
            (&b"0,0, -1,8"[..], "column 6: the offset -1,8 is not on the board of 15x15 points"),
            (b" 0,0, x,1", "column 7: \"x\" is no offset from the centre"),
            (b"0,0, 1,y", "column 8: \"y\" is no offset from the centre"),
            (b"0,0, 1", "column 6: the numbers are no pairs of offsets, one is left"),
            (b"0,\xFF", "column 3: the line is not UTF-8 text"),
        ] {
            assert_eq!(parse(grid, line).map_err(|error| error.to_string()), Err(wrong.to_owned()));
        }
    }
}

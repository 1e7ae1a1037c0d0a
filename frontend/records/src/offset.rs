//! Gomocup's offset openings: `x,y, x,y`, one opening per line, counted from the centre to the right and down. The centre
//! is the point (n/2, n/2) of a board of side n, rounded down.
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

use std::io::{self, Write};

use engine::notation::shorten;
use engine::{Game, Grid, Move, SetUp};

use crate::{Entry, Unreadable, Written};

/// The openings of a file. Empty lines and lines that begin with `#` hold none.
pub(super) fn read(text: &[u8], game: &'static Game, setup: Option<&SetUp>) -> Vec<Result<Entry, Unreadable>> {
    let read = |(number, line): (usize, &[u8])| match parse(game.grid(), line).transpose()? {
        Ok(moves) => {
            let written = |mv| Written { line: Some(number), ..Written::of(game.grid(), mv) };
            let moves = moves.into_iter().map(written).collect();
            Some(Ok(Entry::new(Some(number), game, setup.cloned(), moves)))
        }
        Err(reason) => Some(Err(Unreadable { line: number, game, reason })),
    };
    (1..).zip(text.split(|&byte| byte == b'\n')).filter_map(read).collect()
}

/// Reads a line; `None` from an empty one and from a comment.
///
/// # Errors
/// What is wrong with it.
pub fn parse(grid: &Grid, line: &[u8]) -> Result<Option<Vec<Move>>, String> {
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text")?.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<i32>().map_err(|_| format!("\"{}\" is no offset from the centre", shorten(text)))
    };
    let numbers = line.trim_end_matches(',').split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(format!("{} numbers are no pairs of offsets", numbers.len()));
    }
    pairs.iter().map(|&pair| from_offset(grid, pair)).collect::<Result<_, _>>().map(Some)
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
fn from_offset(grid: &Grid, [x, y]: [i32; 2]) -> Result<Move, String> {
    let from = |value: i32, whole: usize| usize::try_from(value.checked_add((whole / 2) as i32)?).ok();
    let point = from(x, grid.width()).zip(from(y, grid.height())).and_then(|(x, y)| grid.point(x, y));
    point.map(Move::Place).ok_or_else(|| {
        let (width, height) = (grid.width(), grid.height());
        format!("the offset {x},{y} is not on the board of {width}x{height} points")
    })
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

/// Writes an opening.
pub(super) fn write(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", text(entry.game.grid(), entry.played()))
}

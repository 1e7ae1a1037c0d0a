//! Reading a journal line by line, up to an incomplete last line.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde_json::{Map, Value};

use super::error::{Damage, JournalError, JournalErrorKind};
use super::head;
use super::line::{Line, index};
use super::played::Played;

/// Longest line, in bytes.
const LONGEST: usize = 16 << 20;

/// Complete part of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// End of the last complete line, in bytes.
    pub(crate) end: u64,
    /// Whether an incomplete line follows.
    pub(crate) torn: bool,
}

/// Games of a journal, read again by their numbers.
pub(crate) trait GameSource {
    /// Returns a game; `None` if the journal does not have it.
    ///
    /// # Errors
    /// The file cannot be read.
    fn game(&mut self, game: usize) -> Result<Option<Played>, JournalError>;
}

/// Reads the journal at `path` of the tournament with this head. Returns the offset of each game's line and the complete part.
/// `on_line` is called with each line after the head and may reject it.
///
/// # Errors
/// A line is invalid or rejected, or the file cannot be read.
pub(crate) fn games(
    path: &Path,
    reader: &mut dyn BufRead,
    head: &Map<String, Value>,
    on_line: &mut dyn FnMut(&Line) -> Result<(), JournalErrorKind>,
) -> Result<(BTreeMap<usize, u64>, Extent), JournalError> {
    let mut offsets = BTreeMap::new();
    let extent = lines(path, reader, head, &mut |line, at| {
        index(&mut offsets, line, at)?;
        on_line(line)
    })?;
    Ok((offsets, extent))
}

/// Reads all lines; `on_line` is called with each and its offset.
fn lines(
    path: &Path,
    reader: &mut dyn BufRead,
    head: &Map<String, Value>,
    on_line: &mut dyn FnMut(&Line, u64) -> Result<(), JournalErrorKind>,
) -> Result<Extent, JournalError> {
    let failed = |error: io::Error| JournalError::new(path, error);
    let (mut line, mut end) = (Vec::new(), 0);
    for number in 1.. {
        let invalid = |kind: JournalErrorKind| JournalError::at(path, number, kind);
        if next_line(reader, &mut line).map_err(failed)? == 0 {
            break;
        }
        if line.len() > LONGEST {
            return Err(invalid(JournalErrorKind::TooLong(LONGEST >> 20)));
        }
        let whole = line.last() == Some(&b'\n');
        if number == 1 {
            // A run that was stopped while it wrote the head has played nothing.
            if !whole && head::is_prefix(&line, head) {
                return Ok(Extent { end, torn: true });
            }
            if !whole {
                return Err(invalid(JournalErrorKind::NotAJournal));
            }
            head::check(&line, head).map_err(invalid)?;
        } else {
            match Line::read(&line) {
                _ if !whole => return Ok(Extent { end, torn: true }),
                Ok(found) => on_line(&found, end).map_err(invalid)?,
                // A file system may have filled the end of the last line with zeros.
                Err(Damage::Syntax(_)) if reader.fill_buf().map_err(failed)?.is_empty() => {
                    return Ok(Extent { end, torn: true });
                }
                Err(damage) => return Err(invalid(damage.into())),
            }
        }
        end += line.len() as u64;
    }
    Ok(Extent { end, torn: false })
}

/// Reads a line with its end into `line`, at most one byte more than the longest allowed. Returns the number of bytes.
pub(crate) fn next_line(reader: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    reader.take(LONGEST as u64 + 1).read_until(b'\n', line)
}

/// Reads the game whose line begins at an offset.
///
/// # Errors
/// The file cannot be read, or the line is no game.
pub(crate) fn game_at(path: &Path, file: &mut File, offset: u64) -> Result<Played, JournalError> {
    let failed = |error: io::Error| JournalError::new(path, error);
    file.seek(SeekFrom::Start(offset)).map_err(failed)?;
    let mut line = Vec::new();
    next_line(&mut BufReader::new(&mut *file), &mut line).map_err(failed)?;
    match Line::read(&line).map_err(|damage| JournalError::new(path, damage))? {
        Line::Game(played) => Ok(*played),
        Line::Void(_) => Err(JournalError::new(path, JournalErrorKind::NotAGame)),
    }
}

/// Reads the head of a journal.
///
/// # Errors
/// The file cannot be read, or its first line is no head.
pub(crate) fn head_of(path: &Path) -> Result<Map<String, Value>, JournalError> {
    let failed = |error: io::Error| JournalError::new(path, error);
    let file = File::open(path).map_err(failed)?;
    let mut line = Vec::new();
    next_line(&mut BufReader::new(file), &mut line).map_err(failed)?;
    head::parse(&line).map_err(|kind| JournalError::new(path, kind))
}

//! Writing the game that is played.

use std::io::Write;
use std::path::Path;

use engine::SetUp;
use engine::notation::move_text;

use crate::date::today;
use crate::error::Failure;
use crate::files;
use crate::formats::{About, Claim, Entry, Format, Written};
use crate::replayed::Replayed;

/// The game as a record, played today by `players`, who thought so many milliseconds about each move where it is known.
pub(super) fn entry(game: &Replayed, setup: Option<&SetUp>, players: [String; 2], times: &[Option<u64>]) -> Entry {
    let played = game.record.game();
    let times = times.iter().copied().chain(std::iter::repeat(None));
    let written = |(mv, ms)| Written { text: move_text(played.grid(), mv), mv: Ok(mv), by: None, line: None, ms };
    let moves = game.record.moves().into_iter().zip(times).map(written).collect();
    let result = game.outcome().map(Claim::from);
    let about = About { players, date: today(), ..About::default() };
    Entry { result, about, ..Entry::new(None, played, setup.cloned(), moves) }
}

/// Writes the record in the format that the ending of `path` names.
///
/// # Errors
/// The format does not hold the game, or the file cannot be written.
pub(super) fn write(path: &Path, entry: Entry) -> Result<(), Failure> {
    let format = Format::of(path)?;
    format.check(&entry).map_err(Failure::Wrong)?;
    let written = format.write(&[entry]);
    files::replace(path, |file| file.write_all(&written))
}

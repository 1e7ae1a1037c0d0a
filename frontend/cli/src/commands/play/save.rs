//! Saving the game.

use std::path::Path;

use engine::SetUp;

use crate::error::Failure;
use records::Replayed;
use records::files;
use records::today;
use records::{About, Claim, Entry, Format, Written};

/// Returns the game as a record, dated now, with the names of Black and White and the known times of moves in milliseconds.
pub(super) fn entry(game: &Replayed, setup: Option<&SetUp>, players: [String; 2], times: &[Option<u64>]) -> Entry {
    let played = game.record.game();
    let times = times.iter().copied().chain(std::iter::repeat(None));
    let written = |(mv, ms)| Written { ms, ..Written::of(mv) };
    let moves = game.record.moves().into_iter().zip(times).map(written).collect();
    let result = game.outcome().map(Claim::from);
    let about = About { players, date: today(), ..About::default() };
    Entry { result, about, ..Entry::new(None, played, setup.cloned(), moves) }
}

/// Writes the record in the format of the ending of `path`.
///
/// # Errors
/// The format cannot hold the game, or the file cannot be written.
pub(super) fn write(path: &Path, entry: Entry) -> Result<(), Failure> {
    let format = Format::of(path)?;
    format.check(&entry).map_err(|error| Failure::Wrong(error.to_string()))?;
    Ok(files::write(path, &format.write(&[entry]))?)
}

//! Folders of games.

use std::io;
use std::path::{Path, PathBuf};

use engine::Rules;

use crate::about;
use crate::data::{Chunk, FormatError, GamesReader, SavedGame};

/// How the names of files of games end.
pub(crate) const ENDING: &str = "games";

/// The files of games that `paths` name, folders standing for all in them, in the order of their names.
///
/// # Errors
/// A path is neither a file nor a folder, or a folder has no file of games.
pub(crate) fn files_of(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = path.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        let before = files.len();
        files.extend(entries.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == ENDING)));
        if files.len() == before {
            return Err(about(path, format!("no file here ends in .{ENDING}")));
        }
        files[before..].sort();
    }
    Ok(files)
}

/// Calls `each` with all games of `rules` in the files that `paths` name; of all games if no rules are given.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn read_all(paths: &[PathBuf], rules: Option<&Rules>, mut each: impl FnMut(SavedGame)) -> io::Result<()> {
    files_of(paths)?.iter().try_for_each(|path| read(path, rules, &mut each).map_err(|error| about(path, error)))
}

fn read(path: &Path, rules: Option<&Rules>, each: &mut impl FnMut(SavedGame)) -> Result<(), FormatError> {
    let mut reader = GamesReader::open(path)?;
    while let Some(chunk) = reader.next()? {
        match chunk {
            Chunk::Source(source) if rules.is_some_and(|rules| *rules != source.rules) => return Ok(()),
            Chunk::Source(_) => {}
            Chunk::Games(games) => games.into_iter().for_each(&mut *each),
        }
    }
    Ok(())
}

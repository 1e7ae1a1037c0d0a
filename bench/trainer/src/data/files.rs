//! Folders of games.

use std::io;
use std::path::PathBuf;

use crate::about;

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

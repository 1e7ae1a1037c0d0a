//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::Failure;

/// Writes a file beside its place and moves it there, so that no half of one is ever found and an old one stays if the
/// new one cannot be written. What is no file, such as a pipe, is written in place.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Failure> {
    let save = |at: &Path| {
        let mut file = BufWriter::new(File::create(at)?);
        write(&mut file)?;
        file.flush()
    };
    // A link stays, and what it leads to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let written = if fs::metadata(&place).is_ok_and(|found| !found.is_file()) {
        save(&place)
    } else {
        let mut beside = place.as_os_str().to_owned();
        beside.push(".part");
        let beside = Path::new(&beside);
        save(beside).and_then(|()| fs::rename(beside, &place)).inspect_err(|_| drop(fs::remove_file(beside)))
    };
    written.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// `game.png` as `game-007.png`.
pub(crate) fn numbered(path: &Path, number: &str) -> PathBuf {
    let mut name = path.file_stem().map(OsString::from).unwrap_or_default();
    name.push("-");
    name.push(number);
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

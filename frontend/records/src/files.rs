//! Files that are written whole or not at all.
//!
//! # Examples
//! ```
//! use std::path::Path;
//!
//! use ninuki_records::files;
//!
//! let path = std::env::temp_dir().join("ninuki-example.txt");
//! files::write(&path, b"K10 L11\n")?;
//! assert_eq!(std::fs::read(&path).ok().as_deref(), Some(&b"K10 L11\n"[..]));
//! assert_eq!(files::ending(Path::new("GAME.SGF")).as_deref(), Some("sgf"));
//! assert_eq!(files::numbered(Path::new("game.png"), 7, 120), Path::new("game-007.png"));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use crate::Error;

/// Writes a file beside its place and moves it there, so that no half of one is ever found and an old one stays if the
/// new one cannot be written. What is no file, such as a pipe, is written in place.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Error> {
    replaced(path, write).map(drop)
}

/// Writes a file whose bytes are all known, as [`replace`] does.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, |file| file.write_all(bytes))
}

/// Writes a file as [`replace`] does, and returns it open, so that more may follow.
///
/// # Errors
/// The file cannot be written.
pub fn replaced(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<File, Error> {
    let save = |at: &Path| {
        let mut file = BufWriter::new(File::create(at)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)
    };
    // A link stays, and what it leads to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let written = if fs::metadata(&place).is_ok_and(|found| !found.is_file()) {
        save(&place)
    } else {
        let mut beside = place.as_os_str().to_owned();
        beside.push(".part");
        let beside = Path::new(&beside);
        let moved = |file| fs::rename(beside, &place).map(|()| file);
        save(beside).and_then(moved).inspect_err(|_| drop(fs::remove_file(beside)))
    };
    written.map_err(|error| Error::file(path, error))
}

/// The ending of a file's name in small letters, without the dot.
#[must_use]
pub fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// `game.png` as `game-007.png`: the file with a number, where the largest is `last`.
#[must_use]
pub fn numbered(path: &Path, number: usize, last: usize) -> PathBuf {
    let digits = last.to_string().len().max(3);
    let mut name = path.file_stem().map(OsString::from).unwrap_or_default();
    name.push(format!("-{number:0digits$}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

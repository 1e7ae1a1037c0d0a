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

#[doc(hidden)]
pub mod faults;
#[cfg(not(target_family = "wasm"))]
mod new_file;
#[cfg(not(target_family = "wasm"))]
mod place;
#[cfg(not(target_family = "wasm"))]
mod temporary;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::File;
#[cfg(not(target_family = "wasm"))]
use std::io::Write;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

#[cfg(not(target_family = "wasm"))]
pub use self::new_file::NewFile;
#[cfg(not(target_family = "wasm"))]
pub use self::place::sync_folder;

use crate::Error;

/// Writes a file that is whole or not there: see [`NewFile`].
///
/// # Errors
/// The file cannot be written.
#[cfg(not(target_family = "wasm"))]
pub fn replace(path: &Path, write: impl FnOnce(&mut NewFile) -> io::Result<()>) -> Result<(), Error> {
    let mut file = NewFile::create(path)?;
    write(&mut file).map_err(|error| Error::write(path, error))?;
    file.commit()
}

/// Writes a file whose bytes are all known, as [`replace`] does.
///
/// # Errors
/// The file cannot be written.
#[cfg(not(target_family = "wasm"))]
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, |file| file.write_all(bytes))
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

/// Checks that files can be written there, before the work whose result they hold. Devices and pipes are not opened.
///
/// # Errors
/// A file cannot be made there, or an old file is read-only.
#[cfg(not(target_family = "wasm"))]
pub fn check(path: Option<&Path>) -> Result<(), Error> {
    match path {
        Some(path) if path.metadata().map_or(true, |there| there.is_file()) => NewFile::create(path).map(drop),
        _ => Ok(()),
    }
}

/// Size of the largest file of records that is read, in bytes: 256 MiB.
pub const LARGEST: u64 = 256 << 20;

/// Reads a file of at most `most` bytes. Devices without an end are no files of this kind.
///
/// # Errors
/// The file cannot be read, or has more bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let size = if most >= 1 << 20 { format!("{} MiB", most >> 20) } else { format!("{most} bytes") };
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("the file is too large, at most {size} are read"),
        ));
    }
    Ok(bytes)
}

/// All bytes of the file with this name, at most 256 MiB.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn whole(source: &mut dyn Read, name: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = source.take(LARGEST + 1).read_to_end(&mut bytes);
    match read {
        Ok(_) if bytes.len() as u64 > LARGEST => Err(Error::TooLarge(name.to_owned(), LARGEST)),
        Ok(_) => Ok(bytes),
        Err(error) => Err(Error::File(name.to_owned(), error)),
    }
}

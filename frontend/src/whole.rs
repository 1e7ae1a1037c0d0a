//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file beside its place and moves it there, so that no half of one is ever found.
///
/// # Errors
/// It cannot be written or moved; nothing is left of it.
pub(crate) fn write(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let file = File::create(&beside)?;
    let mut file = BufWriter::new(file);
    let written = write(&mut file).and_then(|()| file.flush()).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to be told.
        let _ = fs::remove_file(&beside);
    }
    written
}

//! Records of files and of standard input.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use crate::{Choice, Entries, Error, Format};

/// The games of a file; `-` is standard input, as text. Games that name no rules, board or start have those of
/// `start`, which was checked.
///
/// # Errors
/// The file cannot be read, or is in a format that cannot.
pub fn read(path: &Path, start: &Choice) -> Result<Entries, Error> {
    read_as(path, Format::of(path)?, start)
}

/// The same for a file in this format, whatever its ending.
///
/// # Errors
/// The file cannot be read, or is not in this format.
pub fn read_as(path: &Path, format: Format, start: &Choice) -> Result<Entries, Error> {
    let name = name_of(path);
    if path == Path::new("-") {
        return format.read_from(Box::new(BufReader::new(io::stdin())), &name, start);
    }
    let file = File::open(path).map_err(|error| Error::File(name.clone(), error))?;
    format.read_from(Box::new(BufReader::new(file)), &name, start)
}

/// The name of a file in messages; `-` is standard input.
#[must_use]
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

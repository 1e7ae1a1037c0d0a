//! Records of files and of standard input.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use crate::{Choice, Entries, Error, Format};

/// Reads the games of a file in the format of its ending; `-` is standard input, as text. Games without rules, board or
/// start have those of `start`, a [checked](Choice::check) choice. Files have at most 256 MiB.
///
/// # Errors
/// The ending names no format, the options suit no game, or the file cannot be read.
///
/// # Examples
/// ```
/// use ninuki_records::{Choice, files, read};
///
/// let path = std::env::temp_dir().join("ninuki-read.sgf");
/// files::write(&path, b"(;GM[4]SZ[15]RU[renju];B[hh];W[ig])(;GM[4]SZ[15]RU[renju];B[zz])")?;
/// let games: Vec<_> = read(&path, &Choice::default())?.collect::<Result<_, _>>().expect("two games");
/// assert_eq!(games[0].played().count(), 2);
/// let refused = games[1].moves[0].mv.as_ref().expect_err("no point").to_string();
/// assert!(refused.contains("\"zz\" is no point of this board"), "{refused}");
/// # std::fs::remove_file(path).expect("removed");
/// # Ok::<(), ninuki_records::Error>(())
/// ```
pub fn read(path: &Path, start: &Choice) -> Result<Entries, Error> {
    read_as(path, Format::of(path)?, start)
}

/// Reads the games of a file in this format, whatever its ending.
///
/// # Errors
/// The options suit no game, or the file cannot be read.
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

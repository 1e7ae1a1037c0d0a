//! Merging of stores.

use std::collections::HashSet;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use records::files::NewFile;

use crate::error::{Error, LineError};
use crate::line::object;
use crate::store::LONGEST;

/// Writes each line of the stores once to a new file. Returns the number of lines besides the first.
///
/// # Errors
/// A file is damaged or is a store of another game than the first, or the output cannot be written.
pub fn merge(paths: &[PathBuf], into: &Path) -> Result<u64, Error> {
    let mut out = NewFile::create(into).map_err(Error::Output)?;
    let mut lines = Lines::default();
    paths.iter().try_for_each(|path| lines.copy(path, into, &mut out))?;
    out.commit().map_err(Error::Output)?;
    Ok(lines.count)
}

/// The lines written so far.
#[derive(Default)]
struct Lines {
    head: Option<Vec<u8>>,
    /// Two hashes of each line.
    seen: HashSet<[u64; 2]>,
    hashers: [RandomState; 2],
    count: u64,
}

impl Lines {
    /// Copies the whole lines of a store that are new.
    fn copy(&mut self, path: &Path, into: &Path, out: &mut NewFile) -> Result<(), Error> {
        let failed = |error| Error::File(path.to_owned(), error);
        let mut lines = BufReader::new(File::open(path).map_err(failed)?);
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            lines.by_ref().take(LONGEST + 1).read_until(b'\n', &mut text).map_err(failed)?;
            let wrong = |reason| Error::Line { path: path.to_owned(), line, reason };
            if text.len() as u64 > LONGEST {
                return Err(wrong(LineError::Long));
            }
            if text.last() != Some(&b'\n') {
                break;
            }
            object(&text).map_err(wrong)?;
            if line == 1 && self.head.as_ref().is_some_and(|head| *head != text) {
                return Err(Error::Game(path.to_owned()));
            }
            if self.seen.insert([0, 1].map(|index| self.hashers[index].hash_one(&text))) {
                out.write_all(&text).map_err(|error| Error::File(into.to_owned(), error))?;
                self.count += u64::from(line > 1);
            }
            if line == 1 {
                self.head = Some(text.clone());
            }
        }
        Ok(())
    }
}

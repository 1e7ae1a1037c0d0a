//! Merging of stores and certificates.

use std::collections::HashSet;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use records::files::NewFile;
use search::proof::game_text;

use crate::certified;
use crate::error::{Error, LineError};
use crate::line::{Head, VERSION, object, sealed};
use crate::store::LONGEST;

/// Writes each line of the stores once to a new file, and the wins of certificates. Returns the number of lines besides the
/// first.
///
/// # Errors
/// A file is damaged or of another game than the first, a win does not hold, or the output cannot be written.
pub fn merge(paths: &[PathBuf], into: &Path) -> Result<u64, Error> {
    let mut out = NewFile::create(into).map_err(Error::Output)?;
    let mut lines = Lines::default();
    for path in paths {
        if is_store(path)? {
            lines.copy(path, into, &mut out)?;
        } else {
            lines.add(path, into, &mut out)?;
        }
    }
    out.commit().map_err(Error::Output)?;
    Ok(lines.count)
}

/// Whether a file is a store, of which lines are JSON objects; else it is a certificate.
fn is_store(path: &Path) -> Result<bool, Error> {
    let mut first = [0];
    let read = File::open(path).and_then(|mut file| file.read(&mut first));
    let read = read.map_err(|error| Error::File(path.to_owned(), error))?;
    Ok(read == 0 || first == *b"{")
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
            if line == 1 {
                self.check_head(&text, path)?;
            }
            self.write(&text, into, out)?;
        }
        Ok(())
    }

    /// Writes the lines that a certificate gives.
    fn add(&mut self, path: &Path, into: &Path, out: &mut NewFile) -> Result<(), Error> {
        let certificate = certified::read(path)?;
        let head = sealed(&Head { store: VERSION, game: game_text(certificate.game) });
        self.check_head(head.as_bytes(), path)?;
        self.write(head.as_bytes(), into, out)?;
        certified::lines(&certificate).iter().try_for_each(|line| self.write(sealed(line).as_bytes(), into, out))
    }

    /// Compares the first line of a store with that of the first one.
    fn check_head(&mut self, head: &[u8], path: &Path) -> Result<(), Error> {
        match &self.head {
            Some(first) if first != head => return Err(Error::Game(path.to_owned())),
            Some(_) => {}
            None => self.head = Some(head.to_owned()),
        }
        Ok(())
    }

    /// Writes a line that is new.
    fn write(&mut self, line: &[u8], into: &Path, out: &mut NewFile) -> Result<(), Error> {
        if self.seen.insert([0, 1].map(|index| self.hashers[index].hash_one(line))) {
            out.write_all(line).map_err(|error| Error::File(into.to_owned(), error))?;
            self.count += u64::from(self.head.as_deref() != Some(line));
        }
        Ok(())
    }
}

//! The file of a journal.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use engines::process::program::plain;
use records::checksum;
use records::files::{faults, sync_folder};
use serde::Serialize;
use serde_json::{Map, Value};

use super::error::{JournalError, JournalErrorKind};
use super::head;
use super::line::Line;
use super::played::{Played, Void};
use super::read::{Extent, GameSource, game_at, games};

/// The journal of a tournament, locked for writing.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Offset of each game's line.
    lines: BTreeMap<usize, u64>,
    end: u64,
    /// The first error of writing. After it nothing more is written.
    failure: Option<JournalError>,
}

impl Journal {
    /// Opens the journal of the tournament with this head, or creates it. `on_line` is called with each line and may reject
    /// it; `on_note` is called with repairs.
    ///
    /// # Errors
    /// The journal is that of another tournament or is damaged, a line is rejected, or the file cannot be read or written.
    pub(crate) fn open(
        path: &Path,
        head: &Map<String, Value>,
        mut on_line: impl FnMut(&Line) -> Result<(), JournalErrorKind>,
        mut on_note: impl FnMut(String),
    ) -> Result<Self, JournalError> {
        let failed = |error: io::Error| JournalError::new(path, error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(JournalError::new(path, JournalErrorKind::NotAFile));
        }
        file.try_lock().map_err(|_| JournalError::new(path, JournalErrorKind::Locked))?;
        let mut journal = Self { path: path.to_path_buf(), file, lines: BTreeMap::new(), end: 0, failure: None };
        if journal.read(head, &mut on_line)? {
            journal.file.set_len(journal.end).map_err(failed)?;
            on_note(format!("{}: the last line was not complete and was cut off", path.display()));
        }
        // A run that was killed may have left lines that are not synced.
        faults::step().and_then(|()| journal.file.sync_data()).map_err(failed)?;
        if journal.end == 0 {
            journal.append(head::line(head))?;
            sync_folder(path).map_err(failed)?;
        }
        Ok(journal)
    }

    /// Reads all lines. Returns whether the last is incomplete.
    fn read(
        &mut self,
        head: &Map<String, Value>,
        on_line: &mut dyn FnMut(&Line) -> Result<(), JournalErrorKind>,
    ) -> Result<bool, JournalError> {
        let failed = |error: io::Error| JournalError::new(&self.path, error);
        let mut reader = BufReader::new(self.file.try_clone().map_err(failed)?);
        reader.seek(SeekFrom::Start(0)).map_err(failed)?;
        let (lines, Extent { end, torn }) = games(&self.path, &mut reader, head, on_line)?;
        (self.lines, self.end) = (lines, end);
        Ok(torn)
    }

    /// Appends a finished game and syncs the file.
    ///
    /// # Errors
    /// The file cannot be written; the game is not in it.
    pub(crate) fn add(&mut self, played: &Played) -> Result<(), JournalError> {
        let at = self.end;
        self.append(sealed(played))?;
        self.lines.insert(played.game, at);
        Ok(())
    }

    /// Voids games. Their lines and the reason stay in the file.
    ///
    /// # Errors
    /// A game is not there, or the file cannot be written.
    pub(crate) fn void(&mut self, void: Void) -> Result<(), JournalError> {
        if let Some(&game) = void.void.iter().find(|game| !self.lines.contains_key(game)) {
            return Err(JournalError::new(&self.path, JournalErrorKind::NoGame(game)));
        }
        self.append(sealed(&void))?;
        void.remove_from(&mut self.lines);
        Ok(())
    }

    /// Appends a line and syncs the file. After an error the journal ends with the line before and accepts no other.
    fn append(&mut self, mut line: String) -> Result<(), JournalError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        line.push('\n');
        if let Err(error) = self.write_synced(line.as_bytes()) {
            let failure = JournalError::new(&self.path, JournalErrorKind::Write(plain(&error)));
            self.failure = Some(failure.clone());
            // If that fails too, the next run cuts the rest of the line off.
            let _ = self.file.set_len(self.end);
            return Err(failure);
        }
        self.end += line.len() as u64;
        Ok(())
    }

    fn write_synced(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match faults::write(bytes).and_then(|bytes| self.file.write(bytes)) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        faults::step()?;
        self.file.sync_data()
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns an object as a line with its checksum.
fn sealed(object: &impl Serialize) -> String {
    checksum::sealed(&serde_json::to_string(object).expect("numbers and strings are JSON"))
}

impl GameSource for Journal {
    fn game(&mut self, game: usize) -> Result<Option<Played>, JournalError> {
        let Some(&at) = self.lines.get(&game) else { return Ok(None) };
        game_at(&self.path, &mut self.file, at).map(Some)
    }
}

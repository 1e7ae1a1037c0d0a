//! The journal: every finished game is a line of a file before anything else is done with it.
//!
//! The first line says which tournament it is. Starting the same tournament again goes on where the journal ends; a
//! line that was not written to its end is cut off.

mod read;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use records::checksum;
use records::files::{faults, sync_folder};
use serde_json::{Map, Value};

pub(super) use self::read::{Line, Unreadable, check_head, games, head, index, next_line};

use self::read::Extent;
use crate::tournament::played::{Played, Void};
use engines::process::program::plain;

/// Where games can be read again, by their numbers.
pub(crate) trait Games {
    /// A game; `None` if it is not there.
    ///
    /// # Errors
    /// A file cannot be read.
    fn game(&mut self, game: usize) -> Result<Option<Played>, String>;
}

/// The game in the line that begins there.
pub(super) fn game_at(file: &mut File, at: u64) -> std::io::Result<Played> {
    file.seek(SeekFrom::Start(at))?;
    let mut line = Vec::new();
    next_line(&mut BufReader::new(&mut *file), &mut line)?;
    let wrong = |why: String| std::io::Error::new(ErrorKind::InvalidData, why);
    match Line::read(&line).map_err(|why| wrong(why.to_string()))? {
        Line::Game(played) => Ok(*played),
        Line::Void(_) => Err(wrong("this line is no game".to_owned())),
    }
}

/// The journal of a tournament.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Where the line of each game begins.
    lines: BTreeMap<usize, u64>,
    end: u64,
    /// Why nothing more is written, if that failed before.
    failure: Option<String>,
}

impl Journal {
    /// Opens the journal of the tournament with these settings, or begins it. `on_line` gets all its lines, and may
    /// refuse them; `on_note` gets what was put right.
    ///
    /// # Errors
    /// It is the journal of something else, is damaged, has a game twice or one that is refused, or cannot be read or
    /// written.
    pub(crate) fn open(
        path: &Path,
        settings: &Map<String, Value>,
        mut on_line: impl FnMut(&Line) -> Result<(), String>,
        mut on_note: impl FnMut(String),
    ) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {}", path.display(), plain(&error));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(format!("{}: this is no regular file, a journal is one", path.display()));
        }
        file.try_lock().map_err(|_| format!("{}: another tournament is writing this journal", path.display()))?;
        let mut journal = Self { path: path.to_path_buf(), file, lines: BTreeMap::new(), end: 0, failure: None };
        let torn = journal.read(settings, &mut on_line)?;
        if torn {
            journal.file.set_len(journal.end).map_err(failed)?;
            on_note(format!("{}: the last line was not complete and was cut off", path.display()));
        }
        // A run that was killed may have left lines that are not synced.
        faults::step().and_then(|()| journal.file.sync_data()).map_err(failed)?;
        if journal.end == 0 {
            let line = Value::Object(settings.clone()).to_string();
            journal.append(&line)?;
            sync_folder(path).map_err(failed)?;
        }
        Ok(journal)
    }

    /// Reads all lines, and tells whether the last is torn.
    fn read(
        &mut self,
        settings: &Map<String, Value>,
        on_line: &mut dyn FnMut(&Line) -> Result<(), String>,
    ) -> Result<bool, String> {
        let failed = |why: &dyn Display| format!("{}{why}", self.path.display());
        let mut reader = BufReader::new(self.file.try_clone().map_err(|error| failed(&Unreadable::File(error)))?);
        reader.seek(SeekFrom::Start(0)).map_err(|error| failed(&Unreadable::File(error)))?;
        let (lines, extent) = games(&mut reader, settings, on_line).map_err(|why| failed(&why))?;
        let Extent { end, torn } = extent;
        self.lines = lines;
        self.end = end;
        Ok(torn)
    }

    /// Adds a finished game. It is on the disk when this returns.
    ///
    /// # Errors
    /// The file cannot be written; the game is not in it.
    pub(crate) fn add(&mut self, played: &Played) -> Result<(), String> {
        let line = serde_json::to_string(played).map_err(|error| error.to_string())?;
        let at = self.end;
        self.append(&line)?;
        self.lines.insert(played.game, at);
        Ok(())
    }

    /// Takes games out of what counts; they and the reason stay in the file.
    ///
    /// # Errors
    /// A game is not there, or the file cannot be written.
    pub(crate) fn void(&mut self, void: Void) -> Result<(), String> {
        if let Some(game) = void.void.iter().find(|game| !self.lines.contains_key(game)) {
            return Err(format!("{}: there is no game {game}", self.path.display()));
        }
        let line = serde_json::to_string(&void).map_err(|error| error.to_string())?;
        self.append(&line)?;
        void.take_out(&mut self.lines);
        Ok(())
    }

    /// Writes an object with its checksum as a line, and syncs it. After a failure the journal ends with the line before, and
    /// takes no other.
    fn append(&mut self, object: &str) -> Result<(), String> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let line = checksum::sealed(object) + "\n";
        if let Err(error) = self.write_synced(line.as_bytes()) {
            let failure = format!("{}: the journal cannot be written: {}", self.path.display(), plain(&error));
            self.failure = Some(failure.clone());
            // If that fails too, the next run cuts the rest of the line off.
            let _ = self.file.set_len(self.end);
            return Err(failure);
        }
        self.end += line.len() as u64;
        Ok(())
    }

    fn write_synced(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
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

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Games for Journal {
    fn game(&mut self, game: usize) -> Result<Option<Played>, String> {
        let Some(&at) = self.lines.get(&game) else { return Ok(None) };
        game_at(&mut self.file, at).map(Some).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

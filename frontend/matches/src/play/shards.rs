//! Journals of other shards, read while they are written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom};
use std::path::PathBuf;

use crate::journal::error::{JournalError, JournalErrorKind};
use crate::journal::head;
use crate::journal::line::{Line, index};
use crate::journal::read::next_line;
use crate::journal::validation::Validator;
use crate::results::game_result::{GameResult, Results};

/// Journals of the other shards of a tournament.
#[derive(Debug)]
pub(crate) struct ShardJournals<'p> {
    validator: Validator<'p>,
    journals: Vec<ShardJournal>,
    /// Journal of each game that counts.
    places: BTreeMap<usize, usize>,
}

#[derive(Debug)]
struct ShardJournal {
    path: PathBuf,
    /// Number of bytes read.
    read: u64,
}

impl<'p> ShardJournals<'p> {
    /// Returns the journals at these paths. They may not exist yet.
    pub(crate) fn new(validator: Validator<'p>, paths: Vec<PathBuf>) -> Self {
        let journals = paths.into_iter().map(|path| ShardJournal { path, read: 0 }).collect();
        Self { validator, journals, places: BTreeMap::new() }
    }

    /// Adds new games to `results` and removes void ones. Returns whether games were removed.
    ///
    /// # Errors
    /// A journal is that of another tournament, is damaged, or cannot be read.
    pub(super) fn read(&mut self, results: &mut Results) -> Result<bool, JournalError> {
        let mut removed = false;
        for number in 0..self.journals.len() {
            for line in self.lines(number)? {
                let path = &self.journals[number].path;
                let invalid = |kind: JournalErrorKind| JournalError::new(path, kind);
                index(&mut self.places, &line, number).map_err(invalid)?;
                match line {
                    Line::Game(played) => {
                        self.validator.check(&played).map_err(|error| invalid(error.into()))?;
                        if results.insert(played.game, GameResult::from(&*played)).is_some() {
                            return Err(invalid(JournalErrorKind::PlayedTwice(played.game)));
                        }
                    }
                    Line::Void(void) => {
                        removed = true;
                        void.remove_from(results);
                    }
                }
            }
        }
        Ok(removed)
    }

    /// Returns the complete lines after those that were read.
    fn lines(&mut self, number: usize) -> Result<Vec<Line>, JournalError> {
        let ShardJournal { path, read } = &mut self.journals[number];
        let failed = |error: io::Error| JournalError::new(path, error);
        let mut file = match File::open(&*path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened.map_err(failed)?,
        };
        file.seek(SeekFrom::Start(*read)).map_err(failed)?;
        let (mut reader, mut text, mut lines) = (BufReader::new(file), Vec::new(), Vec::new());
        while next_line(&mut reader, &mut text).map_err(failed)? > 0 && text.last() == Some(&b'\n') {
            let invalid = |kind: JournalErrorKind| JournalError::new(path, kind);
            match *read {
                0 => head::check(&text, &self.validator.plan().head).map_err(invalid)?,
                _ => lines.push(Line::read(&text).map_err(|damage| invalid(damage.into()))?),
            }
            *read += text.len() as u64;
        }
        Ok(lines)
    }
}

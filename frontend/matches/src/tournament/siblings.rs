//! The journals of other shards, as far as they are written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Seek, SeekFrom};
use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::tournament::journal::{Line, check_head, index, next_line};
use crate::tournament::plan::Plan;
use crate::tournament::tally::{Result as GameResult, Results};
use engines::process::program::plain;

/// The journals of other shards.
#[derive(Debug)]
pub(crate) struct Siblings<'c> {
    settings: &'c Map<String, Value>,
    plan: Plan<'c>,
    journals: Vec<Sibling>,
    /// In which of them each game is that counts.
    places: BTreeMap<usize, usize>,
}

#[derive(Debug)]
struct Sibling {
    path: PathBuf,
    /// How far it has been read.
    read: u64,
}

impl<'c> Siblings<'c> {
    /// The journals of the tournament with these settings.
    pub(crate) fn new(settings: &'c Map<String, Value>, plan: Plan<'c>, paths: Vec<PathBuf>) -> Self {
        let journals = paths.into_iter().map(|path| Sibling { path, read: 0 }).collect();
        Self { settings, plan, journals, places: BTreeMap::new() }
    }

    /// Adds to `results` what has been written since the last time, and takes out what is void. Returns whether something
    /// was taken out.
    ///
    /// # Errors
    /// A journal is that of something else, is damaged, or cannot be read.
    pub(crate) fn read(&mut self, results: &mut Results) -> Result<bool, String> {
        let mut taken_out = false;
        for number in 0..self.journals.len() {
            for line in self.lines(number)? {
                let wrong = |why: String| format!("{}: {why}", self.journals[number].path.display());
                index(&mut self.places, &line, number).map_err(wrong)?;
                match line {
                    Line::Game(played) => {
                        self.plan.check(&played).map_err(wrong)?;
                        if results.insert(played.game, GameResult::from(&*played)).is_some() {
                            return Err(wrong(format!("game {} is played by two shards", played.game)));
                        }
                    }
                    Line::Void(void) => {
                        taken_out = true;
                        void.take_out(results);
                    }
                }
            }
        }
        Ok(taken_out)
    }

    /// The whole lines after those that were read.
    fn lines(&mut self, number: usize) -> Result<Vec<Line>, String> {
        let Sibling { path, read } = &mut self.journals[number];
        let failed = |error: std::io::Error| format!("{}: {}", path.display(), plain(&error));
        let mut file = match File::open(&*path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened.map_err(failed)?,
        };
        file.seek(SeekFrom::Start(*read)).map_err(failed)?;
        let (mut reader, mut text, mut lines) = (BufReader::new(file), Vec::new(), Vec::new());
        while next_line(&mut reader, &mut text).map_err(failed)? > 0 && text.last() == Some(&b'\n') {
            let wrong = |why: String| format!("{}: {why}", path.display());
            match *read {
                0 => check_head(&text, self.settings).map_err(wrong)?,
                _ => lines.push(Line::read(&text).map_err(|damage| wrong(damage.to_string()))?),
            }
            *read += text.len() as u64;
        }
        Ok(lines)
    }
}

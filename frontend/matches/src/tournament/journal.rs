//! The journal: every finished game is a line of a file before anything else is done with it.
//!
//! The first line says which tournament it is. Starting the same tournament again goes on where the journal ends; a
//! line that was not written to its end is cut off.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::fcntl::{Flock, FlockArg};
use serde_json::{Map, Value};

use crate::tournament::played::Played;
use protocol::process::program::plain;

/// How often what was written is made sure to be on the disk.
const SYNC: Duration = Duration::from_secs(2);

/// The journal of a tournament.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Flock<File>,
    /// Where the line of each game begins.
    lines: BTreeMap<usize, u64>,
    end: u64,
    synced: Instant,
}

impl Journal {
    /// Opens the journal of the tournament with these settings, or begins it. `on_game` gets all games in it, and
    /// `on_note` what was put right.
    ///
    /// # Errors
    /// It is the journal of something else, or cannot be read or written.
    pub(crate) fn open(
        path: &Path,
        settings: &Map<String, Value>,
        mut on_game: impl FnMut(&Played) -> Result<(), String>,
        mut on_note: impl FnMut(String),
    ) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {}", path.display(), plain(&error));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let file = Flock::lock(file, FlockArg::LockExclusiveNonblock)
            .map_err(|_| format!("{}: another tournament is writing this journal", path.display()))?;
        let mut journal =
            Self { path: path.to_path_buf(), file, lines: BTreeMap::new(), end: 0, synced: Instant::now() };
        let torn = journal.read(settings, &mut on_game)?;
        if torn {
            journal.file.set_len(journal.end).map_err(failed)?;
            on_note(format!("{}: the last line was not complete and was cut off", path.display()));
        }
        if journal.end == 0 {
            let line = Value::Object(settings.clone()).to_string();
            journal.append(&line)?;
        }
        Ok(journal)
    }

    /// Reads all lines, and tells whether the last is torn.
    fn read(
        &mut self,
        settings: &Map<String, Value>,
        on_game: &mut dyn FnMut(&Played) -> Result<(), String>,
    ) -> Result<bool, String> {
        let path = self.path.clone();
        let failed = |error: std::io::Error| format!("{}: {}", path.display(), plain(&error));
        let at = |number: usize, why: &str| format!("{}:{number}: {why}", path.display());
        let copy = self.file.try_clone().map_err(failed)?;
        let mut reader = BufReader::new(copy);
        reader.seek(SeekFrom::Start(0)).map_err(failed)?;
        let head = Value::Object(settings.clone()).to_string();
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                break;
            }
            let whole = line.last() == Some(&b'\n');
            if number == 1 {
                match serde_json::from_slice::<Map<String, Value>>(&line) {
                    Ok(found) if whole => compare(settings, &found).map_err(|why| at(1, &why))?,
                    // Whoever was stopped while he wrote the first line has played nothing.
                    _ if !whole && head.as_bytes().starts_with(&line) => return Ok(true),
                    _ => return Err(at(1, "this is not the journal of a tournament")),
                }
            } else {
                match serde_json::from_slice::<Played>(&line) {
                    Ok(played) if whole => {
                        on_game(&played).map_err(|why| at(number, &why))?;
                        self.lines.entry(played.game).or_insert(self.end);
                    }
                    _ if reader.fill_buf().map_err(failed)?.is_empty() => return Ok(true),
                    Ok(_) => return Ok(true),
                    Err(error) => return Err(at(number, &format!("this line is damaged: {error}"))),
                }
            }
            self.end += length as u64;
        }
        Ok(false)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, played: &Played) -> Result<(), String> {
        let line = serde_json::to_string(played).map_err(|error| error.to_string())?;
        let at = self.end;
        self.append(&line)?;
        self.lines.insert(played.game, at);
        if self.synced.elapsed() > SYNC {
            self.sync();
        }
        Ok(())
    }

    /// Writes a line in one go, so that it is there or it is not.
    fn append(&mut self, line: &str) -> Result<(), String> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("{}: {}", self.path.display(), plain(&error)))?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Makes sure that everything is on the disk, where the system can.
    pub(crate) fn sync(&mut self) {
        let _ = self.file.sync_data();
        self.synced = Instant::now();
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a game again.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn game(&mut self, game: usize) -> Result<Option<Played>, String> {
        let Some(&at) = self.lines.get(&game) else { return Ok(None) };
        let read = |file: &mut File| -> std::io::Result<Played> {
            file.seek(SeekFrom::Start(at))?;
            let mut line = Vec::new();
            BufReader::new(&mut *file).read_until(b'\n', &mut line)?;
            serde_json::from_slice(&line).map_err(|error| std::io::Error::new(ErrorKind::InvalidData, error))
        };
        let played = read(&mut self.file).map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(Some(played))
    }
}

/// What differs first between two settings, written for people.
fn compare(settings: &Map<String, Value>, found: &Map<String, Value>) -> Result<(), String> {
    let (ours, theirs) = (Value::Object(settings.clone()), Value::Object(found.clone()));
    match difference("", &ours, &theirs) {
        None => Ok(()),
        Some((place, ours, theirs)) => Err(format!(
            "this journal is of another tournament: {place} is {theirs} there and {ours} here; \
             --journal names another file"
        )),
    }
}

/// The first place at which two values differ, and what is there in each.
fn difference(place: &str, ours: &Value, theirs: &Value) -> Option<(String, String, String)> {
    let inside = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys = ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key)));
            let of = |map: &Map<String, Value>, key: &str| map.get(key).cloned().unwrap_or(Value::Null);
            keys.into_iter().find_map(|key| difference(&inside(key), &of(ours, key), &of(theirs, key)))
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let pairs = ours.iter().zip(theirs).enumerate();
            pairs
                .into_iter()
                .find_map(|(index, (ours, theirs))| difference(&inside(&(index + 1).to_string()), ours, theirs))
        }
        _ if ours == theirs => None,
        _ => {
            let short = |value: &Value| match value {
                Value::Array(items) => format!("a list of {}", items.len()),
                Value::Object(_) => "something else".to_owned(),
                Value::Null => "not given".to_owned(),
                value => engine::notation::shorten(&value.to_string()),
            };
            Some((place.to_owned(), short(ours), short(theirs)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use serde_json::json;

    use super::*;
    use crate::tournament::game::forfeited;

    fn settings(seed: u64) -> Map<String, Value> {
        let settings = json!({ "ninuki": "tournament", "seed": seed, "engines": [{ "cmd": "a" }, { "cmd": "b" }] });
        settings.as_object().expect("an object").clone()
    }

    fn temporary() -> PathBuf {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        std::env::temp_dir().join(format!("ninuki-journal-{}-{number}.jsonl", std::process::id()))
    }

    fn open(path: &Path, seed: u64) -> Result<(Journal, Vec<usize>, usize), String> {
        let (mut games, mut notes) = (Vec::new(), 0);
        let keep = |played: &Played| {
            games.push(played.game);
            Ok(())
        };
        let journal = Journal::open(path, &settings(seed), keep, |_| notes += 1)?;
        Ok((journal, games, notes))
    }

    fn played(game: usize) -> Played {
        Played { game, ..forfeited(0, crate::tournament::Fault::Crash, String::new(), ["a", "b"]) }
    }

    #[test]
    fn games_are_there_again_and_torn_lines_are_not() {
        let path = temporary();
        {
            let (mut journal, games, _) = open(&path, 1).expect("a new journal");
            assert!(games.is_empty());
            [3, 0].into_iter().for_each(|game| journal.add(&played(game)).expect("written"));
        }
        let whole = fs::read(&path).expect("the journal");
        for torn in [&b"{\"game\":7,\"ope"[..], b"\0\0\0\0", b"{"] {
            fs::write(&path, [&whole[..], torn].concat()).expect("written");
            let (mut journal, games, notes) = open(&path, 1).expect("repaired");
            assert_eq!((games, notes), (vec![3, 0], 1));
            assert_eq!(fs::read(&path).expect("the journal"), whole);
            assert_eq!(journal.game(0).expect("read").map(|played| played.game), Some(0));
            assert_eq!(journal.game(5), Ok(None));
        }
        let first_line = whole.iter().position(|&byte| byte == b'\n').expect("a line");
        fs::write(&path, &whole[..first_line / 2]).expect("written");
        let (_, games, notes) = open(&path, 1).expect("begun again");
        assert_eq!((games.len(), notes), (0, 1));
        fs::remove_file(&path).expect("removed");
    }

    #[test]
    fn what_is_not_the_journal_is_left_alone() {
        let path = temporary();
        drop(open(&path, 1).expect("a new journal"));
        let why = open(&path, 2).expect_err("another tournament");
        assert!(why.contains("seed is 1 there and 2 here"), "{why}");
        let text = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, format!("{text}damaged\n{text}")).expect("written");
        assert!(open(&path, 1).expect_err("damaged").contains(":2: this line is damaged"));
        fs::write(&path, "my diary\n").expect("written");
        assert!(open(&path, 1).expect_err("a diary").contains("not the journal"));
        assert_eq!(fs::read_to_string(&path).expect("the diary"), "my diary\n");
        fs::remove_file(&path).expect("removed");
    }

    #[test]
    fn one_tournament_at_a_time() {
        let path = temporary();
        let first = open(&path, 1).expect("a new journal");
        assert!(open(&path, 1).expect_err("locked").contains("another tournament is writing"));
        drop(first);
        assert!(open(&path, 1).is_ok());
        fs::remove_file(&path).expect("removed");
    }
}

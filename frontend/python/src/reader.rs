//! Records of a file, one after another.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::records::{Choice, Entry, Exceeded, Format};
use pyo3::prelude::*;

use crate::choice::{Flags, Sides, choice};
use crate::errors;
use crate::record::Record;
use crate::records::{Failure, budget, checked, failed, is_go, set_of};

/// The most records that are read ahead.
const AHEAD: usize = 64;

/// The interval of looks at signals.
const LOOK: Duration = Duration::from_millis(50);

/// The records of a file as an iterator: they are read while it runs, up to 64 of them ahead.
///
/// >>> import ninuki, tempfile, os
/// >>> path = os.path.join(tempfile.mkdtemp(), "game.txt")
/// >>> ninuki.write(path, [ninuki.Record(ninuki.Board("pente", moves="K10 L9"))])
/// >>> type(ninuki.records(path, rules="pente"))
/// <class 'ninuki.RecordReader'>
#[pyclass(module = "ninuki", frozen)]
pub(crate) struct RecordReader(Mutex<Option<Receiver<Result<Entry, Failure>>>>);

#[pymethods]
impl RecordReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        let next = py.detach(|| {
            let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(records) = &*reader else { return Ok(None) };
            loop {
                let found = match records.recv_timeout(LOOK) {
                    Ok(Ok(entry)) => return Ok(Some(entry)),
                    Ok(Err(failure)) => Err(failed(&failure)),
                    Err(RecvTimeoutError::Disconnected) => Ok(None),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals())?;
                        continue;
                    }
                };
                // Nothing follows an error.
                *reader = None;
                return found;
            }
        })?;
        Ok(next.map(Record::from))
    }
}

/// The records in a file, one after another: the memory is that of a few of them, however long the file is.
///
/// Args:
///     path: the file.
///     format, rules, size, length, flags, position, rules_text, skip_unreadable, encoding, columns, stones: as for `read`.
///     memory: the most memory of a record, in MiB; no limit by default.
///
/// Returns:
///     An iterator of records. Formats with tables or one game, as "rif", "db" and "lib", are read as a whole first.
///
/// Raises:
///     RecordError: as `read`; for a game that cannot be read when the iterator comes to it, which ends it.
///
/// >>> import ninuki, tempfile, os
/// >>> path = os.path.join(tempfile.mkdtemp(), "games.sgf")
/// >>> ninuki.write(path, [ninuki.Record(ninuki.Board("pente", moves=moves)) for moves in ("K10", "K10 L9")])
/// >>> [len(record.moves) for record in ninuki.records(path)]
/// [1, 2]
#[pyfunction]
#[pyo3(signature = (path, format=None, *, rules=None, size=None, length=None, flags=None, position=None, rules_text=None, skip_unreadable=false, encoding=None, columns="game", stones=false, memory=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn records(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    rules: Option<String>,
    size: Option<Sides>,
    length: Option<usize>,
    flags: Option<Flags>,
    position: Option<String>,
    rules_text: Option<&str>,
    skip_unreadable: bool,
    encoding: Option<&str>,
    columns: &str,
    stones: bool,
    memory: Option<u64>,
) -> PyResult<RecordReader> {
    let choice = choice(rules, rules_text, size, length, flags, position)?;
    let choice = Choice { encoding: set_of(encoding)?, go_columns: is_go(columns)?, stones, ..choice };
    let choice = Choice { budget: budget(None, memory)?, ..choice };
    let format = checked(&path, format, &choice)?;
    let (opened, is_open) = sync_channel(1);
    let (sender, receiver) = sync_channel(AHEAD);
    thread::Builder::new()
        .name("records".to_owned())
        .spawn(move || read(&path, format, &choice, skip_unreadable, opened, &sender))
        .map_err(|error| errors::record(&error))?;
    // An error of opening comes at once.
    if let Ok(failure) = py.detach(move || is_open.recv()) {
        return Err(failed(&failure));
    }
    Ok(RecordReader(Mutex::new(Some(receiver))))
}

/// Reads a file until the iterator is dropped. Drops `opened` once it is open.
fn read(
    path: &Path,
    format: Format,
    choice: &Choice,
    skip_unreadable: bool,
    opened: SyncSender<Failure>,
    sender: &SyncSender<Result<Entry, Failure>>,
) {
    let entries = match ::records::read_as(path, format, choice) {
        Ok(entries) => entries,
        Err(error) => return drop(opened.send(Failure::File(error))),
    };
    drop(opened);
    for found in entries {
        let found = match found {
            Ok(entry) if entry.memory() > choice.budget.limits().memory => {
                Err(Failure::Limit(Exceeded::Memory(choice.budget.limits().memory)))
            }
            Ok(entry) => Ok(entry),
            Err(_) if skip_unreadable => continue,
            Err(error) => Err(Failure::Game(error)),
        };
        let is_last = found.is_err();
        if sender.send(found).is_err() || is_last {
            return;
        }
    }
}

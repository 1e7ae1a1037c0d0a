//! Files of records in all formats.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use engine::notation::shorten;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use records::{Budget, Choice, Encoding, Entries, Entry, Exceeded, Format, Limits, Replayed, Unreadable};

use crate::board::Board;
use crate::choice::{Flags, Sides, choice, refused};
use crate::errors;
use crate::interrupt::Interrupt;
use crate::items::Items;
use crate::record::Record;

/// The board after the moves of a record.
pub(crate) fn replayed(py: Python<'_>, entry: Entry) -> PyResult<Board> {
    // A board begins with the last set-up, or pass that only records have.
    let replayed = py.detach(|| Replayed::from(entry).since_start());
    if let Some(error) = &replayed.error {
        return Err(errors::record(error));
    }
    let mut board = Board::new(replayed.record.game(), replayed.start.clone())?;
    board.replayed = Box::new(Replayed { result: None, ..replayed });
    Ok(board)
}

/// The formats of records: how files end, and the names that `loads` and `dumps` take.
///
/// >>> import ninuki
/// >>> "sgf" in ninuki.formats()
/// True
#[pyfunction]
pub(crate) fn formats() -> Vec<&'static str> {
    Format::ALL.iter().map(|format| format.name()).collect()
}

/// The records in a file.
///
/// Args:
///     path: the file.
///     format: one of `formats()`; by the ending of the file by default.
///     rules, size, length, flags, position, rules_text: as for `Board`, instead of what a record says. A record that names no
///         game, as a list of moves, needs `rules` or `rules_text`; files of Piskvork and Gomotur are freestyle.
///     skip_unreadable: whether unreadable games are skipped.
///     encoding: the character set, as "gbk"; by default the one that the file names, else UTF-8, else a guess, which
///         `Record.remarks` names.
///     columns: the columns of lists of moves: "game", or "go" without I.
///     stones: whether lists of moves are stones without an order: positions.
///     longest: the most time, in seconds; no limit by default.
///     memory: the most memory of the records, in MiB; no limit by default.
///
/// Raises:
///     RecordError: the file cannot be read, its format is not known, a game cannot be read at all, or a limit is exceeded.
///     Games with moves that the rules refuse are read; `Record.error` says what is wrong.
///
/// >>> import ninuki, tempfile, os
/// >>> path = os.path.join(tempfile.mkdtemp(), "game.sgf")
/// >>> ninuki.write(path, [ninuki.Record(ninuki.Board("pente", moves="K10 L9"))])
/// >>> ninuki.read(path)
/// [<Record: pente on 19x19, ? - ?, 2 moves>]
#[pyfunction]
#[pyo3(signature = (path, format=None, *, rules=None, size=None, length=None, flags=None, position=None, rules_text=None, skip_unreadable=false, encoding=None, columns="game", stones=false, longest=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn read(
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
    longest: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Vec<Record>> {
    let choice = choice(rules, rules_text, size, length, flags, position)?;
    let choice = Choice { encoding: set_of(encoding)?, go_columns: is_go(columns)?, stones, ..choice };
    let choice = Choice { budget: budget(longest, memory)?, ..choice };
    let format = checked(&path, format, &choice)?;
    entries(py, skip_unreadable, &choice.budget, || records::read_as(&path, format, &choice))
}

/// The format of a file. A missing file comes before a missing name of the game.
///
/// # Errors
/// The file is missing, the format is not known, or the choice names no game.
pub(crate) fn checked(path: &std::path::Path, format: Option<&str>, choice: &Choice) -> PyResult<Format> {
    path.metadata().map_err(|error| errors::record(&records::Error::file(path, error)))?;
    let format = format_of(format, path)?;
    choice.check().and_then(|()| choice.check_named(format)).map_err(|error| refused(&error))?;
    Ok(format)
}

/// Whether columns of this name are those of Go.
pub(crate) fn is_go(columns: &str) -> PyResult<bool> {
    match columns {
        "game" | "go" => Ok(columns == "go"),
        _ => Err(errors::record(&format!("\"{}\" are no columns, they are \"game\" or \"go\"", shorten(columns)))),
    }
}

/// The records in a text, or in the bytes of a file.
///
/// Args:
///     data: text or bytes.
///     format: one of `formats()`.
///     rules, size, length, flags, position, rules_text, skip_unreadable, encoding, columns, stones, longest, memory: as for
///         `read`.
///
/// Raises:
///     RecordError: the format is not known, a game cannot be read at all, or a limit is exceeded.
///
/// >>> import ninuki
/// >>> ninuki.loads("H8 J9", "txt", rules="renju", columns="go")[0].moves
/// ['h8', 'i9']
/// >>> ninuki.loads("(;FF[4]GM[4]SZ[15];B[hh];W[gg])", "sgf", rules="freestyle")[0].moves
/// ['h8', 'g9']
#[pyfunction]
#[pyo3(signature = (data, format, *, rules=None, size=None, length=None, flags=None, position=None, rules_text=None, skip_unreadable=false, encoding=None, columns="game", stones=false, longest=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn loads(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    format: &str,
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
    longest: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Vec<Record>> {
    let (bytes, encoding) = match data.cast::<PyString>() {
        // A text is decoded already, whatever it says of itself.
        Ok(text) => (text.to_cow()?.into_owned().into_bytes(), Some(Encoding::UTF_8)),
        Err(_) => match data.extract::<PyBackedBytes>() {
            Ok(bytes) => (bytes.to_vec(), set_of(encoding)?),
            Err(_) => (data.extract::<Items<u8>>()?.0, set_of(encoding)?),
        },
    };
    let choice = choice(rules, rules_text, size, length, flags, position)?;
    let choice = Choice { encoding, go_columns: is_go(columns)?, stones, budget: budget(longest, memory)?, ..choice };
    let format = named(format)?;
    choice.check().and_then(|()| choice.check_named(format)).map_err(|error| refused(&error))?;
    entries(py, skip_unreadable, &choice.budget, || format.read(bytes, &choice))
}

/// Records as the bytes of a file.
///
/// Args:
///     records: the games.
///     format: one of `formats()`.
///     encoding: the character set, as "gbk"; by default UTF-8, and for "lib" that of the file that was read.
///
/// Raises:
///     RecordError: the format or character set is not known, or cannot hold what the records say.
///
/// >>> import ninuki
/// >>> ninuki.dumps([ninuki.Record(ninuki.Board("pente", moves="K10 L9"))], "txt")
/// b'K10 L9\n'
#[pyfunction]
#[pyo3(signature = (records, format, *, encoding=None))]
pub(crate) fn dumps<'py>(
    py: Python<'py>,
    records: Items<PyRef<'_, Record>>,
    format: &str,
    encoding: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &written(py, &records.0, named(format)?, set_of(encoding)?)?))
}

/// Writes records to a file, all of them or, if that is not possible, none.
///
/// Args:
///     path: the file; an old one is replaced.
///     records: the games.
///     format: one of `formats()`; by the ending of the file by default.
///     encoding: as for `dumps`.
///
/// Raises:
///     RecordError: the file cannot be written, or the format not hold what the records say.
///
/// >>> import ninuki
/// >>> ninuki.write("game.doc", [])
/// Traceback (most recent call last):
/// ninuki.errors.RecordError: game.doc: ".doc" is no ending known here, known are .sgf .psq .rec .pos .pgn .lib .txt
#[pyfunction]
#[pyo3(signature = (path, records, format=None, *, encoding=None))]
pub(crate) fn write(
    py: Python<'_>,
    path: PathBuf,
    records: Items<PyRef<'_, Record>>,
    format: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<()> {
    let bytes = written(py, &records.0, format_of(format, &path)?, set_of(encoding)?)?;
    records::files::write(&path, &bytes).map_err(|error| errors::record(&error))
}

/// The character set that is named.
pub(crate) fn set_of(name: Option<&str>) -> PyResult<Option<Encoding>> {
    name.map(|name| name.parse().map_err(|error| errors::record(&error))).transpose()
}

fn named(format: &str) -> PyResult<Format> {
    format.parse().map_err(|error| errors::record(&error))
}

/// The format that is named, or that of a file by its ending.
pub(crate) fn format_of(format: Option<&str>, path: &std::path::Path) -> PyResult<Format> {
    match format {
        Some(format) => named(format),
        None => Format::of(path).map_err(|error| errors::record(&error)),
    }
}

/// The limits of reading.
///
/// # Errors
/// The time is no number of seconds.
pub(crate) fn budget(longest: Option<f64>, memory: Option<u64>) -> PyResult<Budget> {
    let time = longest.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| PyValueError::new_err(format!("longest: {error}")))?.unwrap_or(Duration::MAX);
    let memory = memory.map_or(u64::MAX, |memory| memory.saturating_mul(1 << 20));
    let budget = Budget::new(Limits { time, memory, ..Limits::NONE });
    budget.begin(clock);
    Ok(budget)
}

/// The time since the first call.
fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Why there are no records.
pub(crate) enum Failure {
    File(records::Error),
    Game(Unreadable),
    Limit(Exceeded),
}

/// The exception of a failure.
pub(crate) fn failed(failure: &Failure) -> PyErr {
    match failure {
        Failure::File(records::Error::Choice(choice)) => refused(choice),
        Failure::File(error) => errors::record(error),
        Failure::Game(error) => errors::record(error),
        Failure::Limit(limit) => errors::record(limit),
    }
}

/// The records that `read` finds within limits, without the lock of Python.
fn entries(
    py: Python<'_>,
    skip_unreadable: bool,
    budget: &Budget,
    read: impl FnOnce() -> Result<Entries, records::Error> + Send,
) -> PyResult<Vec<Record>> {
    let mut interrupt = Interrupt::default();
    let found = py.detach(|| {
        let mut entries = Vec::new();
        for found in read().map_err(Failure::File)?.take_while(|_| interrupt.is_absent()) {
            budget.check().map_err(Failure::Limit)?;
            match found {
                Ok(entry) => {
                    budget.reserve(entry.memory()).map_err(Failure::Limit)?;
                    entries.push(entry);
                }
                Err(_) if skip_unreadable => {}
                Err(error) => return Err(Failure::Game(error)),
            }
        }
        Ok(entries)
    });
    interrupt.raised()?;
    let entries: Vec<Entry> = found.map_err(|failure| failed(&failure))?;
    Ok(entries.into_iter().map(Record::from).collect())
}

fn written(
    py: Python<'_>,
    records: &[PyRef<'_, Record>],
    format: Format,
    encoding: Option<Encoding>,
) -> PyResult<Vec<u8>> {
    let records: Vec<&Record> = records.iter().map(|record| &**record).collect();
    if format.is_single() && records.len() != 1 {
        return Err(errors::record(&format!("{format} holds one game, there are {}", records.len())));
    }
    let mut interrupt = Interrupt::default();
    let written = py.detach(|| {
        let mut entries = Vec::with_capacity(records.len());
        for record in records.iter().take_while(|_| interrupt.is_absent()) {
            let mut entry = record.written();
            let replayed = Replayed::of(&entry);
            entry.result = replayed.claim(&entry);
            if let Some(error) = replayed.error {
                return Err(error.to_string());
            }
            format.check_in(&entry, encoding).map_err(|error| error.to_string())?;
            entries.push(entry);
        }
        Ok(format.write_in(&entries, encoding))
    });
    interrupt.raised()?;
    written.map_err(|error| errors::record(&error))
}

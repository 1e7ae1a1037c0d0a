//! Records of games in all formats.

use std::path::PathBuf;

use engine::notation::shorten;
use engine::{Color, Move};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use records::{Choice, Encoding, Entries, Entry, Format, Replayed, Unreadable, as_fields};

use crate::board::Board;
use crate::choice::{Flags, Sides, choice, refused};
use crate::errors;
use crate::fits_python;
use crate::node::Node;

/// A game as a record has it: its moves, who played it, how it ended. Variations and comments of a record that was read
/// are in `root`, and are written again by formats that have them.
///
/// Args:
///     board: the game.
///     black, white, date, event, round, place: what else is known; the date as "2026-11-20".
///
/// >>> import ninuki
/// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8 h9 i9"), black="Ann", white="Bob")
/// >>> again = ninuki.loads(ninuki.dumps([record], "sgf"), "sgf")[0]
/// >>> again.black, again.rules, again.moves
/// ('Ann', 'renju', ['h8', 'h9', 'i9'])
#[pyclass(module = "ninuki", frozen)]
pub(crate) struct Record {
    // Set-ups have bitboards, which need a larger alignment than objects of Python have.
    entry: Box<Entry>,
}

const _: () = fits_python::<Record>();

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (board, *, black="", white="", date="", event="", round="", place=""))]
    fn new(board: &Board, black: &str, white: &str, date: &str, event: &str, round: &str, place: &str) -> Self {
        let about = records::About {
            players: [black.to_owned(), white.to_owned()],
            date: date.to_owned(),
            event: event.to_owned(),
            round: round.to_owned(),
            place: place.to_owned(),
            ..records::About::default()
        };
        let result = board.replayed.record.outcome().map(Into::into);
        Self { entry: Box::new(Entry { about, result, ..board.entry() }) }
    }

    /// The board after all moves, or after some.
    ///
    /// Args:
    ///     ply: how many moves are played; all by default.
    ///
    /// Raises:
    ///     RecordError: a move cannot be read or is refused by the rules, or there are not so many.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.loads("h8 h9 i9", "txt", rules="renju")[0]
    /// >>> record.board(2).moves
    /// ['h8', 'h9']
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<usize>) -> PyResult<Board> {
        let mut entry = Entry::clone(&self.entry);
        if let Some(ply) = ply {
            if ply > entry.moves.len() {
                return Err(errors::record(&format!("the record has {} moves, not {ply}", entry.moves.len())));
            }
            entry.moves.truncate(ply);
            entry.damage.clear();
        }
        replayed(entry)
    }

    /// The position before the first move, with all that follows, as `Node`: moves, variations, comments.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.loads("(;GM[4]SZ[15]RU[renju];B[hh]C[the centre])", "sgf")[0]
    /// >>> [(node.move, node.comment) for node in record.root.children]
    /// [('h8', 'the centre')]
    #[getter]
    fn root(&self) -> Node {
        Node::root(&self.entry)
    }

    /// The error of this record by the rules or the format; None if there is none.
    ///
    /// >>> import ninuki
    /// >>> ninuki.loads("h8 h8", "txt", rules="renju")[0].error
    /// '1: ply 2: h8: the point is occupied'
    #[getter]
    fn error(&self) -> Option<String> {
        Replayed::from(Entry::clone(&self.entry)).error.map(|error| error.to_string())
    }

    /// Guesses and corrections made in reading the record, and a result that the board contradicts.
    ///
    /// >>> import ninuki
    /// >>> ninuki.loads("(;GM[4];B[hh];W[ig])", "sgf")[0].remarks
    /// ['1: GM[4] is gomoku or renju, and no RU says which; read as freestyle, rules names another']
    #[getter]
    fn remarks(&self) -> Vec<String> {
        Replayed::of(&self.entry).remarks.iter().map(|remark| as_fields(&remark.to_string())).collect()
    }

    /// The character set of the file, if it is not UTF-8; None if it is, or nothing is beyond ASCII.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.entry.encoding.map(Encoding::name)
    }

    /// The name of the game.
    #[getter]
    fn rules(&self) -> &'static str {
        self.entry.game.rules().name
    }

    /// The moves by name, up to the first that cannot be read.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let grid = self.entry.game.grid();
        self.entry.played().map(|mv: Move| mv.display(grid).to_string()).collect()
    }

    /// How the game ended, by the rules or else as the record says, as "Black wins: resigned"; None if neither tells.
    #[getter]
    fn result(&self) -> Option<String> {
        Replayed::from(Entry::clone(&self.entry)).outcome().map(|outcome| outcome.to_string())
    }

    /// Who has Black; "" if the record does not say.
    #[getter]
    fn black(&self) -> &str {
        &self.entry.about.players[Color::Black.index()]
    }

    /// Who has White.
    #[getter]
    fn white(&self) -> &str {
        &self.entry.about.players[Color::White.index()]
    }

    /// The day.
    #[getter]
    fn date(&self) -> &str {
        &self.entry.about.date
    }

    /// The event.
    #[getter]
    fn event(&self) -> &str {
        &self.entry.about.event
    }

    /// The round.
    #[getter]
    fn round(&self) -> &str {
        &self.entry.about.round
    }

    /// The place.
    #[getter]
    fn place(&self) -> &str {
        &self.entry.about.place
    }

    fn __repr__(&self) -> String {
        let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        let (black, white) = (name(self.black()), name(self.white()));
        format!("<Record: {}, {black} - {white}, {} moves>", self.entry.game, self.entry.moves.len())
    }
}

impl Record {
    /// A game as a record.
    pub(crate) fn of(entry: Entry) -> Self {
        Self { entry: Box::new(entry) }
    }

    /// The game.
    pub(crate) fn entry(&self) -> Entry {
        Entry::clone(&self.entry)
    }
}

/// The board after the moves of a record.
pub(crate) fn replayed(entry: Entry) -> PyResult<Board> {
    // A board begins with the last set-up, or pass that only records have.
    let replayed = Replayed::from(entry).since_start();
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
///
/// Raises:
///     RecordError: the file cannot be read, its format is not known, or a game cannot be read at all. Games with moves that
///     the rules refuse are read; `Record.error` says what is wrong.
///
/// >>> import ninuki, tempfile, os
/// >>> path = os.path.join(tempfile.mkdtemp(), "game.sgf")
/// >>> ninuki.write(path, [ninuki.Record(ninuki.Board("pente", moves="K10 L9"))])
/// >>> ninuki.read(path)
/// [<Record: pente on 19x19, ? - ?, 2 moves>]
#[pyfunction]
#[pyo3(signature = (path, format=None, *, rules=None, size=None, length=None, flags=None, position=None, rules_text=None, skip_unreadable=false, encoding=None, columns="game", stones=false))]
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
) -> PyResult<Vec<Record>> {
    let format = format_of(format, &path)?;
    let choice = choice(rules, rules_text, size, length, flags, position)?;
    let choice = Choice { encoding: set_of(encoding)?, go_columns: is_go(columns)?, stones, ..choice };
    choice.check().and_then(|()| choice.check_named(format)).map_err(|error| refused(&error))?;
    entries(py, skip_unreadable, || records::read_as(&path, format, &choice))
}

/// Whether columns of this name are those of Go.
fn is_go(columns: &str) -> PyResult<bool> {
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
///     rules, size, length, flags, position, rules_text, skip_unreadable, encoding, columns, stones: as for
///         `read`.
///
/// Raises:
///     RecordError: the format is not known, or a game cannot be read at all.
///
/// >>> import ninuki
/// >>> ninuki.loads("H8 J9", "txt", rules="renju", columns="go")[0].moves
/// ['h8', 'i9']
/// >>> ninuki.loads("(;FF[4]GM[4]SZ[15];B[hh];W[gg])", "sgf", rules="freestyle")[0].moves
/// ['h8', 'g9']
#[pyfunction]
#[pyo3(signature = (data, format, *, rules=None, size=None, length=None, flags=None, position=None, rules_text=None, skip_unreadable=false, encoding=None, columns="game", stones=false))]
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
) -> PyResult<Vec<Record>> {
    let (bytes, encoding) = match data.cast::<PyString>() {
        // A text is decoded already, whatever it says of itself.
        Ok(text) => (text.to_cow()?.into_owned().into_bytes(), Some(Encoding::UTF_8)),
        Err(_) => (data.extract()?, set_of(encoding)?),
    };
    let choice = choice(rules, rules_text, size, length, flags, position)?;
    let choice = Choice { encoding, go_columns: is_go(columns)?, stones, ..choice };
    let format = named(format)?;
    choice.check().and_then(|()| choice.check_named(format)).map_err(|error| refused(&error))?;
    entries(py, skip_unreadable, || format.read(bytes, &choice))
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
    records: Vec<PyRef<'_, Record>>,
    format: &str,
    encoding: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &written(py, &records, named(format)?, set_of(encoding)?)?))
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
    records: Vec<PyRef<'_, Record>>,
    format: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<()> {
    let bytes = written(py, &records, format_of(format, &path)?, set_of(encoding)?)?;
    records::files::write(&path, &bytes).map_err(|error| errors::record(&error))
}

/// The character set that is named.
fn set_of(name: Option<&str>) -> PyResult<Option<Encoding>> {
    name.map(|name| name.parse().map_err(|error| errors::record(&error))).transpose()
}

fn named(format: &str) -> PyResult<Format> {
    format.parse().map_err(|error| errors::record(&error))
}

/// The format that is named, or that of a file by its ending.
fn format_of(format: Option<&str>, path: &std::path::Path) -> PyResult<Format> {
    match format {
        Some(format) => named(format),
        None => Format::of(path).map_err(|error| errors::record(&error)),
    }
}

/// The records that `read` finds, without the lock of Python.
fn entries(
    py: Python<'_>,
    skip_unreadable: bool,
    read: impl FnOnce() -> Result<Entries, records::Error> + Send,
) -> PyResult<Vec<Record>> {
    let found = py.detach(|| {
        let readable = read()?.filter(|entry| !skip_unreadable || entry.is_ok());
        Ok(readable.collect::<Result<Vec<Entry>, Unreadable>>())
    });
    let entries = found.map_err(|error: records::Error| match &error {
        records::Error::Choice(choice) => refused(choice),
        _ => errors::record(&error),
    })?;
    let entries = entries.map_err(|error| errors::record(&error))?;
    Ok(entries.into_iter().map(|entry| Record { entry: Box::new(entry) }).collect())
}

fn written(
    py: Python<'_>,
    records: &[PyRef<'_, Record>],
    format: Format,
    encoding: Option<Encoding>,
) -> PyResult<Vec<u8>> {
    let entries: Vec<Entry> = records.iter().map(|record| Entry::clone(&record.entry)).collect();
    if format.is_single() && entries.len() != 1 {
        return Err(errors::record(&format!("{format} holds one game, there are {}", entries.len())));
    }
    let written = py.detach(|| {
        for entry in &entries {
            if let Some(error) = Replayed::of(entry).error {
                return Err(error.to_string());
            }
            format.check_in(entry, encoding).map_err(|error| error.to_string())?;
        }
        Ok(format.write_in(&entries, encoding))
    });
    written.map_err(|error| errors::record(&error))
}

//! A game with its headers, result and tree.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::notation::shorten;
use engine::{Color, Move, Outcome as Ended, Reason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use records::tree::ROOT;
use records::{Claim, Encoding, Entry, Format, Replayed, Tree, as_fields};

use crate::board::Board;
use crate::choice::describe;
use crate::errors;
use crate::fits_python;
use crate::node::Node;
use crate::records::replayed;

/// A game as a record has it: its moves, who played it, how it ended. Variations and comments are in `root`, and are
/// written by formats that have them. Headers can be set; nodes can be added, annotated and removed.
///
/// Records are equal if SGF has the same text for both.
///
/// Args:
///     board: the game.
///     black, white, date, event, round, place: what else is known; the date as "2026-11-20".
///
/// >>> import ninuki
/// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8 h9 i9"), black="Ann", white="Bob")
/// >>> record.root.children[0].add("i9").comment = "indirect"
/// >>> again = ninuki.loads(ninuki.dumps([record], "sgf"), "sgf")[0]
/// >>> again.black, again.rules, again.moves, again == record
/// ('Ann', 'renju', ['h8', 'h9', 'i9'], True)
#[pyclass(module = "ninuki", frozen)]
pub(crate) struct Record {
    // Set-ups have bitboards, which need a larger alignment than objects of Python have.
    entry: Mutex<Box<Entry>>,
}

const _: () = fits_python::<Record>();

impl From<Entry> for Record {
    fn from(entry: Entry) -> Self {
        Self { entry: Mutex::new(Box::new(entry)) }
    }
}

impl Record {
    fn lock(&self) -> MutexGuard<'_, Box<Entry>> {
        self.entry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the entry.
    pub(crate) fn entry(&self) -> Entry {
        Entry::clone(&self.lock())
    }

    /// A copy of the entry without removed nodes, and without a tree that is a line.
    pub(crate) fn written(&self) -> Entry {
        let mut entry = self.entry();
        entry.tree = entry.tree.map(|tree| tree.compacted()).filter(|tree| !tree.is_line());
        entry
    }

    /// Applies `look` to the entry and its tree.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Entry, &Tree) -> T) -> T {
        let mut entry = self.lock();
        if entry.tree.is_none() {
            entry.tree = Some(entry.whole().into_owned());
        }
        look(&entry, entry.tree.as_ref().expect("it was set"))
    }

    /// Changes the tree; moves and result follow its main line.
    pub(crate) fn edit<T>(&self, change: impl FnOnce(&mut Tree) -> T) -> T {
        let mut entry = self.lock();
        let mut tree = entry.tree.take().unwrap_or_else(|| entry.whole().into_owned());
        let before: Vec<usize> = tree.main().collect();
        let changed = change(&mut tree);
        if !tree.main().eq(before) {
            (entry.moves, entry.changes) = (tree.written(0).collect(), tree.changes());
            entry.result_text.clear();
            entry.result = entry.result.filter(|claim| claim.outcome().is_some());
            let outcome = Replayed::of(&entry).record.outcome();
            entry.result = outcome.map(Claim::from).or(entry.result);
        }
        entry.tree = Some(tree);
        changed
    }

    fn header<T>(&self, read: impl FnOnce(&records::About) -> T) -> T {
        read(&self.lock().about)
    }

    fn set_header(&self, write: impl FnOnce(&mut records::About)) {
        write(&mut self.lock().about);
    }

    /// The record as SGF, by which records are compared and pickled.
    fn sgf(&self) -> Vec<u8> {
        Format::SGF.write_in(&[Entry { encoding: None, ..self.written() }], None)
    }
}

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
        Self::from(Entry { about, result, ..board.entry() })
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
    fn board(&self, py: Python<'_>, ply: Option<usize>) -> PyResult<Board> {
        let mut entry = self.entry();
        if let Some(ply) = ply {
            if ply > entry.moves.len() {
                return Err(errors::record(&format!("the record has {} moves, not {ply}", entry.moves.len())));
            }
            entry.moves.truncate(ply);
            entry.damage.clear();
        }
        replayed(py, entry)
    }

    /// The position before the first move, with all that follows, as `Node`: moves, variations, comments.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.loads("(;GM[4]SZ[15]RU[renju];B[hh]C[the centre])", "sgf")[0]
    /// >>> [(node.move, node.comment) for node in record.root.children]
    /// [('h8', 'the centre')]
    #[getter]
    fn root(slf: Bound<'_, Self>) -> Node {
        Node::new(slf.unbind(), ROOT)
    }

    /// The error of this record by the rules or the format; None if there is none.
    ///
    /// >>> import ninuki
    /// >>> ninuki.loads("h8 h8", "txt", rules="renju")[0].error
    /// '1: ply 2: h8: the point is occupied'
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| Replayed::from(self.entry()).error.map(|error| error.to_string()))
    }

    /// Guesses and corrections made in reading the record, and a result that the board contradicts.
    ///
    /// >>> import ninuki
    /// >>> ninuki.loads("(;GM[4];B[hh];W[ig])", "sgf")[0].remarks
    /// ['1: GM[4] is gomoku or renju, and no RU says which; read as freestyle, rules names another']
    #[getter]
    fn remarks(&self, py: Python<'_>) -> Vec<String> {
        let remarks = py.detach(|| Replayed::from(self.entry()).remarks);
        remarks.iter().map(|remark| as_fields(&remark.to_string())).collect()
    }

    /// The character set of the file, if it is not UTF-8; None if it is, or nothing is beyond ASCII.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.lock().encoding.map(Encoding::name)
    }

    /// The name of the game.
    #[getter]
    fn rules(&self) -> &'static str {
        self.lock().game.rules().name
    }

    /// The moves by name, up to the first that cannot be read.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let entry = self.lock();
        let grid = entry.game.grid();
        entry.played().map(|mv: Move| mv.display(grid).to_string()).collect()
    }

    /// How the game ended, by the rules or else as the record says, as "Black wins: resigned"; "Black wins" if it does not say
    /// how, None if neither tells.
    ///
    /// >>> import ninuki
    /// >>> won = ninuki.loads("(;GM[4]SZ[15]RU[renju]RE[B+];B[hh])", "sgf")[0]
    /// >>> won.result, won.winner
    /// ('Black wins', 'x')
    #[getter]
    fn result(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| {
            let entry = self.entry();
            let replayed = Replayed::of(&entry);
            let said = || Some(format!("{} wins", replayed.claim(&entry)?.winner?));
            replayed.outcome().map(|outcome| outcome.to_string()).or_else(said)
        })
    }

    /// The winner, by the rules or else as the record says: "x" (Black) or "o" (White); None for a draw, or if neither tells.
    ///
    /// >>> import ninuki
    /// >>> ninuki.loads("(;GM[4]SZ[15]RU[renju]RE[W+R];B[hh])", "sgf")[0].winner
    /// 'o'
    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<&'static str> {
        let claim = py.detach(|| {
            let entry = self.entry();
            Replayed::of(&entry).claim(&entry)
        });
        Some(if claim?.winner? == Color::Black { "x" } else { "o" })
    }

    /// Sets the result of a game that the rules do not end.
    ///
    /// Args:
    ///     winner: "x" (Black), "o" (White), or None for a draw.
    ///     reason: "resigned" or "time" with a winner, "agreed" without; None removes the result.
    ///
    /// Raises:
    ///     ValueError: winner and reason do not match.
    ///
    /// >>> import ninuki
    /// >>> record = ninuki.Record(ninuki.Board("renju", moves="h8 h9"))
    /// >>> record.set_result("x", "resigned")
    /// >>> record.result
    /// 'Black wins: resigned'
    #[pyo3(signature = (winner, reason))]
    fn set_result(&self, winner: Option<&str>, reason: Option<&str>) -> PyResult<()> {
        let color = match winner {
            None => None,
            Some("x") => Some(Color::Black),
            Some("o") => Some(Color::White),
            Some(other) => {
                return Err(PyValueError::new_err(format!(
                    "winner is \"{}\", allowed is \"x\", \"o\", None",
                    shorten(other)
                )));
            }
        };
        let reason = match (color, reason) {
            (None, None) => None,
            (None, Some("agreed")) => Some(Reason::Agreed),
            (Some(_), Some("resigned")) => Some(Reason::Resigned),
            (Some(_), Some("time")) => Some(Reason::Time),
            _ => {
                let why = "reason is \"resigned\" or \"time\" with a winner, \"agreed\" or None without";
                return Err(PyValueError::new_err(why));
            }
        };
        let mut entry = self.lock();
        entry.result = reason.map(|reason| Claim::from(Ended { winner: color, reason }));
        entry.result_text.clear();
        Ok(())
    }

    /// Who has Black; "" if the record does not say.
    #[getter]
    fn black(&self) -> String {
        self.header(|about| about.players[Color::Black.index()].clone())
    }

    #[setter]
    fn set_black(&self, name: String) {
        self.set_header(|about| about.players[Color::Black.index()] = name);
    }

    /// Who has White.
    #[getter]
    fn white(&self) -> String {
        self.header(|about| about.players[Color::White.index()].clone())
    }

    #[setter]
    fn set_white(&self, name: String) {
        self.set_header(|about| about.players[Color::White.index()] = name);
    }

    /// The day.
    #[getter]
    fn date(&self) -> String {
        self.header(|about| about.date.clone())
    }

    #[setter]
    fn set_date(&self, date: String) {
        self.set_header(|about| about.date = date);
    }

    /// The event.
    #[getter]
    fn event(&self) -> String {
        self.header(|about| about.event.clone())
    }

    #[setter]
    fn set_event(&self, event: String) {
        self.set_header(|about| about.event = event);
    }

    /// The round.
    #[getter]
    fn round(&self) -> String {
        self.header(|about| about.round.clone())
    }

    #[setter]
    fn set_round(&self, round: String) {
        self.set_header(|about| about.round = round);
    }

    /// The place.
    #[getter]
    fn place(&self) -> String {
        self.header(|about| about.place.clone())
    }

    #[setter]
    fn set_place(&self, place: String) {
        self.set_header(|about| about.place = place);
    }

    fn __copy__(&self) -> Self {
        Self::from(self.entry())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// The function and the arguments that make this record again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let error = self.error(py);
        if let Some(error) = error {
            return Err(errors::record(&format!("a record with an error cannot be pickled: {error}")));
        }
        let restore = py.import("ninuki._native")?.getattr("_record")?;
        let fields = PyDict::new(py);
        describe(self.lock().game, &fields)?;
        let field = |name: &str| fields.get_item(name);
        let game = (field("rules")?, field("rules_text")?, field("size")?, field("length")?, field("flags")?);
        let (rules, rules_text, size, length, flags) = game;
        (restore, (PyBytes::new(py, &self.sgf()), rules, rules_text, size, length, flags)).into_pyobject(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        let (one, two) = (self.lock().game, other.lock().game);
        one == two && self.sgf() == other.sgf()
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        replayed(py, self.entry())?.picture(py)
    }

    fn __repr__(&self) -> String {
        let name = |name: String| if name.is_empty() { "?".to_owned() } else { name };
        let (black, white) = (name(self.black()), name(self.white()));
        let entry = self.lock();
        format!("<Record: {}, {black} - {white}, {} moves>", entry.game, entry.moves.len())
    }
}

//! One board, with all moves that led to it.

use std::sync::Arc;

use engine::{Bitboard, Color, Game, IllegalMove, Move, Point, PointSet, PositionKeys, SetUp, Symmetries, Tactics};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pictures::{Decorations, Heat, diagram, png, raster, svg};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use records::{Entry, Replayed, Size, Written};

use crate::actions::Actions;
use crate::choice::{Flags, Sides, choice, describe, size, start};
use crate::errors;
use crate::fits_python;
use crate::outcome::Outcome;
use crate::placements::Placements;
use crate::replay::{Look, look};

/// A game on a board: the position now, and all moves that led to it.
///
/// Moves are numbers or texts. The number of a placement is that of its point, row by row from the top left corner; then
/// come `swap` (the number of points) and `pass` (one more). Texts are "K10", "h8" or "d3", as the game names its points,
/// "x,y" counted from 0 at the top left, "swap" and "pass".
///
/// Args:
///     rules: the name of the game, see `ninuki.games()`; "ninuki" by default.
///     size: the side of the board (of a hexagon its side), or width and height, as (15, 20) or "15x20".
///     length: how many stones in a row win, where that can be chosen.
///     flags: rulings that are otherwise, as {"third-free": True}.
///     position: the text of the position to begin with.
///     moves: moves to play, as a text with blanks or as a list.
///     rules_text: own rules as TOML, in place of `rules`.
///
/// Raises:
///     RulesError: there is no such game, board, length or flag.
///     PositionError: the position cannot be read or set up.
///     IllegalMove: a move is refused; `rule` names the rule.
///
/// >>> import ninuki
/// >>> board = ninuki.Board("pente", size=13, moves="G7 H8")
/// >>> board.push("K7")
/// []
/// >>> board.to_move, board.ply, len(board.legal_moves())
/// ('o', 3, 166)
#[pyclass(module = "ninuki")]
pub(crate) struct Board {
    // Python aligns its objects to 16 bytes, bitboards need 64: they lie in boxes.
    pub(crate) replayed: Box<Replayed>,
    pub(crate) setup: Option<Box<SetUp>>,
    pub(crate) actions: Arc<Actions>,
    placements: Option<Box<Placements>>,
}

const _: () = fits_python::<Board>();

impl Board {
    /// The game from its start.
    pub(crate) fn new(game: &'static Game, setup: Option<SetUp>) -> PyResult<Self> {
        let replayed = Replayed::from(Entry::new(None, game, setup.clone(), Vec::new()));
        match replayed.error {
            Some(error) => Err(errors::position(&error)),
            None => Ok(Self {
                replayed: Box::new(replayed),
                setup: setup.map(Box::new),
                actions: Actions::of(game),
                placements: None,
            }),
        }
    }

    pub(crate) fn game(&self) -> &'static Game {
        self.actions.game
    }

    /// The moves so far.
    pub(crate) fn played(&self) -> Vec<Move> {
        self.replayed.moves.iter().map(|&(mv, _)| mv).collect()
    }

    /// The board as a record.
    pub(crate) fn entry(&self) -> Entry {
        let written = self.played().into_iter().map(Written::of).collect();
        Entry::new(None, self.game(), self.setup.as_deref().cloned(), written)
    }

    /// Plays a move and returns what it captured.
    pub(crate) fn play(&mut self, mv: Move) -> PyResult<&[Point]> {
        match self.replayed.record.play(mv) {
            Ok(captured) => self.replayed.moves.push((mv, captured)),
            Err(refusal) => return Err(errors::illegal_move("", &self.actions.name(mv), refusal)),
        }
        Ok(self.replayed.moves.last().map_or(&[], |(_, captured)| captured))
    }

    fn numbers(&self, points: &[Point]) -> Vec<u16> {
        points.iter().map(|&point| self.actions.number(point)).collect()
    }

    /// The legal moves that are not placements.
    fn others(&self, placements: Bitboard) -> Vec<Move> {
        let record = self.replayed.record.as_ref();
        let (swap, pass) = (record.swap_offered(), placements.is_empty() && record.outcome().is_none());
        swap.then_some(Move::Swap).into_iter().chain(pass.then_some(Move::Pass)).collect()
    }

    /// Why a move is not legal.
    fn refusal(&self, mv: Move) -> Result<(), IllegalMove> {
        let record = self.replayed.record.as_ref();
        match mv {
            _ if record.outcome().is_some() => Err(IllegalMove::GameOver),
            Move::Place(point) => record.check(point),
            Move::Swap if record.swap_offered() => Ok(()),
            Move::Swap => Err(IllegalMove::NoSwap),
            Move::Pass if record.legal_set().is_empty() => Ok(()),
            Move::Pass => Err(IllegalMove::NoPass),
        }
    }

    /// Looks at the position with its type.
    pub(crate) fn look<L: Look>(&self, what: L) -> L::Output {
        look(self.game(), self.setup.as_deref(), &self.played(), what)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (rules=None, size=None, *, length=None, flags=None, position=None, moves=None, rules_text=None))]
    fn py_new(
        rules: Option<String>,
        size: Option<Sides>,
        length: Option<usize>,
        flags: Option<Flags>,
        position: Option<String>,
        moves: Option<&Bound<'_, PyAny>>,
        rules_text: Option<&str>,
    ) -> PyResult<Self> {
        let (game, setup) = start(&choice(rules, rules_text, size, length, flags, position)?)?;
        let mut board = Self::new(game, setup)?;
        if let Some(moves) = moves {
            board.push_all(moves)?;
        }
        Ok(board)
    }

    /// The board of a position text: rows from the top, the side to move, the stones captured by each side.
    ///
    /// Args:
    ///     text: as `text()` returns it; the size of the board is that of its rows.
    ///     rules, length, flags, rules_text: as for `Board`.
    ///
    /// Raises:
    ///     PositionError: the text cannot be read.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board.from_text("5/5/1xo2/5/5 o 0 0", "freestyle")
    /// >>> board.width, board.to_move
    /// (5, 'o')
    #[staticmethod]
    #[pyo3(signature = (text, rules=None, *, length=None, flags=None, rules_text=None))]
    fn from_text(
        text: String,
        rules: Option<String>,
        length: Option<usize>,
        flags: Option<Flags>,
        rules_text: Option<&str>,
    ) -> PyResult<Self> {
        let mut choice = choice(rules, rules_text, None, length, flags, None)?;
        let usual = start(&choice)?.0;
        choice.size = Some(size_of(&text, usual.rules().hexagonal()));
        choice.position = Some(text);
        let (game, setup) = start(&choice)?;
        Self::new(game, setup)
    }

    /// Plays a move.
    ///
    /// Args:
    ///     move: a number or a text.
    ///
    /// Returns:
    ///     The numbers of the captured points, ascending; none as a rule.
    ///
    /// Raises:
    ///     IllegalMove: the move is refused; the board is unchanged.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board("renju", moves="h8")
    /// >>> board.push("h8")
    /// Traceback (most recent call last):
    /// ninuki.errors.IllegalMove: h8: the point is occupied
    #[pyo3(text_signature = "($self, move)", signature = (r#move))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        let mv = self.actions.read(r#move)?;
        self.play(mv)?;
        let captured = self.replayed.moves.last().map_or(&[][..], |(_, captured)| captured);
        Ok(self.numbers(captured))
    }

    /// Plays several moves: a text with blanks between them, or a list of numbers and texts.
    ///
    /// Raises:
    ///     IllegalMove: the first move that is refused; those before it stay.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board("pente")
    /// >>> board.push_all("K10 L9")
    /// >>> board.moves
    /// ['K10', 'L9']
    fn push_all(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let words = match moves.cast::<PyString>() {
            Ok(text) => text.call_method0("split")?,
            Err(_) => moves.clone(),
        };
        for word in words.try_iter()? {
            let mv = self.actions.read(&word?)?;
            self.play(mv)?;
        }
        Ok(())
    }

    /// Takes the last move back, captured stones and all.
    ///
    /// Returns:
    ///     The number of the move.
    ///
    /// Raises:
    ///     IndexError: there is none.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board("freestyle", moves="h8 i9")
    /// >>> board.name(board.pop())
    /// 'i9'
    fn pop(&mut self) -> PyResult<u16> {
        let mv =
            self.replayed.record.take_back().ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        self.replayed.moves.pop();
        Ok(self.actions.number_of(mv))
    }

    /// All legal moves by number, ascending: placements, `swap` where it is offered, `pass` where nothing can be placed. None
    /// when the game is over. In "renju" Black's fouls are no legal moves, but `push` takes them: they lose.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("freestyle", size=5, position="xoxox/oxoxo/xoxox/oxoxo/xoxo1 o").legal_moves()
    /// [24]
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let set = self.replayed.record.legal_set();
        match &mut self.placements {
            Some(placements) => placements.turn_into(py, set, &self.actions)?,
            none => *none = Some(Box::new(Placements::new(py, set, &self.actions)?)),
        }
        let list = self.placements.as_ref().expect("it was made").copied(py);
        for mv in self.others(set) {
            list.append(self.actions.number_of(mv))?;
        }
        Ok(list)
    }

    /// Whether a move is legal: one of `legal_moves()`.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("ninuki").is_legal("A1")
    /// False
    #[pyo3(text_signature = "($self, move)", signature = (r#move))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = self.actions.read(r#move)?;
        Ok(self.refusal(mv).is_ok())
    }

    /// Checks that a move is legal.
    ///
    /// Raises:
    ///     IllegalMove: why it is not; `rule` names the rule.
    ///
    /// >>> import ninuki
    /// >>> try:
    /// ...     ninuki.Board("ninuki").check("A1")
    /// ... except ninuki.IllegalMove as refused:
    /// ...     print(refused.rule, "-", refused)
    /// not_centre - A1: the first move must take the centre
    #[pyo3(text_signature = "($self, move)", signature = (r#move))]
    fn check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.actions.read(r#move)?;
        self.refusal(mv).map_err(|refusal| errors::illegal_move("", &self.actions.name(mv), refusal))
    }

    /// The empty points that the side to move may not take for the pattern a stone would make there, by number.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board("renju", position="15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15 x")
    /// >>> [board.name(point) for point in board.forbidden()]
    /// ['h8']
    fn forbidden(&mut self) -> Vec<u16> {
        let is_over = self.replayed.outcome().is_some();
        let points = if is_over { Vec::new() } else { records::forbidden(self.replayed.record.as_mut()) };
        self.numbers(&points)
    }

    /// The name of a move that is given by number: "K10", "swap".
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente").name(180)
    /// 'K10'
    #[pyo3(text_signature = "($self, move)", signature = (r#move))]
    fn name(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.actions.name(self.actions.read(r#move)?))
    }

    /// The number of a move that is given by name.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente").number("K10")
    /// 180
    #[pyo3(text_signature = "($self, move)", signature = (r#move))]
    fn number(&self, r#move: &Bound<'_, PyAny>) -> PyResult<u16> {
        Ok(self.actions.number_of(self.actions.read(r#move)?))
    }

    /// The stone on a point: "x", "o", or None.
    ///
    /// Raises:
    ///     IllegalMove: this is no point.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente", moves="K10").stone("K10")
    /// 'x'
    fn stone(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<char>> {
        match self.actions.read(point)? {
            Move::Place(point) => Ok(self.replayed.record.stone(point).map(Color::symbol)),
            mv => Err(errors::no_move("", &self.actions.name(mv), &"this is no point")),
        }
    }

    /// The position as a line of text: rows from the top, the side to move, the stones captured by Black and by White.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("freestyle", size=5, moves="c3 d3").text()
    /// '5/5/2xo1/5/5 x 0 0'
    fn text(&self) -> String {
        self.replayed.record.position_text()
    }

    /// A key of the position for caches and stores: 32 hexadecimal digits, the same on all machines and in all versions. All orders
    /// of moves that lead to the position have the same key. It covers neither the rules nor the history.
    ///
    /// Args:
    ///     symmetric: whether images of the position under the symmetries of the board have the same key, too.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("freestyle", moves="h8 i9 j8").key()
    /// 'a6dd8a2f72f14613b3e5581a3f874bb4'
    /// >>> boards = [ninuki.Board("freestyle", moves=moves) for moves in ("h8 i9 j8", "h6 i7 h8")]
    /// >>> boards[0].key(symmetric=True) == boards[1].key(symmetric=True)
    /// True
    #[pyo3(signature = (*, symmetric=false))]
    fn key(&self, symmetric: bool) -> String {
        let (keys, record) = (PositionKeys::of(self.game()), self.replayed.record.as_ref());
        if symmetric { keys.symmetric_key(record) } else { keys.key(record) }.to_string()
    }

    /// A copy with the same moves.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board("pente", moves="K10")
    /// >>> other = board.copy()
    /// >>> other.push("L9"), board.ply
    /// ([], 1)
    fn copy(&self) -> Self {
        let record = self.replayed.record.copy();
        let moves = self.replayed.moves.clone();
        let begun = Replayed::begun(None, record, self.replayed.start.clone());
        let replayed = Box::new(Replayed { moves, ..begun });
        Self { replayed, setup: self.setup.clone(), actions: Arc::clone(&self.actions), placements: None }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The arguments of `Board` that make this board: rules, size, flags, position, moves. Queries of JSON lines have the same
    /// fields.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente", size=13, moves="G7").fields()
    /// {'rules': 'pente', 'flags': {}, 'size': 13, 'moves': ['G7']}
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        describe(self.game(), &fields)?;
        if let Some(setup) = &self.setup {
            fields.set_item("position", setup.display(self.game().grid()).to_string())?;
        }
        fields.set_item("moves", self.moves())?;
        Ok(fields)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.fields(py)?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game() == other.game() && self.setup == other.setup && self.played() == other.played()
    }

    /// The symmetries of the board, for more training data: in each row the image of every move; the first row is the identity.
    ///
    /// Returns:
    ///     int64 [symmetries, actions]: 8 rows for a square, 4 for a rectangle, 12 for a hexagon. Swap and pass stay.
    ///
    /// >>> import ninuki
    /// >>> board = ninuki.Board("freestyle")
    /// >>> sorted({board.name(int(row[board.number("a2")])) for row in board.symmetries()})
    /// ['a14', 'a2', 'b1', 'b15', 'n1', 'n15', 'o14', 'o2']
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let actions = &self.actions;
        let (symmetries, others) = (Symmetries::of(actions.game.grid()), [Move::Swap, Move::Pass]);
        let images = (0..symmetries.count()).flat_map(|symmetry| {
            let image = |&point: &Point| Move::Place(symmetries.image(symmetry, point));
            actions
                .points()
                .iter()
                .map(image)
                .chain(others)
                .map(|mv| i64::from(actions.number_of(mv)))
                .collect::<Vec<_>>()
        });
        PyArray1::from_vec(py, images.collect()).reshape([symmetries.count(), actions.len()])
    }

    /// The planes of the position: bytes [planes, rows, columns], see `ninuki.planes()`.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente").planes().shape
    /// (8, 19, 19)
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        struct Planes<'a>(&'a Actions, Vec<u8>);

        impl Look for Planes<'_> {
            type Output = Vec<u8>;

            fn look<P: Tactics>(mut self, record: engine::Record<P>) -> Vec<u8> {
                let legal = || record.position().legal();
                crate::planes::write(&record, legal, self.0, &crate::planes::cells(self.0), &mut self.1);
                self.1
            }
        }

        let shape = crate::planes::shape(&self.actions);
        let planes = self.look(Planes(&self.actions, vec![0; shape.iter().product()]));
        numpy::PyArray1::from_vec(py, planes).reshape(shape)
    }

    /// The position as the text of an SVG file.
    ///
    /// Args:
    ///     width: how wide it is shown, in pixels, 50 to 4096.
    ///     numbers: whether stones show the numbers of their moves.
    ///     threats: whether the points are coloured where stones of either side would make something.
    ///
    /// Raises:
    ///     ValueError: the width is out of its range.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente", moves="K10 L9").svg(numbers=True)[:4]
    /// '<svg'
    #[pyo3(signature = (width=480, *, numbers=false, threats=false))]
    fn svg(&mut self, py: Python<'_>, width: u32, numbers: bool, threats: bool) -> PyResult<String> {
        check_width(width)?;
        Ok(py.detach(|| svg(&self.scene(numbers, threats), width)))
    }

    /// The position as the bytes of a PNG file; the arguments are those of `svg`.
    ///
    /// >>> import ninuki
    /// >>> ninuki.Board("pente", moves="K10 L9").png(200)[1:4]
    /// b'PNG'
    #[pyo3(signature = (width=480, *, numbers=false, threats=false))]
    fn png<'py>(&mut self, py: Python<'py>, width: u32, numbers: bool, threats: bool) -> PyResult<Bound<'py, PyBytes>> {
        check_width(width)?;
        Ok(PyBytes::new(py, &py.detach(|| png(&raster(&self.scene(numbers, threats), width)))))
    }

    fn _repr_svg_(&mut self, py: Python<'_>) -> PyResult<String> {
        self.picture(py)
    }

    fn __repr__(&mut self) -> String {
        let board = pictures::text(&mut self.replayed);
        let mut lines: Vec<String> = board.lines().map(str::to_owned).collect();
        lines.extend(records::summary(&self.replayed));
        lines.join("\n")
    }

    /// The name of the game.
    #[getter]
    fn rules(&self) -> &'static str {
        self.game().rules().name
    }

    /// The side of the board, of a hexagon its side; of a rectangle a text, as "15x20".
    #[getter]
    fn size<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        size(py, self.game())
    }

    /// The number of columns; of a hexagon, of the rectangle around it.
    #[getter]
    fn width(&self) -> usize {
        self.game().grid().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.game().grid().height()
    }

    /// The number of points.
    #[getter]
    fn points(&self) -> usize {
        self.actions.points().len()
    }

    /// The number of moves there are: the points, swap and pass.
    #[getter]
    fn actions(&self) -> usize {
        self.actions.len()
    }

    /// The side to move: "x" (Black) or "o" (White). Once the game is over, the side that would be to move.
    #[getter]
    fn to_move(&self) -> char {
        self.replayed.record.to_move().symbol()
    }

    /// The number of moves that were played.
    #[getter]
    fn ply(&self) -> usize {
        self.replayed.moves.len()
    }

    /// The names of the moves that were played.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.replayed.moves.iter().map(|&(mv, _)| self.actions.name(mv)).collect()
    }

    /// The number of stones that Black and White have captured.
    #[getter]
    fn captured(&self) -> (u16, u16) {
        let record = self.replayed.record.as_ref();
        (record.captured(Color::Black), record.captured(Color::White))
    }

    /// The outcome of the game; None if it is unfinished.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.replayed.record.outcome().map(Outcome::from)
    }

    /// Whether a five of the side that is not to move stands and can be broken now.
    #[getter]
    fn pending_five(&self) -> bool {
        self.replayed.pending_five()
    }

    /// Whether colours may be exchanged now.
    #[getter]
    fn swap_offered(&self) -> bool {
        self.replayed.record.swap_offered()
    }

    /// Who decides whether colours are exchanged, where that is offered: "x" or "o", not always the side to move.
    #[getter]
    fn swap_by(&self) -> Option<char> {
        let swap = self.game().rules().swap.filter(|_| self.swap_offered());
        swap.map(|swap| swap.by.symbol())
    }
}

impl Board {
    /// The picture for notebooks.
    pub(crate) fn picture(&mut self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, 480, false, false)
    }

    /// The picture of the position.
    fn scene(&mut self, numbers: bool, threats: bool) -> pictures::Scene {
        let heat = threats.then(|| Heat::threats(&self.replayed));
        let (marks, legend) = heat.map(|heat| (heat.marks, heat.legend)).unwrap_or_default();
        diagram(&mut self.replayed, &Decorations { numbers: numbers.then_some(1), marks, legend })
    }
}

/// Checks the width of a picture.
fn check_width(width: u32) -> PyResult<()> {
    let why = || PyValueError::new_err(format!("width is {width}, allowed is 50 to 4096"));
    if (50..=4096).contains(&width) { Ok(()) } else { Err(why()) }
}

/// The size of the board by the rows of a text. The rows are checked when they are read.
fn size_of(text: &str, is_hexagon: bool) -> Size {
    let rows: Vec<&str> = text.split_whitespace().next().unwrap_or_default().split('/').collect();
    if is_hexagon {
        return rows.len().div_ceil(2).into();
    }
    let (mut width, mut run) = (0_usize, 0_usize);
    for char in rows[0].chars() {
        match char.to_digit(10) {
            Some(digit) => run = run.saturating_mul(10).saturating_add(digit as usize),
            None => (width, run) = (width.saturating_add(run + 1), 0),
        }
    }
    Size { width: width.saturating_add(run), height: rows.len() }
}

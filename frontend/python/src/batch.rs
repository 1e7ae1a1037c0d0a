//! Many boards of one game at once.

mod lanes;
mod origin;
mod pace;
mod workers;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::actions::Actions;
use crate::board::Board;
use crate::choice::{Flags, Sides, choice, describe, start};
use crate::errors;
use crate::features::{Known, Reader};
use crate::interrupt::Interrupt;
use crate::items::Items;
use crate::outcome::Outcome;
use lanes::{AnyLanes, Refused};
use origin::Origin;
use workers::Workers;

/// Many boards of one game, moved all at once; other Python threads run meanwhile.
///
/// Moves are numbers as those of `Board`: points row by row from the top left, then swap, then pass. Arrays are numpy arrays
/// whose first axis is the boards.
///
/// Args:
///     n: the number of boards, 1 to 262,144.
///     rules, size, length, flags, position, rules_text: as for `Board`; all boards begin so.
///     seed: of the random moves and playouts, 0 to 2**64 - 1. The same seed gives the same moves on every machine.
///     threads: how many threads share the boards, 1 to 1024. The results are the same for any number.
///
/// Raises:
///     ValueError: n or threads is out of range.
///     RulesError, PositionError: there is no such game or position.
///
/// >>> import ninuki
/// >>> batch = ninuki.BatchBoard(4, "pente", size=13)
/// >>> batch.step([84, 84, 84, 84]).tolist()
/// [False, False, False, False]
/// >>> batch.legal_mask().shape, batch.planes().shape
/// ((4, 169), (4, 8, 13, 13))
#[pyclass(module = "ninuki")]
pub(crate) struct BatchBoard {
    lanes: Box<dyn AnyLanes>,
    actions: Arc<Actions>,
    seed: u64,
    /// Where each board began.
    origins: Vec<Arc<Origin>>,
    workers: Arc<Workers>,
}

const _: () = crate::fits_python::<BatchBoard>();

/// The most boards.
const MOST: usize = 1 << 18;

/// The most threads.
const MOST_THREADS: usize = 1024;

#[pymethods]
impl BatchBoard {
    #[new]
    #[pyo3(signature = (n, rules=None, size=None, *, length=None, flags=None, position=None, rules_text=None, seed=0,
        threads=1))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        n: usize,
        rules: Option<String>,
        size: Option<Sides>,
        length: Option<usize>,
        flags: Option<Flags>,
        position: Option<String>,
        rules_text: Option<&str>,
        seed: u64,
        threads: usize,
    ) -> PyResult<Self> {
        check_count(n)?;
        let workers = workers(threads)?;
        let (game, setup) = start(&choice(rules, rules_text, size, length, flags, position)?)?;
        let board = Board::new(game, setup)?;
        let lanes = py.detach(|| lanes::lanes(&board, seed).repeated(n));
        let origin = Arc::new(Origin::of(&board));
        Ok(Self { lanes, actions: board.actions, seed, origins: vec![origin; n], workers })
    }

    /// A batch of boards that were played on before, all of the same game.
    ///
    /// Raises:
    ///     ValueError: there is none, or not all have the same game; threads is out of range.
    ///
    /// >>> import ninuki
    /// >>> boards = [ninuki.Board("pente", moves=moves) for moves in ("K10", "K10 L9")]
    /// >>> ninuki.BatchBoard.of(boards).plies().tolist()
    /// [1, 2]
    #[staticmethod]
    #[pyo3(signature = (boards, *, seed=0, threads=1))]
    fn of(py: Python<'_>, boards: Items<PyRef<'_, Board>>, seed: u64, threads: usize) -> PyResult<Self> {
        let Items(boards) = boards;
        check_count(boards.len())?;
        let workers = workers(threads)?;
        for board in &boards[1..] {
            if board.game() != boards[0].game() {
                let (one, other) = (boards[0].game(), board.game());
                return Err(PyValueError::new_err(format!("the boards are of one game, not of {one} and {other}")));
            }
        }
        let origins: Vec<_> = boards.iter().map(|board| Arc::new(Origin::of(board))).collect();
        let boards: Vec<&Board> = boards.iter().map(|board| &**board).collect();
        let lanes = py.detach(|| {
            let mut all = lanes::lanes(boards[0], seed);
            boards[1..].iter().for_each(|board| all.add(lanes::lanes(board, seed)));
            all
        });
        let actions = Arc::clone(&boards[0].actions);
        Ok(Self { lanes, actions, seed, origins, workers })
    }

    /// Plays a move on each board.
    ///
    /// Args:
    ///     actions: whole numbers [n]; -1 leaves a board as it is.
    ///
    /// Returns:
    ///     bool [n]: the games that are over now, as `over` does.
    ///
    /// Raises:
    ///     IllegalMove: the first move that is refused, with its board; then no board is changed.
    ///     ValueError, TypeError: these are not n whole numbers.
    ///
    /// >>> import ninuki
    /// >>> batch = ninuki.BatchBoard(2, "ninuki")
    /// >>> batch.step([180, 0])
    /// Traceback (most recent call last):
    /// ninuki.errors.IllegalMove: board 1: A19: the first move must take the centre
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let moves = whole_numbers(actions, self.lanes.len())?;
        Ok(PyArray1::from_vec(py, self.play(py, moves.as_slice()?)?))
    }

    /// A random move for each board, all placements equally likely, pass where there is none; -1 where the game is over.
    ///
    /// Returns:
    ///     int64 [n].
    ///
    /// >>> import ninuki
    /// >>> batch = ninuki.BatchBoard(1024, "pente", seed=7)
    /// >>> while not batch.over().all():
    /// ...     _ = batch.step(batch.random_actions())
    /// >>> int(batch.plies().min()) >= 9
    /// True
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let Self { lanes, actions, workers, .. } = self;
        let moves = py.detach(|| lanes.random_moves(actions, workers));
        PyArray1::from_vec(py, moves)
    }

    /// Plays random games to their ends from the position of each board, which stays as it is.
    ///
    /// Args:
    ///     games: how many for each board.
    ///
    /// Returns:
    ///     uint32 [n, 4]: how many Black has won, how many White, how many were drawn, and the moves of all of them together.
    ///
    /// >>> import ninuki
    /// >>> counts = ninuki.BatchBoard(2, "pente").playouts(10)
    /// >>> counts[:, :3].sum(axis=1).tolist()
    /// [10, 10]
    #[pyo3(signature = (games=1))]
    fn playouts<'py>(&mut self, py: Python<'py>, games: u32) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let Self { lanes, actions, workers, .. } = self;
        let (interrupt, is_over, caller) =
            (Mutex::new(Interrupt::default()), AtomicBool::new(false), thread::current().id());
        // Signals are for the thread of the caller alone.
        let more = || {
            let looks = thread::current().id() == caller;
            if looks && !interrupt.lock().unwrap_or_else(PoisonError::into_inner).is_absent() {
                is_over.store(true, Ordering::Relaxed);
            }
            !is_over.load(Ordering::Relaxed)
        };
        let counts = py.detach(|| lanes.playouts(actions, games, workers, &more));
        interrupt.into_inner().unwrap_or_else(PoisonError::into_inner).raised()?;
        PyArray1::from_vec(py, counts).reshape([self.lanes.len(), 4])
    }

    /// Whether placements are legal.
    ///
    /// Args:
    ///     all_actions: whether swap and pass have columns, after those of the points.
    ///
    /// Returns:
    ///     bool [n, points], or [n, points + 2]; all False where the game is over.
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "ninuki").legal_mask(all_actions=True).sum(axis=1).tolist()
    /// [1, 1]
    #[pyo3(signature = (*, all_actions=false))]
    fn legal_mask<'py>(&self, py: Python<'py>, all_actions: bool) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let width = if all_actions { self.actions.len() } else { self.actions.points().len() };
        let mask = py.detach(|| self.lanes.legal_mask(&self.actions, width, &self.workers));
        PyArray1::from_vec(py, mask).reshape([self.lanes.len(), width])
    }

    /// The planes of all positions, see `ninuki.planes()`.
    ///
    /// Returns:
    ///     uint8 [n, planes, rows, columns].
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(3, "ndengrod").planes().shape
    /// (3, 8, 9, 9)
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let [planes, height, width] = crate::planes::shape(&self.actions);
        let written = py.detach(|| self.lanes.planes(&self.actions, &self.workers));
        PyArray1::from_vec(py, written).reshape([self.lanes.len(), planes, height, width])
    }

    /// Which games are over: bool [n].
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "pente").over().tolist()
    /// [False, False]
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, py.detach(|| self.lanes.over()))
    }

    /// Who has won: int8 [n], 1 for Black, -1 for White, 0 for a draw or an unfinished game.
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "pente").winner().tolist()
    /// [0, 0]
    fn winner<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, py.detach(|| self.lanes.winner()))
    }

    /// Who is to move: int8 [n], 1 for Black, -1 for White.
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "pente").to_move().tolist()
    /// [1, 1]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, py.detach(|| self.lanes.to_move()))
    }

    /// How many stones Black and White have captured: uint16 [n, 2].
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "pente").captured().tolist()
    /// [[0, 0], [0, 0]]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        PyArray1::from_vec(py, py.detach(|| self.lanes.captured())).reshape([self.lanes.len(), 2])
    }

    /// How many moves were played: uint32 [n].
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "pente").plies().tolist()
    /// [0, 0]
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.lanes.plies())
    }

    /// Sets boards to where they began.
    ///
    /// Args:
    ///     which: bool [n]; all by default.
    ///
    /// Raises:
    ///     ValueError, TypeError: these are not n truth values.
    ///
    /// >>> import ninuki
    /// >>> batch = ninuki.BatchBoard(2, "pente")
    /// >>> _ = batch.step([180, 180])
    /// >>> batch.reset([True, False])
    /// >>> batch.plies().tolist()
    /// [0, 1]
    #[pyo3(signature = (which=None))]
    fn reset(&mut self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let n = self.lanes.len();
        let chosen: Vec<usize> = match which {
            None => (0..n).collect(),
            Some(which) => {
                let which: PyReadonlyArray1<'_, bool> = array(which, "b", "truth values", "bool", n)?.extract()?;
                let chosen = which.as_slice()?.iter().enumerate().filter(|(_, chosen)| **chosen);
                chosen.map(|(lane, _)| lane).collect()
            }
        };
        let lanes = &mut self.lanes;
        py.detach(|| chosen.into_iter().for_each(|lane| lanes.reset(lane)));
        Ok(())
    }

    /// The position of a board as a line of text, as `Board.text`.
    ///
    /// Raises:
    ///     IndexError: there is no such board.
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "freestyle", size=5).text(1)
    /// '5/5/5/5/5 x 0 0'
    fn text(&self, index: usize) -> PyResult<String> {
        self.check_index(index).map(|()| self.lanes.text(index))
    }

    /// The outcome of the game on a board; None if it is unfinished.
    ///
    /// Raises:
    ///     IndexError: there is no such board.
    ///
    /// >>> import ninuki
    /// >>> ninuki.BatchBoard(2, "pente").outcome(1) is None
    /// True
    fn outcome(&self, index: usize) -> PyResult<Option<Outcome>> {
        self.check_index(index).map(|()| self.lanes.outcome(index).map(Outcome::from))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        let lanes = py.detach(|| self.lanes.copied());
        let (actions, workers) = (Arc::clone(&self.actions), Arc::new(Workers::new(self.workers.threads())));
        Self { lanes, actions, seed: self.seed, origins: self.origins.clone(), workers }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    /// The function and the arguments that make this batch again: the game, where the boards began, and their moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("ninuki._native")?.getattr("_batch")?;
        let game = PyDict::new(py);
        describe(self.actions.game, &game)?;
        let mut known: Vec<(&Arc<Origin>, usize)> = Vec::new();
        for origin in &self.origins {
            match known.last_mut() {
                Some((last, count)) if Arc::ptr_eq(last, origin) => *count += 1,
                _ => known.push((origin, 1)),
            }
        }
        let origins: Vec<_> = known.iter().map(|(origin, count)| (&origin.position, &origin.moves, *count)).collect();
        let origins = origins.into_pyobject(py)?;
        let state = (game, origins, self.lanes.histories(), self.seed, self.lanes.draws(), self.workers.threads());
        (restore, state).into_pyobject(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.actions.game == other.actions.game && self.lanes.is_same(&*other.lanes)
    }

    pub(crate) fn __len__(&self) -> usize {
        self.lanes.len()
    }

    fn __repr__(&self) -> String {
        let over = self.lanes.over().into_iter().filter(|over| *over).count();
        format!("<BatchBoard: {} boards of {}, {over} over>", self.lanes.len(), self.actions.game)
    }

    /// The name of the game.
    #[getter]
    fn rules(&self) -> &'static str {
        self.actions.game.rules().name
    }

    /// The number of points of a board.
    #[getter]
    fn points(&self) -> usize {
        self.actions.points().len()
    }

    /// The number of moves there are: the points, swap and pass.
    #[getter]
    fn actions(&self) -> usize {
        self.actions.len()
    }

    /// The number of threads that share the boards.
    #[getter]
    fn threads(&self) -> usize {
        self.workers.threads()
    }

    /// The number of columns; of a hexagon, of the rectangle around it.
    #[getter]
    fn width(&self) -> usize {
        self.actions.game.grid().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.actions.game.grid().height()
    }
}

impl BatchBoard {
    /// The moves by number.
    pub(crate) fn moves(&self) -> &Actions {
        &self.actions
    }

    /// The features of all positions.
    pub(crate) fn known(&self, reader: &Reader<'_>) -> Known {
        self.lanes.features(reader, &self.workers)
    }

    /// A batch after the moves of each board, and after as many draws of random numbers.
    ///
    /// # Errors
    /// A board cannot be made, or a move is refused.
    pub(crate) fn restored(
        py: Python<'_>,
        boards: Items<PyRef<'_, Board>>,
        histories: &[Vec<u16>],
        (seed, draws): (u64, u64),
        threads: usize,
    ) -> PyResult<Self> {
        let mut batch = Self::of(py, boards, seed, threads)?;
        if histories.len() != batch.lanes.len() {
            return Err(PyValueError::new_err("each board has its moves"));
        }
        let longest = histories.iter().map(Vec::len).max().unwrap_or_default();
        for ply in 0..longest {
            let moves: Vec<i64> =
                histories.iter().map(|history| history.get(ply).map_or(-1, |&number| i64::from(number))).collect();
            batch.play(py, &moves)?;
        }
        batch.lanes.set_draws(draws);
        Ok(batch)
    }

    /// Plays a move on each board, and returns which games are over.
    fn play(&mut self, py: Python<'_>, moves: &[i64]) -> PyResult<Vec<bool>> {
        let Self { lanes, actions, workers, .. } = self;
        py.detach(|| lanes.step(actions, moves, workers)).map_err(|(lane, refused)| {
            let board = format!("board {lane}: ");
            match refused {
                Refused::Number(number) => actions.refuse(&board, number),
                Refused::Move(mv, why) => errors::illegal_move(&board, &actions.name(mv), why),
            }
        })
    }

    fn check_index(&self, index: usize) -> PyResult<()> {
        let n = self.lanes.len();
        let why = || pyo3::exceptions::PyIndexError::new_err(format!("there is no board {index}, there are {n}"));
        if index < n { Ok(()) } else { Err(why()) }
    }
}

fn check_count(n: usize) -> PyResult<()> {
    let why = || PyValueError::new_err(format!("a batch of {n} boards is not possible, allowed is 1 to {MOST}"));
    if (1..=MOST).contains(&n) { Ok(()) } else { Err(why()) }
}

fn workers(threads: usize) -> PyResult<Arc<Workers>> {
    let why = || PyValueError::new_err(format!("threads is {threads}, allowed is 1 to {MOST_THREADS}"));
    if (1..=MOST_THREADS).contains(&threads) { Ok(Arc::new(Workers::new(threads))) } else { Err(why()) }
}

/// Returns an argument as an array of numpy with the given kind and number of elements.
fn array<'py>(
    given: &Bound<'py, PyAny>,
    kinds: &str,
    what: &str,
    dtype: &str,
    n: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let found = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let kind: String = found.getattr("dtype")?.getattr("kind")?.extract()?;
    if !kinds.contains(&kind) {
        return Err(PyTypeError::new_err(format!("these are {}, not {what}", found.getattr("dtype")?)));
    }
    let shape: Vec<usize> = found.getattr("shape")?.extract()?;
    if shape != [n] {
        return Err(PyValueError::new_err(format!("the shape is {shape:?}, {what} are needed as [{n}]")));
    }
    let contiguous = given.py().import("numpy")?.call_method1("ascontiguousarray", (found, dtype))?;
    Ok(contiguous)
}

/// Moves by number.
fn whole_numbers<'py>(given: &Bound<'py, PyAny>, n: usize) -> PyResult<PyReadonlyArray1<'py, i64>> {
    array(given, "iu", "whole numbers", "int64", n)?.extract()
}

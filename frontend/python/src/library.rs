//! Libraries of games, for reading.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use book::json::Known;
use engine::Color;
use library::{Ending, Error, Filter, Pattern, Query, Search, days};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use records::Entry;
use serde::Serialize;
use service::Explored;

use crate::board::Board;
use crate::errors;
use crate::fits_python;
use crate::items::Items;
use crate::record::Record;

/// A position in the opening book; the native part of `ninuki.book`. The answer is JSON.
///
/// Args:
///     board: the position.
#[pyfunction]
pub(crate) fn opening_book<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyBytes>> {
    let record = board.replayed.record.copy();
    let text = py.detach(|| {
        let book = book::shipped(record.game());
        serde_json::to_vec(&Known::of(book.as_deref(), record.as_ref()))
    });
    Ok(PyBytes::new(py, &text.map_err(|error| errors::library(&error))?))
}

/// A library of games; the native part of `ninuki.Library`. Answers are JSON.
///
/// Args:
///     path: the file.
///
/// Raises:
///     LibraryError: the file cannot be read, or is no library.
#[pyclass(module = "ninuki._native", frozen)]
pub(crate) struct Library {
    library: Mutex<library::Library>,
}

const _: () = fits_python::<Library>();

/// Headers of games, as keys of a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Headers {
    player: Option<String>,
    color: Option<String>,
    min_rating: Option<u16>,
    max_rating: Option<u16>,
    since: Option<String>,
    until: Option<String>,
    event: Option<String>,
    result: Option<String>,
    min_plies: Option<usize>,
    max_plies: Option<usize>,
    contradicted: bool,
}

impl Headers {
    fn filter(self) -> PyResult<Filter> {
        let wrong = |what: &str, value: &str, known: &str| {
            errors::library(&format!("{value:?} is no {what}, known are {known}"))
        };
        let color = |name: String| match name.as_str() {
            "x" => Ok(Color::Black),
            "o" => Ok(Color::White),
            other => Err(wrong("colour", other, "\"x\" and \"o\"")),
        };
        let ending = |name: String| match name.as_str() {
            "x" => Ok(Some(Ending::Won(Color::Black))),
            "o" => Ok(Some(Ending::Won(Color::White))),
            "draw" => Ok(Some(Ending::Drawn)),
            "unknown" => Ok(None),
            other => Err(wrong("result", other, "\"x\", \"o\", \"draw\" and \"unknown\"")),
        };
        let day = |text: String| days(&text).ok_or_else(|| wrong("date", &text, "2006, 2006-08 and 2006-08-06"));
        if self.color.is_some() && self.player.is_none() {
            return Err(errors::library(&"a colour is that of a player, and none is given"));
        }
        let mut filter = Filter::default();
        filter.player = self.player;
        filter.color = self.color.map(color).transpose()?;
        filter.rating = [self.min_rating, self.max_rating];
        let (since, until) = (self.since.map(day).transpose()?, self.until.map(day).transpose()?);
        filter.days = [since.map(|(first, _)| first), until.map(|(_, last)| last)];
        filter.event = self.event;
        filter.ending = self.result.map(ending).transpose()?;
        filter.plies = [self.min_plies, self.max_plies];
        filter.contradicted = self.contradicted;
        Ok(filter)
    }
}

#[pymethods]
impl Library {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let library = py.detach(|| library::Library::read(&path)).map_err(|error| errors::library(&error))?;
        Ok(Self { library: Mutex::new(library) })
    }

    /// A library in memory with these games.
    #[staticmethod]
    fn of(py: Python<'_>, records: Items<PyRef<'_, Record>>) -> PyResult<Self> {
        let entries: Vec<Entry> = records.0.iter().map(|record| record.entry()).collect();
        let made = py.detach(|| {
            let mut library = library::Library::in_memory()?;
            library.add("records", entries.into_iter().map(Ok))?;
            Ok::<_, Error>(library)
        });
        Ok(Self { library: Mutex::new(made.map_err(|error| errors::library(&error))?) })
    }

    /// The moves played in a position, and its games.
    ///
    /// Args:
    ///     board: the position.
    ///     headers: the games that are counted.
    fn explore<'py>(&self, py: Python<'py>, board: &Board, headers: Headers) -> PyResult<Bound<'py, PyBytes>> {
        let mut query = Query::of(board.entry());
        query.filter = headers.filter()?;
        let record = board.replayed.record.copy();
        self.json(py, move |library| Ok(Explored::of(&library.explore(&query)?, record.as_ref())))
    }

    /// Games by position, pattern and headers.
    ///
    /// Args:
    ///     board: a position, or without a move the game that is played; None for any game.
    ///     headers: the games that are taken.
    ///     pattern: a part of the board; None for any.
    ///     exchanged: whether the pattern is found with exchanged colours as well.
    ///     limit: the most games.
    ///     after: the number of a game; only later ones are found.
    #[pyo3(signature = (board, headers, pattern, exchanged, limit, after))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        board: Option<PyRef<'_, Board>>,
        headers: Headers,
        pattern: Option<&str>,
        exchanged: bool,
        limit: usize,
        after: Option<i64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut search = Search::default();
        if let Some(entry) = board.map(|board| board.entry()) {
            search.game = Some(entry.game);
            search.position = Some(entry).filter(|entry| entry.setup.is_some() || !entry.moves.is_empty());
        }
        search.pattern = pattern.map(Pattern::from_str).transpose().map_err(|error| errors::library(&error))?;
        search.exchanged = exchanged;
        search.after = after;
        search.filter = headers.filter()?;
        self.json(py, move |library| {
            let mut games = Vec::new();
            if limit > 0 {
                library.search(&search, |found| {
                    games.push(found.json());
                    games.len() < limit
                })?;
            }
            Ok(games)
        })
    }

    /// A game by its number.
    fn game<'py>(&self, py: Python<'py>, id: i64) -> PyResult<Bound<'py, PyBytes>> {
        self.json(py, move |library| Ok(library.game(id)?.json()))
    }

    /// A game by its number, as a record.
    fn record(&self, py: Python<'_>, id: i64) -> PyResult<Record> {
        Ok(Record::from(self.with(py, move |library| Ok(library.game(id)?.entry()))?))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let games = |library: &mut library::Library| Ok(library.boards()?.iter().map(|(_, games)| games).sum::<u64>());
        Ok(usize::try_from(self.with(py, games)?).unwrap_or(usize::MAX))
    }
}

impl Library {
    /// Reads the library without the lock of Python.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut library::Library) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let found = py.detach(|| act(&mut self.library.lock().unwrap_or_else(PoisonError::into_inner)));
        found.map_err(|error| errors::library(&error))
    }

    /// The same as JSON.
    fn json<'py, T: Serialize>(
        &self,
        py: Python<'py>,
        act: impl FnOnce(&mut library::Library) -> Result<T, Error> + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let text = self.with(py, |library| Ok(serde_json::to_vec(&act(library)?)))?;
        Ok(PyBytes::new(py, &text.map_err(|error| errors::library(&error))?))
    }
}

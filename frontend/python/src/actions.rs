//! Moves as numbers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Game, Move, Point};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::{errors, items};

/// The moves of a game by number: its points row by row from the top, then swap, then pass.
#[derive(Debug)]
pub(crate) struct Actions {
    pub(crate) game: &'static Game,
    points: Vec<Point>,
    /// For each index of a point, its number.
    numbers: Vec<u16>,
}

impl Actions {
    /// The moves of a game; each game has its own once.
    pub(crate) fn of(game: &'static Game) -> Arc<Self> {
        static KNOWN: Mutex<Option<HashMap<&'static Game, Arc<Actions>>>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.get_or_insert_default().entry(game).or_insert_with(|| Arc::new(Self::new(game))))
    }

    fn new(game: &'static Game) -> Self {
        let points: Vec<Point> = game.grid().points().collect();
        let mut numbers = vec![0; 512];
        for (number, point) in points.iter().enumerate() {
            numbers[point.index()] = number as u16;
        }
        Self { game, points, numbers }
    }

    /// The points in the order of their numbers.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// The number of moves that there are.
    pub(crate) const fn len(&self) -> usize {
        self.points.len() + 2
    }

    /// The number of a point.
    pub(crate) fn number(&self, point: Point) -> u16 {
        self.numbers[point.index()]
    }

    /// The number of a move.
    pub(crate) fn number_of(&self, mv: Move) -> u16 {
        match mv {
            Move::Place(point) => self.number(point),
            Move::Swap => self.points.len() as u16,
            Move::Pass => self.points.len() as u16 + 1,
        }
    }

    /// The move with this number.
    pub(crate) fn mv(&self, number: i64) -> Option<Move> {
        let index = usize::try_from(number).ok()?;
        match index.checked_sub(self.points.len()) {
            None => Some(Move::Place(self.points[index])),
            Some(0) => Some(Move::Swap),
            Some(1) => Some(Move::Pass),
            Some(_) => None,
        }
    }

    /// The text of a move.
    pub(crate) fn name(&self, mv: Move) -> String {
        mv.display(self.game.grid()).to_string()
    }

    /// That no move has this number.
    pub(crate) fn refuse(&self, place: &str, number: i64) -> PyErr {
        let last = self.len() - 1;
        errors::no_move(place, &number.to_string(), &format!("{number} is no move, moves are 0 to {last}"))
    }

    /// A move that is given as a number or as a text.
    pub(crate) fn read(&self, given: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_cow()?;
            return self.game.parse_move(&text).map_err(|error| errors::no_move("", &text, &error));
        }
        // Numbers of numpy are no subclasses of int.
        let Ok(number) = given.extract() else {
            let kind = items::kind(given)?;
            return Err(PyTypeError::new_err(format!("a move is a number or a text, not {kind}")));
        };
        self.mv(number).ok_or_else(|| self.refuse("", number))
    }
}

//! How a game ended.

use engine::Color;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// How a game ended; as text "x wins: five", "draw: full board".
///
/// Args:
///     winner: "x" (Black), "o" (White), or None for a draw.
///     reason: why the game is over.
///
/// >>> import ninuki
/// >>> ninuki.Board("freestyle", moves="a1 a2 b1 b2 c1 c2 d1 d2 e1").outcome
/// Outcome(winner='x', reason='five')
#[pyclass(module = "ninuki", frozen, eq, hash, get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// "x" (Black), "o" (White), or None for a draw.
    winner: Option<char>,
    /// Why the game is over, as "five", "captures", "full board".
    reason: String,
}

const _: () = crate::fits_python::<Outcome>();

#[pymethods]
impl Outcome {
    #[new]
    fn new(winner: Option<char>, reason: String) -> PyResult<Self> {
        match winner {
            None | Some('x' | 'o') => Ok(Self { winner, reason }),
            Some(other) => Err(PyValueError::new_err(format!("winner is '{other}', allowed is 'x', 'o', None"))),
        }
    }

    fn __getnewargs__(&self) -> (Option<char>, String) {
        (self.winner, self.reason.clone())
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or_else(|| "None".to_owned(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, reason='{}')", self.reason)
    }

    fn __str__(&self) -> String {
        match self.winner {
            Some(winner) => format!("{winner} wins: {}", self.reason),
            None => format!("draw: {}", self.reason),
        }
    }
}

impl From<engine::Outcome> for Outcome {
    fn from(outcome: engine::Outcome) -> Self {
        Self { winner: outcome.winner.map(Color::symbol), reason: outcome.reason.to_string() }
    }
}

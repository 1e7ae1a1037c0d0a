//! Errors as the exceptions of `ninuki.errors`.

use std::fmt::Display;

use ::engine::IllegalMove as Refusal;
use pyo3::PyErr;
use records::as_fields;

mod python {
    use pyo3::import_exception;

    import_exception!(ninuki.errors, IllegalMove);
    import_exception!(ninuki.errors, LibraryError);
    import_exception!(ninuki.errors, PositionError);
    import_exception!(ninuki.errors, RecordError);
    import_exception!(ninuki.errors, RulesError);
}

/// A move that is refused, and the rule that refuses it.
pub(crate) fn illegal_move(place: &str, mv: &str, refusal: Refusal) -> PyErr {
    python::IllegalMove::new_err((format!("{place}{mv}: {refusal}"), mv.to_owned(), rule(refusal)))
}

/// A text or a number that is no move on this board.
pub(crate) fn no_move(place: &str, mv: &str, why: &dyn Display) -> PyErr {
    python::IllegalMove::new_err((format!("{place}{why}"), mv.to_owned(), "no_move"))
}

/// The game, the board or a flag does not exist.
pub(crate) fn rules(why: &dyn Display) -> PyErr {
    python::RulesError::new_err(as_fields(&why.to_string()))
}

/// The position cannot be read or set up.
pub(crate) fn position(why: &dyn Display) -> PyErr {
    python::PositionError::new_err(as_fields(&why.to_string()))
}

/// The record cannot be read or written.
pub(crate) fn record(why: &dyn Display) -> PyErr {
    python::RecordError::new_err(as_fields(&why.to_string()))
}

/// The library cannot be read, or has no such game.
pub(crate) fn library(why: &dyn Display) -> PyErr {
    python::LibraryError::new_err(why.to_string())
}

/// The name of a rule.
const fn rule(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::GameOver => "game_over",
        Refusal::Occupied => "occupied",
        Refusal::OutsideBoard => "outside_board",
        Refusal::NotCentre => "not_centre",
        Refusal::TooFar(_) => "too_far",
        Refusal::TooNear(_) => "too_near",
        Refusal::OnAxis => "on_axis",
        Refusal::DoubleThree => "double_three",
        Refusal::DoubleFour => "double_four",
        Refusal::Overline => "overline",
        Refusal::Suicide => "suicide",
        Refusal::NoSwap => "no_swap",
        Refusal::NoPass => "no_pass",
    }
}

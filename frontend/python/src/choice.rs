//! Which game is meant, and from where it begins.

use engine::{Game, Rules, SetUp};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use records::{Choice, ChoiceError, Size};

use crate::errors;

/// A side, a text like `15x20`, or width and height.
pub(crate) struct Sides(Size);

impl<'a, 'py> FromPyObject<'a, 'py> for Sides {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.extract::<String>() {
            return text.parse().map(Self).map_err(|error| errors::rules(&error));
        }
        if let Ok(side) = given.extract::<usize>() {
            return Ok(Self(side.into()));
        }
        let sides = given.extract().map(|(width, height)| Self(Size { width, height }));
        sides.map_err(|_| PyTypeError::new_err("it is a side, as 19, or width and height, as (15, 20) or \"15x20\""))
    }
}

/// The value of a flag as text.
pub(crate) struct Setting(String);

impl<'a, 'py> FromPyObject<'a, 'py> for Setting {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(switch) = given.extract::<bool>() {
            return Ok(Self(switch.to_string()));
        }
        let word = given.extract().map(Self);
        word.map_err(|_| PyTypeError::new_err("the value of a flag is True, False or a word"))
    }
}

/// The flags by name.
pub(crate) type Flags = std::collections::BTreeMap<String, Setting>;

/// The choice by arguments of Python.
pub(crate) fn choice(
    rules: Option<String>,
    rules_text: Option<&str>,
    size: Option<Sides>,
    length: Option<usize>,
    flags: Option<Flags>,
    position: Option<String>,
) -> PyResult<Choice> {
    if rules.is_some() && rules_text.is_some() {
        return Err(errors::rules(&"the game is named by rules or by rules_text"));
    }
    let own = rules_text.map(variants::parse).transpose().map_err(|error| errors::rules(&error))?;
    let size = size.map(|Sides(size)| size);
    let flags = flags.unwrap_or_default().into_iter().map(|(name, Setting(value))| format!("{name}={value}")).collect();
    Ok(Choice { rules, own, size, length, flags, position, ..Choice::default() })
}

/// The game and the position that are asked for.
pub(crate) fn start(choice: &Choice) -> PyResult<(&'static Game, Option<SetUp>)> {
    let game = choice.game().map_err(|error| refused(&error))?;
    Ok((game, choice.setup(game).map_err(|error| refused(&error))?))
}

/// That there is no such game or position.
pub(crate) fn refused(error: &ChoiceError) -> PyErr {
    match error {
        ChoiceError::Position(_) => errors::position(error),
        ChoiceError::Game(_) | ChoiceError::Flag(_) | ChoiceError::Unnamed(_) => errors::rules(error),
    }
}

/// The fields by which the queries of the service and the arguments of Python name a game.
pub(crate) fn describe(game: &Game, fields: &Bound<'_, PyDict>) -> PyResult<()> {
    let rules = game.rules();
    match variants::line(rules) {
        Some(text) => fields.set_item("rules_text", text)?,
        None => {
            fields.set_item("rules", rules.name)?;
            let flags = PyDict::new(fields.py());
            for (flag, value) in rules.changed_flags() {
                flags.set_item(flag.name, value)?;
            }
            fields.set_item("flags", flags)?;
        }
    }
    fields.set_item("size", size(fields.py(), game)?)?;
    if rules.hexagonal() {
        fields.set_item("length", game.length())?;
    }
    Ok(())
}

/// The size of the board of a game as Python has it: a side, or the text of two.
pub(crate) fn size<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyAny>> {
    let size = Size::of(game.grid());
    match size.width == size.height {
        true => Ok(size.width.into_pyobject(py)?.into_any()),
        false => Ok(size.to_string().into_pyobject(py)?.into_any()),
    }
}

/// The names of all games.
///
/// Returns:
///     A dictionary from names to what each game is, in a few words. Names that people also use, as "gomoku", are
///     understood but not listed.
///
/// >>> import ninuki
/// >>> "pente" in ninuki.games()
/// True
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let games = PyDict::new(py);
    for rules in &Rules::ALL {
        games.set_item(rules.name, rules.title)?;
    }
    Ok(games)
}

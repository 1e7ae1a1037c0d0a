//! The engines of other programs that the operator lets queries ask.

use std::fmt;
use std::io;
use std::sync::Arc;

use engines::process::guard::Guard;
use engines::process::program::Program;

use crate::code::Code;
use crate::refusal::Wrong;

/// Programs of the Gomocup protocol by name. A query names an engine, never a program.
#[derive(Clone, Default, Debug)]
pub struct Engines {
    shelf: Arc<[Entry]>,
    /// Kills the engines if this program cannot.
    pub(crate) guard: Option<Arc<Guard>>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    program: Program,
}

/// The most characters of a name.
const LONGEST: usize = 40;

/// Errors of the engines of an operator.
#[derive(Debug)]
#[non_exhaustive]
pub enum EnginesError {
    /// The text is not `NAME=COMMAND`, or its name is empty or too long.
    Form(String),
    /// Two engines have the same name.
    Twice(String),
    /// A program cannot be found.
    Program(engines::Error),
    /// The guard does not start.
    Guard(io::Error),
}

impl fmt::Display for EnginesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => {
                write!(f, "{text:?}: expected NAME=COMMAND, with a name of 1 to {LONGEST} characters")
            }
            Self::Twice(name) => write!(f, "two engines have the name {name:?}"),
            Self::Program(error) => error.fmt(f),
            Self::Guard(error) => write!(f, "the guard of the engines does not start: {error}"),
        }
    }
}

impl std::error::Error for EnginesError {}

impl Engines {
    /// Finds the programs of texts `NAME=COMMAND`, and starts the guard that ends them with this program, which calls
    /// [`engines::process::helper`] before anything else.
    ///
    /// # Errors
    /// A text has another form, a name is there twice, or a program cannot be found.
    pub fn find(texts: &[String]) -> Result<Self, EnginesError> {
        if texts.is_empty() {
            return Ok(Self::default());
        }
        let mut shelf: Vec<Entry> = Vec::new();
        for text in texts {
            let form = || EnginesError::Form(text.chars().take(100).collect());
            let (name, command) = text.split_once('=').ok_or_else(form)?;
            let name = name.trim();
            if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
                return Err(form());
            }
            if shelf.iter().any(|entry| entry.name == name) {
                return Err(EnginesError::Twice(name.to_owned()));
            }
            let program = Program::find(command, None).map_err(EnginesError::Program)?;
            shelf.push(Entry { name: name.to_owned(), program });
        }
        let guard = Some(Guard::start().map_err(EnginesError::Guard)?);
        Ok(Self { shelf: shelf.into(), guard })
    }

    /// The names, in the order of the texts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shelf.iter().map(|entry| entry.name.as_str())
    }

    /// The name and the program of an engine; the first one without a name.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<(&str, &Program), Wrong> {
        let found = self.shelf.iter().find(|entry| name.is_none_or(|name| entry.name == name));
        found.map(|entry| (entry.name.as_str(), &entry.program)).ok_or_else(|| {
            let problem = Code::NoEngine.says("the program was started without such an engine");
            Wrong::new("engine", problem.with("name", name.unwrap_or_default()))
        })
    }
}

//! The libraries of games that the operator lets queries read.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use library::Library;
use records::Budget;

use crate::code::Code;
use crate::problem::Problem;
use crate::refusal::Wrong;

/// Library files by name. A query names a library, never a file. Clones share the open files.
#[derive(Clone, Default, Debug)]
pub struct Libraries(Arc<[Shelf]>);

/// A library file and its idle connections.
#[derive(Debug)]
struct Shelf {
    name: String,
    path: PathBuf,
    idle: Mutex<Vec<Library>>,
}

/// The most connections that stay open between queries.
const MOST_IDLE: usize = 2;

/// Errors of the library files of an operator.
#[derive(Debug)]
#[non_exhaustive]
pub enum LibrariesError {
    /// A file cannot be read.
    Library(library::Error),
    /// Two files have the same name.
    Twice(String),
}

impl fmt::Display for LibrariesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(error) => error.fmt(f),
            Self::Twice(name) => write!(f, "two libraries have the name {name:?}, that of the file without its ending"),
        }
    }
}

impl std::error::Error for LibrariesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Library(error) = self { Some(error) } else { None }
    }
}

impl Libraries {
    /// Opens library files for reading. The name of each is that of the file without its ending.
    ///
    /// # Errors
    /// A file cannot be read as a library, or two have the same name.
    pub fn open(paths: &[PathBuf]) -> Result<Self, LibrariesError> {
        let mut shelves: Vec<Shelf> = Vec::new();
        for path in paths {
            let library = Library::read(path).map_err(LibrariesError::Library)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if shelves.iter().any(|shelf| shelf.name == name) {
                return Err(LibrariesError::Twice(name));
            }
            shelves.push(Shelf { name, path: path.clone(), idle: Mutex::new(vec![library]) });
        }
        Ok(Self(shelves.into()))
    }

    /// The names, in the order of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|shelf| shelf.name.as_str())
    }

    /// Checks that there is a library with this name; without a name, that there is one.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn check(&self, name: Option<&str>) -> Result<(), Wrong> {
        self.shelf(name).map(drop)
    }

    fn shelf(&self, name: Option<&str>) -> Result<&Shelf, Wrong> {
        let found = self.0.iter().find(|shelf| name.is_none_or(|name| shelf.name == name));
        found.ok_or_else(|| match name {
            Some(name) if !self.0.is_empty() => {
                let known: Vec<&str> = self.names().collect();
                let text = format!("there is no such library, known are {}", known.join(", "));
                Wrong::new("library", Code::NoLibrary.says(text).with("name", name))
            }
            _ => Wrong::line(Code::NoLibrary.says("the program was started without a library")),
        })
    }

    /// Reads a library; the first one without a name. The budget ends it.
    ///
    /// # Errors
    /// There is no such library, it cannot be read, or it was ended.
    pub(crate) fn read<T>(
        &self,
        name: Option<&str>,
        budget: &Budget,
        act: impl FnOnce(&mut Library) -> Result<T, library::Error>,
    ) -> Result<T, Wrong> {
        let shelf = self.shelf(name)?;
        let idle = || shelf.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let run = || -> Result<T, library::Error> {
            let mut library = kept.map_or_else(|| Library::read(&shelf.path), Ok)?;
            library.stop_by(budget.stop())?;
            let found = act(&mut library)?;
            let mut idle = idle();
            if idle.len() < MOST_IDLE {
                idle.push(library);
            }
            Ok(found)
        };
        let found = run();
        // An exceeded limit is the cause of any other error.
        budget.check()?;
        found.map_err(|error| wrong(error, shelf))
    }
}

/// The refusal of a query whose library cannot be read.
fn wrong(error: library::Error, shelf: &Shelf) -> Wrong {
    let code = if matches!(error, library::Error::Query(_)) { Code::Position } else { Code::Library };
    let text = error.renamed(Path::new(&shelf.name)).to_string();
    Wrong::line(Problem::with(code.says(text), "name", shelf.name.as_str()))
}

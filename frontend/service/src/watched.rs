//! The journals of tournaments that the operator lets queries watch.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use matches::watch::Watch;

use crate::code::Code;
use crate::refusal::Wrong;

/// Journals by name. A query names a journal, never a file. Clones share what was read.
#[derive(Clone, Default, Debug)]
pub struct Watched(Arc<[Shelf]>);

#[derive(Debug)]
struct Shelf {
    name: String,
    watch: Mutex<Watch>,
}

/// The most time in which a query reads lines that were added.
const READ: Duration = Duration::from_millis(200);

/// Errors of the journals of an operator.
#[derive(Debug)]
#[non_exhaustive]
pub enum WatchedError {
    /// A file cannot be read as a journal.
    Journal(matches::Error),
    /// Two files have the same name.
    Twice(String),
}

impl fmt::Display for WatchedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Twice(name) => write!(f, "two journals have the name {name:?}, that of the file without its ending"),
        }
    }
}

impl std::error::Error for WatchedError {}

impl Watched {
    /// Opens journals. The name of each is that of the file without its ending.
    ///
    /// # Errors
    /// A file is no journal, or two have the same name.
    pub fn open(paths: &[PathBuf]) -> Result<Self, WatchedError> {
        let mut shelves: Vec<Shelf> = Vec::new();
        for path in paths {
            let watch = Watch::open(path).map_err(WatchedError::Journal)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if shelves.iter().any(|shelf| shelf.name == name) {
                return Err(WatchedError::Twice(name));
            }
            shelves.push(Shelf { name, watch: Mutex::new(watch) });
        }
        Ok(Self(shelves.into()))
    }

    /// The names, in the order of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|shelf| shelf.name.as_str())
    }

    /// Reads what was added to a journal, the first one without a name, and looks at it.
    ///
    /// # Errors
    /// There is no such journal, or `look` fails.
    pub(crate) fn look<T>(
        &self,
        name: Option<&str>,
        look: impl FnOnce(&str, &mut Watch) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        let found = self.0.iter().find(|shelf| name.is_none_or(|name| shelf.name == name));
        let shelf = found.ok_or_else(|| {
            let problem = Code::NoJournal.says("the program was started without such a journal");
            Wrong::new("journal", problem.with("name", name.unwrap_or_default()))
        })?;
        let mut watch = shelf.watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.update(Instant::now() + READ);
        look(&shelf.name, &mut watch)
    }
}

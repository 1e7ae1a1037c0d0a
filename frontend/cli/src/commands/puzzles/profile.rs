//! Rating and streak, kept in a file of the user.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use puzzles::{Puzzle, Rating};
use records::files;
use serde::{Deserialize, Serialize};

use crate::error::Failure;

/// The results of a user.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Profile {
    /// The version of the file.
    version: u32,
    pub(super) rating: f64,
    /// Puzzles solved in a row.
    pub(super) streak: u32,
    /// The longest streak.
    pub(super) best: u32,
    pub(super) solved: u32,
    pub(super) tried: u32,
    /// Puzzles that were solved, by their names.
    done: BTreeSet<String>,
}

/// The most bytes of a file.
const LARGEST: u64 = 16 << 20;

/// The version of the file that is written.
const VERSION: u32 = 1;

impl Default for Profile {
    fn default() -> Self {
        let rating = Rating::default().value();
        Self { version: VERSION, rating, streak: 0, best: 0, solved: 0, tried: 0, done: BTreeSet::new() }
    }
}

/// The file in the user's data folder.
///
/// # Errors
/// The user has no home folder.
pub(super) fn usual_path() -> Result<PathBuf, Failure> {
    let folders = etcetera::choose_base_strategy();
    let folders = folders.map_err(|error| Failure::Usage(format!("{error}; --profile names a file")))?;
    Ok(folders.data_dir().join("ninuki").join("puzzles.json"))
}

impl Profile {
    /// Reads a file; an absent one is a new profile.
    ///
    /// # Errors
    /// The file cannot be read, or is no profile.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
        let bytes = match files::read(path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(usage(&error)),
        };
        let profile: Self = serde_json::from_slice(&bytes).map_err(|error| usage(&error))?;
        if profile.version != VERSION || !profile.rating.is_finite() {
            return Err(usage(&format!("this is no profile of version {VERSION}")));
        }
        Ok(profile)
    }

    /// Writes the file, and its folder if there is none.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
        }
        Ok(files::write(path, serde_json::to_string(self)?.as_bytes())?)
    }

    /// Whether a puzzle was solved before.
    pub(super) fn has(&self, puzzle: &Puzzle) -> bool {
        self.done.contains(&puzzle.id())
    }

    /// Counts a puzzle.
    pub(super) fn count(&mut self, puzzle: &Puzzle, solved: bool) {
        self.rating = Rating(self.rating).after(puzzle.difficulty, solved).value();
        self.tried += 1;
        if solved {
            self.solved += 1;
            self.streak += 1;
            self.best = self.best.max(self.streak);
            self.done.insert(puzzle.id());
        } else {
            self.streak = 0;
        }
    }
}

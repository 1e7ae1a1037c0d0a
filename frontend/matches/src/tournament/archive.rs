//! An archive: journals of one tournament, read together.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::error::TournamentError;
use crate::journal::error::{JournalError, JournalErrorKind};
use crate::journal::line::Line;
use crate::journal::played::Played;
use crate::journal::read::{GameSource, game_at, games, head_of};
use crate::journal::validation::Validator;
use crate::results::game_result::{GameResult, Results};
use crate::spec::plan::Plan;

/// Journals of one tournament.
pub(super) struct Archive {
    pub(super) plan: Plan,
    files: Vec<(PathBuf, File)>,
    /// File and offset of each game that counts.
    pub(super) places: BTreeMap<usize, (usize, u64)>,
    pub(super) results: Results,
    /// Warnings.
    pub(super) notes: Vec<String>,
}

impl Archive {
    /// Reads journals, and replays their games with `verify`.
    ///
    /// # Errors
    /// A journal cannot be read, is damaged or that of another tournament, or a game is in two of them.
    pub(super) fn read(paths: &[PathBuf], verify: bool) -> Result<Self, Error> {
        let first = paths.first().ok_or(TournamentError::NoJournal)?;
        let plan = plan_of(first)?;
        let (places, results, files, notes) = (BTreeMap::new(), Results::new(), Vec::new(), Vec::new());
        let mut archive = Self { plan: plan.clone(), files, places, results, notes };
        let validator = Validator::without_openings(&plan);
        paths.iter().try_for_each(|path| archive.add(path, validator, verify))?;
        Ok(archive)
    }

    fn add(&mut self, path: &Path, validator: Validator<'_>, verify: bool) -> Result<(), JournalError> {
        let failed = |error: io::Error| JournalError::new(path, error);
        let file = File::open(path).map_err(failed)?;
        let mut reader = BufReader::new(file.try_clone().map_err(failed)?);
        let results = &mut self.results;
        let mut take = |line: &Line| -> Result<(), JournalErrorKind> {
            match line {
                Line::Game(played) => {
                    validator.check(played)?;
                    if verify {
                        validator.replay(played)?;
                    }
                    results.insert(played.game, GameResult::from(&**played));
                }
                Line::Void(void) => void.remove_from(results),
            }
            Ok(())
        };
        let (offsets, extent) = games(path, &mut reader, &self.plan.head, &mut take)?;
        if extent.torn {
            self.notes.push(format!("{}: the last line is not complete and is left out", path.display()));
        }
        let number = self.files.len();
        for (game, at) in offsets {
            if let Some((other, _)) = self.places.insert(game, (number, at)) {
                let other = self.files[other].0.clone();
                return Err(JournalError::new(path, JournalErrorKind::AlsoIn(game, other)));
            }
        }
        self.files.push((path.to_path_buf(), file));
        Ok(())
    }
}

impl GameSource for Archive {
    fn game(&mut self, game: usize) -> Result<Option<Played>, JournalError> {
        let Some(&(number, at)) = self.places.get(&game) else { return Ok(None) };
        let (path, file) = &mut self.files[number];
        game_at(path, file, at).map(Some)
    }
}

/// Reads the plan of a journal's tournament, with one pair of each meeting.
///
/// # Errors
/// The journal cannot be read, or its head describes no tournament.
pub(super) fn plan_of(path: &Path) -> Result<Plan, Error> {
    let plan = Plan::read(head_of(path)?, 1);
    Ok(plan.map_err(|error| TournamentError::Head(path.to_path_buf(), error))?)
}

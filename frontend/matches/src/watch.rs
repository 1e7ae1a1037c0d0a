//! Journals that are followed while tournaments write them.
//!
//! # Examples
//! ```no_run
//! use std::path::Path;
//! use std::time::{Duration, Instant};
//!
//! use ninuki_matches::watch::Watch;
//!
//! let mut watch = Watch::open(Path::new("match.jsonl"))?;
//! watch.update(Instant::now() + Duration::from_secs(1));
//! for standing in watch.standings() {
//!     println!("{}: {} games", standing.name, standing.games.games());
//! }
//! # Ok::<(), ninuki_matches::Error>(())
//! ```

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::Game;
use serde_json::{Map, Value};

use crate::Error;
use crate::error::TournamentError;
use crate::journal::error::{Damage, JournalError, JournalErrorKind};
use crate::journal::head;
use crate::journal::line::{Line, index};
use crate::journal::played::Played;
use crate::journal::read::{game_at, next_line};
use crate::journal::validation::Validator;
pub use crate::play::running::RunningGame;
use crate::play::running::read;
use crate::report::summary::Summary;
use crate::results::game_result::{GameResult, Results};
use crate::results::test_progress::TestProgress;
use crate::spec::plan::Plan;
use crate::spec::tournament::identity;
use crate::statistics::{Anchor, Verdict};
pub use crate::tournament::Standing;

/// A journal that is followed as it grows. For each game it keeps the result and the place of its line; the games stay in the
/// file.
#[derive(Debug)]
pub struct Watch {
    path: PathBuf,
    plan: Plan,
    results: Results,
    /// Offset of the line of each game that counts.
    places: BTreeMap<usize, u64>,
    /// Games that count, in the order of their ends.
    order: Vec<usize>,
    /// End of the part that was read, in bytes, and its number of lines.
    end: u64,
    lines: usize,
    behind: bool,
    problem: Option<JournalError>,
    /// Standings and test of `counted` lines.
    summary: (Vec<Standing>, Option<TestState>),
    counted: Option<(usize, Instant)>,
}

/// State of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct TestState {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Ratio at which H0 is accepted.
    pub lower: f64,
    /// Ratio at which H1 is accepted.
    pub upper: f64,
    /// Verdict at this ratio.
    pub verdict: Verdict,
}

/// Least time between two computations of the standings.
const INTERVAL: Duration = Duration::from_secs(1);

impl Watch {
    /// Returns a watch of the journal at `path`. Its games are read by [`update`](Self::update).
    ///
    /// # Errors
    /// The file cannot be read, or its first line is not the head of a journal.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let head = head_line(path)?;
        let plan = Plan::read(head, 1).map_err(|error| TournamentError::Head(path.to_path_buf(), error))?;
        Ok(Self {
            path: path.to_path_buf(),
            plan,
            results: Results::new(),
            places: BTreeMap::new(),
            order: Vec::new(),
            end: 0,
            lines: 0,
            behind: false,
            problem: None,
            summary: (Vec::new(), None),
            counted: None,
        })
    }

    /// Reads the lines that were added since the last call, until a moment. A file that was replaced or cut is read anew. Errors
    /// are kept as the [`problem`](Self::problem), and the next call tries again.
    pub fn update(&mut self, until: Instant) {
        self.problem = self.read(until).err();
    }

    fn read(&mut self, until: Instant) -> Result<(), JournalError> {
        let path = self.path.clone();
        let failed = |error: io::Error| JournalError::new(&path, error);
        self.behind = false;
        let head = head_line(&path)?;
        let file = File::open(&path).map_err(failed)?;
        let is_other = identity(&head) != identity(&self.plan.head);
        if is_other || file.metadata().map_err(failed)?.len() < self.end {
            *self = Self::open(&path).map_err(|error| match error {
                Error::Tournament(TournamentError::Journal(error)) => error,
                error => JournalError::new(&path, JournalErrorKind::System(error.to_string())),
            })?;
        }
        let mut reader = BufReader::new(file);
        reader.seek(SeekFrom::Start(self.end)).map_err(failed)?;
        let mut line = Vec::new();
        loop {
            if Instant::now() >= until {
                self.behind = true;
                return Ok(());
            }
            let bytes = next_line(&mut reader, &mut line).map_err(failed)?;
            // The last line is not complete yet.
            if line.last() != Some(&b'\n') {
                return Ok(());
            }
            let number = self.lines + 1;
            let invalid = |kind: JournalErrorKind| JournalError::at(&path, number, kind);
            if self.lines > 0 {
                match Line::read(&line) {
                    Ok(found) => self.add(&found, self.end).map_err(invalid)?,
                    // A file system may have filled the end of the last line with zeros.
                    Err(Damage::Syntax(_)) if reader.fill_buf().map_err(failed)?.is_empty() => return Ok(()),
                    Err(damage) => return Err(invalid(damage.into())),
                }
            }
            self.end += bytes as u64;
            self.lines += 1;
        }
    }

    fn add(&mut self, line: &Line, at: u64) -> Result<(), JournalErrorKind> {
        match line {
            Line::Game(played) => {
                Validator::without_openings(&self.plan).check(played)?;
                index(&mut self.places, line, at)?;
                self.results.insert(played.game, GameResult::from(&**played));
                self.order.push(played.game);
            }
            Line::Void(void) => {
                index(&mut self.places, line, at)?;
                void.remove_from(&mut self.results);
                self.order.retain(|game| !void.void.contains(game));
            }
        }
        Ok(())
    }

    /// Whether there is more to read than the last update did.
    #[must_use]
    pub const fn is_behind(&self) -> bool {
        self.behind
    }

    /// Returns the error at which the last update ended.
    #[must_use]
    pub const fn problem(&self) -> Option<&JournalError> {
        self.problem.as_ref()
    }

    /// Returns the game that is played.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.plan.game
    }

    /// Returns the title of the game: `renju 15x15`.
    #[must_use]
    pub fn title(&self) -> String {
        self.plan.game_text()
    }

    /// Returns the number of games that count.
    #[must_use]
    pub fn games(&self) -> usize {
        self.order.len()
    }

    /// Returns the engines with their results, the best first, and computes them at most once a second.
    pub fn standings(&mut self) -> &[Standing] {
        self.count();
        &self.summary.0
    }

    /// Returns the state of the sequential test, if the tournament is one.
    pub fn test(&mut self) -> Option<TestState> {
        self.count();
        self.summary.1
    }

    fn count(&mut self) {
        let is_current = self.counted.is_some_and(|(lines, at)| lines == self.lines || at.elapsed() < INTERVAL);
        if is_current {
            return;
        }
        let last = self.results.last_key_value().map_or(0, |(&game, _)| game);
        let rounds = self.plan.schedule.round(last) + 1;
        self.plan.schedule.set_rounds(rounds);
        let progress = TestProgress::of(&self.plan, &self.results);
        let summary = Summary::new(&self.plan, &self.results, progress, Anchor::default());
        let standings = summary.ranking().into_iter().map(Standing::from).collect();
        let test = self.plan.test().zip(progress).map(|(test, now)| TestState {
            llr: now.llr,
            lower: test.sprt.lower(),
            upper: test.sprt.upper(),
            verdict: now.verdict,
        });
        self.summary = (standings, test);
        self.counted = Some((self.lines, Instant::now()));
    }

    /// Returns at most `most` games, the newest first, after the `skipped` newest.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn newest(&self, skipped: usize, most: usize) -> Result<Vec<Played>, JournalError> {
        let mut file = self.file()?;
        let games = self.order.iter().rev().skip(skipped).take(most);
        games.map(|game| game_at(&self.path, &mut file, self.places[game])).collect()
    }

    /// Returns a game by its number in the schedule; `None` if it is not finished.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn played(&self, game: usize) -> Result<Option<Played>, JournalError> {
        let Some(&at) = self.places.get(&game) else { return Ok(None) };
        game_at(&self.path, &mut self.file()?, at).map(Some)
    }

    /// Returns the games in progress, at most 64. The tournament writes them beside the journal twice a second.
    #[must_use]
    pub fn running(&self) -> Vec<RunningGame> {
        let mut games = read(&self.path);
        games.retain(|game| !self.places.contains_key(&game.game));
        games.sort_by_key(|game| game.game);
        games
    }

    fn file(&self) -> Result<File, JournalError> {
        File::open(&self.path).map_err(|error| JournalError::new(&self.path, error))
    }
}

/// The head of the journal at `path`.
fn head_line(path: &Path) -> Result<Map<String, Value>, JournalError> {
    let failed = |error: io::Error| JournalError::new(path, error);
    let file = File::open(path).map_err(failed)?;
    // A pipe would block.
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(JournalError::new(path, JournalErrorKind::NotAFile));
    }
    let mut line = Vec::new();
    next_line(&mut BufReader::new(file), &mut line).map_err(failed)?;
    head::parse(&line).map_err(|kind| JournalError::new(path, kind))
}

#[cfg(test)]
mod tests;

//! Journals without a tournament being held: reports of several, one of all, games taken out.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use records::{checksum, files};
use serde_json::{Map, Value};

use crate::Error;
use crate::tournament::event::Event;
use crate::tournament::journal::{self, Games, Journal, Line, Unreadable, game_at, head, next_line};
use crate::tournament::plan::Plan;
use crate::tournament::played::{Played, Void};
use crate::tournament::progress::Progress;
use crate::tournament::report::{self, Report};
use crate::tournament::request::Outputs;
use crate::tournament::run::{Finished, anchor, conclude, ended};
use crate::tournament::tally::{Result as GameResult, Results};
use engines::process::program::plain;

/// Journals of one tournament, and what is asked of them.
#[derive(Clone, Default, Debug)]
pub struct Journals {
    /// The files. They have the same first line, and no game is in two of them.
    pub files: Vec<PathBuf>,
    /// The games of each two that meet; by default as many as the longest journal has begun.
    pub games: Option<usize>,
    /// Whether all games are played again: the rules must accept their moves and end them alike.
    pub verify: bool,
    /// The engine whose rating is given, `NAME=RATING`.
    pub anchor: Option<String>,
    /// Where reports go.
    pub outputs: Outputs,
}

/// Journals that were read and fit together.
struct Archive {
    settings: Map<String, Value>,
    files: Vec<(PathBuf, File)>,
    /// The file in which a game is that counts, and where its line begins.
    places: BTreeMap<usize, (usize, u64)>,
    /// Games with their results, and the number of games that are void.
    results: Results,
    notes: Vec<String>,
}

impl Archive {
    /// Reads journals.
    ///
    /// # Errors
    /// One cannot be read, is damaged or of another tournament, or a game is in two of them.
    fn read(paths: &[PathBuf], verify: bool) -> Result<Self, Error> {
        let first = paths.first().ok_or_else(|| Error::Unfit("there is no journal".to_owned()))?;
        let settings = settings(first)?;
        let named = |why: String| Error::Unfit(format!("{}:1: {why}", first.display()));
        let event = Event::read(&settings, 1).map_err(named)?;
        let mut archive =
            Self { settings, files: Vec::new(), places: BTreeMap::new(), results: Results::new(), notes: Vec::new() };
        let plan = Plan::of_event(&event);
        paths.iter().try_for_each(|path| archive.add(path, &plan, verify))?;
        Ok(archive)
    }

    fn add(&mut self, path: &Path, plan: &Plan<'_>, verify: bool) -> Result<(), Error> {
        let failed = |why: Unreadable| Error::Unfit(format!("{}{why}", path.display()));
        let file = File::open(path).map_err(|error| failed(error.into()))?;
        let mut reader = BufReader::new(file.try_clone().map_err(|error| failed(error.into()))?);
        let results = &mut self.results;
        let mut take = |line: &Line| match line {
            Line::Game(played) => {
                plan.check(played)?;
                if verify {
                    plan.replay(played)?;
                }
                results.insert(played.game, GameResult::from(&**played));
                Ok(())
            }
            Line::Void(void) => {
                void.take_out(results);
                Ok(())
            }
        };
        let (begins, extent) = journal::games(&mut reader, &self.settings, &mut take).map_err(failed)?;
        if extent.torn {
            self.notes.push(format!("{}: the last line is not complete and is left out", path.display()));
        }
        let number = self.files.len();
        for (game, at) in begins {
            if let Some((other, _)) = self.places.insert(game, (number, at)) {
                let other = self.files[other].0.display();
                return Err(Error::Unfit(format!("{}: game {game} is in {other}, too", path.display())));
            }
        }
        self.files.push((path.to_path_buf(), file));
        Ok(())
    }
}

impl Games for Archive {
    fn game(&mut self, game: usize) -> Result<Option<Played>, String> {
        let Some(&(number, at)) = self.places.get(&game) else { return Ok(None) };
        let (path, file) = &mut self.files[number];
        game_at(file, at).map(Some).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// The first line of a journal.
fn settings(path: &Path) -> Result<Map<String, Value>, Error> {
    let failed = |why: String| Error::Unfit(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(|error| failed(plain(&error)))?;
    let mut line = Vec::new();
    next_line(&mut BufReader::new(file), &mut line).map_err(|error| failed(plain(&error)))?;
    head(&line).map_err(failed)
}

/// Reports on journals as one that is told of a tournament when it ends. The report goes to `out`, remarks to `log`.
///
/// # Errors
/// The journals do not fit together, or something cannot be written.
pub fn report(request: &Journals, out: &mut impl Write, log: &mut impl Write) -> Result<Finished, Error> {
    let mut archive = Archive::read(&request.files, request.verify)?;
    archive.notes.iter().try_for_each(|note| writeln!(log, "warning: {note}"))?;
    let mut event = Event::read(&archive.settings, 1).map_err(Error::Unfit)?;
    let last = archive.results.last_key_value().map_or(0, |(&game, _)| game);
    event.schedule.set_rounds(request.games.map_or_else(|| event.schedule.round(last) + 1, |games| games / 2));
    archive.results.retain(|&game, _| game < event.schedule.games());
    let anchor = anchor(request.anchor.as_deref(), &event)?;
    let test = event.test.map(|test| {
        let mut progress = Progress::default();
        progress.advance(&test, &event.schedule, &archive.results);
        progress.test
    });
    let report = Report::new(&event, &archive.results, test, anchor);
    let settings = archive.settings.clone();
    report::write_all(&request.outputs, &report, &settings, &mut archive, out)?;
    if !report.is_complete() {
        let missing = event.schedule.games() - report.tally.games;
        writeln!(log, "warning: {missing} of {} games are missing", event.schedule.games())?;
    }
    Ok(conclude(ended(&report), &report))
}

/// Puts the lines of journals into one, which the tournament can go on with. Returns the number of games.
///
/// # Errors
/// The journals do not fit together, the new one is there already, or something cannot be written.
pub fn merge(journals: &[PathBuf], into: &Path) -> Result<usize, Error> {
    if into.exists() {
        return Err(Error::Unfit(format!("{}: this file is there already", into.display())));
    }
    let archive = Archive::read(journals, false)?;
    files::replace(into, |to| {
        writeln!(to, "{}", checksum::sealed(&Value::Object(archive.settings.clone()).to_string()))?;
        for path in journals {
            let text = fs::read(path)?;
            let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let head = text.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            to.write_all(&text[head..whole])?;
        }
        io::Result::Ok(())
    })?;
    Ok(archive.places.len())
}

/// Takes games out of what a journal counts; they and the reason stay in it. The tournament plays them again.
///
/// # Errors
/// There is no such game, or the journal cannot be read or written.
pub fn void(path: &Path, games: &[usize], reason: &str) -> Result<(), Error> {
    let settings = settings(path)?;
    let event = Event::read(&settings, 1).map_err(|why| Error::Unfit(format!("{}:1: {why}", path.display())))?;
    let plan = Plan::of_event(&event);
    let take = |line: &Line| match line {
        Line::Game(played) => plan.check(played),
        Line::Void(_) => Ok(()),
    };
    let mut journal = Journal::open(path, &settings, take, |_| {}).map_err(Error::Unfit)?;
    journal.void(Void::now(games.to_vec(), reason.to_owned())).map_err(Error::Unfit)
}

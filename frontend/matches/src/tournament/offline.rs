//! Journals without a running tournament: reports, merges, and void games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use records::files;

use super::anchor::anchor;
use super::archive::{Archive, plan_of};
use super::finished::{Ended, Finished};
use crate::Error;
use crate::journal::error::{JournalError, JournalErrorKind};
use crate::journal::file::Journal;
use crate::journal::head;
use crate::journal::line::Line;
use crate::journal::played::Void;
use crate::journal::validation::Validator;
use crate::report::summary::Summary;
use crate::report::write::write_all;
use crate::results::test_progress::TestProgress;
use crate::spec::request::Outputs;

/// A request for reports on the journals of one tournament.
#[derive(Clone, Default, Debug)]
pub struct Journals {
    /// The files. They have the same head, and no game is in two of them.
    pub files: Vec<PathBuf>,
    /// Games of each meeting; by default the rounds up to the last game.
    pub games: Option<usize>,
    /// Whether all games are replayed: the rules must accept their moves and end them alike.
    pub verify: bool,
    /// Engine with a fixed rating, `NAME=RATING`.
    pub anchor: Option<String>,
    /// Files of the reports.
    pub outputs: Outputs,
}

/// Writes reports on journals. The printed report is written to `out`, warnings to `log`.
///
/// # Errors
/// The journals are damaged or those of different tournaments, or a file cannot be written.
pub fn report(request: &Journals, out: &mut dyn Write, log: &mut dyn Write) -> Result<Finished, Error> {
    let mut archive = Archive::read(&request.files, request.verify)?;
    archive.notes.iter().try_for_each(|note| writeln!(log, "warning: {note}"))?;
    let mut plan = archive.plan.clone();
    let last = archive.results.last_key_value().map_or(0, |(&game, _)| game);
    let rounds = request.games.map_or_else(|| plan.schedule.round(last) + 1, |games| games / 2);
    plan.schedule.set_rounds(rounds);
    archive.results.retain(|&game, _| game < plan.schedule.games());
    let anchor = anchor(request.anchor.as_deref(), &plan)?;
    let test = TestProgress::of(&plan, &archive.results);
    let summary = Summary::new(&plan, &archive.results, test, anchor);
    write_all(&request.outputs, &summary, &mut archive, out)?;
    if !summary.is_complete() {
        let missing = plan.schedule.games() - summary.tally.games;
        writeln!(log, "warning: {missing} of {} games are missing", plan.schedule.games())?;
    }
    Ok(Finished::new(Ended::of(&summary), &summary))
}

/// Merges the lines of journals into a new one, with which the tournament can continue. Returns the number of games.
///
/// # Errors
/// The journals are damaged or those of different tournaments, the new journal exists, or it cannot be written.
pub fn merge(journals: &[PathBuf], into: &Path) -> Result<usize, Error> {
    if into.exists() {
        return Err(JournalError::new(into, JournalErrorKind::Exists).into());
    }
    let archive = Archive::read(journals, false)?;
    files::replace(into, |to| {
        writeln!(to, "{}", head::line(&archive.plan.head))?;
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

/// Voids games of a journal. Their lines and the reason stay in it, and the tournament replays the games.
///
/// # Errors
/// There is no such game, or the journal cannot be read or written.
pub fn void(path: &Path, games: &[usize], reason: &str) -> Result<(), Error> {
    let plan = plan_of(path)?;
    let validator = Validator::without_openings(&plan);
    let take = |line: &Line| -> Result<(), JournalErrorKind> {
        match line {
            Line::Game(played) => Ok(validator.check(played)?),
            Line::Void(_) => Ok(()),
        }
    };
    let mut journal = Journal::open(path, &plan.head, take, |_| {})?;
    journal.void(Void::now(games.to_vec(), reason.to_owned()))?;
    Ok(())
}

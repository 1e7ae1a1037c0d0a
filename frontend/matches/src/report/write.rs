//! Reports as files.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use ::records::files::{self, NewFile};

use super::page::document::Page;
use super::page::gathered::Gathered;
use super::summary::Summary;
use super::{csv, json, records, table};
use crate::Error;
use crate::error::TournamentError;
use crate::journal::played::Played;
use crate::journal::read::GameSource;
use crate::results::test_progress::TestState;
use crate::spec::request::Outputs;

/// Writes the requested reports.
///
/// # Errors
/// A game cannot be read, or a file cannot be written.
pub(crate) fn write_all(
    outputs: &Outputs,
    summary: &Summary<'_>,
    journal: &mut dyn GameSource,
    out: &mut dyn Write,
) -> Result<(), Error> {
    write_file(outputs.csv.as_deref(), |file| csv::write(summary, file))?;
    write_file(outputs.html.as_deref(), |file| {
        let mut gathered = Gathered::new(summary.plan);
        each_game(summary, journal, |played| gathered.add(played))?;
        Page { summary, refresh: None }.write(&mut gathered, file)
    })?;
    write_file(outputs.pgn.as_deref(), |file| {
        each_game(summary, journal, |played| records::write_pgn(summary, played, file))
    })?;
    write_file(outputs.sgf.as_deref(), |file| {
        each_game(summary, journal, |played| records::write_sgf(summary, played, file))
    })?;
    if let Some(folder) = &outputs.psq {
        fs::create_dir_all(folder).map_err(|error| TournamentError::Folder(folder.clone(), error))?;
        each_game(summary, journal, |played| {
            let name = format!("{:06}.psq", played.game + 1);
            files::replace(&folder.join(name), |file| records::write_psq(summary, played, file)).map_err(Error::from)
        })?;
    }
    match outputs.json {
        true => json::write(summary, out)?,
        false => table::write(summary, out)?,
    }
    Ok(())
}

/// Calls `write` with all games that count, in the order of the schedule.
fn each_game<E: From<io::Error>>(
    summary: &Summary<'_>,
    journal: &mut dyn GameSource,
    mut write: impl FnMut(&Played) -> Result<(), E>,
) -> Result<(), E> {
    let games = summary.plan.schedule.games().min(TestState::last(summary.tally.test.as_ref()));
    for game in 0..games {
        if let Some(played) = journal.game(game).map_err(io::Error::other)? {
            write(&played)?;
        }
    }
    Ok(())
}

/// Writes a file, if one is requested.
fn write_file(path: Option<&Path>, write: impl FnOnce(&mut NewFile) -> io::Result<()>) -> Result<(), Error> {
    path.map_or(Ok(()), |path| Ok(files::replace(path, write)?))
}

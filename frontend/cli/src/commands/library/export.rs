//! `ninuki library export`: games of a library as records.

use std::io::Write;
use std::path::{Path, PathBuf};

use library::{Library, Search};
use records::{Entry, Format, files};

use super::FileArgs;
use super::search::SearchArgs;
use crate::error::{Failure, Status};
use crate::formats;
use crate::values::whole;

/// Writes games as records.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games that the format cannot hold are counted, and the exit status is then 1.

Examples:
  ninuki library export --library games.db all.sgf
  ninuki library export --library games.db - --to txt --rules pente --moves \"K10 L9\"")]
pub(super) struct Args {
    #[arg(value_name = "OUT", help = format!("The file to write ({}), or - for standard output", formats::endings()))]
    output: PathBuf,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// The format, before that of the ending of OUT [default for -: txt]
    #[arg(long, value_name = "FORMAT", value_parser = formats::parser())]
    to: Option<Format>,

    /// The most games
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    limit: Option<usize>,
}

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let format = args.to.map_or_else(|| Format::of(&args.output), Ok)?;
    let search = args.search.search()?;
    let mut library = Library::read(&args.file.library)?;
    let mut export = Export { format, limit: args.limit.unwrap_or(usize::MAX), games: 0, refused: None, left_out: 0 };
    let standard = args.output == Path::new("-");
    if format.is_appended() {
        if standard {
            export.each(&mut library, &search, |entry| Ok(format.write_one(entry, out)?))?;
        } else {
            let mut file = files::NewFile::create(&args.output)?;
            export.each(&mut library, &search, |entry| {
                Ok(format.write_one(entry, &mut file).map_err(|error| records::Error::write(&args.output, error))?)
            })?;
            file.commit()?;
        }
    } else {
        let mut entries = Vec::new();
        export.each(&mut library, &search, |entry| {
            entries.push(entry.clone());
            Ok(())
        })?;
        if format.is_single() && entries.len() > 1 {
            let (name, count) = (format.name(), entries.len());
            return Err(Failure::Wrong(format!(
                "{name} holds one game only, {count} were found; --limit 1 writes one"
            )));
        }
        if entries.is_empty() {
            return Err(Failure::Wrong(export.refused.unwrap_or_else(|| "no game was found".to_owned())));
        }
        let bytes = format.write(&entries);
        if standard { out.write_all(&bytes)? } else { files::write(&args.output, &bytes)? }
    }
    if let Some(reason) = export.refused {
        writeln!(log, "warning: {} games were left out: {reason}", export.left_out)?;
        return Ok(Status::Wrong);
    }
    Ok(Status::Done)
}

/// An export in progress.
struct Export {
    format: Format,
    limit: usize,
    games: usize,
    /// Why the first game was left out.
    refused: Option<String>,
    left_out: usize,
}

impl Export {
    /// Passes each game that the format holds to `write`.
    fn each(
        &mut self,
        library: &mut Library,
        search: &Search,
        mut write: impl FnMut(&Entry) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut written = Ok(());
        if self.limit == 0 {
            return Ok(());
        }
        library.search(search, |found| {
            let mut entry = found.game.entry();
            if !self.format.has_trees() {
                entry.tree = entry.tree.as_ref().and_then(|tree| self.format.main_line(tree));
            }
            match self.format.check(&entry) {
                Ok(()) => {
                    self.games += 1;
                    written = write(&entry);
                }
                Err(error) => {
                    self.left_out += 1;
                    self.refused.get_or_insert_with(|| error.to_string());
                }
            }
            written.is_ok() && self.games < self.limit
        })?;
        written
    }
}

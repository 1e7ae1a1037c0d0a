//! `ninuki library import` and `merge`: games into a library.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use library::{Import, ImportCounts, ImportProgress, Library};
use records::Shard;

use super::FileArgs;
use crate::args::SourceArgs;
use crate::error::{Failure, Status};
use crate::formats;
use crate::interrupt;
use crate::progress::Progress;

/// Imports records.
#[derive(clap::Args, Debug)]
#[command(
    long_about = format!(
        "Imports records.\n\nFiles ({}), folders with all in them, archives (.zip, .tar, .tar.gz, .tgz), compressed files (.gz), \
        and - for standard input. In folders and archives, files with other endings are passed over.",
        formats::endings()
    ),
    after_help = "\
Games are replayed by the rules. A game that is an image of one in the library counts as a duplicate, whatever its headers; \
where they differ, the table `duplicates` has them. Illegal and unreadable games are refused, and the table `refused` has \
their places and reasons. Variations and comments are not kept.

An import that was stopped or killed continues by the same command. Several processes import shards into libraries of \
their own, which `ninuki library merge` joins.

Exit status: 0 all games are in the library, 1 some were refused, 2 a source cannot be used.

Examples:
  ninuki library import --library games.db archive.zip records/
  ninuki library import --library games.db --rules pente games.txt --json
  ninuki library import --library part1.db --shard 1/4 games.sgf"
)]
pub(super) struct Args {
    /// Records, folders, archives, or - for standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    source: SourceArgs,

    /// Only part I of N of the games of each file, for several processes
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Prints the counts as one JSON object
    #[arg(long)]
    json: bool,
}

/// Joins libraries.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games that both have are kept once. Refused games and evaluations are joined as well. The other libraries stay as they are.

Example: ninuki library merge --library games.db part1.db part2.db")]
pub(super) struct MergeArgs {
    /// The libraries to add
    #[arg(value_name = "FILE", required = true)]
    others: Vec<PathBuf>,

    #[command(flatten)]
    file: FileArgs,

    /// Prints the counts as one JSON object
    #[arg(long)]
    json: bool,
}

/// Kinds of refusals that are printed; more are counted.
const KINDS: usize = 20;

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let choice = args.source.choice()?;
    let mut import = Import::default();
    (import.choice, import.format, import.shard) = (choice, args.source.from, args.shard);
    import.stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&import.stop);
    let mut library = Library::create(&args.file.library)?;
    let bar = Progress::text().begin(&[]);
    let done = library.import(&args.paths, &import, |progress| show(&bar, progress));
    drop(bar);
    let counts = match done {
        Err(library::Error::Stopped) => {
            return Err(Failure::Wrong("the import was stopped; the same command continues".to_owned()));
        }
        done => done?,
    };
    if counts.refused > 0 {
        refusals(&mut library, log)?;
    }
    report(counts, args.json, out)
}

pub(super) fn merge(args: &MergeArgs, out: &mut impl Write, _: &mut impl Write) -> Result<Status, Failure> {
    let mut library = Library::create(&args.file.library)?;
    let mut sum = ImportCounts::default();
    for other in &args.others {
        let bar = Progress::text().begin(&[]);
        let counts = library.merge(other, |progress| show(&bar, progress))?;
        sum.games += counts.games;
        sum.imported += counts.imported;
        sum.duplicates += counts.duplicates;
    }
    report(sum, args.json, out)
}

fn show(bar: &Progress, progress: &ImportProgress) {
    let ImportCounts { games, imported, duplicates, refused } = progress.counts;
    let counts = format!("{games} games: {imported} new, {duplicates} duplicates, {refused} refused");
    bar.show(0, 1, vec![counts, progress.source.clone()]);
}

fn report(counts: ImportCounts, json: bool, out: &mut impl Write) -> Result<Status, Failure> {
    if json {
        serde_json::to_writer(&mut *out, &counts)?;
        writeln!(out)?;
    } else {
        let ImportCounts { games, imported, duplicates, refused } = counts;
        for (name, count) in
            [("games", games), ("imported", imported), ("duplicates", duplicates), ("refused", refused)]
        {
            writeln!(out, "{name:<12} {count:>9}")?;
        }
    }
    Ok(if counts.refused > 0 { Status::Wrong } else { Status::Done })
}

/// Prints the reasons of refusals, each with the place of the first.
fn refusals(library: &mut Library, log: &mut impl Write) -> Result<(), Failure> {
    let refused = library.refused()?;
    for kind in refused.iter().take(KINDS) {
        let line = kind.line.map(|line| format!("{line}: ")).unwrap_or_default();
        let mv = kind.mv.as_ref().map(|mv| format!("ply {}: {mv}: ", kind.ply)).unwrap_or_default();
        let gap = if line.is_empty() { " " } else { "" };
        let more = if kind.games > 1 { format!(" (and {} more)", kind.games - 1) } else { String::new() };
        writeln!(log, "refused: {}:{gap}{line}{mv}{}{more}", kind.source, kind.reason)?;
    }
    match refused.len().saturating_sub(KINDS) {
        0 => Ok(()),
        more => Ok(writeln!(log, "refused: {more} more reasons")?),
    }
}

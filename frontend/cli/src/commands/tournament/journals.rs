//! `ninuki tournament report`, `merge` and `void`: journals without a running tournament.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Subcommand;
use matches::tournament::{Journals, merge, report, void};

use super::values::{even, games};
use super::{ReportArgs, status};
use crate::error::{Failure, Status};

#[derive(Subcommand, Clone, Debug)]
pub(super) enum Command {
    /// Reports on the games of journals, those of all shards together
    ///
    /// The journals have the same first line, and no game is in two of them. Everything is computed anew.
    #[command(after_help = "Exit status: as that of a tournament that has played these games.

Example: ninuki tournament report match.*.jsonl --html report.html")]
    Report {
        /// The journals
        #[arg(value_name = "JOURNAL", required = true)]
        journals: Vec<PathBuf>,

        /// Games of each two engines that meet [default: the rounds begun]
        #[arg(long, value_name = "N", value_parser = even)]
        games: Option<usize>,

        #[command(flatten)]
        report: ReportArgs,
    },

    /// Merges journals into one, with which the tournament can continue
    #[command(after_help = "Example: ninuki tournament merge match.*.jsonl --into match.jsonl")]
    Merge {
        /// The journals
        #[arg(value_name = "JOURNAL", required = true)]
        journals: Vec<PathBuf>,

        /// The new journal
        #[arg(long, value_name = "FILE")]
        into: PathBuf,
    },

    /// Voids games of a journal; the same tournament replays them
    ///
    /// The games and the reason stay in the journal.
    #[command(after_help = "Example: ninuki tournament void match.jsonl 17 20-25 --reason \"power cut\"")]
    Void {
        /// The journal
        #[arg(value_name = "JOURNAL")]
        journal: PathBuf,

        /// The numbers of the games in the journal, as 17 or 20-25
        #[arg(value_name = "GAME", required = true, value_parser = games)]
        games: Vec<RangeInclusive<usize>>,

        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

/// Runs a command on journals. Results are written to `out`, warnings to `log`.
///
/// # Errors
/// The journals are damaged or those of different tournaments, or a file cannot be written.
pub(super) fn run(command: &Command, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    match command.clone() {
        Command::Report { journals, games, report: asked } => {
            let outputs = asked.outputs();
            let request =
                Journals { files: journals, games, verify: asked.verify_journal, anchor: asked.anchor, outputs };
            Ok(status(report(&request, out, log)?.ended))
        }
        Command::Merge { journals, into } => {
            let games = merge(&journals, &into)?;
            writeln!(out, "{}: {games} games of {} journals", into.display(), journals.len())?;
            Ok(Status::Done)
        }
        Command::Void { journal, games, reason } => {
            let mut numbers: Vec<usize> = games.into_iter().flatten().collect();
            numbers.sort_unstable();
            numbers.dedup();
            void(&journal, &numbers, &reason)?;
            writeln!(out, "{}: {} games do not count any more", journal.display(), numbers.len())?;
            Ok(Status::Done)
        }
    }
}

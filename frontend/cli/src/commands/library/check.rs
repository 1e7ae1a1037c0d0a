//! `ninuki library check`: a whole library checked.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use library::Library;

use super::FileArgs;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;

/// Checks a library: the file, its references, and all games by the rules.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 without a fault, 1 with one.

Example: ninuki library check --library games.db")]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let bar = Progress::text().begin(&[]);
    let checked = Library::read(&args.file.library)?.check(|games| {
        bar.show(0, 1, vec![format!("{games} games")]);
        !stop.load(Relaxed)
    });
    drop(bar);
    let checked = checked?;
    if args.json {
        let object = serde_json::json!({"games": checked.games, "count": checked.count, "faults": checked.faults});
        writeln!(out, "{object}")?;
    } else {
        for fault in &checked.faults {
            writeln!(log, "error: {fault}")?;
        }
        writeln!(out, "{} games, {} faults", checked.games, checked.count)?;
    }
    Ok(if checked.count > 0 { Status::Wrong } else { Status::Done })
}

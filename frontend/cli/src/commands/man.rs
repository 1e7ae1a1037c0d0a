//! `ninuki man`: the help as manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::{Man, generate_to};

use crate::error::{Failure, Status};

/// Prints the manual page, or one for each command.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ninuki man >ninuki.1
  ninuki man --out man1      (then man -l man1/ninuki-play.1)")]
pub(crate) struct Args {
    /// The folder to write the pages of all commands into
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or writes the pages of `command`.
///
/// # Errors
/// The folder cannot be written, or the output cannot.
pub(crate) fn run(args: &Args, command: Command, out: &mut impl Write) -> Result<Status, Failure> {
    match &args.out {
        None => Man::new(command).render(out)?,
        Some(folder) => {
            let written = fs::create_dir_all(folder).and_then(|()| generate_to(command, folder));
            written.map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
        }
    }
    Ok(Status::Done)
}

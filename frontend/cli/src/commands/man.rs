//! `ninuki man`: manual pages, made from the help.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use records::files;

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
            let made = fs::create_dir_all(folder);
            made.map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
            let mut command = command.disable_help_subcommand(true);
            command.build();
            write_pages(&command, folder)?;
        }
    }
    Ok(Status::Done)
}

/// Writes the pages of a command and of those below it.
fn write_pages(command: &Command, folder: &Path) -> Result<(), records::Error> {
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    shown.into_iter().try_for_each(|command| write_pages(command, folder))?;
    let page = Man::new(command.clone());
    files::replace(&folder.join(page.get_filename()), |file| page.render(file))
}

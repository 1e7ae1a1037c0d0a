//! `ninuki completions`: completions of commands and options for shells.

use std::io::Write;

use clap::Command;
use clap_complete::{Shell, generate};

use crate::error::{Failure, Status};

/// Prints the completions of commands and options for a shell.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ninuki completions bash >ninuki.bash      (to be sourced)
  ninuki completions zsh >_ninuki           (into a folder of $fpath)
  ninuki completions fish >ninuki.fish      (into ~/.config/fish/completions)")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions of `command`.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn run(args: &Args, command: &mut Command, out: &mut impl Write) -> Result<Status, Failure> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(args.shell, command, name, &mut script);
    out.write_all(&script)?;
    Ok(Status::Done)
}

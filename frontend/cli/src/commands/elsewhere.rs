//! The commands that start engines, on systems other than Linux: they say that they are not there.

use std::ffi::OsString;

use crate::error::Failure;

/// Runs on Linux only
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _ignored: Vec<OsString>,
}

/// Why `command` is refused, whatever its arguments.
#[must_use]
pub(crate) fn refusal(command: &str) -> Failure {
    Failure::Usage(format!("{command}: only on Linux can this program start engines and watch them"))
}

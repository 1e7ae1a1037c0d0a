//! `ninuki guard`: what this program starts beside itself, so that no engine outlives it.

use std::io::stdin;

use protocol::process::guard::stand;

use crate::error::{Failure, Status};

/// Waits until the runner is gone, then kills the engines that it left.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// The mark of the runner
    mark: String,
}

/// Stands guard.
///
/// # Errors
/// None.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    stand(&args.mark, stdin().lock());
    Ok(Status::Done)
}

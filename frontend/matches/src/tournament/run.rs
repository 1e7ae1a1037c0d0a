//! A tournament from its request to its reports.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engines::process::guard::Guard;

use super::finished::Finished;
use super::{openings, prepare, session};
use crate::Error;
use crate::error::TournamentError;
use crate::play::connection::Supervisor;
use crate::play::status::RunStatus;
use crate::spec::request::Request;

/// Connections of a tournament to the program that runs it. The program must call [`helper`](engines::process::helper()).
#[derive(Default)]
pub struct Host<'p> {
    /// Ends the tournament when it is set. Finished games are kept.
    pub stop: Arc<AtomicBool>,
    /// Called after every game.
    pub on_progress: Option<&'p mut dyn FnMut(&RunStatus)>,
}

/// Plays a tournament. The report is written to `out`, everything else to `log`.
///
/// # Errors
/// The request is invalid, an engine cannot play, or a file cannot be written.
pub fn run(request: &Request, host: Host<'_>, out: &mut dyn Write, log: &mut dyn Write) -> Result<Finished, Error> {
    let game = request.choice.game()?;
    let specs = prepare::engine_specs(request)?;
    let openings = openings::of(request, game)?;
    prepare::check(request, game)?;
    let guard = Guard::start().map_err(TournamentError::Guard)?;
    let supervisor = Supervisor { guard: Arc::clone(&guard), stop: host.stop };
    let mut ignore = |_: &RunStatus| {};
    let on_progress = host.on_progress.unwrap_or(&mut ignore);
    let prepared = prepare::prepare(request, game, specs, openings, supervisor, log);
    let finished = prepared.and_then(|prepared| session::run(request, &prepared, on_progress, out, log));
    guard.dismiss();
    finished
}

//! Preparation of a tournament: its engines are read and probed, and its plan is made.

use std::io::Write;
use std::thread::available_parallelism;

use engine::Game;
use engine::notation::shorten;

use crate::Error;
use crate::error::{Setting, SettingError, TournamentError};
use crate::play::connection::Supervisor;
use crate::play::engine::Engine;
use crate::play::error::PlayError;
use crate::play::game_info::GameInfo;
use crate::play::probe::{Probe, ProbeError};
use crate::spec::engine::EngineSpec;
use crate::spec::engine_file;
use crate::spec::plan::Plan;
use crate::spec::request::Request;
use crate::spec::schedule::Format;
use crate::spec::time_control::TimeControl;
use crate::spec::tournament::{Choices, Tournament};
use openings::lists::Opening;

/// Returns the settings of the engines in a request.
///
/// # Errors
/// A setting is invalid, or the number of engines does not suit the request.
pub(super) fn engine_specs(request: &Request) -> Result<Vec<EngineSpec>, TournamentError> {
    let invalid = |setting: Setting| move |error: SettingError| TournamentError::Setting(setting, error);
    let mut each = EngineSpec::default();
    if let Some(control) = &request.tc {
        each.tc = Some(control.parse().map_err(invalid(Setting::TimeControl))?);
    }
    let each = EngineSpec::parse(&request.each, &each).map_err(invalid(Setting::Each))?;
    let (mut specs, each) = match &request.engine_file {
        Some(file) => engine_file::read(file, &each).map_err(TournamentError::EngineFile)?,
        None => (Vec::new(), each),
    };
    for text in &request.engines {
        let spec = EngineSpec::parse(text, &each).and_then(|spec| match spec.cmd.is_empty() {
            true => Err(SettingError::NoCommand),
            false => Ok(spec),
        });
        specs.push(spec.map_err(invalid(Setting::Engine(shorten(text))))?);
    }
    specs.iter_mut().for_each(EngineSpec::limit_by_default);
    check_number(request, specs.len())?;
    Ok(specs)
}

/// Checks that a number of engines suits a request.
fn check_number(request: &Request, engines: usize) -> Result<(), TournamentError> {
    if engines < 2 {
        return Err(TournamentError::Setting(Setting::Engines, SettingError::TooFewEngines));
    }
    if let Some(seeds) = request.seeds
        && (request.format != Format::Gauntlet || !(1..engines).contains(&seeds))
    {
        return Err(TournamentError::Setting(Setting::Seeds, SettingError::Seeds(engines)));
    }
    if request.sprt.is_some() && engines != 2 {
        return Err(TournamentError::Setting(Setting::Test, SettingError::TestEngines(engines)));
    }
    Ok(())
}

/// Checks settings that depend on the game or the system.
///
/// # Errors
/// A setting does not suit the game or the system.
pub(super) fn check(request: &Request, game: &'static Game) -> Result<(), TournamentError> {
    if request.pin && !cfg!(target_os = "linux") {
        return Err(TournamentError::Pinning);
    }
    if request.outputs.psq.is_some() {
        let invalid = |error| TournamentError::Setting(Setting::Psq, SettingError::Board(error));
        records::Format::PSQ.check_board(game).map_err(invalid)?;
    }
    Ok(())
}

/// Engines and plan of a tournament.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) engines: Vec<Engine>,
    /// Openings; `None` where the players make them.
    pub(super) openings: Option<Vec<Opening>>,
    pub(super) plan: Plan,
    pub(super) game_info: GameInfo,
    pub(super) supervisor: Supervisor,
}

/// Probes the engines and makes the plan. Warnings are written to `log`.
///
/// # Errors
/// An engine cannot play the tournament, or the user stopped it.
pub(super) fn prepare(
    request: &Request,
    game: &'static Game,
    specs: Vec<EngineSpec>,
    openings: Option<Vec<Opening>>,
    supervisor: Supervisor,
    log: &mut dyn Write,
) -> Result<Prepared, Error> {
    if request.adjudication.prove.is_some() && game.rules().repetition {
        // The moves before a proof could make one of its positions a draw.
        let error = SettingError::Repetition(game.rules().name);
        return Err(TournamentError::Setting(Setting::Prove, error).into());
    }
    let game_info = GameInfo { game, think: request.limits.think };
    let (swap2, limits) = (request.swap2, request.limits);
    let probe = Probe { game_info: game_info.clone(), swap2, limits, supervisor: supervisor.clone() };
    let mut notes = Vec::new();
    let engines = probe.all(specs, &mut notes).map_err(|error| match error {
        ProbeError::Engine(error) => Error::from(TournamentError::Engine(error)),
        ProbeError::Stopped => PlayError::Stopped.into(),
    })?;
    notes.extend(warnings(request, &engines, openings.as_deref()));
    for note in notes {
        writeln!(log, "warning: {note}")?;
    }
    let choices = Choices {
        engines: engines.iter().map(|engine| engine.spec.clone()).collect(),
        format: request.format,
        seeds: request.seeds,
        opening_order: request.opening_order,
        seed: request.seed,
        adjudication: request.adjudication,
        limits,
        sprt: request.sprt,
    };
    let tournament = Tournament::new(game, openings.as_deref(), choices);
    let plan = Plan::new(tournament, game, request.games() / 2, request.shard);
    Ok(Prepared { engines, openings, plan, game_info, supervisor })
}

/// Returns warnings about conditions that may distort results.
fn warnings(request: &Request, engines: &[Engine], openings: Option<&[Opening]>) -> Vec<String> {
    let mut notes = Vec::new();
    let (cores, threads, concurrency) = (cores(), threads(engines), usize::from(request.concurrency));
    if concurrency * threads > cores {
        notes.push(format!(
            "{concurrency} games of {threads} threads on {cores} cores: engines will take each other's time"
        ));
    }
    let by_default = engines.iter().filter(|engine| engine.spec.tc_by_default);
    let by_default: Vec<&str> = by_default.map(|engine| engine.spec.name.as_str()).collect();
    if !by_default.is_empty() && by_default.len() < engines.len() {
        let (names, control) = (by_default.join(", "), TimeControl::DEFAULT);
        notes.push(format!("tc={control} by default, unlike the others: {names}"));
    }
    let rounds = request.games() / 2;
    if let Some(openings) = openings.filter(|openings| openings.len() < rounds && request.sprt.is_none()) {
        let count = openings.len();
        notes.push(format!("{count} openings for {rounds} pairs: they come again, and so may whole games"));
    }
    notes
}

/// Returns the cores of each simultaneous game.
pub(super) fn cores_of_games(engines: &[Engine], concurrency: usize) -> Vec<Vec<usize>> {
    let (cores, threads) = (cores(), threads(engines));
    let of = |slot: usize| (0..threads).map(|thread| (slot * threads + thread) % cores).collect();
    (0..concurrency).map(of).collect()
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Returns the largest number of threads of an engine.
fn threads(engines: &[Engine]) -> usize {
    engines.iter().filter_map(|engine| engine.spec.threads).max().unwrap_or(1)
}

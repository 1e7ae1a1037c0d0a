//! A session: the games that the journal lacks are played and reported.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use super::anchor::anchor;
use super::finished::{Ended, Finished};
use super::live::gather;
use super::prepare::{Prepared, cores_of_games};
use crate::Error;
use crate::error::TournamentError;
use crate::journal::error::JournalErrorKind;
use crate::journal::file::Journal;
use crate::journal::line::Line;
use crate::journal::validation::Validator;
use crate::play::contest::{Contest, FaultPolicy};
use crate::play::error::PlayError;
use crate::play::machine::Machine;
use crate::play::scheduler::Scheduler;
use crate::play::shards::ShardJournals;
use crate::play::state::State;
use crate::play::status::{RunStatus, status};
use crate::play::threads::play_all;
use crate::report::page::live::LivePage;
use crate::report::summary::Summary;
use crate::report::write::write_all;
use crate::results::game_result::{GameResult, Results};
use crate::spec::conditions;
use crate::spec::plan::Plan;
use crate::spec::request::Request;
use crate::spec::tournament::journal_name;
use crate::statistics::Anchor;

/// Files of a session.
struct Files {
    journal: PathBuf,
    stop_file: Option<PathBuf>,
    /// Journals of the other shards that share the test.
    shards: Vec<PathBuf>,
}

impl Files {
    /// Returns the files of a request. Shards that share a test have a stop file by default.
    fn new(request: &Request, plan: &Plan) -> Self {
        let base = request.journal.clone().unwrap_or_else(|| PathBuf::from(journal_name(&plan.head)));
        let shares_test = request.shard.filter(|_| request.sprt.is_some());
        let others = shares_test.map(|shard| shard.others().map(|other| other.path(&base)).collect());
        Self {
            journal: request.shard.map_or_else(|| base.clone(), |shard| shard.path(&base)),
            stop_file: request.stop_file.clone().or_else(|| shares_test.map(|_| base.with_extension("stop"))),
            shards: others.unwrap_or_default(),
        }
    }
}

/// Plays the games that the journal lacks, and reports on all.
///
/// # Errors
/// The journal or a report cannot be read or written, or the games cannot be played.
pub(super) fn run(
    request: &Request,
    prepared: &Prepared,
    on_progress: &mut dyn FnMut(&RunStatus),
    out: &mut dyn Write,
    log: &mut dyn Write,
) -> Result<Finished, Error> {
    let plan = &prepared.plan;
    let anchor = anchor(request.anchor.as_deref(), plan)?;
    let files = Files::new(request, plan);
    if let Some(folder) = &request.dialogue {
        fs::create_dir_all(folder).map_err(|error| TournamentError::Folder(folder.clone(), error))?;
    }
    let validator = Validator::new(plan, prepared.openings.as_deref());
    let (journal, results) = open_journal(request, &files.journal, validator, log)?;
    for (names, conditions) in conditions::summary(&plan.conditions()) {
        writeln!(log, "{names}: {conditions}")?;
    }
    let contest = contest(request, prepared, files.stop_file.clone());
    let shards = ShardJournals::new(validator, files.shards);
    let outcome = play(request, &contest, journal, results, shards, anchor, on_progress)?;
    report(request, &contest, outcome, anchor, out, log)
}

/// Opens the journal and returns it with the results of its games.
fn open_journal(
    request: &Request,
    path: &Path,
    validator: Validator<'_>,
    log: &mut dyn Write,
) -> Result<(Journal, Results), Error> {
    let (mut results, mut notes, mut verified) = (Results::new(), Vec::new(), 0);
    let games = validator.plan().schedule.games();
    let take = |line: &Line| -> Result<(), JournalErrorKind> {
        let played = match line {
            Line::Game(played) => &**played,
            Line::Void(void) => {
                void.remove_from(&mut results);
                return Ok(());
            }
        };
        validator.check(played)?;
        if request.verify_journal {
            validator.replay(played)?;
            verified += 1;
        }
        // The journal may have more games than the request.
        if played.game < games {
            results.insert(played.game, GameResult::from(played));
        }
        Ok(())
    };
    let journal = Journal::open(path, &validator.plan().head, take, |note| notes.push(note))?;
    notes.iter().try_for_each(|note| writeln!(log, "warning: {note}"))?;
    if request.verify_journal {
        writeln!(log, "{}: {verified} games are verified", path.display())?;
    }
    if !results.is_empty() {
        writeln!(log, "{}: {} games are played already", path.display(), results.len())?;
    }
    Ok((journal, results))
}

/// Returns the contest of a request.
fn contest<'p>(request: &Request, prepared: &'p Prepared, stop_file: Option<PathBuf>) -> Contest<'p> {
    let concurrency = usize::from(request.concurrency);
    Contest {
        plan: &prepared.plan,
        engines: &prepared.engines,
        openings: prepared.openings.as_deref(),
        game_info: prepared.game_info.clone(),
        concurrency,
        machine: Machine::new(request.machine.clone(), prepared.plan.game),
        cores: request.pin.then(|| cores_of_games(&prepared.engines, concurrency)),
        supervisor: prepared.supervisor.clone(),
        faults: FaultPolicy { own: request.on_fault, machine: request.on_machine_fault, replays: request.replays },
        stop_file,
        dialogue: request.dialogue.clone(),
    }
}

/// State after the last game, and the results of the threads.
struct Outcome {
    state: State,
    played: Result<(), PlayError>,
    /// Result of the thread that writes the page of the running tournament.
    page: Option<Result<(), records::Error>>,
}

/// Plays the games, and writes the page of the running tournament.
fn play(
    request: &Request,
    contest: &Contest<'_>,
    mut journal: Journal,
    results: Results,
    shards: ShardJournals<'_>,
    anchor: Anchor,
    on_progress: &mut dyn FnMut(&RunStatus),
) -> Result<Outcome, Error> {
    let plan = contest.plan;
    let mut live = None;
    if let Some(path) = request.outputs.live.clone() {
        let (page, mut gathered) = (LivePage { path, plan, anchor }, gather(plan, &results, &mut journal)?);
        page.begin(&mut gathered)?;
        live = Some((page, gathered));
    }
    let (follower, finished) = live.as_ref().map(|_| mpsc::channel()).unzip();
    let journal_path = journal.path().to_path_buf();
    let scheduler = Scheduler::new(contest, journal, results, follower);
    let (ends, ended) = mpsc::channel();
    let (played, page) = thread::scope(|scope| {
        let (running, path) = (&scheduler.running, &journal_path);
        scope.spawn(move || running.write(path, &ended));
        let following = live
            .zip(finished)
            .map(|((page, gathered), finished)| scope.spawn(move || page.follow(gathered, &finished)));
        let played = play_all(&scheduler, shards, |state, tally| on_progress(&status(contest, state, tally)));
        drop(ends);
        scheduler.state().follower = None;
        (played, following.and_then(|following| following.join().ok()))
    });
    Ok(Outcome { state: scheduler.into_state(), played, page })
}

/// Writes the reports, and how to continue a stopped tournament.
fn report(
    request: &Request,
    contest: &Contest<'_>,
    outcome: Outcome,
    anchor: Anchor,
    out: &mut dyn Write,
    log: &mut dyn Write,
) -> Result<Finished, Error> {
    let Outcome { mut state, played, page } = outcome;
    let plan = contest.plan;
    let test = plan.test().map(|_| state.progress.state);
    let summary = Summary::new(plan, &state.results, test, anchor);
    let reported = write_all(&request.outputs, &summary, &mut state.journal, out);
    // A full disk stops both; the error of the games matters more.
    played?;
    reported?;
    page.transpose()?;
    if let (Some(text), Some(file)) = (&state.halted, &contest.stop_file) {
        writeln!(log, "{} ends it: {text}", file.display())?;
    } else if !summary.is_complete() {
        let (games, all) = (summary.tally.games, plan.games());
        let path = state.journal.path().display();
        writeln!(log, "stopped after {games} of {all} games; the same command goes on, the journal is {path}")?;
    }
    let ended = match request.shard {
        // The results of all shards together are not known here.
        Some(_) if summary.is_complete() || state.halted.is_some() => Ended::Complete,
        Some(_) => Ended::Undecided,
        None => Ended::of(&summary),
    };
    Ok(Finished::new(ended, &summary))
}

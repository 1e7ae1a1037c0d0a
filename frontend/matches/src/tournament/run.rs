//! A tournament from what is asked for to its reports.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::thread::{self, available_parallelism};

use engine::notation::shorten;
use engine::rules::Capture;
use engine::{Color, Game, SetUp};

use crate::openings::{self, Opening};
use crate::statistics::{Anchor, Estimate, GameCounts, Verdict};
use crate::tournament::board::Board;
use crate::tournament::clock::TimeControl;
use crate::tournament::conditions::summary;
use crate::tournament::contest::{Contest, FaultPolicy};
use crate::tournament::contestant::{self, Refused};
use crate::tournament::entrant::Entrant;
use crate::tournament::event::Event;
use crate::tournament::game_info::GameInfo;
use crate::tournament::journal::{Games, Journal, Line};
use crate::tournament::machine::Machine;
use crate::tournament::page::{Gathered, Live};
use crate::tournament::plan::Plan;
use crate::tournament::report::{self, Rank, Report, RunStatus, live::status};
use crate::tournament::request::Request;
use crate::tournament::roster;
use crate::tournament::schedule::{Format, Schedule};
use crate::tournament::settings::{journal_name, settings};
use crate::tournament::siblings::Siblings;
use crate::tournament::talk::Supervisor;
use crate::tournament::tally::{Result as GameResult, Results};
use crate::{Error, Setting, SettingError};
use engines::process::guard::Guard;
use engines::process::program::plain;

/// What a tournament runs with. The program must obey [`helper`](engines::process::helper()).
#[derive(Default)]
pub struct Host<'p> {
    /// Ends the tournament once it is set; what was played is kept.
    pub stop: Arc<AtomicBool>,
    /// Called after every game, if it is wanted.
    pub on_progress: Option<&'p mut dyn FnMut(&RunStatus)>,
}

/// How a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All games are played; a test has accepted H1.
    Complete,
    /// All games are played, and what they show rests on faults.
    OnFaults,
    /// A test has accepted H0 or has no result, or the tournament was stopped.
    Undecided,
}

/// A tournament that was played, as far as it was.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// How it ended.
    pub ended: Ended,
    /// The engines, the best first.
    pub standings: Vec<Standing>,
}

/// What an engine achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// What it is called in reports.
    pub name: String,
    /// Its games: won, drawn, lost.
    pub games: GameCounts,
    /// Its rating in Elo, seen from the anchor's; `None` without enough games.
    pub rating: Option<Estimate>,
    /// The games that it lost by a fault.
    pub faults: u64,
}

impl From<Rank<'_>> for Standing {
    fn from(rank: Rank<'_>) -> Self {
        Self { name: rank.name.to_owned(), games: rank.games, rating: rank.rating, faults: rank.faults }
    }
}

/// Plays the tournament that `request` asks for. The report goes to `out`, everything else to `log`.
///
/// # Errors
/// It cannot be played so, or a file cannot be written.
pub fn run(request: &Request, host: Host<'_>, out: &mut impl Write, log: &mut impl Write) -> Result<Finished, Error> {
    let game = request.choice.game()?;
    let entrants = entrants(request)?;
    let openings = openings(request, game)?;
    if request.pin && !cfg!(target_os = "linux") {
        return Err(Error::Unfit("--pin: on this system games are not bound to cores".to_owned()));
    }
    if request.outputs.psq.is_some() {
        records::Format::PSQ.check_board(game).map_err(|why| Error::Setting(Setting::Psq, why.to_string()))?;
    }
    let guard = Guard::start().map_err(|error| Error::Unfit(format!("the guard does not start: {error}")))?;
    let supervisor = Supervisor { guard: Arc::clone(&guard), stop: host.stop };
    let mut unseen = |_: &RunStatus| {};
    let on_progress = host.on_progress.unwrap_or(&mut unseen);
    let contest = prepare(request, game, entrants, openings, supervisor, log);
    let held = contest.and_then(|contest| hold(request, contest, on_progress, out, log));
    guard.dismiss();
    held
}

fn entrants(request: &Request) -> Result<Vec<Entrant>, Error> {
    let mut each = Entrant::default();
    if let Some(control) = &request.tc {
        let wrong = |why: SettingError| Error::Setting(Setting::TimeControl, why.to_string());
        each.tc = Some(control.parse().map_err(wrong)?);
    }
    let each = Entrant::parse(&request.each, &each).map_err(|why| Error::Setting(Setting::Each, why))?;
    let (mut entrants, each) = match &request.engine_file {
        Some(file) => roster::read(file, &each).map_err(Error::Unfit)?,
        None => (Vec::new(), each),
    };
    for text in &request.engines {
        let wrong = |why: String| Error::Setting(Setting::Engine(shorten(text)), why);
        let entrant = Entrant::parse(text, &each).map_err(wrong)?;
        if entrant.cmd.is_empty() {
            return Err(wrong("cmd= is missing".to_owned()));
        }
        entrants.push(entrant);
    }
    for entrant in &mut entrants {
        if entrant.tc.is_none() && entrant.nodes.is_none() && entrant.depth.is_none() {
            (entrant.tc, entrant.tc_by_default) = (Some(TimeControl::DEFAULT), true);
        }
    }
    if entrants.len() < 2 {
        return Err(Error::Setting(Setting::Engines, "a tournament needs two engines or more".to_owned()));
    }
    if let Some(seeds) = request.seeds
        && (request.format != Format::Gauntlet || !(1..entrants.len()).contains(&seeds))
    {
        let why = format!("a gauntlet of {} engines has 1 to {} seeds", entrants.len(), entrants.len() - 1);
        return Err(Error::Setting(Setting::Seeds, why));
    }
    if request.sprt.is_some() && entrants.len() != 2 {
        return Err(Error::Setting(Setting::Test, format!("it compares two engines, {} are given", entrants.len())));
    }
    Ok(entrants)
}

/// The openings; `None` where the players make them.
fn openings(request: &Request, game: &'static Game) -> Result<Option<Vec<Opening>>, Error> {
    let rules = game.rules();
    if request.swap2 {
        return match rules.capture == Capture::None && !rules.hexagonal() {
            true => Ok(None),
            false => Err(Error::Setting(Setting::Swap2, format!("this opening is not played in {}", rules.name))),
        };
    }
    let empty = Opening { setup: None, moves: Vec::new() };
    let found = match request.openings.as_deref() {
        _ if request.made.is_some() => request.made.clone().unwrap_or_default(),
        Some("none") => vec![empty],
        Some(file) => openings::load(Path::new(file), game)?,
        None => match openings::embedded(game) {
            found if found.is_empty() => vec![empty],
            found => found,
        },
    };
    for (number, opening) in (1..).zip(&found) {
        if let Some(setup) = &opening.setup {
            tellable(game, setup).map_err(|why| Error::Unfit(format!("opening {number}: {why}")))?;
        }
    }
    Ok(Some(found))
}

/// Whether engines can be told a set-up position by `BOARD`.
fn tellable(game: &Game, setup: &SetUp) -> Result<(), String> {
    if game.rules().capture != Capture::None {
        return Err(
            "engines are told games with captures by their moves, so an opening cannot be a position".to_owned()
        );
    }
    let [black, white] = Color::ALL.map(|color| setup.stones.iter().filter(|&&(_, found)| found == color).count());
    let fits = match setup.to_move {
        Color::Black => black == white,
        Color::White => black == white + 1,
    };
    match fits && setup.walls.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{black} black and {white} white stones with {:?} to move cannot be told to engines",
            setup.to_move
        )),
    }
}

fn schedule(request: &Request, players: usize, openings: usize) -> Schedule {
    let schedule = Schedule::new(request.format, players, request.games() / 2, openings, request.seed);
    let schedule = schedule.with_order(request.opening_order);
    request.seeds.map_or(schedule.clone(), |seeds| schedule.with_seeds(players, seeds))
}

fn prepare(
    request: &Request,
    game: &'static Game,
    entrants: Vec<Entrant>,
    openings: Option<Vec<Opening>>,
    supervisor: Supervisor,
    log: &mut impl Write,
) -> Result<Contest, Error> {
    let limits = request.limits;
    if request.adjudication.prove.is_some() && game.rules().repetition {
        // What happened before the proof could make one of its positions a draw.
        let name = game.rules().name;
        return Err(Error::Setting(Setting::Prove, format!("in {name} a repeated position may undo a proof")));
    }
    let game_info = GameInfo { game, think: limits.think };
    let mut notes = Vec::new();
    let contestants = contestant::try_all(entrants, &game_info, request.swap2, limits, &supervisor, &mut notes);
    let contestants = contestants.map_err(|refused| match refused {
        Refused::Unfit(why) => Error::Unfit(why),
        Refused::Stopped => Error::Wrong("stopped before the first game".to_owned()),
    })?;
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = contestants.iter().filter_map(|contestant| contestant.entrant.threads).max().unwrap_or(1);
    let concurrency = usize::from(request.concurrency);
    if concurrency * threads > cores {
        notes.push(format!(
            "{concurrency} games of {threads} threads on {cores} cores: engines will take each other's time"
        ));
    }
    let by_default = contestants.iter().filter(|contestant| contestant.entrant.tc_by_default);
    let by_default: Vec<&str> = by_default.map(|contestant| contestant.entrant.name.as_str()).collect();
    if !by_default.is_empty() && by_default.len() < contestants.len() {
        let (names, control) = (by_default.join(", "), TimeControl::DEFAULT);
        notes.push(format!("tc={control} by default, unlike the others: {names}"));
    }
    let count = openings.as_ref().map_or(1, Vec::len);
    let rounds = request.games() / 2;
    if openings.is_some() && count < rounds && request.sprt.is_none() {
        notes.push(format!("{count} openings for {rounds} pairs: they come again, and so may whole games"));
    }
    for note in notes {
        writeln!(log, "warning: {note}")?;
    }
    let slots = |slot: usize| (0..threads).map(|thread| (slot * threads + thread) % cores).collect();
    Ok(Contest {
        game_info,
        limits,
        schedule: schedule(request, contestants.len(), count),
        contestants,
        openings,
        adjudication: request.adjudication,
        test: request.sprt,
        faults: FaultPolicy { own: request.on_fault, machine: request.on_machine_fault, replays: request.replays },
        shard: request.shard,
        stop_file: None,
        dialogue: request.dialogue.clone(),
        concurrency,
        machine: Machine::new(request.machine.clone(), game),
        cores: request.pin.then(|| (0..concurrency).map(slots).collect()),
        supervisor,
    })
}

/// Plays the games that the journal lacks, and reports on all.
fn hold(
    request: &Request,
    mut contest: Contest,
    on_progress: &mut dyn FnMut(&RunStatus),
    out: &mut impl Write,
    log: &mut impl Write,
) -> Result<Finished, Error> {
    let settings = settings(&contest, request);
    let mut event = Event::read(&settings, request.games() / 2).map_err(Error::Unfit)?;
    event.shard = request.shard;
    let anchor = anchor(request.anchor.as_deref(), &event)?;
    let base = request.journal.clone().unwrap_or_else(|| PathBuf::from(journal_name(&settings)));
    let path = request.shard.map_or_else(|| base.clone(), |shard| shard.path(&base));
    let shares_test = request.shard.filter(|_| request.sprt.is_some());
    contest.stop_file = request.stop_file.clone().or_else(|| shares_test.map(|_| base.with_extension("stop")));
    let contest = contest;
    if let Some(folder) = &request.dialogue {
        fs::create_dir_all(folder).map_err(|error| Error::Unfit(format!("{}: {}", folder.display(), plain(&error))))?;
    }
    let (mut results, mut notes) = (Results::new(), Vec::new());
    let (plan, mut verified) = (Plan::new(&contest), 0);
    let take = |line: &Line| {
        let played = match line {
            Line::Game(played) => &**played,
            Line::Void(void) => {
                void.take_out(&mut results);
                return Ok(());
            }
        };
        plan.check(played)?;
        if request.verify_journal {
            plan.replay(played)?;
            verified += 1;
        }
        // More games were played than are asked for now.
        if played.game < contest.schedule.games() {
            results.insert(played.game, GameResult::from(played));
        }
        Ok(())
    };
    let mut journal = Journal::open(&path, &settings, take, |note| notes.push(note)).map_err(Error::Unfit)?;
    notes.iter().try_for_each(|note| writeln!(log, "warning: {note}"))?;
    if request.verify_journal {
        writeln!(log, "{}: {verified} games are verified", path.display())?;
    }
    if !results.is_empty() {
        writeln!(log, "{}: {} games are played already", path.display(), results.len())?;
    }
    for (names, conditions) in summary(&event.conditions) {
        writeln!(log, "{names}: {conditions}")?;
    }
    let others = shares_test.map(|shard| shard.others().map(|other| other.path(&base)).collect());
    let siblings = Siblings::new(&settings, plan.clone(), others.unwrap_or_default());
    let live = request.outputs.live.clone().map(|path| Live { path, event: &event, anchor, settings: &settings });
    let mut live = match live {
        Some(live) => Some((live, gather(&event, &results, &mut journal)?)),
        None => None,
    };
    live.iter_mut().try_for_each(|(live, games)| live.begin(games))?;
    let (follower, finished) = live.as_ref().map(|_| mpsc::channel()).unzip();
    let board = Board::new(journal, results, follower);
    let (ran, followed) = thread::scope(|scope| {
        let following =
            live.zip(finished).map(|((live, games), finished)| scope.spawn(move || live.follow(games, &finished)));
        let ran = contest.run(&board, siblings, |state, tally| on_progress(&status(&contest, state, tally)));
        board.state().follower = None;
        (ran, following.and_then(|following| following.join().ok()))
    });
    let mut state = board.into_state();
    let test = contest.test.map(|_| state.progress.test);
    let report = Report::new(&event, &state.results, test, anchor);
    let reported = report::write_all(&request.outputs, &report, &settings, &mut state.journal, out);
    // A full disk stops both, and the games come first.
    ran.map_err(Error::Wrong)?;
    reported?;
    followed.transpose()?;
    if let (Some(text), Some(file)) = (&state.halted, &contest.stop_file) {
        writeln!(log, "{} ends it: {text}", file.display())?;
    } else if !report.is_complete() {
        let (games, all) = (report.tally.games, event.games());
        let path = state.journal.path().display();
        writeln!(log, "stopped after {games} of {all} games; the same command goes on, the journal is {path}")?;
    }
    let ended = match request.shard {
        // What all shards together show is not said here.
        Some(_) if report.is_complete() || state.halted.is_some() => Ended::Complete,
        Some(_) => Ended::Undecided,
        None => ended(&report),
    };
    Ok(conclude(ended, &report))
}

/// What the journal holds already of the games that count.
fn gather(event: &Event, results: &Results, journal: &mut Journal) -> Result<Gathered, Error> {
    let mut gathered = Gathered::new(event);
    for &game in results.keys() {
        if let Some(played) = journal.game(game).map_err(Error::Unfit)? {
            gathered.add(&played)?;
        }
    }
    Ok(gathered)
}

/// How a tournament ended of which a report tells.
pub(crate) fn ended(report: &Report<'_>) -> Ended {
    let refuted = report.tally.test.is_some_and(|test| test.verdict != Verdict::AcceptH1);
    match report.is_complete() {
        true if report.rests_on_faults() => Ended::OnFaults,
        true if !refuted => Ended::Complete,
        _ => Ended::Undecided,
    }
}

pub(crate) fn conclude(ended: Ended, report: &Report<'_>) -> Finished {
    Finished { ended, standings: report.ranking().into_iter().map(Standing::from).collect() }
}

/// The engine whose rating is given as `NAME=RATING`.
pub(crate) fn anchor(text: Option<&str>, event: &Event) -> Result<Anchor, Error> {
    let Some(text) = text else { return Ok(Anchor::default()) };
    let refused = |why: String| Error::Setting(Setting::Anchor, why);
    let wrong = || refused(format!("\"{}\" is not NAME=RATING", shorten(text)));
    let (name, rating) = text.rsplit_once('=').ok_or_else(wrong)?;
    let rating: f64 = rating.parse().ok().filter(|rating: &f64| rating.is_finite()).ok_or_else(wrong)?;
    let names: Vec<&str> = event.conditions.iter().map(|engine| engine.name.as_str()).collect();
    let player = names
        .iter()
        .position(|found| *found == name)
        .ok_or_else(|| refused(format!("no engine is called \"{}\", there are {}", shorten(name), names.join(", "))))?;
    Ok(Anchor { player, rating })
}

/// Whether only the first engine meets the others.
pub(crate) fn is_gauntlet(format: Format) -> bool {
    format == Format::Gauntlet
}

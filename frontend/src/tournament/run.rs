//! `ninuki tournament` from its options to its exit status.

use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Instant;

use engine::notation::shorten;
use engine::rules::Capture;
use engine::{Color, Game, SetUp};

use super::args::Args;
use super::board::Board;
use super::clock::TimeControl;
use super::conditions::{Conditions, summary};
use super::contest::Contest;
use super::contestant::{self, Refused};
use super::entrant::Entrant;
use super::journal::Journal;
use super::plan::Plan;
use super::played::Played;
use super::report::{self, Report, live::Live};
use super::schedule::{Format, Schedule};
use super::settings::{journal_name, settings};
use super::statistics::{Anchor, Verdict};
use super::talk::Hall;
use super::tally::{Result as GameResult, Results};
use super::terms::Terms;
use crate::error::{Failure, Status};
use crate::formats;
use crate::interrupt;
use crate::openings::{self, Opening};
use crate::process::guard::{self, Guard};

/// The options of the guard, which only this program itself gives.
#[derive(clap::Args, Clone, Debug)]
pub struct GuardArgs {
    /// The mark of the runner
    mark: String,
}

/// Waits until the runner is gone, then kills the engines that it left.
///
/// # Errors
/// None.
pub fn guard(args: &GuardArgs) -> Result<Status, Failure> {
    guard::stand(&args.mark, stdin().lock());
    Ok(Status::Done)
}

/// Plays the tournament that `args` ask for. Results go to `out`, everything else to `log`.
///
/// # Errors
/// It cannot be played so, or a file cannot be written.
pub fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let game = args.game.game()?;
    let entrants = entrants(args).map_err(Failure::Usage)?;
    let openings = openings(args, game)?;
    if args.psq.is_some() {
        formats::Format::Psq.check_board(game).map_err(|why| Failure::Usage(format!("--psq: {why}")))?;
    }
    let guard = Guard::start().map_err(|error| Failure::Usage(format!("the guard does not start: {error}")))?;
    let hall = Hall { guard: Arc::clone(&guard), stop: Arc::new(AtomicBool::new(false)) };
    // A second interrupt ends this program, and the guard sees to the engines.
    interrupt::sets(&hall.stop);
    let held = prepare(args, game, entrants, openings, hall, log).and_then(|contest| hold(args, &contest, out, log));
    guard.dismiss();
    held
}

fn entrants(args: &Args) -> Result<Vec<Entrant>, String> {
    let mut each = Entrant::default();
    if let Some(control) = &args.tc {
        each.tc = Some(control.parse().map_err(|why| format!("--tc: {why}"))?);
    }
    let each = Entrant::parse(&args.each, &each).map_err(|why| format!("--each: {why}"))?;
    let mut entrants = Vec::new();
    for text in &args.engines {
        let wrong = |why: String| format!("--engine \"{}\": {why}", shorten(text));
        let mut entrant = Entrant::parse(text, &each).map_err(wrong)?;
        if entrant.cmd.is_empty() {
            return Err(wrong("cmd= is missing".to_owned()));
        }
        if entrant.tc.is_none() && entrant.nodes.is_none() && entrant.depth.is_none() {
            (entrant.tc, entrant.tc_by_default) = (Some(TimeControl::DEFAULT), true);
        }
        entrants.push(entrant);
    }
    if entrants.len() < 2 {
        return Err("a tournament needs two engines, so --engine is given twice or more".to_owned());
    }
    if args.sprt.is_some() && entrants.len() != 2 {
        return Err(format!("--sprt compares two engines, {} are given", entrants.len()));
    }
    Ok(entrants)
}

/// The openings; `None` where the players make them.
fn openings(args: &Args, game: &'static Game) -> Result<Option<Vec<Opening>>, Failure> {
    let rules = game.rules();
    if args.swap2 {
        return match rules.capture == Capture::None && !rules.hexagonal() {
            true => Ok(None),
            false => Err(Failure::Usage(format!("--swap2: this opening is not played in {}", rules.name))),
        };
    }
    let empty = Opening { setup: None, moves: Vec::new() };
    let found = match args.openings.as_deref() {
        Some("none") => vec![empty],
        Some(file) => openings::load(Path::new(file), game)?,
        None => match openings::embedded(game) {
            found if found.is_empty() => vec![empty],
            found => found,
        },
    };
    for (number, opening) in (1..).zip(&found) {
        if let Some(setup) = &opening.setup {
            tellable(game, setup).map_err(|why| Failure::Usage(format!("opening {number}: {why}")))?;
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

fn prepare(
    args: &Args,
    game: &'static Game,
    entrants: Vec<Entrant>,
    openings: Option<Vec<Opening>>,
    hall: Hall,
    log: &mut impl Write,
) -> Result<Contest, Failure> {
    let flags = args.game.flags.iter().filter_map(|flag| flag.split_once('='));
    let flags = flags.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
    let limits = args.limits();
    if args.prove.is_some() && game.rules().repetition {
        // What happened before the proof could make one of its positions a draw.
        let name = game.rules().name;
        return Err(Failure::Usage(format!("--prove: in {name} a repeated position may undo a proof")));
    }
    let terms = Terms { game, flags, think: limits.think };
    let mut notes = Vec::new();
    let contestants = contestant::try_all(entrants, &terms, args.swap2, limits, &hall, &mut notes);
    let contestants = contestants.map_err(|refused| match refused {
        Refused::Unfit(why) => Failure::Usage(why),
        Refused::Stopped => Failure::Wrong("stopped before the first game".to_owned()),
    })?;
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = contestants.iter().filter_map(|contestant| contestant.entrant.threads).max().unwrap_or(1);
    let concurrency = usize::from(args.concurrency);
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
    let rounds = args.games() / 2;
    if openings.is_some() && count < rounds && args.sprt.is_none() {
        notes.push(format!("{count} openings for {rounds} pairs: they come again, and so may whole games"));
    }
    for note in notes {
        writeln!(log, "warning: {note}")?;
    }
    let slots = |slot: usize| (0..threads).map(|thread| (slot * threads + thread) % cores).collect();
    Ok(Contest {
        terms,
        limits,
        schedule: Schedule::new(args.format, contestants.len(), rounds, count, args.seed),
        contestants,
        openings,
        adjudication: args.adjudication(),
        test: args.sprt.map(|test| test.0),
        concurrency,
        cores: args.pin.then(|| (0..concurrency).map(slots).collect()),
        hall,
    })
}

/// Plays the games that the journal lacks, and reports on all.
fn hold(args: &Args, contest: &Contest, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let anchor = anchor(args, contest).map_err(Failure::Usage)?;
    let settings = settings(contest, args.format, args.seed);
    let path = args.journal.clone().unwrap_or_else(|| PathBuf::from(journal_name(&settings)));
    let mut results = Results::new();
    let mut notes = Vec::new();
    let (plan, mut verified) = (Plan::new(contest), 0);
    let take = |played: &Played| {
        plan.check(played)?;
        if args.verify_journal {
            plan.replay(played)?;
            verified += 1;
        }
        // More games were played than are asked for now.
        if played.game < contest.schedule.games() {
            results.insert(played.game, GameResult::from(played));
        }
        Ok(())
    };
    let journal = Journal::open(&path, &settings, take, |note| notes.push(note)).map_err(Failure::Usage)?;
    notes.iter().try_for_each(|note| writeln!(log, "warning: {note}"))?;
    if args.verify_journal {
        writeln!(log, "{}: {verified} games are verified", path.display())?;
    }
    if !results.is_empty() {
        writeln!(log, "{}: {} games are played already", path.display(), results.len())?;
    }
    for (names, conditions) in summary(&Conditions::of_all(contest)) {
        writeln!(log, "{names}: {conditions}")?;
    }
    let board = Board::new(journal, results);
    let mut live = Live::new(contest, stderr().is_terminal());
    let began = Instant::now();
    let ran = contest.run(&board, |state, tally| live.show(state, tally, began, log));
    live.clear(log);
    let mut state = board.into_state();
    let tally = contest.tally(&state);
    let report = Report::new(contest, args.format, tally, anchor);
    report::write_all(args, &report, &mut state.journal, out)?;
    ran.map_err(Failure::Wrong)?;
    let complete = report.is_complete();
    if !complete {
        let (games, all) = (report.tally.games, contest.schedule.games());
        let path = state.journal.path().display();
        writeln!(log, "stopped after {games} of {all} games; the same command goes on, the journal is {path}")?;
    }
    let refuted = report.tally.test.is_some_and(|test| test.verdict != Verdict::AcceptH1);
    Ok(if complete && !refuted { Status::Done } else { Status::Wrong })
}

/// The engine whose rating is given.
fn anchor(args: &Args, contest: &Contest) -> Result<Anchor, String> {
    let Some(text) = &args.anchor else { return Ok(Anchor::default()) };
    let wrong = || format!("--anchor \"{}\" is not NAME=RATING", shorten(text));
    let (name, rating) = text.rsplit_once('=').ok_or_else(wrong)?;
    let rating: f64 = rating.parse().ok().filter(|rating: &f64| rating.is_finite()).ok_or_else(wrong)?;
    let player = contest.contestants.iter().position(|contestant| contestant.entrant.name == name);
    let names = || contest.contestants.iter().map(|contestant| contestant.entrant.name.as_str()).collect::<Vec<_>>();
    let player = player.ok_or_else(|| {
        format!("--anchor: no engine is called \"{}\", there are {}", shorten(name), names().join(", "))
    })?;
    Ok(Anchor { player, rating })
}

/// Whether everybody meets everybody.
pub(super) fn is_gauntlet(format: Format) -> bool {
    format == Format::Gauntlet
}

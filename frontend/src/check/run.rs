//! `ninuki check` from its options to its exit status.

use std::io::Write;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::cases::CASES;
use super::dialogue::{Bench, Dialogue, Failure};
use super::histogram::Latencies;
use super::report::{Checked, Report, Verdict};
use super::script::Script;
use crate::error::{Failure as Ended, Status};
use crate::process::guard::Guard;
use crate::process::program::Program;

/// Checks whether an engine speaks the protocol as match managers need it
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Exit status: 0 all cases passed or are not offered, 1 some failed, 2 the engine cannot be run.

Example: ninuki check \"./pbrain-engine --fast\"")]
pub struct Args {
    /// The command line of the engine; `self` is this program's own
    #[arg(value_name = "COMMAND")]
    command: String,

    /// The folder to run it in [default: that of a program named with its folder]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,

    /// Real clocks and many random trials: some minutes instead of less than one
    #[arg(long)]
    full: bool,

    /// Runs only this case, may be repeated
    #[arg(long = "case", value_name = "N")]
    cases: Vec<u32>,

    /// Judges no times, for a machine that is busy
    #[arg(long)]
    untimed: bool,

    /// The seed of the random trials
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Prints the results as a JSON object
    #[arg(long)]
    json: bool,
}

/// What the machine may add to times that are not judged.
const UNTIMED: Duration = Duration::from_secs(3600);

/// How often a case is tried that fails only by the time.
const TRIES: usize = 3;

/// Runs the cases. Results go to `out`.
///
/// # Errors
/// The engine cannot be run, or a case asked for does not exist.
pub fn run(args: &Args, out: &mut impl Write) -> Result<Status, Ended> {
    let program = Program::find(&args.command, args.dir.as_deref()).map_err(Ended::Usage)?;
    if let Some(unknown) = args.cases.iter().find(|number| !CASES.iter().any(|case| case.number == **number)) {
        let last = CASES.iter().map(|case| case.number).max().unwrap_or(0);
        return Err(Ended::Usage(format!("--case {unknown}: there are the cases 1 to {last}")));
    }
    let guard = Guard::start().map_err(|error| Ended::Usage(format!("the guard does not start: {error}")))?;
    let bench = Bench { program, guard: Arc::clone(&guard), noise: if args.untimed { UNTIMED } else { noise() } };
    let checked = check_all(args, &bench, out);
    guard.dismiss();
    checked
}

fn check_all(args: &Args, bench: &Bench, out: &mut impl Write) -> Result<Status, Ended> {
    let mut latencies = Latencies::default();
    let about = about(bench, &mut latencies)?;
    let began = Instant::now();
    let mut report = Report::new(about.as_deref());
    if !args.json {
        report.head(out)?;
    }
    for case in CASES.iter().filter(|case| args.cases.is_empty() || args.cases.contains(&case.number)) {
        let script =
            Script::parse(case.text, args.full).map_err(|wrong| Ended::Usage(format!("{}: {wrong}", case.name)))?;
        let (verdict, notes) = match &script.game {
            Some(game) if !plays(about.as_deref(), game) => (Verdict::NotOffered, Vec::new()),
            _ => try_case(&script, bench, &mut latencies, args.seed),
        };
        let checked = Checked { number: case.number, title: script.title, verdict, notes };
        if !args.json {
            checked.print(out)?;
            out.flush()?;
        }
        report.checked.push(checked);
    }
    report.end(latencies, began.elapsed());
    match args.json {
        true => report.json(out)?,
        false => report.foot(out)?,
    }
    Ok(if report.failed() == 0 { Status::Done } else { Status::Wrong })
}

/// What the engine answers to `ABOUT`, if it does.
fn about(bench: &Bench, latencies: &mut Latencies) -> Result<Option<String>, Ended> {
    let failed = |error: std::io::Error| Ended::Usage(format!("{}: {error}", bench.program.path.display()));
    let mut dialogue = Dialogue::start(bench, latencies).map_err(failed)?;
    dialogue.say("ABOUT");
    let until = Instant::now() + Duration::from_secs(10);
    let about = dialogue.flush().and_then(|()| dialogue.next(until));
    Ok(about.ok().flatten().map(|(line, _)| line))
}

/// Whether `ABOUT` names a game.
fn plays(about: Option<&str>, game: &str) -> bool {
    let games = about.and_then(|about| about.split_once("games=\"")?.1.split_once('"'));
    games.is_some_and(|(games, _)| games.split(' ').any(|name| name == game))
}

/// Runs the dialogues of a case, again if only the time was wrong.
fn try_case(script: &Script, bench: &Bench, latencies: &mut Latencies, seed: u64) -> (Verdict, Vec<String>) {
    let mut tries = 1;
    loop {
        let mut notes = Vec::new();
        let failed = script.dialogues.iter().find_map(|lines| {
            let started = Dialogue::start(bench, latencies);
            let mut dialogue = match started {
                Ok(dialogue) => dialogue,
                Err(error) => return Some((0, unstarted(&error))),
            };
            for line in lines {
                match dialogue.step(&line.step, seed) {
                    Ok(note) => notes.extend(note),
                    Err(failure) => return Some((line.number, failure)),
                }
            }
            let last = lines.last().map_or(0, |line| line.number);
            dialogue.close().err().map(|failure| (last, failure))
        });
        match failed {
            None => return (Verdict::Passed, notes),
            Some((_, failure)) if failure.late && tries < TRIES => tries += 1,
            Some((_, failure)) if failure.unknown && script.optional => return (Verdict::NotOffered, notes),
            Some((line, failure)) => return (Verdict::Failed { line, failure }, notes),
        }
    }
}

fn unstarted(error: &std::io::Error) -> Failure {
    Failure {
        sent: String::new(),
        expected: "a running engine".to_owned(),
        seen: error.to_string(),
        late: false,
        unknown: false,
    }
}

/// What this machine adds to times just now: twice the most by which a short sleep lasts too long, and a little.
fn noise() -> Duration {
    const SLEEP: Duration = Duration::from_millis(2);
    let late = (0..50).map(|_| {
        let began = Instant::now();
        sleep(SLEEP);
        began.elapsed().saturating_sub(SLEEP)
    });
    2 * late.max().unwrap_or_default() + Duration::from_millis(50)
}

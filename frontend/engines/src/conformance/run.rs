//! All cases, one after another.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::basis::Basis;
use super::cases::CASES;
use super::dialogue::{Bench, Dialogue, Failure, Manner, PAUSE};
use super::histogram::Latencies;
use super::report::{Checked, Report, Verdict};
use super::script::Script;
use crate::process::guard::Guard;
use crate::process::program::Program;

/// A conformance test of an engine.
#[derive(Clone, Debug)]
pub struct Checks {
    /// The engine.
    pub program: Program,
    /// Real clocks and many random trials: some minutes instead of less than one.
    pub full: bool,
    /// The numbers of the cases to run; none stands for all.
    pub cases: Vec<u32>,
    /// Whether times are not judged, for a machine that is busy.
    pub untimed: bool,
    /// The seed of the random trials.
    pub seed: u64,
}

/// Why an engine cannot be tested.
#[derive(Debug)]
pub enum Error {
    /// There is no case with this number; the last one has the other.
    NoCase(u32, u32),
    /// The program that ends engines which are left behind does not start.
    Guard(std::io::Error),
    /// The engine does not start.
    Engine(PathBuf, std::io::Error),
    /// The output cannot be written.
    Output(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCase(number, last) => write!(f, "there is no case {number}, there are 1 to {last}"),
            Self::Guard(error) => write!(f, "the guard does not start: {error}"),
            Self::Engine(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// What the machine may add to times that are not judged.
const UNTIMED: Duration = Duration::from_secs(3600);

/// How often a case of the protocol, and one of robustness, is tried that fails only by the time, or by silence.
const TRIES: [usize; 2] = [3, 2];

impl Checks {
    /// Runs the cases and calls `on_case` after each. This program must obey [`helper`](crate::process::helper()).
    ///
    /// # Errors
    /// The engine cannot be run, a case asked for does not exist, or `on_case` fails.
    pub fn run(&self, on_case: &mut dyn FnMut(&Report) -> std::io::Result<()>) -> Result<Report, Error> {
        if let Some(&unknown) = self.cases.iter().find(|number| !CASES.iter().any(|case| case.number == **number)) {
            return Err(Error::NoCase(unknown, CASES.iter().map(|case| case.number).max().unwrap_or(0)));
        }
        let guard = Guard::start().map_err(Error::Guard)?;
        let noise = if self.untimed { UNTIMED } else { noise() };
        let bench = Bench { program: self.program.clone(), guard: Arc::clone(&guard), noise };
        let checked = self.check_all(&bench, on_case);
        guard.dismiss();
        checked
    }

    fn check_all(
        &self,
        bench: &Bench,
        on_case: &mut dyn FnMut(&Report) -> std::io::Result<()>,
    ) -> Result<Report, Error> {
        let mut latencies = Latencies::default();
        let about = about(bench, &mut latencies)?;
        let began = Instant::now();
        let mut report = Report::new(about.as_deref());
        on_case(&report).map_err(Error::Output)?;
        for case in CASES.iter().filter(|case| self.cases.is_empty() || self.cases.contains(&case.number)) {
            let script = Script::parse(case.text, self.full).unwrap_or_else(|wrong| panic!("{}: {wrong}", case.name));
            let open = matches!(script.basis, Basis::Open(_));
            let (verdict, notes) = match &script.game {
                Some(game) if !plays(about.as_deref(), game) => (Verdict::NotOffered, Vec::new()),
                _ => try_case(&script, bench, &mut latencies, self.seed),
            };
            let verdict = match verdict {
                Verdict::Failed { line, failure } if open => Verdict::Remark { line, failure },
                verdict => verdict,
            };
            let Script { title, basis, .. } = script;
            report.checked.push(Checked { number: case.number, title, basis, verdict, notes });
            on_case(&report).map_err(Error::Output)?;
        }
        report.end(latencies, began.elapsed());
        Ok(report)
    }
}

/// What the engine answers to `ABOUT`, if it does.
fn about(bench: &Bench, latencies: &mut Latencies) -> Result<Option<String>, Error> {
    let failed = |error: std::io::Error| Error::Engine(bench.program.path.clone(), error);
    let mut dialogue = Dialogue::start(bench, latencies, Manner::default()).map_err(failed)?;
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
    let open = matches!(script.basis, Basis::Open(_));
    let most_tries = TRIES[usize::from(open)];
    let mut tries = 1;
    loop {
        let mut notes = Vec::new();
        let failed = script.dialogues.iter().find_map(|lines| {
            let pause = if open { Duration::ZERO } else { PAUSE };
            let manner = Manner { exact: script.exact, line_end: script.line_end, pause };
            let started = Dialogue::start(bench, latencies, manner);
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
            Some((_, failure)) if failure.late && tries < most_tries => tries += 1,
            Some((_, failure)) if failure.declined || (failure.unknown && script.optional) => {
                return (Verdict::NotOffered, notes);
            }
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
        declined: false,
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

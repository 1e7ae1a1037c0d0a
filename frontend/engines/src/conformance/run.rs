//! A run of the cases.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use super::attempt::try_case;
use super::cases::CASES;
use super::dialogue::Dialogue;
use super::harness::{Harness, Manner};
use super::histogram::Latencies;
use super::report::{Checked, Report, Verdict};
use super::script::Script;
use crate::error::Error;
use crate::process::guard::Guard;
use crate::process::program::Program;

/// A conformance test of an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checks {
    /// The engine.
    pub program: Program,
    /// Real clocks and many random trials: some minutes instead of less than one.
    pub full: bool,
    /// The numbers of the cases to run; all if empty.
    pub cases: Vec<u32>,
    /// Whether times are not judged, for a busy machine.
    pub untimed: bool,
    /// The seed of the random trials.
    pub seed: u64,
}

/// The latency of a machine whose times are not judged.
const UNTIMED: Duration = Duration::from_secs(3600);

/// The cases without a time limit that run at once: their engines wait most of the time.
const AT_ONCE: usize = 4;

/// The limit of the answer to `ABOUT`.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// A case to run.
struct Case {
    number: u32,
    script: Script,
}

/// A callback after each case, in the order of their numbers.
type OnCase<'f> = &'f mut dyn FnMut(&Report) -> io::Result<()>;

impl Checks {
    /// The quick set of all cases, with times and seed 1.
    #[must_use]
    pub const fn new(program: Program) -> Self {
        Self { program, full: false, cases: Vec::new(), untimed: false, seed: 1 }
    }

    /// Runs the cases and calls `on_case` before the first and after each. The program obeys
    /// [`helper`](crate::process::helper()).
    ///
    /// # Errors
    /// The engine cannot be run, a case does not exist, or `on_case` fails.
    pub fn run(&self, on_case: OnCase<'_>) -> Result<Report, Error> {
        if let Some(&number) = self.cases.iter().find(|number| !CASES.iter().any(|case| case.number == **number)) {
            return Err(Error::NoCase { number, last: CASES.iter().map(|case| case.number).max().unwrap_or(0) });
        }
        let guard = Guard::start().map_err(Error::Guard)?;
        let noise = if self.untimed { UNTIMED } else { noise() };
        let harness = Harness { program: self.program.clone(), guard: Arc::clone(&guard), noise };
        let report = self.check_all(&harness, on_case);
        guard.dismiss();
        report
    }

    /// The cases to run, in the order of their numbers.
    fn selected(&self) -> Vec<Case> {
        let chosen = CASES.iter().filter(|case| self.cases.is_empty() || self.cases.contains(&case.number));
        let parse = |text, name| Script::parse(text, self.full).unwrap_or_else(|error| panic!("{name}: {error}"));
        chosen.map(|case| Case { number: case.number, script: parse(case.text, case.name) }).collect()
    }

    fn check_all(&self, harness: &Harness, on_case: OnCase<'_>) -> Result<Report, Error> {
        let mut latencies = Latencies::default();
        let about = about(harness, &mut latencies)?;
        let began = Instant::now();
        let mut report = Report::new(about.as_deref());
        on_case(&report).map_err(Error::Output)?;
        let runner = Runner { harness, about: about.as_deref(), seed: self.seed };
        let cases = self.selected();
        // A case with a time limit runs alone, the others between two of those run at once.
        for group in cases.chunk_by(|case, next| !case.script.is_timed() && !next.script.is_timed()) {
            let mut finish = |checked| {
                report.checked.push(checked);
                on_case(&report).map_err(Error::Output)
            };
            match group {
                [case] => finish(runner.check(case, &mut latencies))?,
                cases => runner.check_at_once(cases, &mut finish)?,
            }
        }
        report.end(latencies, began.elapsed());
        Ok(report)
    }
}

/// The conditions of all cases.
struct Runner<'r> {
    harness: &'r Harness,
    /// The answer to `ABOUT`.
    about: Option<&'r str>,
    seed: u64,
}

impl Runner<'_> {
    fn check(&self, case: &Case, latencies: &mut Latencies) -> Checked {
        let Case { number, script } = case;
        let (verdict, notes) = match &script.game {
            Some(game) if !plays(self.about, game) => (Verdict::NotOffered, Vec::new()),
            _ => try_case(script, self.harness, latencies, self.seed),
        };
        Checked { number: *number, title: script.title.clone(), basis: script.basis.clone(), verdict, notes }
    }

    /// Checks several cases at once, and calls `finish` in their order. The times of their answers do not count.
    fn check_at_once(
        &self,
        cases: &[Case],
        finish: &mut impl FnMut(Checked) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        scope(|scope| {
            for _ in 0..AT_ONCE.min(cases.len()) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || {
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let checked = self.check(case, &mut Latencies::default());
                        if sender.send(checked).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut early: Vec<Checked> = Vec::new();
            let mut expected = cases.iter().map(|case| case.number).peekable();
            for checked in &results {
                early.push(checked);
                while let Some(at) = early.iter().position(|checked| Some(&checked.number) == expected.peek()) {
                    expected.next();
                    if let Err(error) = finish(early.swap_remove(at)) {
                        // The threads stop after their present cases.
                        next.store(cases.len(), Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
            Ok(())
        })
    }
}

/// The engine's answer to `ABOUT`.
fn about(harness: &Harness, latencies: &mut Latencies) -> Result<Option<String>, Error> {
    let failed = |error: io::Error| Error::Engine(harness.program.path.clone(), error);
    let mut dialogue = Dialogue::start(harness, latencies, Manner::default()).map_err(failed)?;
    dialogue.queue("ABOUT");
    let until = Instant::now() + INTRODUCTION;
    let about = dialogue.flush().and_then(|()| dialogue.next(until));
    Ok(about.ok().flatten().map(|(line, _)| line))
}

/// Whether `ABOUT` names a game.
fn plays(about: Option<&str>, game: &str) -> bool {
    let games = about.and_then(|about| about.split_once("games=\"")?.1.split_once('"'));
    games.is_some_and(|(games, _)| games.split(' ').any(|name| name == game))
}

/// The present latency of the machine: twice the longest delay of a short sleep, and 50 ms.
fn noise() -> Duration {
    const SLEEP: Duration = Duration::from_millis(2);
    let delays = (0..50).map(|_| {
        let began = Instant::now();
        sleep(SLEEP);
        began.elapsed().saturating_sub(SLEEP)
    });
    2 * delays.max().unwrap_or_default() + Duration::from_millis(50)
}

//! What a check tells.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::dialogue::Failure;
use super::histogram::Latencies;

/// How a case ended.
#[derive(Debug)]
pub enum Verdict {
    /// It passed.
    Passed,
    /// The engine says that it does not know the command, or does not play the game.
    NotOffered,
    /// It failed.
    Failed {
        /// The line of the transcript.
        line: usize,
        /// What was sent, expected and seen.
        failure: Failure,
    },
}

impl Verdict {
    const fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::NotOffered => "not offered",
            Self::Failed { .. } => "FAILED",
        }
    }
}

/// A case that was run.
#[derive(Debug)]
pub struct Checked {
    /// Its number.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// How it ended.
    pub verdict: Verdict,
    /// What was measured.
    pub notes: Vec<String>,
}

impl Checked {
    /// One line, and three more if it failed.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let notes = if self.notes.is_empty() { String::new() } else { format!(" ({})", self.notes.join("; ")) };
        writeln!(out, "{:3}  {:11}  {}{notes}", self.number, self.verdict.word(), self.title)?;
        if let Verdict::Failed { failure, .. } = &self.verdict {
            writeln!(out, "                  sent      {}", failure.sent)?;
            writeln!(out, "                  expected  {}", failure.expected)?;
            writeln!(out, "                  seen      {}", failure.seen)?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "case": self.number,
            "title": self.title,
            "result": self.verdict.word().to_lowercase(),
            "notes": self.notes,
        });
        if let Verdict::Failed { line, failure } = &self.verdict {
            object["line"] = json!(line);
            object["sent"] = json!(failure.sent);
            object["expected"] = json!(failure.expected);
            object["seen"] = json!(failure.seen);
        }
        object
    }
}

/// All cases, and how long answers took.
#[derive(Debug)]
pub struct Report {
    about: String,
    /// The cases run so far.
    pub checked: Vec<Checked>,
    latencies: Latencies,
    time: Duration,
}

impl Report {
    pub(super) fn new(about: Option<&str>) -> Self {
        let about = about.unwrap_or("no answer to ABOUT").to_owned();
        Self { about, checked: Vec::new(), latencies: Latencies::default(), time: Duration::ZERO }
    }

    pub(super) fn end(&mut self, latencies: Latencies, time: Duration) {
        (self.latencies, self.time) = (latencies, time);
    }

    fn count(&self, word: &str) -> usize {
        self.checked.iter().filter(|checked| checked.verdict.word() == word).count()
    }

    /// The number of cases that failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.count("FAILED")
    }

    /// What stands above the cases: which engine it is.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn head(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.about)
    }

    /// What stands below the cases: how long answers took, and how many cases passed.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn foot(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nanswers that need no thought\n{}", self.latencies.plain)?;
        writeln!(out, "lateness of moves\n{}", self.latencies.late)?;
        let [passed, absent] = ["passed", "not offered"].map(|word| self.count(word));
        let seconds = self.time.as_secs_f64();
        writeln!(out, "{passed} passed, {} failed, {absent} not offered, {seconds:.1} s", self.failed())
    }

    /// The whole report as one object.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn json(&self, out: &mut impl Write) -> io::Result<()> {
        let cases: Vec<Value> = self.checked.iter().map(Checked::json).collect();
        let object = json!({
            "about": self.about,
            "passed": self.count("passed"),
            "failed": self.failed(),
            "not_offered": self.count("not offered"),
            "seconds": self.time.as_secs_f64(),
            "cases": cases,
            "answers": self.latencies.plain.json(),
            "lateness": self.latencies.late.json(),
        });
        writeln!(out, "{object}")
    }
}

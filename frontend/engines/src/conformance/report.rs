//! The report of a conformance test.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::basis::Basis;
use super::failure::Failure;
use super::histogram::Latencies;

/// The result of a case.
#[derive(Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// The engine answered as expected.
    Passed,
    /// The engine does not offer the command or the game.
    NotOffered,
    /// The engine deviates from a sentence of the protocol.
    Failed {
        /// The line of the transcript.
        line: usize,
        /// The lines sent, expected and seen.
        failure: Failure,
    },
    /// The engine deviates where the protocol leaves the answer open.
    Remark {
        /// The line of the transcript.
        line: usize,
        /// The lines sent, expected and seen.
        failure: Failure,
    },
}

impl Verdict {
    const fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::NotOffered => "not offered",
            Self::Failed { .. } => "FAILED",
            Self::Remark { .. } => "remark",
        }
    }

    /// The line of the transcript and the deviation there.
    const fn missed(&self) -> Option<(usize, &Failure)> {
        match self {
            Self::Failed { line, failure } | Self::Remark { line, failure } => Some((*line, failure)),
            Self::Passed | Self::NotOffered => None,
        }
    }
}

/// A case that was run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// Its number.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// The sentence of the protocol that it tests, or the practice of managers.
    pub basis: Basis,
    /// Its result.
    pub verdict: Verdict,
    /// Measurements worth a note.
    pub notes: Vec<String>,
}

impl Checked {
    /// Prints one line, and four more after a deviation.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let notes = if self.notes.is_empty() { String::new() } else { format!(" ({})", self.notes.join("; ")) };
        let (class, word) = (self.basis.class(), self.verdict.word());
        writeln!(out, "{:3}  {class:10}  {word:11}  {}{notes}", self.number, self.title)?;
        if let Some((_, failure)) = self.verdict.missed() {
            match &self.basis {
                Basis::Cited(citation) => writeln!(out, "                  cited     {citation}")?,
                Basis::Open(why) => writeln!(out, "                  open      {why}")?,
            }
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
            "class": self.basis.class(),
            "result": self.verdict.word().to_lowercase(),
            "notes": self.notes,
        });
        match &self.basis {
            Basis::Cited(citation) => {
                let (text, section) = (&citation.text, &citation.section);
                object["cited"] = json!({"text": text, "section": section, "sentence": citation.sentence});
            }
            Basis::Open(why) => object["open"] = json!(why),
        }
        if let Some((line, failure)) = self.verdict.missed() {
            object["line"] = json!(line);
            object["sent"] = json!(failure.sent);
            object["expected"] = json!(failure.expected);
            object["seen"] = json!(failure.seen);
        }
        object
    }
}

/// The results of all cases, and the times of answers.
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

    fn count(&self, class: &str, word: &str) -> usize {
        let is = |checked: &&Checked| checked.basis.class() == class && checked.verdict.word() == word;
        self.checked.iter().filter(is).count()
    }

    /// The number of failed cases of the protocol.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.count("protocol", "FAILED")
    }

    /// Prints the head: the engine's answer to `ABOUT`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn head(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.about)
    }

    /// Prints the foot: the times of answers, and the counts of results.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn foot(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nanswers that need no thought\n{}", self.latencies.plain)?;
        writeln!(out, "lateness of moves\n{}", self.latencies.delay)?;
        for (class, missed, name) in [("protocol", "FAILED", "failed"), ("robustness", "remark", "remarks")] {
            let [passed, missed, absent] = ["passed", missed, "not offered"].map(|word| self.count(class, word));
            writeln!(out, "{class:10}  {passed} passed, {missed} {name}, {absent} not offered")?;
        }
        writeln!(out, "{:.1} s", self.time.as_secs_f64())
    }

    /// Prints the report as a JSON object.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn json(&self, out: &mut impl Write) -> io::Result<()> {
        let cases: Vec<Value> = self.checked.iter().map(Checked::json).collect();
        let object = json!({
            "about": self.about,
            "passed": self.count("protocol", "passed"),
            "failed": self.failed(),
            "not_offered": self.count("protocol", "not offered"),
            "robustness": {
                "passed": self.count("robustness", "passed"),
                "remarks": self.count("robustness", "remark"),
                "not_offered": self.count("robustness", "not offered"),
            },
            "seconds": self.time.as_secs_f64(),
            "cases": cases,
            "answers": self.latencies.plain.json(),
            "lateness": self.latencies.delay.json(),
        });
        writeln!(out, "{object}")
    }
}

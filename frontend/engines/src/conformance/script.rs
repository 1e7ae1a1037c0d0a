//! Transcripts: text into steps.

use std::fmt;
use std::time::Duration;

use super::basis::{Basis, Citation};
use super::pattern::Pattern;

/// A case: the lines sent to the engine, and its expected answers.
#[derive(Debug)]
pub(super) struct Script {
    /// The behaviour that it tests.
    pub(super) title: String,
    /// The sentence of the protocol that it tests, or the practice of managers.
    pub(super) basis: Basis,
    /// Whether replies must be written exactly as managers compare them.
    pub(super) exact: bool,
    /// The end of the lines sent.
    pub(super) line_end: &'static str,
    /// Whether engines may omit the feature.
    pub(super) optional: bool,
    /// The game without which an engine is not asked.
    pub(super) game: Option<String>,
    /// The dialogues, each with a new process.
    pub(super) dialogues: Vec<Vec<NumberedStep>>,
}

/// A step and its line number.
#[derive(Debug)]
pub(super) struct NumberedStep {
    pub(super) number: usize,
    pub(super) step: Step,
}

/// One step of a dialogue.
#[derive(Debug)]
pub(super) enum Step {
    Send(String),
    Expect(Pattern, Option<Duration>),
    Remark(String),
    Silence(Duration),
    Wait(Duration),
    Close,
    End { limit: Duration, cleanly: bool },
    Freeze(Duration),
    Memory(u64),
    QuietStderr,
    Play(usize),
    Positions { count: usize, mean: Option<Duration> },
    Dialogues(usize),
    Engines { count: usize, delay: Duration },
}

/// A line of a transcript that is no step.
#[derive(Debug)]
pub(super) struct SyntaxError {
    number: usize,
    text: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?} is no step", self.number, self.text)
    }
}

impl Script {
    /// Parses a transcript, with the numbers of the `full` or the quick set.
    ///
    /// # Errors
    /// A line is no step.
    pub(super) fn parse(text: &str, full: bool) -> Result<Self, SyntaxError> {
        let mut script = Self {
            title: String::new(),
            basis: Basis::Open(String::new()),
            exact: false,
            line_end: "\r\n",
            optional: false,
            game: None,
            dialogues: vec![Vec::new()],
        };
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = || SyntaxError { number, text: line.to_owned() };
            let line = choose(line.trim(), full);
            let (word, rest) = line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
            match word {
                "" => {}
                "#" if script.title.is_empty() => script.title = rest.to_owned(),
                "#" => {}
                "cites" => script.basis = Basis::Cited(Citation::parse(rest).ok_or_else(wrong)?),
                "open" => script.basis = Basis::Open(rest.to_owned()),
                "exact" => script.exact = true,
                "line-feeds" => script.line_end = "\n",
                "optional" => script.optional = true,
                "game" => script.game = Some(rest.to_owned()),
                "---" => script.dialogues.push(Vec::new()),
                _ => {
                    let steps = steps(word, rest).ok_or_else(wrong)?;
                    let dialogue = script.dialogues.last_mut().expect("there is always one");
                    dialogue.extend(steps.into_iter().map(|step| NumberedStep { number, step }));
                }
            }
        }
        Ok(script)
    }
}

impl Script {
    /// Whether a step has a time limit, so that no other engine may run at the same time.
    pub(super) fn is_timed(&self) -> bool {
        self.dialogues.iter().flatten().any(|line| match line.step {
            Step::Expect(_, within) => within.is_some(),
            Step::Positions { mean, .. } => mean.is_some(),
            Step::End { .. } | Step::Freeze(_) | Step::Play(_) | Step::Engines { .. } => true,
            _ => false,
        })
    }
}

/// The line with A in the place of `A|B`, or B in the full set.
fn choose(line: &str, full: bool) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let words = line.split(' ').map(|word| match word.split_once('|') {
        Some((quick, thorough)) if is_number(quick) && is_number(thorough) => {
            if full {
                thorough
            } else {
                quick
            }
        }
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

fn steps(word: &str, rest: &str) -> Option<Vec<Step>> {
    let ms = |text: &str| text.parse().ok().map(Duration::from_millis);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let one = match (word, &words[..]) {
        (">", _) => Step::Send(rest.to_owned()),
        ("limits", [turn]) => {
            let turn: u64 = turn.parse().ok()?;
            let infos = [
                format!("timeout_turn {turn}"),
                "timeout_match 60000".to_owned(),
                "max_memory 367001600".to_owned(),
                "rule 0".to_owned(),
                "time_left 60000".to_owned(),
            ];
            return Some(infos.map(|info| Step::Send(format!("INFO {info}"))).into());
        }
        ("<", [what @ .., "within", limit]) => Step::Expect(Pattern::parse(&what.join(" "))?, Some(ms(limit)?)),
        ("<", _) => Step::Expect(Pattern::parse(rest)?, None),
        ("remark", _) => Step::Remark(rest.to_owned()),
        ("silence", [time]) => Step::Silence(ms(time)?),
        ("wait", [time]) => Step::Wait(ms(time)?),
        ("close", []) => Step::Close,
        ("end", [time]) => Step::End { limit: ms(time)?, cleanly: false },
        ("end", [time, "cleanly"]) => Step::End { limit: ms(time)?, cleanly: true },
        ("freeze", [time]) => Step::Freeze(ms(time)?),
        ("memory", [bytes]) => Step::Memory(bytes.parse().ok()?),
        ("quiet", ["stderr"]) => Step::QuietStderr,
        ("play", [count]) => Step::Play(count.parse().ok()?),
        ("positions", [count]) => Step::Positions { count: count.parse().ok()?, mean: None },
        ("positions", [count, "mean", mean]) => Step::Positions { count: count.parse().ok()?, mean: Some(ms(mean)?) },
        ("dialogues", [count]) => Step::Dialogues(count.parse().ok()?),
        ("engines", [count, delay]) => Step::Engines { count: count.parse().ok()?, delay: ms(delay)? },
        _ => return None,
    };
    Some(vec![one])
}

/// The bytes of a line, without its end, with the escapes `\r`, `\t`, `\0`, `\xFF`, and `\*N` at the end.
pub(super) fn bytes(text: &str) -> Vec<u8> {
    let (text, times) = match text.rsplit_once("\\*") {
        Some((text, times)) => (text, times.parse().unwrap_or(1)),
        None => (text, 1),
    };
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        bytes.extend(plain.bytes());
        let (byte, used) = match escaped.as_bytes() {
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'0', ..] => (0, 1),
            [b'x', ..] => (u8::from_str_radix(escaped.get(1..3).unwrap_or_default(), 16).unwrap_or(b'?'), 3),
            _ => (b'\\', 0),
        };
        bytes.push(byte);
        rest = &escaped[used.min(escaped.len())..];
    }
    bytes.extend(rest.bytes());
    if let (Some(&last), true) = (bytes.last(), times > 1) {
        bytes.extend(std::iter::repeat_n(last, times - 1));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_bytes() {
        assert_eq!(bytes(r"START 15\r"), b"START 15\r");
        assert_eq!(bytes(r"\xffA\0B\t"), b"\xffA\0B\t");
        assert_eq!(bytes(r"A\*5"), b"AAAAA");
        assert_eq!(bytes(r"C:\a b\c"), br"C:\a b\c");
    }

    #[test]
    fn the_full_set_has_other_numbers() {
        assert_eq!(choose("play 12|60", false), "play 12");
        assert_eq!(choose("> INFO timeout_turn 300|30000", true), "> INFO timeout_turn 30000");
        assert_eq!(choose("< OK | error", true), "< OK | error");
    }

    #[test]
    fn lines_without_a_step_are_refused() {
        for line in ["hello", "wait", "wait x", "< ", "play", "quiet", "end 5 well", "cites END"] {
            assert!(Script::parse(line, false).is_err(), "{line}");
        }
        let script = Script::parse("# Title\n# more\n\n> A\n---\n< OK within 5", false).expect("steps");
        assert_eq!((script.title.as_str(), script.dialogues.len()), ("Title", 2));
    }
}

//! Transcripts: text into steps.

use std::fmt;
use std::time::Duration;

use super::basis::{Basis, Citation};
use super::pattern::Pattern;

/// A case: what is said to the engine, and what it must answer.
#[derive(Debug)]
pub(super) struct Script {
    /// What it asks for.
    pub(super) title: String,
    /// The sentence that it tests, or why it matters although there is none.
    pub(super) basis: Basis,
    /// Whether replies must be written exactly as managers compare them.
    pub(super) exact: bool,
    /// The end of the lines that are sent.
    pub(super) line_end: &'static str,
    /// Whether an engine need not offer it.
    pub(super) optional: bool,
    /// The game that an engine must name to be asked.
    pub(super) game: Option<String>,
    /// Dialogues with an engine started anew.
    pub(super) dialogues: Vec<Vec<Line>>,
}

/// A step and where it stands.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) step: Step,
}

/// One step of a dialogue.
#[derive(Debug)]
pub(super) enum Step {
    Send(String),
    Expect(Pattern, Option<Duration>),
    Heard(String),
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
    Engines { count: usize, late: Duration },
}

/// What is wrong with a transcript.
#[derive(Debug)]
pub(super) struct Wrong(usize, String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.0, self.1)
    }
}

impl Script {
    /// Reads a transcript.
    ///
    /// # Errors
    /// The first line that is none of the language.
    pub(super) fn parse(text: &str, full: bool) -> Result<Self, Wrong> {
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
            let wrong = || Wrong(number, format!("{line:?} is no step"));
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
                    dialogue.extend(steps.into_iter().map(|step| Line { number, step }));
                }
            }
        }
        Ok(script)
    }
}

/// The line with `A|B` between digits made A, or B in the full set.
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
        ("heard", _) => Step::Heard(rest.to_owned()),
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
        ("engines", [count, late]) => Step::Engines { count: count.parse().ok()?, late: ms(late)? },
        _ => return None,
    };
    Some(vec![one])
}

/// The bytes of a line to be sent, without its end: `\r`, `\t`, `\0`, `\xFF`, and `\*N` at the end.
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
    fn what_is_no_step_is_refused() {
        for line in ["hello", "wait", "wait x", "< ", "play", "quiet", "end 5 well", "cites END"] {
            assert!(Script::parse(line, false).is_err(), "{line}");
        }
        let script = Script::parse("# Title\n# more\n\n> A\n---\n< OK within 5", false).expect("steps");
        assert_eq!((script.title.as_str(), script.dialogues.len()), ("Title", 2));
    }
}

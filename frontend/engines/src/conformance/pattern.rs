//! Patterns of answers.

use std::fmt;

use protocol::{Cell, Reply};

/// Alternatives for the next line.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Vec<Answer>);

/// A kind of answer.
#[derive(Clone, Debug)]
enum Answer {
    /// This text; `{NAME}` stands for a move.
    Text(String),
    /// A legal move, and the name under which later lines use it.
    Move(String),
    /// This number of different points.
    Stones(usize),
    Error,
    Unknown,
    About,
    /// `SUGGEST` and a legal move.
    Suggest,
    /// An error that means that the engine does not offer the feature.
    Declines,
}

impl Pattern {
    /// Parses alternatives, separated by ` | `.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let answers = text.split(" | ").map(|text| match text.trim().split(' ').collect::<Vec<_>>()[..] {
            [""] => None,
            ["move"] => Some(Answer::Move("reply".to_owned())),
            ["move", name] => Some(Answer::Move(name.to_owned())),
            ["stones", count] => Some(Answer::Stones(count.parse().ok()?)),
            ["error"] => Some(Answer::Error),
            ["unknown"] => Some(Answer::Unknown),
            ["about"] => Some(Answer::About),
            ["suggest"] => Some(Answer::Suggest),
            ["declines"] => Some(Answer::Declines),
            _ => Some(Answer::Text(text.trim().to_owned())),
        });
        answers.collect::<Option<_>>().map(Self)
    }

    /// The answer `OK`.
    pub(super) fn ok() -> Self {
        Self(vec![Answer::Text("OK".to_owned())])
    }

    /// Any legal move.
    pub(super) fn any_move() -> Self {
        Self(vec![Answer::Move("reply".to_owned())])
    }

    /// The alternative that `line` fits, compared as managers do if `exact`, else as the protocol allows. `fill` replaces
    /// names of moves in a text.
    pub(super) fn matches(&self, line: &str, exact: bool, fill: impl Fn(&str) -> String) -> Option<Match<'_>> {
        self.0.iter().find(|answer| answer.is(line, exact, &fill)).map(|answer| match answer {
            Answer::Move(name) => Match::Named(name),
            Answer::Declines => Match::Declined,
            _ => Match::Named("reply"),
        })
    }

    /// Whether a move is expected, which a suggestion may precede.
    pub(super) fn wants_move(&self) -> bool {
        let is_move = |answer: &Answer| match answer {
            Answer::Move(_) => true,
            Answer::Text(text) => Cell::parse(text).is_some(),
            _ => false,
        };
        self.0.iter().any(is_move) && !self.0.iter().any(|answer| matches!(answer, Answer::Suggest))
    }
}

/// The kind of a line that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Match<'p> {
    /// An expected answer, and the name that it gets.
    Named(&'p str),
    /// A refusal that means that the engine does not offer the feature.
    Declined,
}

/// Parses a reply as the protocol allows it to be written: in any case, with blanks, with a remark after `OK`.
pub(super) fn lenient(line: &str) -> Option<Reply> {
    let line = line.trim();
    let word = line.split(|char: char| !char.is_ascii_alphabetic()).next().unwrap_or_default();
    if word.eq_ignore_ascii_case("OK") {
        return Some(Reply::Ok);
    }
    let tight = line.replace(" =", "=").replace("= \"", "=\"");
    Reply::parse(line).or_else(|| Reply::parse(tight.trim_end_matches(',')))
}

impl Answer {
    fn is(&self, line: &str, exact: bool, fill: impl Fn(&str) -> String) -> bool {
        if exact { self.is_exactly(line, fill) } else { self.is_meant(line, fill) }
    }

    /// Whether managers accept the line as this answer.
    fn is_exactly(&self, line: &str, fill: impl Fn(&str) -> String) -> bool {
        match (self, Reply::parse(line)) {
            (Self::Text(text), _) => line == fill(text),
            (Self::Move(_), Some(Reply::Move(cell))) => line == cell.to_string(),
            (Self::Stones(count), Some(Reply::Moves(cells))) => {
                cells.len() == *count && line == Reply::Moves(cells).to_string()
            }
            (Self::Error | Self::Declines, Some(Reply::Error(text))) | (Self::Unknown, Some(Reply::Unknown(text))) => {
                !text.is_empty()
            }
            (Self::About, Some(Reply::About(pairs))) => {
                let keys = ["name", "version", "author", "country"];
                let value = |key| pairs.iter().find(|(found, _)| found.as_str() == key).map(|(_, value)| value);
                keys.iter().all(|key| value(*key).is_some_and(|value| !value.is_empty()))
            }
            (Self::Suggest, Some(Reply::Suggest(_))) => true,
            _ => false,
        }
    }

    /// Whether the protocol allows the line as this answer.
    fn is_meant(&self, line: &str, fill: impl Fn(&str) -> String) -> bool {
        match (self, lenient(line)) {
            (Self::Text(text), reply) => reply.is_some() && reply == lenient(&fill(text)),
            (Self::Move(_), Some(Reply::Move(_)))
            | (Self::Error | Self::Declines, Some(Reply::Error(_)))
            | (Self::Unknown, Some(Reply::Unknown(_)))
            | (Self::About, Some(Reply::About(_)))
            | (Self::Suggest, Some(Reply::Suggest(_))) => true,
            (Self::Stones(count), Some(Reply::Moves(cells))) => cells.len() == *count,
            _ => false,
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|answer| match answer {
            Answer::Text(text) => text.clone(),
            Answer::Move(_) => "a legal move".to_owned(),
            Answer::Stones(count) => format!("{count} points"),
            Answer::Error => "ERROR …".to_owned(),
            Answer::Unknown => "UNKNOWN …".to_owned(),
            Answer::About => "name=\"…\", version=\"…\", author=\"…\", country=\"…\"".to_owned(),
            Answer::Suggest => "SUGGEST with a legal move".to_owned(),
            Answer::Declines => "ERROR … where this is not offered".to_owned(),
        });
        f.write_str(&names.collect::<Vec<_>>().join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, line: &str, exact: bool) -> bool {
        let fill = |text: &str| text.replace("{first}", "3,4");
        Pattern::parse(pattern).expect("a pattern").matches(line, exact, fill).is_some()
    }

    fn fits(pattern: &str, line: &str) -> bool {
        found(pattern, line, true)
    }

    #[test]
    fn what_the_protocol_allows_is_not_always_what_managers_take() {
        for (pattern, line) in [
            ("OK", "OK - everything is good"),
            ("OK", "ok"),
            ("move", "7, 7 "),
            ("6,7 | 11,7", "11, 7"),
            ("{first}", " 3,4"),
            ("stones 2", "1,2  3,4 "),
            ("error", "ERROR"),
            ("unknown", "unknown"),
            ("about", "name = \"A\","),
            ("declines", "ERROR rectangular board is not supported"),
        ] {
            assert!(found(pattern, line, false), "{pattern}: {line}");
        }
        for (pattern, line) in [("OK", "OKAY"), ("move", "7"), ("move", "OK"), ("{first}", "3,5"), ("OK", "ERROR no")] {
            assert!(!found(pattern, line, false), "{pattern}: {line}");
        }
    }

    #[test]
    fn lines_fit_or_do_not() {
        for (pattern, line) in [
            ("OK", "OK"),
            ("OK | error", "ERROR no"),
            ("move", "7,7"),
            ("6,7 | 11,7", "11,7"),
            ("{first}", "3,4"),
            ("stones 3", "1,2 3,4 5,6"),
            ("unknown", "UNKNOWN x"),
            ("suggest", "SUGGEST 1,2"),
            ("about", "name=\"A\", version=\"1\", author=\"B\", country=\"C\""),
        ] {
            assert!(fits(pattern, line), "{pattern}: {line}");
        }
        for (pattern, line) in [
            ("OK", "OK "),
            ("OK", "ok"),
            ("move", "7, 7"),
            ("move", "OK"),
            ("6,7 | 11,7", "7,7"),
            ("stones 2", "1,2"),
            ("error", "ERROR"),
            ("about", "name=\"A\""),
        ] {
            assert!(!fits(pattern, line), "{pattern}: {line}");
        }
    }
}

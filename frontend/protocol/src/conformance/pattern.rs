//! What an answer must be.

use std::fmt;

use crate::Reply;

/// What the next line must be, one of several.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Vec<Answer>);

/// What a line must be.
#[derive(Clone, Debug)]
enum Answer {
    /// This text; `{NAME}` stands for a move.
    Text(String),
    /// A legal move, to be known under a name.
    Move(String),
    /// So many points at once, all different.
    Stones(usize),
    Error,
    Unknown,
    About,
    /// `SUGGEST` with a legal move.
    Suggest,
}

impl Pattern {
    /// Reads alternatives with ` | ` between them.
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
            _ => Some(Answer::Text(text.trim().to_owned())),
        });
        answers.collect::<Option<_>>().map(Self)
    }

    /// Any move.
    pub(super) fn any_move() -> Self {
        Self(vec![Answer::Move("reply".to_owned())])
    }

    /// Whether `line` is one of the alternatives, and then the name that it is to have. `fill` replaces names of moves
    /// in a text.
    pub(super) fn matches(&self, line: &str, fill: impl Fn(&str) -> String) -> Option<&str> {
        self.0.iter().find(|answer| answer.is(line, &fill)).map(|answer| match answer {
            Answer::Move(name) => name.as_str(),
            _ => "reply",
        })
    }
}

impl Answer {
    fn is(&self, line: &str, fill: impl Fn(&str) -> String) -> bool {
        match (self, Reply::parse(line)) {
            (Self::Text(text), _) => line == fill(text),
            (Self::Move(_), Some(Reply::Move(cell))) => line == cell.to_string(),
            (Self::Stones(count), Some(Reply::Moves(cells))) => {
                cells.len() == *count && line == Reply::Moves(cells).to_string()
            }
            (Self::Error, Some(Reply::Error(text))) | (Self::Unknown, Some(Reply::Unknown(text))) => !text.is_empty(),
            (Self::About, Some(Reply::About(pairs))) => {
                let keys = ["name", "version", "author", "country"];
                let value = |key| pairs.iter().find(|(found, _)| found.as_str() == key).map(|(_, value)| value);
                keys.iter().all(|key| value(*key).is_some_and(|value| !value.is_empty()))
            }
            (Self::Suggest, Some(Reply::Suggest(_))) => true,
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
        });
        f.write_str(&names.collect::<Vec<_>>().join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, line: &str) -> bool {
        let fill = |text: &str| text.replace("{first}", "3,4");
        Pattern::parse(pattern).expect("a pattern").matches(line, fill).is_some()
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

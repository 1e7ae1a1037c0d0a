//! Replies of an engine.

use std::fmt;

use super::cell::Cell;
use super::words::tokens;

/// A line of an engine.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Cell, Reply};
///
/// assert_eq!(Reply::parse("7,8"), Some(Reply::Move(Cell { x: 7, y: 8 })));
/// assert_eq!(Reply::parse("OK - everything is good"), Some(Reply::Ok));
/// assert_eq!(Reply::Message("depth 5".to_owned()).to_string(), "MESSAGE depth 5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The command is obeyed. The parser accepts a text after `OK`.
    Ok,
    /// A move.
    Move(Cell),
    /// Two or three stones of an opening.
    Moves(Vec<Cell>),
    /// No move: there is no legal placement.
    Pass,
    /// The colours are exchanged.
    Swap,
    /// The colours stay as they are.
    Stay,
    /// The points forbidden to the side to move.
    Forbid(Vec<Cell>),
    /// Name, version and more of the engine: keys and values without quotes and commas.
    About(Vec<(String, String)>),
    /// A move for the manager to consider.
    Suggest(Cell),
    /// A text for users.
    Message(String),
    /// A text for the author of the engine.
    Debug(String),
    /// `INFO`: data of a search, for boards that set `show_detail`.
    Detail(String),
    /// The command cannot be obeyed.
    Error(String),
    /// The command is unknown.
    Unknown(String),
}

impl Reply {
    /// A message on one line, short enough for every manager.
    #[must_use]
    pub fn message(text: &str) -> Self {
        Self::Message(one_line(text, 980))
    }

    /// An error on one line, short enough for every manager.
    #[must_use]
    pub fn error(text: &str) -> Self {
        Self::Error(one_line(text, 980))
    }

    /// The answer to an unknown command, with its first 80 characters.
    #[must_use]
    pub fn unknown(line: &str) -> Self {
        let line = one_line(line, 80);
        Self::Unknown(if line.trim().is_empty() { "command".to_owned() } else { line })
    }

    /// Whether managers skip this line when they wait for an answer.
    #[must_use]
    pub const fn is_remark(&self) -> bool {
        matches!(self, Self::Message(_) | Self::Debug(_))
    }

    /// Parses a line of an engine; `None` if it is no reply.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim_end_matches(['\r', '\n']);
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "OK" => Some(Self::Ok),
            "PASS" if text.is_empty() => Some(Self::Pass),
            "SWAP" if text.is_empty() => Some(Self::Swap),
            "STAY" if text.is_empty() => Some(Self::Stay),
            "FORBID" => forbidden(text).map(Self::Forbid),
            "SUGGEST" => Cell::parse(text).map(Self::Suggest),
            "MESSAGE" => Some(Self::Message(text.to_owned())),
            "DEBUG" => Some(Self::Debug(text.to_owned())),
            "INFO" => Some(Self::Detail(text.to_owned())),
            "ERROR" => Some(Self::Error(text.to_owned())),
            "UNKNOWN" => Some(Self::Unknown(text.to_owned())),
            _ => moves(line).or_else(|| about(line)),
        }
    }
}

impl fmt::Display for Reply {
    /// The line to send, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(cell) => write!(f, "{cell}"),
            Self::Moves(cells) => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                f.write_str(&cells.join(" "))
            }
            Self::Pass => f.write_str("PASS"),
            Self::Swap => f.write_str("SWAP"),
            Self::Stay => f.write_str("STAY"),
            Self::Forbid(cells) => {
                f.write_str("FORBID ")?;
                cells.iter().try_for_each(|cell| write!(f, "{:02}{:02}", cell.x, cell.y))?;
                f.write_str(".")
            }
            Self::About(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}=\"{value}\"")).collect();
                f.write_str(&pairs.join(", "))
            }
            Self::Suggest(cell) => write!(f, "SUGGEST {cell}"),
            Self::Message(text) => write!(f, "MESSAGE {text}"),
            Self::Debug(text) => write!(f, "DEBUG {text}"),
            Self::Detail(text) => write!(f, "INFO {text}"),
            Self::Error(text) => write!(f, "ERROR {text}"),
            Self::Unknown(text) => write!(f, "UNKNOWN {text}"),
        }
    }
}

/// At most `longest` characters, none of them a control character.
fn one_line(text: &str, longest: usize) -> String {
    text.chars().filter(|char| !char.is_control() && *char != char::REPLACEMENT_CHARACTER).take(longest).collect()
}

/// `x,y`, `x,y x,y` or `x,y x,y x,y`.
fn moves(line: &str) -> Option<Reply> {
    let cells = tokens(line).iter().map(|token| Cell::parse(token)).collect::<Option<Vec<_>>>()?;
    match cells[..] {
        [cell] => Some(Reply::Move(cell)),
        [_, _] | [_, _, _] => Some(Reply::Moves(cells)),
        _ => None,
    }
}

/// `xxyyxxyy.`
fn forbidden(text: &str) -> Option<Vec<Cell>> {
    let digits = text.trim().strip_suffix('.')?.as_bytes();
    let number = |pair: &[u8]| {
        let digit = |byte: u8| char::from(byte).to_digit(10).map(|digit| digit as usize);
        Some(digit(pair[0])? * 10 + digit(pair[1])?)
    };
    let cells = digits.chunks(4).map(|four| match four.len() {
        4 => Some(Cell { x: number(&four[..2])?, y: number(&four[2..])? }),
        _ => None,
    });
    cells.collect()
}

/// `key="value", key="value"`, with any separators between the pairs.
fn about(line: &str) -> Option<Reply> {
    let mut pairs = Vec::new();
    let mut rest = line;
    while let Some((key, after)) = rest.split_once("=\"") {
        let (value, after) = after.split_once('"')?;
        let key = key.trim_matches(|char: char| char == ',' || char.is_whitespace());
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        pairs.push((key.to_owned(), value.to_owned()));
        rest = after;
    }
    (!pairs.is_empty() && rest.trim().is_empty()).then_some(Reply::About(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_round_trip() {
        let cell = Cell { x: 3, y: 14 };
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let replies = [
            Reply::Ok,
            Reply::Move(cell),
            Reply::Moves(vec![cell; 2]),
            Reply::Moves(vec![cell; 3]),
            Reply::Pass,
            Reply::Swap,
            Reply::Stay,
            Reply::Forbid(Vec::new()),
            Reply::Forbid(vec![cell, Cell { x: 10, y: 0 }]),
            Reply::About(vec![pair("name", "N"), pair("version", "1.0"), pair("www", "")]),
            Reply::Suggest(cell),
            Reply::message("depth 3 score 12"),
            Reply::Debug("x".to_owned()),
            Reply::Detail("PV DONE".to_owned()),
            Reply::error("occupied"),
            Reply::unknown("FOO bar"),
        ];
        for reply in replies {
            assert_eq!(Reply::parse(&reply.to_string()), Some(reply));
        }
    }

    #[test]
    fn lines_of_other_engines() {
        assert_eq!(Reply::parse("ok\r\n"), Some(Reply::Ok));
        assert_eq!(Reply::parse("OK - everything is good"), Some(Reply::Ok));
        assert_eq!(Reply::parse("7, 7"), Some(Reply::Move(Cell { x: 7, y: 7 })));
        assert_eq!(Reply::parse("MESSAGE"), Some(Reply::Message(String::new())));
        for line in ["", "OKAY", "OK7,7", "7", "-1,-1", "7,7,7", "FORBID 123.", "FORBID", ","] {
            assert_eq!(Reply::parse(line), None, "{line}");
        }
    }

    #[test]
    fn replies_stay_short_and_on_one_line() {
        let long = "A\u{7}\n\r\0".repeat(5000);
        assert!(Reply::unknown(&long).to_string().len() < 100);
        assert!(Reply::message(&long).to_string().len() < 1000);
        assert_eq!(Reply::unknown("\u{fffd}\0").to_string(), "UNKNOWN command");
        assert!(!Reply::error("a\nb").to_string().contains('\n'));
    }
}

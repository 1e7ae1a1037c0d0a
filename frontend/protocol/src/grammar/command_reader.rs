//! Lines into commands.

use super::command::Command;
use super::list::List;
use super::parse_error::ParseError;
use super::words::{DONE, split_word, tokens};
use super::yixin;

/// The bytes kept of a line.
pub(crate) const LONGEST_LINE: usize = 1 << 16;

/// The items kept of a list. Only endless games have more moves.
const LONGEST_LIST: usize = 1 << 16;

/// Parser of commands on several lines: a list waits for its `DONE`, some commands for a path.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Command, CommandReader};
///
/// let mut reader = CommandReader::default();
/// assert!(reader.line(b"BOARD").is_empty());
/// assert_eq!(reader.line(b"DONE"), [Ok(Command::Board(Vec::new()))]);
/// ```
#[derive(Debug, Default)]
pub struct CommandReader {
    open: Option<(List, Vec<String>)>,
    /// The command whose path is the next line.
    path: Option<&'static str>,
}

impl CommandReader {
    /// Parses the next line, without its end, and returns the commands that it completes: none, one, or two if it ends a
    /// list without `DONE`.
    pub fn line(&mut self, bytes: &[u8]) -> Vec<Result<Command, ParseError>> {
        let text = String::from_utf8_lossy(bytes);
        let (word, rest) = split_word(&text);
        if word.is_empty() {
            return Vec::new();
        }
        let is = |command| Command::parse(word) == Ok(command);
        let mut complete = Vec::new();
        if let Some(command) = self.path.take() {
            if !Command::begins_with(word) {
                return vec![parse(bytes, &format!("{command} {}", text.trim()))];
            }
            complete.push(Command::parse(command));
        }
        match self.open.take() {
            Some(_) if is(Command::End) => {}
            Some(open) if is(Command::Stop) => {
                self.open = Some(open);
                complete.push(Ok(Command::Stop));
                return complete;
            }
            Some((list, _)) if Command::begins_with(word) => complete.push(Err(list.unfinished())),
            Some((list, items)) => return self.more(list, items, &text).into_iter().collect(),
            None => {}
        }
        if let Some(command) = yixin::with_path(word).filter(|_| rest.is_empty()) {
            self.path = Some(command);
        } else if let Some(list) = List::opened_by(word) {
            let rest = if list.begins_with_text() { "" } else { rest };
            complete.extend(self.more(list, Vec::new(), rest));
        } else {
            complete.push(parse(bytes, &text));
        }
        complete
    }

    /// Adds items to an open list; the command if they complete it.
    fn more(&mut self, list: List, mut items: Vec<String>, text: &str) -> Option<Result<Command, ParseError>> {
        let mut new = tokens(text);
        let done = new.iter().position(|item| item.eq_ignore_ascii_case(DONE));
        new.truncate(done.unwrap_or(new.len()));
        // A list beyond the limit stays beyond it, and is refused.
        items.extend(new.into_iter().take(LONGEST_LIST.saturating_sub(items.len())));
        if done.is_none() {
            self.open = Some((list, items));
            return None;
        }
        Some(if items.len() < LONGEST_LIST { Command::of_list(list, &items) } else { Err(list.unfinished()) })
    }
}

/// The command of one line. Bytes that are no text make it unknown, except in settings: a path may contain them, and
/// nothing is answered.
fn parse(bytes: &[u8], text: &str) -> Result<Command, ParseError> {
    let command = Command::parse(text);
    let is_text = bytes.len() < LONGEST_LINE && !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    if is_text || matches!(command, Ok(Command::Info(_))) {
        return command;
    }
    Err(ParseError::Unknown(text.to_owned()))
}

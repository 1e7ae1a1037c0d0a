//! Games as commands of the Go Text Protocol.

use engine::notation::half_width;

use super::Lines;
use crate::column::in_column;
use crate::list::List;
use crate::{Entry, Unreadable};

/// The commands that a file of them may begin with.
const COMMANDS: [&str; 5] = ["boardsize", "clear_board", "play", "genmove", "komi"];

/// The most words of a command.
const MOST_WORDS: usize = 3;

/// Whether a text is a list of GTP's commands: by its first line that is neither empty nor a comment.
pub(super) fn is_gtp(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !matches!(line, [] | [b'#', ..])).unwrap_or_default();
    let words: Vec<_> = first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let known = |word: &[u8]| COMMANDS.iter().any(|command| word.eq_ignore_ascii_case(command.as_bytes()));
    words.len() <= MOST_WORDS && words.first().is_some_and(|word| known(word))
}

impl Lines {
    /// The game up to the next `clear_board`.
    pub(super) fn commands(&mut self) -> Option<Result<Entry, Unreadable>> {
        let mut list: Option<List> = None;
        let mut asked = None;
        while let Some(line) = self.line() {
            let text = half_width(&String::from_utf8_lossy(line)).into_owned();
            let number = self.line;
            let mut words = text.split_whitespace();
            let command = words.next().unwrap_or_default().to_ascii_lowercase();
            let rest = text.trim_start().get(command.len()..).unwrap_or_default();
            let moves = match command.as_str() {
                "clear_board" => match list.take().filter(|list| !list.is_empty()) {
                    Some(list) => return Some(self.ended(list)),
                    None => continue,
                },
                "boardsize" => {
                    let side = words.next().and_then(|side| side.parse().ok());
                    match self.start.game_with(side) {
                        Ok(game) => self.game = game,
                        Err(error) => {
                            let reason = error.to_string();
                            return Some(Err(Unreadable { line: number, game: self.game, reason }));
                        }
                    }
                    continue;
                }
                "play" => rest.to_owned(),
                "genmove" => {
                    asked = words.next().map(str::to_owned);
                    continue;
                }
                // The answer of an engine.
                "=" => match asked.take() {
                    Some(color) => format!("{color} {rest}"),
                    None => continue,
                },
                _ => continue,
            };
            let begun = || List::new(Some(number), self.game, self.setup.clone(), &self.start);
            list.get_or_insert_with(begun).take(&moves, &text, Some(number));
        }
        list.map(|list| self.ended(list))
    }

    fn ended(&self, list: List) -> Result<Entry, Unreadable> {
        let unreadable = |reason: String| Unreadable { line: self.line, game: self.game, reason };
        list.entry().map_err(|error| unreadable(in_column(1, &error.to_string())))
    }
}

//! The head of certificates and tables: the game, line by line.

use std::fmt;
use std::fmt::Write as _;

use engine::notation::shorten;
use engine::{Game, Rules};

/// An error in the text of a certificate or a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// The line, counted from 1.
    pub line: usize,
    /// Why it cannot be read.
    pub reason: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for FormatError {}

/// The lines of a certificate that name `game`: its name, all rules that differ, its board.
#[must_use]
pub fn game_text(game: &Game) -> String {
    heading(game)
}

/// The lines that name `game`.
pub(crate) fn heading(game: &Game) -> String {
    let (grid, rules) = (game.grid(), game.rules());
    let mut text = format!("game {}\n", rules.name);
    if let Some((base, changes)) = rules.origin() {
        let _ = writeln!(text, "base {}", base.name);
        for (key, value) in changes {
            let _ = writeln!(text, "rule {key} {}", one_line(&value));
        }
    }
    for (flag, value) in rules.changed_flags() {
        let _ = writeln!(text, "flag {} {value}", flag.name);
    }
    if grid.width() == grid.height() {
        let _ = writeln!(text, "size {}", grid.size());
    } else {
        let _ = writeln!(text, "size {} {}", grid.width(), grid.height());
    }
    let _ = writeln!(text, "length {}", game.length());
    text
}

/// A text without line breaks and other controls.
fn one_line(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { char::REPLACEMENT_CHARACTER } else { char }).collect()
}

/// The lines of a certificate or a table.
pub(crate) struct Reader<L> {
    pub(super) lines: L,
    pub(super) line: usize,
}

impl<'t, L: Iterator<Item = (usize, &'t str)>> Reader<L> {
    pub(crate) const fn new(lines: L) -> Self {
        Self { lines, line: 0 }
    }

    /// An error in this line; quoted text stays on one line.
    pub(crate) fn error(&self, reason: impl fmt::Display) -> FormatError {
        FormatError { line: self.line, reason: one_line(&reason.to_string()) }
    }

    pub(super) fn next(&mut self) -> Result<&'t str, FormatError> {
        let (index, line) = self
            .lines
            .next()
            .ok_or_else(|| FormatError { line: self.line + 1, reason: "the text ends here".to_owned() })?;
        self.line = index + 1;
        Ok(line)
    }

    /// The rest of the next line, which must begin with `name`.
    pub(crate) fn field(&mut self, name: &str) -> Result<&'t str, FormatError> {
        let line = self.next()?;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| self.error(format!("expected \"{name} …\"")))
    }

    /// The number on the next line, which must begin with `name`.
    pub(crate) fn count(&mut self, name: &str) -> Result<usize, FormatError> {
        let text = self.field(name)?;
        self.number(text)
    }

    pub(super) fn number(&self, text: &str) -> Result<usize, FormatError> {
        text.parse().map_err(|_| self.error(format!("{text:.20} is no number")))
    }

    /// The game that the next lines name.
    pub(crate) fn game(&mut self) -> Result<&'static Game, FormatError> {
        let name = self.field("game")?;
        let named = Rules::named(&shorten(name)).map_err(|error| self.error(error));
        let mut line = self.next()?;
        let mut rules = match line.strip_prefix("base ") {
            None => named?,
            Some(base) => {
                let mut changes = Vec::new();
                line = self.next()?;
                while let Some(change) = line.strip_prefix("rule ") {
                    changes.push(change.split_once(' ').ok_or_else(|| self.error("a rule needs a value"))?);
                    line = self.next()?;
                }
                Rules::own(name, base, &changes).map_err(|error| self.error(error))?
            }
        };
        while let Some(flag) = line.strip_prefix("flag ") {
            let (name, value) = flag.split_once(' ').ok_or_else(|| self.error("a flag needs a value"))?;
            rules.set_flag(name, value).map_err(|error| self.error(error))?;
            line = self.next()?;
        }
        let size = line.strip_prefix("size ").ok_or_else(|| self.error("expected \"size N\""))?;
        let sides: Vec<usize> = size.split(' ').map(|side| self.number(side)).collect::<Result<_, _>>()?;
        let (width, height) = match sides[..] {
            [side] => (side, side),
            [width, height] => (width, height),
            _ => return Err(self.error("a board has one or two sides")),
        };
        let length = self.count("length")?;
        Game::with_sides(rules, width, height, Some(length)).map_err(|error| self.error(error))
    }
}
